// SPDX-License-Identifier: MIT

internal import FeatureGating

/// Features that are available in exactly the same states, and features that could not be compared.
struct EquivalentFeatures {
    /// Groups of at least two features, in order of registration.
    private(set) var groups: [[DeclaredFeature]] = []
    private(set) var unfinished: [DeclaredFeature] = []

    private static let stepLimit = 20_000
    private static let totalStepLimit = 2_000_000

    private let circuit: GateCircuit
    private let totalLimit: Int
    private var search: GateSearch

    /// Finds equivalent features.
    ///
    /// Features without requirements of their own are omitted, because they are available whenever their group is.
    /// Features that are always or never available are omitted too. Features that need a consumable product are
    /// omitted, because a past purchase can replace the product for a single feature only.
    init(in world: World, totalLimit: Int = EquivalentFeatures.totalStepLimit) {
        let (circuit, gates) = world.circuit(of: { !$0.belongsToFramework }, preferring: [])
        (self.circuit, self.totalLimit) = (circuit, totalLimit)
        search = GateSearch(circuit)
        let candidates = gates.filter { !circuit.gates[$0].conditions.isEmpty && !needsConsumable($0) }
        // Only features with the same availability in all of these states are compared.
        let (samples, reach) = (SampledStates(of: circuit).words, circuit.reach)
        for bucket in Dictionary(grouping: candidates, by: { gate in samples.map { $0[circuit.gates[gate].full] } })
            .values.sorted(by: { $0[0] < $1[0] }) where bucket.count > 1
        {
            for members in partition(bucket) where members.count > 1 && isContingent(members[0], reach) {
                // A feature below an equivalent group is omitted.
                let others = members.filter { gate in
                    !circuit.lineage(of: gate).dropFirst().contains(where: members.contains)
                }
                if others.count > 1 { groups.append(others.map { circuit.gates[$0].feature }) }
            }
        }
    }

    private mutating func partition(_ bucket: [Int]) -> [[Int]] {
        var classes: [[Int]] = []
        features: for gate in bucket {
            for index in classes.indices {
                switch areEquivalent(classes[index][0], gate) {
                case true?:
                    classes[index].append(gate)
                    continue features
                case false?: continue
                case nil:
                    unfinished.append(circuit.gates[gate].feature)
                    continue features
                }
            }
            classes.append([gate])
        }
        return classes
    }

    /// Returns whether two features are available in the same states, or `nil` if the search gave up.
    private mutating func areEquivalent(_ first: Int, _ second: Int) -> Bool? {
        // Features are equivalent if no state has one of them without the other.
        for (granted, denied) in [(first, second), (second, first)] {
            switch satisfy([(granted, true), (denied, false)]) {
            case .found: return false
            case .gaveUp: return nil
            case .impossible: continue
            }
        }
        return true
    }

    private func isContingent(_ gate: Int, _ reach: (possible: [Bool], certain: [Bool])) -> Bool {
        reach.possible[circuit.gates[gate].full] && !reach.certain[circuit.gates[gate].full]
    }

    private mutating func satisfy(_ goals: [(gate: Int, isTrue: Bool)]) -> GateSearch.Outcome {
        guard search.steps < totalLimit else { return .gaveUp }
        search.reset()
        let goals = goals.map { GateSearch.Goal(node: circuit.gates[$0.gate].full, isTrue: $0.isTrue) }
        let outcome = search.satisfy(goals, limit: Self.stepLimit)
        // A platform that the circuit does not represent may meet the goals.
        return outcome == .impossible && !circuit.hasEveryValue ? .gaveUp : outcome
    }

    private func needsConsumable(_ gate: Int) -> Bool {
        circuit.lineage(of: gate).contains { gate in
            circuit.gates[gate].conditions.contains(where: \.condition.isConsumable)
        }
    }
}

/// The truths of a circuit's nodes in many states at once, with one bit for each state.
private struct SampledStates {
    private static let randomCount = 8
    private static let limit = 256

    private let circuit: GateCircuit
    private var random = RepeatableGenerator()
    /// For each batch of 64 states, a word for each node.
    private(set) var words: [[UInt64]] = []

    /// Creates random states, and states in which all facts but one are granted.
    init(of circuit: GateCircuit) {
        self.circuit = circuit
        let count = circuit.variables.count
        for number in 0..<Self.randomCount {
            let values = circuit.variables.map { variable in
                (0..<64).map { _ in
                    // The proportion of granted facts grows from half to nearly all.
                    Int.random(in: 0..<(2 + 4 * number), using: &random) > 0
                        ? 0 : Int.random(in: 0..<variable.values.count, using: &random)
                }
            }
            add(values)
        }
        for start in stride(from: 0, to: min(count, 64 * Self.limit), by: 64) {
            add(
                circuit.variables.indices.map { index in
                    (0..<64).map { index == start + $0 ? circuit.variables[index].values.count - 1 : 0 }
                })
        }
    }

    private mutating func add(_ values: [[Int]]) {
        var words: [UInt64] = []
        words.reserveCapacity(circuit.nodes.count)
        for node in circuit.nodes {
            switch node {
            case .constant(let isMet): words.append(isMet ? .max : 0)
            case .fact(let fact, let accepted):
                var word: UInt64 = 0
                for (bit, value) in values[fact].enumerated() where accepted >> UInt64(value) & 1 == 1 {
                    word |= 1 << UInt64(bit)
                }
                words.append(word)
            case .group(let isConjunction, let parts):
                words.append(
                    circuit.parts[parts].reduce(isConjunction ? .max : 0) { word, part in
                        isConjunction ? word & words[part] : word | words[part]
                    })
            }
        }
        self.words.append(words)
    }
}
