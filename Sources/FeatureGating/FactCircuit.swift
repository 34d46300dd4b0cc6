// SPDX-License-Identifier: MIT

/// The part of a requirement that is not yet met, as a list of nodes in which parts precede their groups.
///
/// A node is a numbered fact that is not true, or a group of earlier nodes.
/// ``Requirement/searchUnlockPlans(truth:canChange:limit:)`` builds a circuit from the facts that could become true and
/// searches it for plans. ``addGroup(isConjunction:_:)`` removes constants and repeated parts, so a group has at least
/// two different parts.
struct FactCircuit {
    enum Part: Hashable {
        /// The part is already met (`true`) or can never be met (`false`).
        case constant(Bool)
        case node(Int32)
    }

    struct Node {
        /// The number of the fact, or a negative number for a group.
        let fact: Int32
        let isConjunction: Bool
        let parts: Range<Int>
    }

    private(set) var nodes: [Node] = []
    private(set) var parts: [Int32] = []
    private(set) var factCount = 0
    var root = 0

    /// Adds a fact, which the circuit must not contain yet.
    mutating func addFact(_ fact: Int32) -> Part {
        factCount += 1
        nodes.append(Node(fact: fact, isConjunction: false, parts: 0..<0))
        return .node(Int32(nodes.count - 1))
    }

    mutating func addGroup(isConjunction: Bool, _ group: [Part]) -> Part {
        // A part that cannot be met decides a conjunction, and a part that is met decides a disjunction.
        if group.contains(.constant(!isConjunction)) { return .constant(!isConjunction) }
        var seen: Set<Int32> = []
        let first = parts.count
        for case .node(let node) in group where seen.insert(node).inserted { parts.append(node) }
        switch parts.count - first {
        case 0: return .constant(isConjunction)
        // A group with one part is equivalent to the part.
        case 1: return .node(parts.removeLast())
        default:
            nodes.append(Node(fact: -1, isConjunction: isConjunction, parts: first..<parts.count))
            return .node(Int32(nodes.count - 1))
        }
    }

    /// Returns a circuit that contains only a node and the nodes that it depends on.
    ///
    /// The second result contains each fact's original number, indexed by its new number.
    func reduced(to root: Int32) -> (circuit: FactCircuit, facts: [Int32]) {
        var numbers: [Int32] = Array(repeating: -1, count: nodes.count)
        numbers[Int(root)] = 0
        // Parts precede their groups, so a backward pass reaches every needed node before its parts.
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

    /// The number of nodes and references to parts.
    ///
    /// A pass over the circuit takes time proportional to the size.
    var size: Int { nodes.count + parts.count }

    func parts(of node: Node) -> ArraySlice<Int32> { parts[node.parts] }

    var hasSharedNodes: Bool { parts.count > nodes.count - 1 }

    /// For each fact, whether a path from the root to the fact contains only conjunctions.
    ///
    /// Every plan needs such a fact. A fact without such a path can be necessary too, if every alternative needs it.
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

/// A truth table for a circuit of at most nine facts.
///
/// Each bit of the table represents one set of facts and indicates whether the set meets the circuit. Bit *n* of the
/// set's index indicates whether the set contains fact *n*.
struct TruthTable {
    private let bits: ArraySlice<UInt64>
    private let factCount: Int

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

    private static func sets(with fact: Int, _ word: Int) -> UInt64 {
        if fact >= 6 { return word >> (fact - 6) & 1 == 1 ? .max : 0 }
        // Bit n of a set's index is fact n, so within a word the bits of a low fact repeat with a fixed period.
        let patterns: [UInt64] = [
            0xAAAA_AAAA_AAAA_AAAA, 0xCCCC_CCCC_CCCC_CCCC, 0xF0F0_F0F0_F0F0_F0F0, 0xFF00_FF00_FF00_FF00,
            0xFFFF_0000_FFFF_0000, 0xFFFF_FFFF_0000_0000,
        ]
        return patterns[fact]
    }

    private func isMet(by set: Int) -> Bool {
        bits[bits.startIndex + set / 64] >> UInt64(set & 63) & 1 == 1
    }

    /// The minimal sets that meet the circuit, best first.
    ///
    /// A set is minimal if no fact can be removed from it.
    var minimalSets: [[Int32]] {
        (0..<1 << factCount)
            .filter { set in
                isMet(by: set) && !(0..<factCount).contains { set >> $0 & 1 == 1 && isMet(by: set & ~(1 << $0)) }
            }
            .map { set in (0..<Int32(factCount)).filter { set >> $0 & 1 == 1 } }
            .sorted { $0.ranksBefore($1) }
    }
}

extension [Int32] {
    /// Returns whether the plan ranks before another plan.
    ///
    /// The shorter plan ranks first, and of two equally long plans, the one with the earliest fact that the other
    /// lacks.
    func ranksBefore(_ other: [Int32]) -> Bool {
        count == other.count ? lexicographicallyPrecedes(other) : count < other.count
    }

    /// Returns whether another plan contains all facts of this plan.
    ///
    /// Both plans must be in ascending order.
    func isSubset(ofPlan other: [Int32]) -> Bool {
        var index = 0
        for fact in self {
            while index < other.count, other[index] < fact { index += 1 }
            guard index < other.count, other[index] == fact else { return false }
            index += 1
        }
        return true
    }

    func union(withPlan other: [Int32]) -> [Int32] {
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
