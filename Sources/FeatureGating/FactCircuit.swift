/// A requirement over numbered facts, none of which is true, as a list in which parts come before what they are part of.
struct FactCircuit {
    /// What a part of the requirement amounts to.
    enum Part: Hashable {
        /// It is met, or it cannot be.
        case constant(Bool)
        /// It is as a node is.
        case node(Int32)
    }

    /// A fact or a group of earlier nodes.
    struct Node {
        /// The number of the fact; negative for groups.
        let fact: Int32
        let isConjunction: Bool
        /// Where the nodes of its parts are listed.
        let parts: Range<Int>
    }

    private(set) var nodes: [Node] = []
    private(set) var parts: [Int32] = []
    /// How many facts there are.
    private(set) var factCount = 0
    /// The node of the whole requirement.
    var root = 0

    /// Adds a fact, which must be new.
    mutating func addFact(_ fact: Int32) -> Part {
        factCount += 1
        nodes.append(Node(fact: fact, isConjunction: false, parts: 0..<0))
        return .node(Int32(nodes.count - 1))
    }

    /// Adds a group, unless it comes down to a constant or to one of its parts.
    mutating func addGroup(isConjunction: Bool, _ group: [Part]) -> Part {
        // What decides a conjunction is a part that cannot be met, and an alternative one that is met.
        if group.contains(.constant(!isConjunction)) { return .constant(!isConjunction) }
        var seen: Set<Int32> = []
        let first = parts.count
        for case .node(let node) in group where seen.insert(node).inserted { parts.append(node) }
        switch parts.count - first {
        case 0: return .constant(isConjunction)
        case 1: return .node(parts.removeLast())
        default:
            nodes.append(Node(fact: -1, isConjunction: isConjunction, parts: first..<parts.count))
            return .node(Int32(nodes.count - 1))
        }
    }

    /// Returns what a node amounts to by itself, without what it does not depend on, and the facts it does depend on by
    /// their new numbers.
    func reduced(to root: Int32) -> (circuit: FactCircuit, facts: [Int32]) {
        var numbers: [Int32] = Array(repeating: -1, count: nodes.count)
        numbers[Int(root)] = 0
        for index in nodes.indices.reversed() where numbers[index] == 0 {
            for part in parts(of: nodes[index]) { numbers[Int(part)] = 0 }
        }
        var result = FactCircuit()
        var facts: [Int32] = []
        for (index, node) in nodes.enumerated() where numbers[index] == 0 {
            numbers[index] = Int32(result.nodes.count)
            if node.fact >= 0 {
                _ = result.addFact(Int32(facts.count))
                facts.append(node.fact)
            } else {
                let first = result.parts.count
                for part in parts(of: node) { result.parts.append(numbers[Int(part)]) }
                result.nodes.append(
                    Node(fact: -1, isConjunction: node.isConjunction, parts: first..<result.parts.count))
            }
        }
        result.root = result.nodes.count - 1
        return (result, facts)
    }

    /// How many facts and mentions of parts there are, which is what going through it once costs.
    var size: Int { nodes.count + parts.count }

    /// The nodes that are parts of a node.
    func parts(of node: Node) -> ArraySlice<Int32> { parts[node.parts] }

    /// Whether some fact or group is a part of several groups.
    var hasSharedNodes: Bool { parts.count > nodes.count - 1 }

    /// By fact, whether nothing can do without it: it is a part of a conjunction that must be met.
    var necessaryFacts: [Bool] {
        var result = Array(repeating: false, count: factCount)
        var seen = Array(repeating: false, count: nodes.count)
        var pending = [Int32(root)]
        while let next = pending.popLast() {
            let node = nodes[Int(next)]
            guard !seen[Int(next)] else { continue }
            seen[Int(next)] = true
            if node.fact >= 0 {
                result[Int(node.fact)] = true
            } else if node.isConjunction {
                pending += parts(of: node)
            }
        }
        return result
    }
}

/// A circuit of up to nine facts as the list of all sets of facts that meet it, one bit for each set.
struct TruthTable {
    private let bits: ArraySlice<UInt64>
    private let factCount: Int

    /// Creates the table; `nil` if there are more than nine facts.
    init?(_ circuit: FactCircuit) {
        guard circuit.factCount <= 9 else { return nil }
        factCount = circuit.factCount
        let words = max(1, (1 << factCount) / 64)
        var tables: [UInt64] = []
        tables.reserveCapacity(circuit.nodes.count * words)
        for node in circuit.nodes {
            let begin = tables.count
            if node.fact >= 0 {
                for word in 0..<words { tables.append(Self.sets(with: Int(node.fact), word)) }
                continue
            }
            for _ in 0..<words { tables.append(node.isConjunction ? .max : 0) }
            for part in circuit.parts(of: node) {
                for word in 0..<words {
                    let more = tables[Int(part) * words + word]
                    if node.isConjunction { tables[begin + word] &= more } else { tables[begin + word] |= more }
                }
            }
        }
        bits = tables[circuit.root * words..<(circuit.root + 1) * words]
    }

    /// Returns the bits of 64 sets: those that have a fact in them.
    private static func sets(with fact: Int, _ word: Int) -> UInt64 {
        if fact >= 6 { return word >> (fact - 6) & 1 == 1 ? .max : 0 }
        let patterns: [UInt64] = [
            0xAAAA_AAAA_AAAA_AAAA, 0xCCCC_CCCC_CCCC_CCCC, 0xF0F0_F0F0_F0F0_F0F0, 0xFF00_FF00_FF00_FF00,
            0xFFFF_0000_FFFF_0000, 0xFFFF_FFFF_0000_0000,
        ]
        return patterns[fact]
    }

    /// Whether a set of facts meets the circuit.
    private func isMet(by set: Int) -> Bool {
        bits[bits.startIndex + set / 64] >> UInt64(set & 63) & 1 == 1
    }

    /// The sets that meet the circuit and none of whose facts can be left out, the best first.
    var minimalSets: [[Int32]] {
        (0..<1 << factCount)
            .filter { set in
                isMet(by: set) && !(0..<factCount).contains { set >> $0 & 1 == 1 && isMet(by: set & ~(1 << $0)) }
            }
            .map { set in (0..<Int32(factCount)).filter { set >> $0 & 1 == 1 } }
            .sorted { $0.isBetterPlan(than: $1) }
    }
}

extension [Int32] {
    /// Whether a plan comes before another: it is shorter or, of the same length, it has the fact that is read first
    /// of those that are not in both.
    func isBetterPlan(than other: [Int32]) -> Bool {
        count == other.count ? lexicographicallyPrecedes(other) : count < other.count
    }

    /// Whether a plan has no fact that another lacks; both are in ascending order.
    func isPartOfPlan(_ other: [Int32]) -> Bool {
        var index = 0
        for fact in self {
            while index < other.count, other[index] < fact { index += 1 }
            guard index < other.count, other[index] == fact else { return false }
            index += 1
        }
        return true
    }

    /// The facts of two plans, in ascending order.
    func mergedPlan(_ other: [Int32]) -> [Int32] {
        if isEmpty { return other }
        if other.isEmpty { return self }
        var result: [Int32] = []
        result.reserveCapacity(count + other.count)
        var (left, right) = (0, 0)
        while left < count, right < other.count {
            let (mine, theirs) = (self[left], other[right])
            result.append(Swift.min(mine, theirs))
            if mine <= theirs { left += 1 }
            if theirs <= mine { right += 1 }
        }
        result += self[left...]
        result += other[right...]
        return result
    }
}
