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
    static let rules: [PlatformRule] = [
        PlatformRule(versions: [.iOS: .atLeast(version: 16)]),
        PlatformRule(versions: [.watchOS: .unsupported]),
        PlatformRule(versions: [.iOS: .unsupported]),
    ]

    let features: [DeclaredFeature]
    private let factCount: Int
    private let hasPlatforms: Bool

    /// Creates an app with two or three features, of which the first is a group above the second.
    init(using random: inout SplitMix64, factCount: Int = 4, hasPlatforms: Bool = true) {
        (self.factCount, self.hasPlatforms) = (factCount, hasPlatforms)
        let conditions =
            Self.switches.prefix(factCount).map(\.condition)
            + (hasPlatforms ? Self.rules.map { Condition.platform($0) } : [])
        let names: [(String, String?)] = [("A", nil), ("A/B", "A"), ("C", nil)]
        features = names.prefix(Int.random(in: 2...3, using: &random)).enumerated().map { number, name in
            Self.feature(
                number, name.0, parent: name.1,
                Self.requirement(of: conditions, depth: 0, size: Int.random(in: 0...3, using: &random), &random))
        }
    }

    init(_ features: [DeclaredFeature]) {
        (self.features, factCount, hasPlatforms) = (features, Self.switches.count, true)
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
        return title(of: condition.mainKey)
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
        let switches = [(FactKind.userSetting, userSettings), (.runtimeSwitch, runtimeSwitches), (.flag, flags)]
        for (kind, values) in switches {
            for (name, value) in values ?? [:] {
                if let key = FactKey(FactReference(kind: kind, key: name)) { state[key] = .truth(Truth(value == .on)) }
            }
        }
        return state
    }
}
