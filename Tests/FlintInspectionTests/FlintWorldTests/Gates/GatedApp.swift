import FeatureGating
import FlintTestSupport
import FlintWorld
import Foundation

/// A small app of features with random requirements over few facts, which can be tested in every state.
struct GatedApp: CustomStringConvertible {
    /// A state: a value for each fact.
    typealias State = [FactKey: FactValue]

    static let platforms = ["iOS 15.0", "iOS 16.0", "watchOS 9.0", "macOS 14.0"].compactMap { CurrentPlatform($0) }
    static let switches: [(key: FactKey, condition: Condition)] = [
        (.featureFlag("a"), .featureFlag("a")),
        (
            .purchase(productID: "pro"),
            .purchase("pro")
        ),
        (.permission(.camera), .permission(.camera)),
        (.userSetting(feature: "App"), .userSetting("App")),
        (.featureFlag("b"), .featureFlag("b")),
    ]
    /// The app's own facts, each with conditions and a value for each combination of these.
    static let ownFacts: [(key: FactKey, conditions: [Condition], values: [FactValue])] = {
        func fact(_ name: String, _ domain: FactDomain) -> FactKey {
            .own(FactDescription(kind: .fact, name: name, title: name.uppercased(), domain: domain))
        }
        func choices(_ names: String...) -> [FactChoice] { names.map { FactChoice(.choice($0), id: $0, words: $0) } }
        func version(_ major: Int, _ minor: Int) -> FactValue {
            .version(PlatformVersion(major: major, minor: minor))
        }
        let (server, tier) = (fact("server", .version), fact("tier", .ordered(choices("free", "plus", "pro"))))
        let (model, quota) = (fact("model", .choices(choices("ready", "off", "busy"))), fact("quota", .number))
        let verified = fact("verified", .yesNo)
        return [
            (
                server, [Condition(server, .atLeast(version(9, 10))), Condition(server, .atLeast(version(9, 9)))],
                [version(9, 8), version(9, 9), version(9, 10)]
            ),
            (
                tier,
                [
                    Condition(tier, .oneOf([.choice("plus"), .choice("pro")])),
                    Condition(tier, .oneOf([.choice("pro")])),
                ],
                [.choice("free"), .choice("plus"), .choice("pro")]
            ),
            (
                model,
                [
                    Condition(model, .oneOf([.choice("ready")])),
                    Condition(model, .oneOf([.choice("busy"), .choice("off")])),
                ],
                [.choice("busy"), .choice("ready"), .choice("off")]
            ),
            (
                quota, [Condition(quota, .atLeast(.number(5))), Condition(quota, .oneOf([.number(3), .number(7)]))],
                [.number(2), .number(3), .number(5), .number(7)]
            ),
            (verified, [Condition(verified)], [.truth(.false), .truth(.true)]),
        ]
    }()
    static let rules: [PlatformRule] = [
        PlatformRule(versions: [.iOS: .atLeast(version: 16)]),
        PlatformRule(versions: [.watchOS: .unsupported]),
        PlatformRule(versions: [.iOS: .unsupported]),
    ]

    let features: [DeclaredFeature]
    private let factCount: Int
    private let hasPlatforms: Bool
    private let ownFacts: Range<Int>

    /// Creates an app with two or three features, beginning with a group and its subfeature.
    init(using random: inout SplitMix64, factCount: Int = 4, hasPlatforms: Bool = true, ownFacts: Range<Int> = 0..<0) {
        (self.factCount, self.hasPlatforms, self.ownFacts) = (factCount, hasPlatforms, ownFacts)
        let conditions =
            Self.switches.prefix(factCount).map(\.condition)
            + (hasPlatforms ? Self.rules.map { Condition.platform($0) } : [])
            + Self.ownFacts[ownFacts].flatMap(\.conditions)
        let names: [(String, String?)] = [("A", nil), ("A/B", "A"), ("C", nil)]
        features = names.prefix(Int.random(in: 2...3, using: &random)).enumerated().map { number, name in
            Self.feature(
                number, name.0, parent: name.1,
                Self.requirement(of: conditions, depth: 0, size: Int.random(in: 0...3, using: &random), &random))
        }
    }

    /// Returns an app with three switches, or with one switch and two of the app's own facts.
    static func random(_ number: Int, _ random: inout SplitMix64) -> GatedApp {
        guard number % 2 == 1 else { return GatedApp(using: &random, factCount: 3) }
        let first = number / 2 % (ownFacts.count - 1)
        return GatedApp(using: &random, factCount: 1, hasPlatforms: number % 4 == 1, ownFacts: first..<(first + 2))
    }

