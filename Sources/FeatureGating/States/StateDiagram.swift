// SPDX-License-Identifier: MIT

/// A decision diagram that represents a circuit by the choices that decide it.
///
/// Variables are asked in a fixed order. A node asks for the value of one variable and has a branch for each class of
/// values. A branch leads to another node or to a result. Nodes with equal branches are stored once, and a node whose
/// branches all lead to the same place is omitted. Two requirements therefore have the same diagram exactly if the same
/// states meet them. One pass over the nodes counts these states, regardless of their number.
///
/// ```
/// (A or B) and C          A ── on ───────────┐
///                         └─ off ── B ── on ─┴─ C ── on ── met
///                                   └─ off ─┐   └─ off ─┐
///                                           └───────────┴─ unmet
/// ```
///
/// The size of a diagram depends on the order of its variables, and some requirements have no small diagram at all.
/// Building therefore stops after a limited number of steps.
struct StateDiagram {
    enum Outcome {
        case counted(StateCounts)
        case tooLarge
        case canceled
    }

    private enum Failure: Error {
        case tooLarge
        case canceled
    }

    private struct Node {
        let level: Int32
        let firstBranch: Int32
    }

    private struct Combination {
        let first: Int32
        let second: Int32
        let result: Int32
    }

    /// The maximum number of variables.
    ///
    /// It limits the depth of recursion, and most larger circuits are better split first.
    private static let maximumVariableCount = 200
    private static let standardStepLimit = 65_536
    private static let stepsPerPart = 16
    private static let stepsPerNote = 2_048
    /// The results, which precede all other nodes.
    private static let (unmet, met): (Int32, Int32) = (0, 1)

    private let weights: [[StateCount]]
    private let classCounts: [Int]
    private let levels: [Int32]
    private let stepLimit: Int
    private var steps = 0
    private var nodes: [Node]
    private var branches: [Int32] = []
    /// A hash table of the nodes.
    ///
    /// Its size is a power of two and at least twice the number of nodes.
    private var table: [Int32]
    /// A cache of combined nodes.
    ///
    /// A new combination replaces an older one in the same place.
    private var combinations: [Combination]
    /// The branches of the nodes under construction.
    private var open: [Int32] = []
    private var progress: StateProgress
    private var share: Double

    static func count(
        _ circuit: StateCircuit, weights: [[StateCount]], stepLimit: Int = standardStepLimit,
        _ progress: inout StateProgress, in span: ClosedRange<Double>
    ) -> Outcome {
        let variables = circuit.variables
        guard variables.count <= maximumVariableCount else { return .tooLarge }
        var diagram = StateDiagram(
            circuit.ordered(variables), weights: weights, stepLimit: stepLimit + stepsPerPart * circuit.parts.count,
            progress, from: span.lowerBound)
        defer { progress = diagram.progress }
        do throws(Failure) {
            let root = try diagram.build(circuit, in: span)
            return .counted(diagram.counts(of: root))
        } catch {
            switch error {
            case .tooLarge: return .tooLarge
            case .canceled: return .canceled
            }
        }
    }

    private init(
        _ order: [Int32], weights: [[StateCount]], stepLimit: Int, _ progress: StateProgress, from share: Double
    ) {
        self.weights = order.map { weights[Int($0)] }
        classCounts = order.map { weights[Int($0)].count }
        self.stepLimit = stepLimit
        self.progress = progress
        self.share = share
        var levels = [Int32](repeating: -1, count: weights.count)
        for (level, variable) in order.enumerated() { levels[Int(variable)] = Int32(level) }
        self.levels = levels
        let level = Int32(order.count)
        // The two results are below every variable.
        nodes = Array(repeating: Node(level: level, firstBranch: 0), count: 2)
        table = Array(repeating: -1, count: 128)
        combinations = Array(repeating: Combination(first: -1, second: -1, result: 0), count: 128)
    }

    // MARK: Building

    private mutating func build(_ circuit: StateCircuit, in span: ClosedRange<Double>) throws(Failure) -> Int32 {
        var built: [Int32] = []
        built.reserveCapacity(circuit.nodes.count)
        var parts: [Int32] = []
        for (index, node) in circuit.nodes.enumerated() {
            share = span.lowerBound + (span.upperBound - span.lowerBound) * Double(index) / Double(circuit.nodes.count)
            if node.isAtom {
                let level = levels[Int(node.variable)]
                for index in 0..<classCounts[Int(level)] {
                    open.append(node.values >> UInt64(index) & 1 == 1 ? Self.met : Self.unmet)
                }
                built.append(close(level))
                continue
            }
            // Parts at deeper levels are combined first, so that most of their nodes are reused unchanged.
            parts.removeAll(keepingCapacity: true)
            for part in circuit.parts(of: node) { parts.append(built[Int(part)]) }
            parts.sort { nodes[Int($0)].level > nodes[Int($1)].level }
            var result = parts[0]
            for part in parts.dropFirst() { result = try combine(result, part, isConjunction: node.isConjunction) }
            guard progress.advance(to: share) else { throw .canceled }
            built.append(result)
        }
        return built[built.count - 1]
    }

