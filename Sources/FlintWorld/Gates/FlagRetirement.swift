// SPDX-License-Identifier: MIT

internal import FeatureGating

/// The effect on an app's features of replacing a feature flag with one of its values.
///
/// All platforms are considered: a feature is dead if it can no longer be available on any platform.
///
/// ```swift
/// let retirement = FlagRetirement(of: "sleep-timer", as: true, in: inspector.world(of: nil))
/// for gate in retirement.gates { print(gate.name, gate.effect) }
/// ```
package struct FlagRetirement: Sendable {
    package enum Effect: String, Codable, Sendable, Hashable {
        /// The feature's own requirements are always met.
        case ungated
        case dead
        case simplified
    }

    package struct Gate: Encodable, Sendable, Hashable {
        package let id: String
        package let name: String
        package let effect: Effect
        package let before: String
        /// The requirements that remain, or `nil` if no requirement remains or the feature is dead.
        @NullWhenAbsent package var after: String?
    }

    package typealias Feature = NamedFeature

    package struct UnneededFact: Encodable, Sendable, Hashable {
        package let fact: FactReference
        package let title: String
    }

    package struct UnneededAction: Encodable, Sendable, Hashable {
        package let featureID: String
        package let featureName: String
        package let id: String
        package let name: String
    }

    package let flag: FeatureKey
    package let isOn: Bool
    package let gates: [Gate]
    package let deadWithGroup: [Feature]
    /// Sets of features that become equivalent through the replacement, as in ``LintFinding/Kind/availableTogether``.
    package let equal: [[Feature]]
    package let unneededFacts: [UnneededFact]
    package let unneededActions: [UnneededAction]

    package init(of flag: FeatureKey, as isOn: Bool, in world: World) {
        let after = world.replacing(flag, with: isOn)
        let features = world.catalog.features
        let (old, oldGates) = world.circuit(of: { _ in true }, preferring: [])
        let (new, newGates) = after.circuit(of: { _ in true }, preferring: [])
        let (oldReach, newReach) = (old.reach, new.reach)
        let asking = Set(Self.features(of: world, asking: flag).map(\.id))
        var gates: [Gate] = []
        var deadWithGroup: [Feature] = []
        for (feature, gate) in zip(features, zip(oldGates, newGates)) {
            let (id, name) = (feature.id, feature.summary.name)
            let isDead = oldReach.possible[old.gates[gate.0].full] && !newReach.possible[new.gates[gate.1].full]
            guard asking.contains(id) else {
                if isDead { deadWithGroup.append(Feature(id: id, name: name)) }
                continue
            }
            let effect: Effect = isDead ? .dead : newReach.certain[new.gates[gate.1].own] ? .ungated : .simplified
            gates.append(
                Gate(
                    id: id, name: name, effect: effect, before: world.detail(of: id)?.condition ?? "nothing",
                    after: isDead ? nil : after.detail(of: id)?.condition))
        }
        (self.flag, self.isOn, self.gates, self.deadWithGroup) = (flag, isOn, gates, deadWithGroup)
        // Features that are already equivalent before the replacement are omitted.
        let known = EquivalentFeatures(in: world).groups.map { Set($0.map(\.id)) }
        equal = EquivalentFeatures(in: after).groups.filter { group in
            !known.contains { $0.isSuperset(of: group.map(\.id)) }
        }.map { $0.map { Feature(id: $0.id, name: $0.summary.name) } }
        let dead = Set(gates.filter { $0.effect == .dead }.map(\.id) + deadWithGroup.map(\.id))
        let needed = Set(after.catalog.features.filter { !dead.contains($0.id) }.flatMap(\.requiredFacts))
        // The flag disappears, and the platform is not a fact that an app can drop.
        var seen = needed.union([.featureFlag(flag), .platform])
        unneededFacts = features.flatMap(\.requiredFacts).filter { seen.insert($0).inserted }.compactMap { key in
            FactReference(key).map { UnneededFact(fact: $0, title: world.title(of: key)) }
        }
        unneededActions = features.filter { dead.contains($0.id) }.flatMap { feature in
            feature.actions.map { action in
                UnneededAction(
                    featureID: feature.id, featureName: feature.summary.name, id: action.id, name: action.name)
            }
        }
    }

    package static func features(of world: World, asking flag: FeatureKey) -> [Feature] {
        world.catalog.features.filter { $0.requirement.facts.contains(.featureFlag(flag)) }.map {
            Feature(id: $0.id, name: $0.summary.name)
        }
    }
}

extension DeclaredFeature {
    fileprivate var requiredFacts: [FactKey] { requirement.facts.filter { !$0.isAlwaysMet }.map(\.mainKey) }
}

extension World {
    fileprivate func replacing(_ flag: FeatureKey, with isOn: Bool) -> World {
        var catalog = catalog
        for index in catalog.features.indices {
            catalog.features[index].requirement = catalog.features[index].requirement.replacing(
                .featureFlag(flag), with: isOn)
        }
        var world = World(model: model)
        world.add(catalog)
        world.set(records(of: nil))
        return world
    }
}

extension Requirement {
    /// Returns the requirement with a fact replaced by a constant, and without the parts that lose their effect.
    fileprivate func replacing(_ fact: Key, with isMet: Bool) -> Requirement {
        func constant(_ isMet: Bool) -> Requirement { isMet ? .always : .never }
        return fold {
            $0 == fact ? constant(isMet) : .fact($0)
        } group: { isConjunction, parts in
            if parts.contains(constant(!isConjunction)) { return constant(!isConjunction) }
            let rest = parts.filter { $0 != constant(isConjunction) }
            return isConjunction ? .all(rest) : .any(rest)
        }
    }
}
