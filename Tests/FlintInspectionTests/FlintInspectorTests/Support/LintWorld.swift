import FlintCLI
import FlintCore
import FlintInspector
import FlintInspectorTestSupport
import FlintSimulation
import FlintTestSupport
import FlintWorld
import Testing

/// Random requirements of two nested groups and a feature, with all states of their facts.
///
/// The review of these requirements, and the availability that the inspector derives, are compared with an enumeration
/// of the states.
struct LintWorld: Sendable, CustomStringConvertible {
    /// A requirement as a tree of conditions.
    indirect enum Rule: Sendable, Hashable {
        case product(Int)
        case flag(Int)
        case permission(Int)
        case toggle
        case platform([Platform: PlatformVersionConstraint])
        case group(isConjunction: Bool, [Rule])
    }

    /// The properties by which findings are compared.
    struct Expected: Hashable {
        var kind: LintFinding.Kind
        var requirement: String?
        var group: String?

        init(_ kind: LintFinding.Kind, _ requirement: String? = nil, _ group: String? = nil) {
            (self.kind, self.requirement, self.group) = (kind, requirement, group)
        }

        init(_ finding: LintFinding) {
            self.init(finding.kind, finding.requirement, finding.group)
            // The texts of platforms are not compared.
            if kind != .redundantRequirement { requirement = nil }
            if kind == .neverOnThisPlatform { group = nil }
        }
    }

    /// The IDs of the feature and its groups, from the inside out.
    static let ids = ["LintOuter/LintInner/LintLeaf", "LintOuter/LintInner", "LintOuter"]
    static let products = (0..<3).map { NonConsumableProduct(name: "P\($0)", productID: "p\($0)") }
    static let flags: [FeatureKey] = ["f0", "f1"]
    static let permissions: [SystemPermissionConstraint] = [
        .camera, .location(usage: .whenInUse), .location(usage: .always),
    ]
    static let platforms = ["iOS 9.0", "iOS 15.0", "iOS 17.2", "watchOS 9.0", "tvOS 9.0", "Linux 5.0"]

    @TaskLocal static var current = LintWorld(rules: [])

    /// The requirements of the feature and of each group, part by part, from the inside out.
    let rules: [[Rule]]

    var description: String { "\(rules)" }

    // MARK: Making one

    private init(rules: [[Rule]]) { self.rules = rules }

    init(using random: inout SplitMix64) {
        rules = (0..<3).map { distance in
            var parts: [Rule] = [.platform(Self.platformRule(using: &random))]
            if distance == 0, Bool.random(using: &random) { parts.append(.toggle) }
            for flag in 0..<2 where Int.random(in: 0..<5, using: &random) == 0 { parts.append(.flag(flag)) }
            for _ in 0..<Int.random(in: 0..<3, using: &random) {
                let purchase = Self.purchase(depth: 2, using: &random)
                if purchase != .group(isConjunction: true, []), !parts.contains(purchase) { parts.append(purchase) }
            }
            for permission in 0..<3 where Int.random(in: 0..<5, using: &random) == 0 {
                parts.append(.permission(permission))
            }
            return parts
        }
    }

    /// The platforms that features require, with their texts.
    static let platformRules: [(versions: [Platform: PlatformVersionConstraint], words: String?)] = [
        ([:], nil), ([.iOS: .atLeast(version: 15)], "iOS 15.0 or later"),
        ([.iOS: .atLeast(version: 17)], "iOS 17.0 or later"), ([.watchOS: .unsupported], "any platform except watchOS"),
        (only(.iOS), "iOS, any version"), (only(.watchOS), "watchOS, any version"), (only(nil), "no platform"),
    ]

    private static func only(_ platform: Platform?) -> [Platform: PlatformVersionConstraint] {
        Dictionary(uniqueKeysWithValues: Platform.all.map { ($0, $0 == platform ? .any : .unsupported) })
    }

    private static func platformRule(using random: inout SplitMix64) -> [Platform: PlatformVersionConstraint] {
        let index = Int.random(in: 0..<14, using: &random)
        return platformRules[index < platformRules.count - 1 || index == 13 ? index % platformRules.count : 0].versions
    }