    private mutating func combine(_ one: Int32, _ other: Int32, isConjunction: Bool) throws(Failure) -> Int32 {
        if one == other { return one }
        // An unmet result decides a conjunction, and a met result decides a disjunction. The other results have no
        // effect.
        let (lower, higher) = (min(one, other), max(one, other))
        if lower <= Self.met { return (lower == Self.met) == isConjunction ? higher : lower }
        // The order of the two nodes distinguishes conjunctions from disjunctions in the cache.
        let (first, second) = isConjunction ? (lower, higher) : (higher, lower)
        let known = combinations[place(of: first, second)]
        if known.first == first, known.second == second { return known.result }
        steps += 1
        guard steps <= stepLimit else { throw .tooLarge }
        if steps % Self.stepsPerNote == 0, !progress.advance(to: share) { throw .canceled }
        let (left, right) = (nodes[Int(first)], nodes[Int(second)])
        let level = min(left.level, right.level)
        for index in 0..<classCounts[Int(level)] {
            let branch = try combine(
                left.level == level ? branches[Int(left.firstBranch) + index] : first,
                right.level == level ? branches[Int(right.firstBranch) + index] : second, isConjunction: isConjunction)
            open.append(branch)
        }
        let result = close(level)
        combinations[place(of: first, second)] = Combination(first: first, second: second, result: result)
        return result
    }

    /// Removes the last open branches, and returns the node of a level that has these branches.
    private mutating func close(_ level: Int32) -> Int32 {
        let count = classCounts[Int(level)]
        let start = open.count - count
        defer { open.removeLast(count) }
        var isDecided = true
        for index in start..<open.count where open[index] != open[start] { isDecided = false }
        // A node with equal branches decides nothing. Omitting it makes equal diagrams identical.
        if isDecided { return open[start] }
        var slot = Self.hash(level, open, start..<open.count) & (table.count - 1)
        while table[slot] >= 0 {
            let node = nodes[Int(table[slot])]
            var isEqual = node.level == level
            for index in 0..<count where isEqual {
                isEqual = branches[Int(node.firstBranch) + index] == open[start + index]
            }
            if isEqual { return table[slot] }
            slot = (slot + 1) & (table.count - 1)
        }
        table[slot] = Int32(nodes.count)
        nodes.append(Node(level: level, firstBranch: Int32(branches.count)))
        branches += open[start...]
        if 2 * nodes.count > table.count { grow() }
        return Int32(nodes.count - 1)
    }

    private mutating func grow() {
        table = Array(repeating: -1, count: 4 * table.count)
        for (index, node) in nodes.enumerated().dropFirst(2) {
            let start = Int(node.firstBranch)
            let end = start + classCounts[Int(node.level)]
            var slot = Self.hash(node.level, branches, start..<end) & (table.count - 1)
            while table[slot] >= 0 { slot = (slot + 1) & (table.count - 1) }
            table[slot] = Int32(index)
        }
        // The place of a combination depends on the size of the table.
        let known = combinations
        combinations = Array(repeating: Combination(first: -1, second: -1, result: 0), count: table.count)
        for combination in known where combination.first >= 0 {
            combinations[place(of: combination.first, combination.second)] = combination
        }
    }

    @inline(__always)
    private func place(of first: Int32, _ second: Int32) -> Int {
        Self.index(Self.mix(Self.mix(0, first), second)) & (combinations.count - 1)
    }

    @inline(__always)
    private static func hash(_ level: Int32, _ numbers: [Int32], _ range: Range<Int>) -> Int {
        var hash = mix(0, level)
        for index in range { hash = mix(hash, numbers[index]) }
        return Self.index(hash)
    }

    @inline(__always)
    private static func mix(_ hash: UInt64, _ number: Int32) -> UInt64 {
        let product = (hash ^ UInt64(truncatingIfNeeded: number)) &* 0x9E37_79B9_7F4A_7C15
        return product ^ product >> 32
    }

    @inline(__always)
    private static func index(_ hash: UInt64) -> Int { Int(truncatingIfNeeded: hash >> 1) }

    // MARK: Counting