    init(_ features: [DeclaredFeature], ownFacts: Range<Int> = 0..<0) {
        self.features = features
        (hasPlatforms, self.ownFacts) = (true, ownFacts)
        factCount = ownFacts.isEmpty ? Self.switches.count : 1
    }

    static func feature(
        _ number: Int, _ id: String, parent: String? = nil, _ requirement: Requirement<Condition>
    ) -> DeclaredFeature {
        DeclaredFeature(
            summary: FeatureSummary(
                number: number, id: id, name: id, parent: parent, depth: parent == nil ? 0 : 1, isVisible: true,
                isAvailable: nil, isOverridden: false),
            typeName: "App.\(id)", description: "", conditional: true, isGroup: false, variation: nil, actions: [],
            userSettingDefault: nil, requirement: requirement)
    }

    private static func requirement(
        of conditions: [Condition], depth: Int, size: Int, _ random: inout SplitMix64
    ) -> Requirement<Condition> {
        var parts: [Requirement<Condition>] = []
        for _ in 0..<size {
            if depth < 2, Int.random(in: 0..<3, using: &random) == 0 {
                let size = Int.random(in: 1...3, using: &random)
                parts.append(requirement(of: conditions, depth: depth + 1, size: size, &random))
            } else if let condition = conditions.randomElement(using: &random) {
                parts.append(.fact(condition))
            }
        }
        return depth == 1 ? .any(parts) : .all(parts)
    }

    var description: String { features.map { "\($0.id): \($0.requirement)" }.joined(separator: "\n") }

    /// Every state in which no fact is unknown.
    var states: [State] {
        Self.ownFacts[ownFacts].reduce(frameworkStates) { states, fact in
            states.flatMap { state in fact.values.map { state.merging([fact.key: $0]) { $1 } } }
        }
    }

    private var frameworkStates: [State] {
        (hasPlatforms ? Self.platforms : Array(Self.platforms.prefix(1))).flatMap { platform in
            (0..<(1 << factCount)).map { bits in
                var state: State = [.platform: .platform(platform)]
                for (index, fact) in Self.switches.prefix(factCount).enumerated() {
                    let isOn = bits >> index & 1 == 1
                    state[fact.key] =
                        fact.key.kind == .permission
                        ? .permission(isOn ? .authorized : .denied) : .truth(Truth(isOn))
                }
                return state
            }
        }
    }

    func world(in state: State = [:]) -> World {
        var world = World(
            model: AppModel(
                revision: .zero, status: AppStatus(appName: "App"), features: features.map(\.summary), products: [],
                permissions: [], flags: [], overrides: []))
        world.add(Catalog(features: features))
        world.set(Self.facts(state).map { FactRecord(key: $0.key, fact: $0.value) })
        return world
    }

    static func facts(_ state: State) -> [FactKey: Fact] {
        state.mapValues { Fact(actual: $0, source: .system, since: .distantPast) }
    }
}

extension World {
    /// The name of a condition in covering sets.
    func name(of condition: Condition) -> String {
        if let rule = condition.platformRule { return rule.title ?? "" }
        let title = title(of: condition.mainKey)
        return condition.mainKey.kind.isOwn ? condition.title(title) : title
    }
}

extension Persona {
    /// The values of the facts that the persona lists.
    var state: GatedApp.State {
        var state: GatedApp.State = [:]
        if let platform = platform.flatMap({ CurrentPlatform($0) }) { state[.platform] = .platform(platform) }
        for (id, status) in purchases ?? [:] { state[.purchase(productID: id)] = .truth(status.truth) }
        for (name, status) in permissions ?? [:] {
            if let key = FactKey(FactReference(kind: .permission, key: name)) { state[key] = .permission(status) }
        }
        for (name, text) in facts ?? [:] {
            guard let key = GatedApp.ownFacts.first(where: { $0.key.identifier == name })?.key else { continue }
            state[key] = FactValue(text, of: key)
        }
        let switches = [(FactKind.userSetting, userSettings), (.runtimeSwitch, runtimeSwitches), (.flag, flags)]
        for (kind, values) in switches {
            for (name, value) in values ?? [:] {
                if let key = FactKey(FactReference(kind: kind, key: name)) { state[key] = .truth(Truth(value == .on)) }
            }
        }
        return state
    }
}
