// SPDX-License-Identifier: MIT

internal import FeatureGating

/// The requirements of one or two catalogs as a circuit over facts with few values.
///
/// Values that no requirement distinguishes are combined into one value. A permission is granted or not, a product is
/// owned or not, and platforms, versions, and numbers with the same effect on all requirements are represented by one
/// of them. Value 0 of a fact is the value that grants the most; the platform's value 0 is the preferred platform.
struct GateCircuit: Sendable {
    struct Variable: Sendable {
        let key: FactKey
        let values: [FactValue]

        var allValues: UInt64 { .max >> UInt64(64 - values.count) }
    }

    enum Node: Sendable {
        case constant(Bool)
        /// A test of whether the fact at an index has one of the values, with bit *n* for value *n*.
        case fact(Int, values: UInt64)
        /// A group whose parts are elements of ``GateCircuit/parts``.
        case group(isConjunction: Bool, parts: Range<Int>)
    }

    struct OwnCondition: Sendable {
        let condition: Condition
        let node: Int
    }

    struct Gate: Sendable {
        let feature: DeclaredFeature
        /// The index of the parent group's gate.
        let parent: Int?
        /// The node of the feature's own requirement.
        let own: Int
        /// The nodes that were added for the feature's own requirement.
        ///
        /// The nodes of conditions that other features share can be outside this range.
        let ownNodes: Range<Int>
        /// The node of the requirement of the feature and the groups above it.
        let full: Int
        /// The distinct conditions of the feature's own requirement, in reading order.
        let conditions: [OwnCondition]
    }

    private(set) var variables: [Variable] = []
    /// The nodes, with parts before the groups that contain them.
    private(set) var nodes: [Node] = []
    private(set) var parts: [Int] = []
    private(set) var gates: [Gate] = []
    /// Whether every platform, and every value of the app's own facts, is represented.
    private(set) var hasEveryValue = true
    private(set) var factIndices: [FactKey: Int] = [:]
    /// The values of the platform and of the app's own facts, by the index of the fact.
    private var regions: [Int: FactRegions] = [:]
    private var conditionNodes: [Condition: Int] = [:]

    /// Creates a circuit without gates that distinguishes the values in the catalogs' requirements.
    ///
    /// Add the features of the catalogs with ``add(_:)``. The most preferred platform comes first in `platforms`.
    init(for catalogs: [Catalog], preferring platforms: [CurrentPlatform]) {
        var conditions: [FactKey: [Condition]] = [:]
        var keys: [FactKey] = []
        for condition in catalogs.lazy.flatMap(\.features).flatMap(\.requirement.facts)
        where condition.platformRule != nil || condition.mainKey.kind.isOwn {
            guard !condition.isAlwaysMet else { continue }
            if conditions[condition.mainKey] == nil { keys.append(condition.mainKey) }
            conditions[condition.mainKey, default: []].append(condition)
        }
        // The platform comes first in lists.
        for key in keys.filter({ $0 == .platform }) + keys.filter({ $0 != .platform }) {
            let preferred =
                key == .platform
                ? platforms.map {
                    FactValue.platform(CurrentPlatform(platform: $0.platform, version: $0.version))
                } : []
            let regions = FactRegions(of: key, in: conditions[key] ?? [], preferring: preferred)
            if !regions.isComplete { hasEveryValue = false }
            self.regions[add(key, regions.values)] = regions
        }
    }

    // MARK: Requirements

