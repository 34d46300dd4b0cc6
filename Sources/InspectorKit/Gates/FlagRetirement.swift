internal import FeatureGating

/// The effect on an app's features of replacing a feature flag by one of its values.
///
/// Platforms are taken into account: a feature is dead if no platform can make it available.
///
/// ```swift
/// let retirement = FlagRetirement(of: "sleep-timer", as: true, in: inspector.world(of: nil))
/// for gate in retirement.gates { print(gate.name, gate.effect) }
/// ```
package struct FlagRetirement: Sendable {
    package enum Effect: String, Codable, Sendable, Hashable {
        /// The feature's own requirements are always met.
        case ungated
        /// The feature can never be available.
        case dead
        /// Other requirements remain.
        case simplified
    }

    /// A feature whose own requirements ask for the flag.
    package struct Gate: Encodable, Sendable, Hashable {
        package let id: String
        package let name: String
        package let effect: Effect
        /// The feature's own requirements, in words.
        package let before: String
        /// The requirements that remain, or `nil` if none do or the feature is dead.
        @NullWhenAbsent package var after: String?
    }

    package struct Feature: Encodable, Sendable, Hashable {
        package let id: String
        package let name: String
    }

    /// A fact that no feature requires anymore.
    package struct UnneededFact: Encodable, Sendable, Hashable {
        package let fact: FactReference
        package let title: String
    }

    /// An action that can never be performed, because its feature is dead.
    package struct UnneededAction: Encodable, Sendable, Hashable {
        package let featureID: String
        package let featureName: String
        package let id: String
        package let name: String
    }

    package let flag: FeatureKey
    /// The value that replaces the flag.
    package let isOn: Bool
    package let gates: [Gate]
    /// The features that die with a group above them.
    package let deadWithGroup: [Feature]
    /// Sets of features that have the same requirements only afterwards.
    ///
    /// The order of requirements, repetitions, and nested groups of the same kind have no effect.
    package let equal: [[Feature]]
    package let unneededFacts: [UnneededFact]
    package let unneededActions: [UnneededAction]

    /// Determines the effect of replacing a flag.
    ///
    /// - Parameters:
    ///   - flag: The flag's key.
    ///   - isOn: The value that replaces the flag.
    ///   - world: The app.
    package init(of flag: FeatureKey, as isOn: Bool, in world: World) {
        let catalog = world.catalog
        var circuit = GateCircuit(for: [catalog], preferring: [])
        let indices = circuit.add(catalog)
        let features = catalog.features.filter { indices[$0.id] != nil }
        let reach = GateReach(circuit, fixing: .featureFlag(flag), to: isOn)
        var forms = RequirementForms(titles: world.title)
        var old: [String: Int] = [:]
        var new: [String: Int] = [:]
        // Groups come before their members.
        for feature in features.sorted(by: { $0.summary.depth < $1.summary.depth }) {
            let parent = feature.summary.parent ?? ""
            let (before, after) = (forms.form(of: feature), forms.form(of: feature, replacing: flag, with: isOn))
            old[feature.id] = forms.group(isConjunction: true, [old[parent], before].compactMap(\.self))
            new[feature.id] = forms.group(isConjunction: true, [new[parent], after].compactMap(\.self))
        }
        var gates: [Gate] = []
        var deadWithGroup: [Feature] = []
        for feature in features {
            let gate = circuit.gates[indices[feature.id] ?? 0]
            let isDead = reach.wasPossible[gate.full] && !reach.isPossible[gate.full]
            guard feature.requirement.facts.contains(.featureFlag(flag)) else {
                if isDead { deadWithGroup.append(Feature(id: feature.id, name: feature.summary.name)) }
                continue
            }
            let effect: Effect = isDead ? .dead : reach.isCertain[gate.own] ? .ungated : .simplified
            let (before, after) = (forms.form(of: feature), forms.form(of: feature, replacing: flag, with: isOn))
            gates.append(
                Gate(
                    id: feature.id, name: feature.summary.name, effect: effect, before: forms.text(before),
                    after: effect == .simplified ? forms.text(after) : nil))
        }
        let dead = Set(gates.filter { $0.effect == .dead }.map(\.id) + deadWithGroup.map(\.id))
        let living = features.filter { !dead.contains($0.id) }
        (self.flag, self.isOn, self.gates, self.deadWithGroup) = (flag, isOn, gates, deadWithGroup)
        equal = Self.equal(living, old, new, except: forms.always)
        let facts = Self.facts(of: features.compactMap { old[$0.id] }, in: forms)
        let needed = Set(Self.facts(of: living.compactMap { new[$0.id] }, in: forms))
        unneededFacts = facts.filter { !needed.contains($0) && $0 != .featureFlag(flag) }.compactMap { key in
            FactReference(key).map { UnneededFact(fact: $0, title: world.title(of: key)) }
        }
        unneededActions = features.filter { dead.contains($0.id) }.flatMap { feature in
            feature.actions.map { action in
                UnneededAction(
                    featureID: feature.id, featureName: feature.summary.name, id: action.id, name: action.name)
            }
        }
    }

    /// Returns the features whose own requirements ask for a flag.
    package static func features(of world: World, asking flag: FeatureKey) -> [Feature] {
        world.catalog.features.filter { $0.requirement.facts.contains(.featureFlag(flag)) }.map {
            Feature(id: $0.id, name: $0.summary.name)
        }
    }

    /// Returns the sets of features whose forms become equal, in the order of their first features.
    private static func equal(
        _ features: [DeclaredFeature], _ old: [String: Int], _ new: [String: Int], except always: Int
    ) -> [[Feature]] {
        let sets = Dictionary(grouping: features) { new[$0.id] ?? always }
        return features.compactMap { feature in
            guard let form = new[feature.id], form != always, let set = sets[form], set.count > 1,
                set[0].id == feature.id, Set(set.map { old[$0.id] }).count > 1
            else { return nil }
            return set.map { Feature(id: $0.id, name: $0.summary.name) }
        }
    }

    private static func facts(of forms: [Int], in table: RequirementForms) -> [FactKey] {
        var seen: Set<FactKey> = []
        return table.conditions(of: forms).map(\.mainKey).filter { $0 != .platform && seen.insert($0).inserted }
    }
}