    private static func purchase(depth: Int, using random: inout SplitMix64) -> Rule {
        if depth == 0 || Int.random(in: 0..<3, using: &random) == 0 {
            return .product(Int.random(in: 0..<3, using: &random))
        }
        let count = [0, 1, 2, 2, 2, 3, 3].randomElement(using: &random) ?? 2
        let parts = (0..<count).map { _ in purchase(depth: depth - 1, using: &random) }
        return parts.count == 1 ? parts[0] : .group(isConjunction: Bool.random(using: &random), parts)
    }

    func inspector() -> RuntimeInspector {
        let runtime = FlintRuntime()
        let device = SimulatedDevice(platform: CurrentPlatform("iOS 17.2") ?? .real)
        Self.$current.withValue(self) {
            runtime.setUp(LintOuter.self) {
                device.configure($0)
                $0.allowsOverrides = true
            }
        }
        return RuntimeInspector(runtime: runtime, configuration: .init(appName: "Lint", cause: "test"))
    }

    func declare(_ distance: Int, on requirements: FeatureConstraintsBuilder) {
        for rule in rules[distance] {
            switch rule {
            case .platform(let versions):
                if let version = versions[.iOS] { requirements.iOS = version }
                if let version = versions[.watchOS] { requirements.watchOS = version }
                if versions.count > 2 {
                    for (platform, version) in versions { Self.require(platform, version, on: requirements) }
                }
            case .toggle: requirements.userToggled(defaultValue: true)
            case .flag(let index): requirements.featureFlag(Self.flags[index])
            case .permission(let index): requirements.permission(Self.permissions[index])
            case .product, .group: requirements.purchase(Self.purchase(rule))
            }
        }
    }

    private static func require(
        _ platform: Platform, _ version: PlatformVersionConstraint, on requirements: FeatureConstraintsBuilder
    ) {
        switch platform {
        case .iOS: requirements.iOS = version
        case .watchOS: requirements.watchOS = version
        case .tvOS: requirements.tvOS = version
        case .macOS: requirements.macOS = version
        case .visionOS: requirements.visionOS = version
        case .linux: requirements.linux = version
        case .windows: requirements.windows = version
        case .android: requirements.android = version
        }
    }

    private static func purchase(_ rule: Rule) -> PurchaseRequirement {
        switch rule {
        case .group(let isConjunction, let parts):
            let inner = parts.map(purchase)
            return isConjunction ? PurchaseRequirement(allOf: inner) : PurchaseRequirement(anyOf: inner)
        case .product(let index): return PurchaseRequirement(products[index])
        case .toggle, .flag, .permission, .platform: return PurchaseRequirement(allOf: [PurchaseRequirement]())
        }
    }
}

// MARK: - Trying every state

extension LintWorld {
    /// A state: products, flags, permissions, and the feature's user setting as bits, and the platform.
    struct State {
        var bits: Int
        func has(_ index: Int) -> Bool { bits >> index & 1 == 1 }
        var platform: CurrentPlatform { LintWorld.currentPlatforms[bits >> LintWorld.bitCount] }
    }

    /// The number of two-valued facts: three products, two flags, three permissions, and a user setting.
    static let bitCount = 9
    static let currentPlatforms = platforms.compactMap { CurrentPlatform($0) }
    static let states = (0..<(platforms.count << bitCount)).map(State.init)
    private static let truths = TruthTables()

    /// Returns the states that satisfy the rules, one bit for each state.
    private func table(_ rules: [Rule]) -> [UInt64] { Self.truths.table(.group(isConjunction: true, rules)) }

    /// Returns whether a state satisfies the requirements of the feature or a group, including those of its outer
    /// groups.
    func isAvailable(at distance: Int, in state: State) -> Bool {
        let table = table(rules[distance...].flatMap { $0 })
        return table[state.bits / 64] >> UInt64(state.bits % 64) & 1 == 1
    }