    mutating func add(_ catalog: Catalog) -> [String: Int] {
        let features = Dictionary(catalog.features.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        var added: [String: Int] = [:]
        for feature in catalog.features where added[feature.id] == nil {
            var line = [feature]
            // The limit ends the loop if groups contain each other.
            while let id = line.last?.summary.parent, added[id] == nil, let parent = features[id],
                line.count < features.count
            {
                line.append(parent)
            }
            for feature in line.reversed() where added[feature.id] == nil {
                added[feature.id] = gates.count
                gates.append(gate(of: feature, parent: feature.summary.parent.flatMap { added[$0] }))
            }
        }
        return added
    }

    /// Returns a gate and the gates of the groups above it, nearest first.
    func lineage(of gate: Int) -> [Int] {
        Array(sequence(first: gate) { gates[$0].parent })
    }

    private mutating func gate(of feature: DeclaredFeature, parent: Int?) -> Gate {
        let start = nodes.count
        var conditions: [OwnCondition] = []
        for condition in feature.requirement.facts where !condition.isAlwaysMet {
            let node = node(of: condition)
            if !conditions.contains(where: { $0.node == node }) {
                conditions.append(OwnCondition(condition: condition, node: node))
            }
        }
        let own = feature.requirement.fold { condition in
            node(of: condition)
        } group: { isConjunction, parts in
            group(isConjunction: isConjunction, parts)
        }
        let end = nodes.count
        let full = parent.map { group(isConjunction: true, [gates[$0].full, own]) } ?? own
        return Gate(
            feature: feature, parent: parent, own: own, ownNodes: start..<end, full: full, conditions: conditions)
    }

    private mutating func add(_ node: Node) -> Int {
        nodes.append(node)
        return nodes.count - 1
    }

    private mutating func group(isConjunction: Bool, _ members: [Int]) -> Int {
        if members.count == 1 { return members[0] }
        if members.isEmpty { return add(.constant(isConjunction)) }
        let start = parts.count
        parts += members
        return add(.group(isConjunction: isConjunction, parts: start..<parts.count))
    }

    private mutating func node(of condition: Condition) -> Int {
        // Conditions on the same purchase share a node, regardless of quantities.
        let shared = condition.gate
        if let known = conditionNodes[shared] { return known }
        let node: Int
        if condition.isAlwaysMet {
            node = add(.constant(true))
        } else if condition.platformRule != nil || condition.mainKey.kind.isOwn {
            node = valueNode(of: condition)
        } else {
            node = group(isConjunction: false, condition.grantingKeys.map { add(.fact(fact($0), values: 1)) })
        }
        conditionNodes[shared] = node
        return node
    }

    private mutating func valueNode(of condition: Condition) -> Int {
        guard let fact = factIndices[condition.mainKey], let regions = regions[fact] else {
            return add(.constant(false))
        }
        let accepted = regions.accepted(by: condition)
        if accepted == 0 { return add(.constant(false)) }
        if regions.isComplete, accepted == variables[fact].allValues, condition.platformRule != nil {
            return add(.constant(true))
        }
        return add(.fact(fact, values: accepted))
    }

    private mutating func fact(_ key: FactKey) -> Int {
        if let known = factIndices[key] { return known }
        return add(key, key.kind.opposites.map { [$0.granted.value, $0.removed.value] } ?? [])
    }

    private mutating func add(_ key: FactKey, _ values: [FactValue]) -> Int {
        variables.append(Variable(key: key, values: values))
        factIndices[key] = variables.count - 1
        return variables.count - 1
    }

    /// Adds tests of whether a fact has a value, and returns their nodes.
    ///
    /// The result is `nil` if the circuit does not represent the value, for example because it is unknown. The result
    /// is empty if no requirement depends on the fact. For a permission that is not authorized, a wider permission must
    /// not be authorized either.
    mutating func add(_ key: FactKey, is value: FactValue) -> [Int]? {
        let isGranted = value.truth == .true
        let keys = isGranted ? [key] : Condition(key).grantingKeys
        var tests: [Int] = []
        for fact in keys.compactMap({ factIndices[$0] }) {
            guard let regions = regions[fact] else {
                // Value 0 grants the fact and value 1 denies it, so the masks are 1 and 2.
                tests.append(add(.fact(fact, values: isGranted ? 1 : 2)))
                continue
            }
            guard let index = regions.index(of: value) else { return nil }
            tests.append(add(.fact(fact, values: 1 << UInt64(index))))
        }
        return tests
    }

    // MARK: Evaluation

    var allValues: [UInt64] { variables.map(\.allValues) }

    /// Returns the values that each fact may have in a world, as masks with bit *n* for value *n*.
    ///
    /// An override can deny a permission although a wider one is authorized. In the circuit, the wider permission would
    /// grant both, so its value becomes unknown.
    func values(in state: (FactKey) -> Fact?) -> [UInt64] {
        var domains: [UInt64] = []
        for index in variables.indices { domains.append(values(of: index, state)) }
        for (narrow, variable) in variables.enumerated() {
            guard case .permission(let permission) = variable.key, domains[narrow] == 2,
                let wide = PermissionRules.wider(than: permission).flatMap({ factIndices[.permission($0)] }),
                domains[wide] == 1
            else { continue }
            domains[wide] = variables[wide].allValues
        }
        return domains
    }

    /// Returns the values that a fact may have in a world, as a mask: one value, or all values if it is unknown.
    private func values(of index: Int, _ state: (FactKey) -> Fact?) -> UInt64 {
        let fact = variables[index]
        let value = Condition.effectiveValue(of: fact.key, state)
        if let regions = regions[index] {
            return value.flatMap(regions.index).map { 1 << UInt64($0) } ?? fact.allValues
        }
        return value?.truth.boolValue.map { $0 ? 1 : 2 } ?? fact.allValues
    }

    func truths(_ domains: [UInt64]) -> [Truth] {
        var truths: [Truth] = []
        truths.reserveCapacity(nodes.count)
        for node in nodes { truths.append(truth(of: node, domains) { truths[$0] }) }
        return truths
    }

    /// Returns the truth of a gate's own requirement if one of its conditions were met, given the truths of all nodes.
    func truth(of gate: Gate, meeting condition: Int, _ domains: [UInt64], _ truths: [Truth]) -> Truth {
        if gate.own == condition { return .true }
        let start = gate.ownNodes.lowerBound
        var changed: [Truth] = []
        changed.reserveCapacity(gate.ownNodes.count)
        func value(_ node: Int) -> Truth {
            node == condition ? .true : node >= start ? changed[node - start] : truths[node]
        }
        // Only the gate's own groups contain the condition, so all other nodes keep their truths.
        for node in gate.ownNodes { changed.append(truth(of: nodes[node], domains, value)) }
        return value(gate.own)
    }

    private func truth(of node: Node, _ domains: [UInt64], _ part: (Int) -> Truth) -> Truth {
        switch node {
        case .constant(let isMet): Truth(isMet)
        case .fact(let fact, let values): Self.truth(domains[fact], values)
        case .group(let isConjunction, let range):
            parts[range].reduce(Truth(isConjunction)) { isConjunction ? $0 && part($1) : $0 || part($1) }
        }
    }

    /// The nodes that are met in some state, and the nodes that are met in every state.
    ///
    /// Requirements have no negation. A node is therefore possible if it is met for some of the best values of facts,
    /// and certain if it is met for all of the worst ones. If there are too many combinations, or if not every value is
    /// represented, every node counts as possible, and no node as certain.
    var reach: (possible: [Bool], certain: [Bool]) {
        let everything = (nodes.map { _ in true }, nodes.map { _ in false })
        guard hasEveryValue else { return everything }
        let tested = extremes
        var (possible, certain) = (nodes.map { _ in false }, nodes.map { _ in true })
        for (values, isBest) in [(tested.map(\.best), true), (tested.map(\.worst), false)] {
            guard let states = Self.combinations(of: values, limit: 4_096) else { return everything }
            for domains in states {
                for (node, truth) in truths(domains).enumerated() where (truth == .true) == isBest {
                    if isBest { possible[node] = true } else { certain[node] = false }
                }
            }
        }
        return (possible, certain)
    }

    /// The best and the worst values of each fact.
    ///
    /// A value is among the best if no other value meets the same tests and more. A value is among the worst if no
    /// other value meets only some of the same tests.
    private var extremes: [(best: [UInt64], worst: [UInt64])] {
        var masks: [Set<UInt64>] = variables.map { _ in [] }
        for case .fact(let fact, let values) in nodes { masks[fact].insert(values) }
        return variables.indices.map { fact in
            let effects = variables[fact].values.indices.map { value in
                masks[fact].filter { $0 >> UInt64(value) & 1 == 1 }
            }
            func values(where isExceeded: (Set<UInt64>, Set<UInt64>) -> Bool) -> [UInt64] {
                var seen: Set<Set<UInt64>> = []
                return effects.indices.filter { value in
                    // Of several values with the same effects, one is enough.
                    !effects.contains { isExceeded(effects[value], $0) } && seen.insert(effects[value]).inserted
                }
                .map { 1 << UInt64($0) }
            }
            return (
                values { $0.isStrictSubset(of: $1) }, values { $0.isStrictSuperset(of: $1) }
            )
        }
    }

    private static func combinations(of values: [[UInt64]], limit: Int) -> [[UInt64]]? {
        var states: [[UInt64]] = [values.map { $0.first ?? 0 }]
        for (fact, values) in values.enumerated() where values.count > 1 {
            guard states.count * values.count <= limit else { return nil }
            states = states.flatMap { state in
                values.map { value in
                    var state = state
                    state[fact] = value
                    return state
                }
            }
        }
        return states
    }

    static func truth(_ domain: UInt64, _ values: UInt64) -> Truth {
        domain & values == 0 ? .false : domain & ~values == 0 ? .true : .unknown
    }
}

extension Condition {
    /// The condition without the quantity and the feature of a purchase.
    ///
    /// Neither affects whether a value of the product meets the condition.
    fileprivate var gate: Condition {
        isConsumable ? Condition(mainKey) : self
    }

    func hasSameGate(as other: Condition) -> Bool { gate == other.gate }
}
