// SPDX-License-Identifier: MIT

/// An exact counter of the states that meet a requirement.
///
/// Counting takes these steps, and each step makes the next one cheaper:
///
/// 1. ``StateProblem`` merges equal parts and combines values that no test distinguishes into a weighted class.
/// 2. ``StateModules`` finds parts whose variables are tested nowhere else. Each is counted separately and becomes one
///    variable.
/// 3. Parts of the outermost group that share no variables are counted separately, and their counts are combined.
/// 4. ``StateDiagram`` counts the states of the remaining circuit, unless the diagram becomes too large.
/// 5. A circuit with too large a diagram is split by its most tested variable. For each class of the variable, the
///    remaining circuit is counted from step 2. Different classes often leave the same circuit, which is counted only
///    once.
struct StateCounter {
    private struct Known: Hashable {
        let circuit: StateCircuit
        let moduleWeights: [[StateCount]]
    }

    private static let maximumKnownCount = 50_000
    /// The maximum depth of nested splits.
    ///
    /// At this depth, the remaining states are tried one by one.
    private let maximumSplitCount: Int
    /// The maximum number of value combinations for which a circuit is counted without a search for modules.
    private static let smallCount = 4_096.0

    /// The weight of each class, by variable; variables that replace modules follow the requirement's own variables.
    private var weights: [[StateCount]]
    private let ownVariableCount: Int
    private let diagramLimit: Double
    private var progress: StateProgress
    private var known: [Known: StateCounts] = [:]

    init(weights: [[StateCount]], diagramLimit: Double, maximumSplitCount: Int = 128, progress: StateProgress) {
        self.weights = weights
        self.maximumSplitCount = maximumSplitCount
        ownVariableCount = weights.count
        self.diagramLimit = diagramLimit
        self.progress = progress
    }

    mutating func run(_ circuit: StateCircuit) -> StateCounts? {
        guard progress.advance(to: 0), let counts = count(circuit, splits: 0, in: 0...1) else { return nil }
        progress.finish()
        return counts
    }

    private mutating func count(
        _ circuit: StateCircuit, splits: Int, in span: ClosedRange<Double>
    ) -> StateCounts? {
        if circuit.nodes.count == 1 { return countAtom(circuit.nodes[0]) }
        if combinations(of: circuit) <= min(diagramLimit, Self.smallCount) {
            switch countByDiagram(circuit, in: span) {
            case .counted(let counts): return counts
            case .canceled: return nil
            case .tooLarge: break
            }
        }
        let modules = StateModules(circuit, variableCount: weights.count).nodes
        let before = weights.count
        // The variables that replace modules are valid only for this circuit.
        defer { weights.removeSubrange(before...) }
        var standIns = [Int32](repeating: -1, count: circuit.nodes.count)
        var result: StateCounts?
        let step = (span.upperBound - span.lowerBound) / Double(modules.count)
        for (index, module) in modules.enumerated() {
            let body = circuit.reduced(isConjunction: nil, [module]) { standIns[Int($0)] }
            let start = span.lowerBound + Double(index) * step
            guard let counts = countParts(of: body, splits: splits, in: start...(start + step)) else { return nil }
            standIns[Int(module)] = Int32(weights.count)
            weights.append([counts.unmet, counts.met])
            result = counts
        }
        return result
    }

    private mutating func countParts(
        of circuit: StateCircuit, splits: Int, in span: ClosedRange<Double>
    ) -> StateCounts? {
        let isConjunction = circuit.nodes[Int(circuit.root)].isConjunction
        let groups = circuit.independentParts(variableCount: weights.count)
        if groups.count == 1 { return countWhole(circuit, splits: splits, in: span) }
        var result = StateCounts(all: .one, areMet: isConjunction)
        let step = (span.upperBound - span.lowerBound) / Double(groups.count)
        for (index, parts) in groups.enumerated() {
            let start = span.lowerBound + Double(index) * step
            let counts: StateCounts?
            if parts.count == 1 {
                // A single part is an atom. A group that shares no variables with the other parts is a module, and the
                // caller has already replaced it with a variable.
                counts = countAtom(circuit.nodes[Int(parts[0])])
            } else {
                let part = circuit.reduced(isConjunction: isConjunction, parts)
                counts = countWhole(part, splits: splits, in: start...(start + step))
            }
            guard let counts else { return nil }
            result = result.combined(with: counts, isConjunction: isConjunction)
        }
        return result
    }

    private mutating func countWhole(
        _ circuit: StateCircuit, splits: Int, in span: ClosedRange<Double>
    ) -> StateCounts? {
        let variables = circuit.variables
        let modules = variables.filter { Int($0) >= ownVariableCount }
        let key = Known(circuit: circuit, moduleWeights: modules.map { weights[Int($0)] })
        if !known.isEmpty, let counts = known[key] { return counts }
        if combinations(of: circuit) <= diagramLimit {
            switch countByDiagram(circuit, in: span) {
            case .counted(let counts): return counts
            case .canceled: return nil
            case .tooLarge: break
            }
        }
        if splits == maximumSplitCount { return countEachState(of: circuit, from: span.lowerBound) }
        let variable = circuit.mostTestedVariable
        let classes = weights[Int(variable)]
        var result = StateCounts(all: .zero, areMet: false)
        let step = (span.upperBound - span.lowerBound) / Double(classes.count)
        for (index, weight) in classes.enumerated() {
            let start = span.lowerBound + Double(index) * step
            guard progress.advance(to: start) else { return nil }
            let (part, rest) = circuit.setting(variable, to: index, weights: weights)
            // Fixing a variable can make other tests irrelevant. Each value of those variables then leads to the same
            // result.
            let untested = Set(variables).subtracting(rest.variables).subtracting([variable])
            let factor = untested.reduce(weight) { $0 * total(of: $1) }
            if case .constant(let isMet) = part {
                result += StateCounts(all: factor, areMet: isMet)
            } else {
                guard let counts = count(rest, splits: splits + 1, in: start...(start + step)) else { return nil }
                result += counts * factor
            }
        }
        // A full cache stops growing instead of evicting entries, which bounds the memory.
        if known.count < Self.maximumKnownCount { known[key] = result }
        return result
    }