    func findings(at distance: Int) -> [Expected] {
        let chain = Array(rules[distance...])
        let ids = Array(Self.ids[distance...])
        func canBeMet(_ rules: some Collection<[Rule]>) -> Bool { table(rules.flatMap { $0 }).contains { $0 != 0 } }
        if !canBeMet(chain) {
            if let group = chain.indices.dropFirst().last(where: { !canBeMet(chain[$0...]) }) {
                return [Expected(.neverAvailable, nil, ids[group])]
            }
            let last = chain.indices.first { !canBeMet(chain[...$0]) } ?? 0
            return [last == 0 ? Expected(.neverAvailable) : Expected(.contradictoryRequirements, nil, ids[last])]
        }
        let here = zip(table(chain.flatMap { $0 }), Self.truths.here).contains { $0 & $1 != 0 }
        return (here ? [] : [Expected(.neverOnThisPlatform)]) + redundancies(chain, ids)
    }

    /// Returns the parts of the first rules that can be removed without changing the set of states that satisfy all
    /// rules.
    private func redundancies(_ chain: [[Rule]], _ ids: [String]) -> [Expected] {
        // A single condition is not a group.
        let own = chain[0].count == 1 ? chain[0][0] : .group(isConjunction: true, chain[0])
        var nearest: [[Int]: Int] = [:]
        let paths = own.paths
        for path in paths {
            nearest[path] = chain.indices.first { last in
                let others = chain[1...].prefix(last).flatMap { $0 }
                guard let rest = path.isEmpty ? .group(isConjunction: true, []) : own.removing(path[...]) else {
                    return false
                }
                return (!path.isEmpty || last > 0) && table([own] + others) == table([rest] + others)
            }
        }
        return paths.sorted { $0.lexicographicallyPrecedes($1) }.compactMap { path in
            guard let group = nearest[path] else { return nil }
            let isCovered = path.indices.contains { length in
                nearest[Array(path.prefix(length))].map { $0 <= group } ?? false
            }
            guard !isCovered, let words = own.part(at: path[...]).words else { return nil }
            return Expected(.redundantRequirement, words, group == 0 ? nil : ids[group])
        }
    }

    /// Compares the availability of the features in some states with the inspector's result.
    func compare(_ inspector: RuntimeInspector, using random: inout SplitMix64) throws {
        let model = inspector.readModel()
        for _ in 0..<6 {
            let state = State(bits: Int.random(in: 0..<Self.states.count, using: &random))
            // Facts that no feature requires cannot be overridden.
            let accepted = commands(for: state).filter { inspector.preview([$0], limit: 1).refusal == nil }
            let column = try #require(inspector.availability(assuming: [accepted]).first)
            for (distance, id) in Self.ids.enumerated() {
                let feature = try #require(model.feature(id))
                #expect(column.availability(of: feature) == isAvailable(at: distance, in: state), "\(self)")
            }
        }
    }

    func commands(for state: State) -> [Command] {
        var commands: [Command] = [.override(.platform, FactReference.platformKey, to: state.platform.label)]
        for (index, product) in Self.products.enumerated() {
            commands.append(
                .override(.purchase, product.productID, to: state.has(index) ? "purchased" : "not-purchased"))
        }
        for (index, flag) in Self.flags.enumerated() {
            commands.append(.override(.flag, flag.rawValue, to: state.has(3 + index) ? "on" : "off"))
        }
        // A granted wider permission implies the narrower one, but an override of the narrower permission takes
        // precedence.
        let hasAlways = state.has(7)
        for (index, permission) in Self.permissions.enumerated() {
            let isGranted = state.has(5 + index) || (index == 1 && hasAlways)
            commands.append(
                .override(.permission, permission.name, to: isGranted ? "authorized" : "denied"))
        }
        commands.append(.override(.userSetting, Self.ids[0], to: state.has(8) ? "on" : "off"))
        return commands
    }
}

/// The states that satisfy each condition, one bit for each state.
private struct TruthTables {
    let here: [UInt64]
    private var conditions: [LintWorld.Rule: [UInt64]] = [:]

