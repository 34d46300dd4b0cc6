/// Counts the states that meet a requirement, exactly.
///
/// The steps, each of which only makes the next one cheaper:
/// 1. ``StateProblem``: equal parts become one, and values that no test distinguishes become a class with a weight.
/// 2. ``StateModules``: parts whose variables are tested nowhere else are counted apart and become one variable.
/// 3. Parts of the outermost group that share no variable are counted apart; their counts multiply.
/// 4. What is too large is split: for each class of the variable that is tested most, what is left of the requirement is
///    counted from step 2 on. What is left is often the same for several classes, and is counted once.
/// 5. ``BlockCounter``: all states of what is left are evaluated, 512 at a time.
struct StateCounter {
    /// A circuit that has been counted; variables that stand for modules have no weights of their own.
    private struct Known: Hashable {
        let circuit: StateCircuit
        let moduleWeights: [[StateCount]]
    }

    /// How many counted circuits are remembered at most.
    private static let mostKnown = 50_000
    /// How many splits may be within each other; what is still too large is counted in blocks, which can be cancelled.
    private static let mostSplits = 128
    /// How many states are evaluated without looking for modules first.
    private static let smallCount = 4_096.0

    /// By variable, the weight of each class.
    ///
    /// Those of modules come after those of the requirement's own variables.
    private var weights: [[StateCount]]
    private let ownVariableCount: Int
    /// How many states are evaluated without a split.
    private let blockLimit: Double
    private var progress: StateProgress
    private var known: [Known: StateCounts] = [:]

    init(weights: [[StateCount]], blockLimit: Double, progress: StateProgress) {
        self.weights = weights
        ownVariableCount = weights.count
        self.blockLimit = blockLimit
        self.progress = progress
    }

    /// Counts the states of the variables of a circuit; `nil` if the count was cancelled.
    mutating func run(_ circuit: StateCircuit) -> StateCounts? {
        guard progress.note(0), let counts = count(circuit, splits: 0, in: 0...1) else { return nil }
        progress.finish()
        return counts
    }

    /// Counts the states of a circuit, module by module.
    private mutating func count(
        _ circuit: StateCircuit, splits: Int, in span: ClosedRange<Double>
    ) -> StateCounts? {
        if circuit.nodes.count == 1 { return countAtom(circuit.nodes[0]) }
        if combinations(of: circuit) <= min(blockLimit, Self.smallCount) { return countInBlocks(circuit, in: span) }
        let modules = StateModules(circuit, variableCount: weights.count).nodes
        let before = weights.count
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

    /// Counts the parts of the outermost group apart where they share no variable.
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
                counts = countAtom(circuit.nodes[Int(parts[0])])
            } else {
                // A single group shares its variables with no other part, so it is a module, and has become an atom.
                let part = circuit.reduced(isConjunction: isConjunction, parts)
                counts = countWhole(part, splits: splits, in: start...(start + step))
            }
            guard let counts else { return nil }
            result = result.combined(with: counts, isConjunction: isConjunction)
        }
        return result
    }

    /// Counts a circuit that has no parts to count apart: in blocks, or by a split.
    private mutating func countWhole(
        _ circuit: StateCircuit, splits: Int, in span: ClosedRange<Double>
    ) -> StateCounts? {
        let size = combinations(of: circuit)
        if size <= blockLimit || splits == Self.mostSplits {
            return countInBlocks(circuit, in: span)
        }
        let variables = circuit.variables
        let modules = variables.filter { Int($0) >= ownVariableCount }
        let key = Known(circuit: circuit, moduleWeights: modules.map { weights[Int($0)] })
        if let counts = known[key] { return counts }
        let variable = circuit.mostTestedVariable
        let classes = weights[Int(variable)]
        var result = StateCounts(all: .zero, areMet: false)
        let step = (span.upperBound - span.lowerBound) / Double(classes.count)
        for (index, weight) in classes.enumerated() {
            let start = span.lowerBound + Double(index) * step
            guard progress.note(start) else { return nil }
            let (part, rest) = circuit.setting(variable, to: index, weights: weights)
            let untested = Set(variables).subtracting(rest.variables).subtracting([variable])
            let factor = untested.reduce(weight) { $0 * total(of: $1) }
            if case .constant(let isMet) = part {
                result += StateCounts(all: factor, areMet: isMet)
            } else {
                guard let counts = count(rest, splits: splits + 1, in: start...(start + step)) else { return nil }
                result += counts * factor
            }
        }
        if known.count < Self.mostKnown { known[key] = result }
        return result
    }

    /// Evaluates all states of a circuit.
    private mutating func countInBlocks(_ circuit: StateCircuit, in span: ClosedRange<Double>) -> StateCounts? {
        var counter = BlockCounter(circuit, weights: weights)
        return counter.run(&progress, in: span)
    }

    /// Counts the values that a test accepts.
    private func countAtom(_ node: StateCircuit.Node) -> StateCounts {
        var counts = StateCounts(all: .zero, areMet: false)
        for (index, weight) in weights[Int(node.variable)].enumerated() {
            counts += StateCounts(all: weight, areMet: node.values >> UInt64(index) & 1 == 1)
        }
        return counts
    }

    /// How many combinations of classes the variables of a circuit have.
    private func combinations(of circuit: StateCircuit) -> Double {
        circuit.variables.reduce(1) { $0 * Double(weights[Int($1)].count) }
    }

    /// How many values a variable has.
    private func total(of variable: Int32) -> StateCount {
        weights[Int(variable)].reduce(.zero, +)
    }
}

extension StateCircuit {
    /// The variable that is tested by most groups, and of several the one in the middle.
    ///
    /// Where each part shares variables with the next one only, the middle one leaves two halves to be counted apart.
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
    /// The number of combinations of values up to which a requirement is not split, but evaluated in all of them.
    package static let standardBlockLimit = 1_048_576.0

    /// Counts the states that meet a requirement.
    ///
    /// The time depends on how the parts of the requirement share variables. It is mostly far below that of evaluating
    /// every state, but has no bound: let the user cancel where requirements are not known to be small.
    ///
    /// - Parameters:
    ///   - requirement: The requirement, over variables of this space. Variables that it does not mention count too.
    ///   - blockLimit: The number of combinations of values up to which a part that cannot be taken apart is evaluated
    ///     in all of them; a larger one is split first, which is mostly faster and never changes the result.
    ///   - progress: Takes the share that is done, in ascending order and at most some 250 times, and 1 in the end.
    ///   - shouldContinue: Returns whether to continue; called about once a millisecond.
    /// - Returns: The counts, or `nil` if the count was cancelled.
    package func count(
        meeting requirement: Requirement<StateAtom>, blockLimit: Double = standardBlockLimit,
        progress: @escaping (Double) -> Void = { _ in }, shouldContinue: @escaping () -> Bool = { true }
    ) -> StateCounts? {
        let problem = StateProblem(requirement, in: self)
        var meter = StateProgress(report: progress, shouldContinue: shouldContinue)
        if let isConstant = problem.isConstant {
            guard meter.note(0) else { return nil }
            meter.finish()
            return StateCounts(all: problem.factor, areMet: isConstant)
        }
        var counter = StateCounter(weights: problem.weights, blockLimit: blockLimit, progress: meter)
        return counter.run(problem.circuit).map { $0 * problem.factor }
    }
}