    private mutating func countByDiagram(
        _ circuit: StateCircuit, in span: ClosedRange<Double>
    ) -> StateDiagram.Outcome {
        // If the circuit must be split, most of the work is still ahead, so the diagram gets a small share of the span.
        let end = span.lowerBound + (span.upperBound - span.lowerBound) / 16
        return StateDiagram.count(circuit, weights: weights, &progress, in: span.lowerBound...end)
    }

    private mutating func countEachState(of circuit: StateCircuit, from share: Double) -> StateCounts? {
        let variables = circuit.variables
        var classes = [Int](repeating: 0, count: weights.count)
        var isMet = [Bool](repeating: false, count: circuit.nodes.count)
        var result = StateCounts(all: .zero, areMet: false)
        while true {
            guard progress.advance(to: share) else { return nil }
            for (index, node) in circuit.nodes.enumerated() {
                let parts = circuit.parts(of: node)
                isMet[index] =
                    node.isAtom
                    ? node.values >> UInt64(classes[Int(node.variable)]) & 1 == 1
                    : parts.contains { isMet[Int($0)] != node.isConjunction } != node.isConjunction
            }
            let weight = variables.reduce(StateCount.one) { $0 * weights[Int($1)][classes[Int($1)]] }
            result += StateCounts(all: weight, areMet: isMet[Int(circuit.root)])
            guard let next = variables.first(where: { classes[Int($0)] + 1 < weights[Int($0)].count }) else {
                return result
            }
            // The classes advance like the digits of a counter whose first digit changes fastest.
            for variable in variables.prefix(while: { $0 != next }) { classes[Int(variable)] = 0 }
            classes[Int(next)] += 1
        }
    }

    private func countAtom(_ node: StateCircuit.Node) -> StateCounts {
        var counts = StateCounts(all: .zero, areMet: false)
        for (index, weight) in weights[Int(node.variable)].enumerated() {
            counts += StateCounts(all: weight, areMet: node.values >> UInt64(index) & 1 == 1)
        }
        return counts
    }

    private func combinations(of circuit: StateCircuit) -> Double {
        circuit.variables.reduce(1) { $0 * Double(weights[Int($1)].count) }
    }

    private func total(of variable: Int32) -> StateCount {
        weights[Int(variable)].reduce(.zero, +)
    }
}

extension StateCircuit {
    /// The variable that is tested most often, or the middle one if several are tested equally often.
    ///
    /// If each part shares variables only with the next part, fixing the middle variable leaves two halves that can be
    /// counted separately.
    var mostTestedVariable: Int32 {
        var mentions: [Int32: Int] = [:]
        var order: [Int32] = []
        for part in parts where nodes[Int(part)].isAtom {
            let variable = nodes[Int(part)].variable
            mentions[variable, default: 0] += 1
            if mentions[variable] == 1 { order.append(variable) }
        }
        let most = mentions.values.max() ?? 0
        let candidates = order.filter { mentions[$0] == most }
        return candidates[candidates.count / 2]
    }
}

extension StateSpace {
    package static let standardDiagramLimit = Double.infinity

    /// Counts the states that meet a requirement.
    ///
    /// The running time depends on which parts share variables. It is usually far less than the time to evaluate every
    /// state, but it is not bounded. Let the user cancel the count unless the requirements are known to be small.
    ///
    /// - Parameters:
    ///   - requirement: The requirement, over variables of this space. The states also include the variables that the
    ///     requirement does not mention.
    ///   - diagramLimit: The maximum number of combinations of values for which an indivisible part is counted by its
    ///     diagram. A larger part is split first, which is usually slower and never changes the result.
    ///   - progress: Receives the completed fraction, in ascending order and at most 257 times. The last value is 1,
    ///     unless the count is canceled.
    ///   - shouldContinue: Returns whether to continue. It is called about once per millisecond.
    /// - Returns: The counts, or `nil` if the count was canceled.
    package func count(
        meeting requirement: Requirement<StateAtom>, diagramLimit: Double = standardDiagramLimit,
        progress: @escaping (Double) -> Void = { _ in }, shouldContinue: @escaping () -> Bool = { true }
    ) -> StateCounts? {
        let problem = StateProblem(requirement, in: self)
        var meter = StateProgress(report: progress, shouldContinue: shouldContinue)
        if let isConstant = problem.isConstant {
            guard meter.advance(to: 0) else { return nil }
            meter.finish()
            return StateCounts(all: problem.factor, areMet: isConstant)
        }
        var counter = StateCounter(weights: problem.weights, diagramLimit: diagramLimit, progress: meter)
        return counter.run(problem.circuit).map { $0 * problem.factor }
    }
}