    init() {
        here = Self.table { $0.platform.label == "iOS 17.2" }
        for index in 0..<3 {
            conditions[.product(index)] = Self.table { $0.has(index) }
            conditions[.flag(index)] = Self.table { $0.has(3 + index) }
            conditions[.permission(index)] = Self.table { $0.has(5 + index) || (index == 1 && $0.has(7)) }
        }
        conditions[.toggle] = Self.table { $0.has(8) }
        for (versions, _) in LintWorld.platformRules {
            conditions[.platform(versions)] = Self.table { state in
                (versions[state.platform.platform] ?? .any).allows(state.platform.version)
            }
        }
    }

    private static func table(_ isMet: (LintWorld.State) -> Bool) -> [UInt64] {
        var table = [UInt64](repeating: 0, count: LintWorld.states.count / 64)
        for state in LintWorld.states where isMet(state) { table[state.bits / 64] |= 1 << UInt64(state.bits % 64) }
        return table
    }

    func table(_ rule: LintWorld.Rule) -> [UInt64] {
        guard case .group(let isConjunction, let parts) = rule else { return conditions[rule] ?? [] }
        var result = [UInt64](repeating: isConjunction ? .max : 0, count: here.count)
        for part in parts {
            for (word, value) in table(part).enumerated() {
                if isConjunction { result[word] &= value } else { result[word] |= value }
            }
        }
        return result
    }
}

extension LintWorld.Rule {
    /// The paths of all parts, outer parts first.
    ///
    /// The empty path is the whole rule.
    var paths: [[Int]] {
        guard case .group(_, let parts) = self else { return [[]] }
        return [[]] + parts.enumerated().flatMap { index, part in part.paths.map { [index] + $0 } }
    }

    func part(at path: ArraySlice<Int>) -> Self {
        guard let first = path.first, case .group(_, let parts) = self else { return self }
        return parts[first].part(at: path.dropFirst())
    }

    /// Returns the rule without the part at a path.
    func removing(_ path: ArraySlice<Int>) -> Self? {
        guard let first = path.first, case .group(let isConjunction, var parts) = self else { return nil }
        if path.count == 1 {
            parts.remove(at: first)
        } else if let rest = parts[first].removing(path.dropFirst()) {
            parts[first] = rest
        }
        return .group(isConjunction: isConjunction, parts)
    }

    /// The rule as a review describes it, or `nil` if it is always satisfied.
    var words: String? {
        switch self {
        case .product(let index): return "P\(index)"
        case .flag(let index): return "the flag f\(index)"
        case .permission(let index): return LintWorld.permissions[index].description
        case .toggle: return "its user setting"
        case .platform(let versions): return LintWorld.platformRules.first { $0.versions == versions }?.words
        case .group(let isConjunction, let parts):
            let words = parts.compactMap(\.words)
            if words.count < 2 { return words.first }
            return "(" + words.joined(separator: isConjunction ? " and " : " or ") + ")"
        }
    }
}

final class LintOuter: ConditionalFeature, FeatureGroup {
    static let description = "Outer"
    static var subfeatures: [FeatureDefinition.Type] { [LintInner.self] }
    static func constraints(requirements: FeatureConstraintsBuilder) { LintWorld.current.declare(2, on: requirements) }
    static func prepare(actions: FeatureActionsBuilder) {}
}

final class LintInner: ConditionalFeature, FeatureGroup {
    static let description = "Inner"
    static var subfeatures: [FeatureDefinition.Type] { [LintLeaf.self] }
    static func constraints(requirements: FeatureConstraintsBuilder) { LintWorld.current.declare(1, on: requirements) }
    static func prepare(actions: FeatureActionsBuilder) {}
}

final class LintLeaf: ConditionalFeature {
    static let description = "Leaf"
    static func constraints(requirements: FeatureConstraintsBuilder) { LintWorld.current.declare(0, on: requirements) }
    static func prepare(actions: FeatureActionsBuilder) {}
}