/// The nodes of a circuit that some state meets, and those that every state meets, before and after a fact is fixed.
///
/// Requirements have no negation. A node is therefore possible if it is met on some platform with everything granted,
/// and certain if it is met on every platform with everything denied.
private struct GateReach {
    private(set) var wasPossible: [Bool]
    private(set) var isPossible: [Bool]
    private(set) var isCertain: [Bool]

    init(_ circuit: GateCircuit, fixing key: FactKey, to isOn: Bool) {
        wasPossible = Array(repeating: false, count: circuit.nodes.count)
        isPossible = wasPossible
        isCertain = Array(repeating: true, count: circuit.nodes.count)
        let platform = circuit.factIndices[.platform]
        for value in 0..<(platform.map { circuit.variables[$0].values.count } ?? 1) {
            func truths(_ domain: UInt64, isFixed: Bool) -> [Truth] {
                var domains = circuit.variables.map { _ in domain }
                if let platform { domains[platform] = 1 << UInt64(value) }
                if isFixed, let fact = circuit.factIndices[key] { domains[fact] = isOn ? 1 : 2 }
                return circuit.truths(domains)
            }
            let (before, after) = (truths(1, isFixed: false), truths(1, isFixed: true))
            let least = truths(2, isFixed: true)
            for node in circuit.nodes.indices {
                wasPossible[node] = wasPossible[node] || before[node] == .true
                isPossible[node] = isPossible[node] || after[node] == .true
                isCertain[node] = isCertain[node] && least[node] == .true
            }
        }
    }
}