    private func counts(of root: Int32) -> StateCounts {
        let totals = weights.map { $0.reduce(.zero, +) }
        var below = [StateCount](repeating: .one, count: totals.count + 1)
        for level in totals.indices.reversed() { below[level] = totals[level] * below[level + 1] }
        let met = count(of: root, leadingTo: Self.met, totals, below)
        let unmet =
            // Subtraction from a saturated total would not be exact.
            below[0].isSaturated
            ? count(of: root, leadingTo: Self.unmet, totals, below) : below[0] - met
        return StateCounts(met: met, unmet: unmet)
    }

    /// Counts the states that lead from a node to a result.
    ///
    /// For each level, `below` contains the number of states of that level and all levels below it.
    private func count(
        of root: Int32, leadingTo result: Int32, _ totals: [StateCount], _ below: [StateCount]
    ) -> StateCount {
        // The branches of a node precede it.
        var isNeeded = [Bool](repeating: false, count: nodes.count)
        isNeeded[Int(root)] = true
        for index in nodes.indices.dropFirst(2).reversed() where isNeeded[index] {
            let first = Int(nodes[index].firstBranch)
            for branch in first..<first + classCounts[Int(nodes[index].level)] {
                isNeeded[Int(branches[branch])] = true
            }
        }
        var counts = [StateCount](repeating: .zero, count: nodes.count)
        func counted(_ node: Int32, from level: Int) -> StateCount {
            if node <= Self.met { return node == result ? below[level] : .zero }
            var count = counts[Int(node)]
            // Each variable that the diagram skips can have any value.
            for level in level..<Int(nodes[Int(node)].level) { count = count * totals[level] }
            return count
        }
        for index in nodes.indices.dropFirst(2) where isNeeded[index] {
            let (level, first) = (Int(nodes[index].level), Int(nodes[index].firstBranch))
            var sum = StateCount.zero
            for (value, weight) in weights[level].enumerated() {
                let count = counted(branches[first + value], from: level + 1)
                if count != .zero { sum = sum + count * weight }
            }
            counts[index] = sum
        }
        return counted(root, from: 0)
    }
}

extension StateCircuit {
    private static let fewVariables = 16
    private static let maximumRoundCount = 40
    private static let maximumNeighborCount = 24

    /// Returns ascending variables, reordered so that variables that are tested together are close to each other.
    ///
    /// Each group pulls its variables toward their center, small groups harder than large ones, until the groups stop
    /// becoming narrower or ``maximumRoundCount`` is reached.
    fileprivate func ordered(_ variables: [Int32]) -> [Int32] {
        // For few variables, the order of their first mentions is good enough.
        guard variables.count > Self.fewVariables else { return variables }
        var order = variables
        var positions = [Int](repeating: 0, count: Int(variables[variables.count - 1]) + 1)
        for (position, variable) in variables.enumerated() { positions[Int(variable)] = position }
        let groups = neighbors.map { group in group.map { positions[Int($0)] } }
        var places = Array(order.indices)
        var best = places
        var narrowest = Double.infinity
        for _ in 0..<Self.maximumRoundCount {
            var width = 0.0
            var sums = [Double](repeating: 0, count: order.count)
            var weights = sums
            for group in groups {
                var (first, last, sum) = (Int.max, 0, 0)
                for member in group {
                    (first, last) = (min(first, places[member]), max(last, places[member]))
                    sum += places[member]
                }
                let weight = 1 / Double(group.count - 1)
                width += weight * Double(last - first)
                let center = Double(sum) / Double(group.count)
                for member in group {
                    sums[member] += weight * center
                    weights[member] += weight
                }
            }
            // Moving all variables at once can also make groups wider, so the best order is kept.
            guard width < narrowest else { break }
            (narrowest, best) = (width, places)
            let centers = order.indices.map { weights[$0] > 0 ? sums[$0] / weights[$0] : Double(places[$0]) }
            let sorted = order.indices.sorted { (centers[$0], places[$0]) < (centers[$1], places[$1]) }
            for (place, position) in sorted.enumerated() { places[position] = place }
        }
        for (position, place) in best.enumerated() { order[place] = variables[position] }
        return order
    }

    private var neighbors: [[Int32]] {
        var result: [[Int32]] = []
        for node in nodes where !node.isAtom {
            var all: [Int32] = []
            for part in parts(of: node) where nodes[Int(part)].isAtom { all.append(nodes[Int(part)].variable) }
            if all.count > 1 { result.append(all) }
            let ownCount = all.count
            for part in parts(of: node) where !nodes[Int(part)].isAtom && all.count < Self.maximumNeighborCount {
                for inner in parts(of: part) where nodes[Int(inner)].isAtom && !all.contains(nodes[Int(inner)].variable)
                {
                    all.append(nodes[Int(inner)].variable)
                    if all.count == Self.maximumNeighborCount { break }
                }
            }
            if all.count > max(1, ownCount), all.count < Self.maximumNeighborCount { result.append(all) }
        }
        return result
    }
}