/// Requirements in a simplified form, in which equal ones have the same number.
///
/// The form ignores the order of parts, repeats no part, nests no group in a group of the same kind, and omits
/// alternatives that include another alternative.
private struct RequirementForms {
    private enum Form: Hashable {
        case condition(Condition)
        case group(isConjunction: Bool, parts: Set<Int>)
    }

    /// The largest number of parts that are compared with each other.
    private static let comparisonLimit = 200
    /// The longest text of a group, in characters.
    private static let textLimit = 400

    private var forms: [Form] = []
    private var numbers: [Form: Int] = [:]
    private var texts: [String] = []
    private let title: (FactKey) -> String

    init(titles: @escaping (FactKey) -> String) { title = titles }

    /// The number of the requirement that is always met.
    var always: Int { numbers[.group(isConjunction: true, parts: [])] ?? -1 }

    /// Returns the number of a feature's own requirement, in which a flag can be replaced by a value.
    mutating func form(of feature: DeclaredFeature, replacing flag: FeatureKey? = nil, with isOn: Bool = false) -> Int {
        feature.requirement.fold { condition in
            if let flag, condition == .featureFlag(flag) { return group(isConjunction: isOn, []) }
            if condition.isAlwaysMet { return group(isConjunction: true, []) }
            return number(.condition(condition), text(of: condition))
        } group: { isConjunction, parts in
            group(isConjunction: isConjunction, parts)
        }
    }

    mutating func group(isConjunction: Bool, _ members: [Int]) -> Int {
        var parts: Set<Int> = []
        for member in members {
            if case .group(isConjunction, let nested) = forms[member] {
                parts.formUnion(nested)
            } else if case .group(_, let nested) = forms[member], nested.isEmpty {
                // The part alone decides the group.
                return member
            } else {
                parts.insert(member)
            }
        }
        parts = withoutIncluded(parts, isConjunction: isConjunction)
        if parts.count == 1, let only = parts.first { return only }
        let text = parts.sorted().map { part in
            if case .group = forms[part], !parts.isEmpty { "(\(texts[part]))" } else { texts[part] }
        }.joined(separator: isConjunction ? " and " : " or ")
        let short = text.count > Self.textLimit ? text.prefix(Self.textLimit) + "…" : text
        return number(.group(isConjunction: isConjunction, parts: parts), parts.isEmpty ? "nothing" : short)
    }

    func text(_ form: Int) -> String { texts[form] }

    /// Returns the distinct conditions of forms, in the order in which they were added.
    func conditions(of roots: [Int]) -> [Condition] {
        var seen = Set(roots)
        var pending = roots
        while let form = pending.popLast() {
            guard case .group(_, let parts) = forms[form] else { continue }
            pending += parts.filter { seen.insert($0).inserted }
        }
        return seen.sorted().compactMap { if case .condition(let condition) = forms[$0] { condition } else { nil } }
    }

    /// Returns the parts without groups that have no effect, because another part decides whenever they do.
    private func withoutIncluded(_ parts: Set<Int>, isConjunction: Bool) -> Set<Int> {
        guard parts.count > 1, parts.count <= Self.comparisonLimit else { return parts }
        return parts.filter { part in
            guard case .group(_, let nested) = forms[part] else { return true }
            return !parts.contains { other in
                guard other != part else { return false }
                if case .group(_, let smaller) = forms[other] { return smaller.isStrictSubset(of: nested) }
                return nested.contains(other)
            }
        }
    }

    private mutating func number(_ form: Form, _ text: String) -> Int {
        if let known = numbers[form] { return known }
        forms.append(form)
        texts.append(text)
        numbers[form] = forms.count - 1
        return forms.count - 1
    }

    private func text(of condition: Condition) -> String {
        if case .platform(let rule) = condition, let title = rule.title { return title }
        let name = title(condition.mainKey)
        return condition.quantity.map { "\($0) × \(name)" } ?? name
    }
}
