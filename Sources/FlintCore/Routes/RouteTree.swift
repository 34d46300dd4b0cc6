// SPDX-License-Identifier: MIT

import FlintLibc

/// The patterns of one scope, organized as a tree so that lookups proceed component by component.
///
/// Every node has one parent, so a lookup visits each node at most once. All access is synchronized by the
/// ``RouteTable``'s lock.
final class RouteTree: @unchecked Sendable {
    private struct Literal {
        let text: [UInt8]
        let node: Int

        /// Compares the literal with another one, first by length, and then by bytes.
        ///
        /// The result is negative if the literal precedes the other one, and 0 if they are the same.
        func compare(with other: ArraySlice<UInt8>) -> Int {
            guard text.count == other.count else { return text.count - other.count }
            return text.withUnsafeBytes { left in
                other.withUnsafeBytes { right in
                    guard let left = left.baseAddress, let right = right.baseAddress else { return 0 }
                    return Int(memcmp(left, right, text.count))
                }
            }
        }
    }

    private struct Branch {
        let wildcards: RouteWildcards
        let rank: Int
        let node: Int
    }

    private struct Node {
        /// The child nodes for components without wildcards, in the order of the literals.
        var literals: [Literal] = []
        /// The child nodes for components with wildcards, in descending order of specificity.
        var branches: [Branch] = []
        var end: Int?
        /// The number of the open-ended pattern that matches any path below this node.
        var open: Int?

        /// Returns the position of a literal, or the position at which to insert it.
        func search(for text: ArraySlice<UInt8>) -> (position: Int, isFound: Bool) {
            var (low, high) = (0, literals.count)
            while low < high {
                let middle = (low + high) / 2
                let order = literals[middle].compare(with: text)
                if order == 0 { return (middle, true) }
                if order < 0 { low = middle + 1 } else { high = middle }
            }
            return (low, false)
        }

        func child(for text: ArraySlice<UInt8>) -> Int? {
            let (position, isFound) = search(for: text)
            return isFound ? literals[position].node : nil
        }
    }

    private var nodes = [Node()]
    private var patterns: [Int: RoutePattern] = [:]
    /// Pattern numbers, grouped by a key that equally specific patterns share.
    ///
    /// Patterns in the same group may match the same paths.
    private var equallySpecificPatterns: [String: [Int]] = [:]

    init() {}

    /// Adds a pattern.
    ///
    /// The number must be greater than all numbers added before. The result contains the numbers of other patterns that
    /// are equally specific and may match some of the same paths.
    func insert(_ pattern: RoutePattern, _ number: Int) -> [Int] {
        var node = 0
        for component in pattern.components { node = child(of: node, for: component) }
        if pattern.isOpenEnded {
            nodes[node].open = nodes[node].open ?? number
        } else {
            nodes[node].end = nodes[node].end ?? number
        }
        patterns[number] = pattern
        let key = pattern.peerKey
        let known = equallySpecificPatterns[key] ?? []
        equallySpecificPatterns[key, default: []].append(number)
        return known.filter { other in
            guard let other = patterns[other] else { return false }
            return zip(pattern.components, other.components).allSatisfy { $0.overlaps($1) }
        }
    }

    private func child(of node: Int, for component: RoutePattern.Component) -> Int {
        switch component {
        case .text(let text):
            let (position, isFound) = nodes[node].search(for: text[...])
            if isFound { return nodes[node].literals[position].node }
            nodes.append(Node())
            nodes[node].literals.insert(Literal(text: text, node: nodes.count - 1), at: position)
        case .wild(let wildcards):
            // Components that differ only in parameter names share a node.
            if let known = nodes[node].branches.first(where: { $0.wildcards.hasShape(of: wildcards) }) {
                return known.node
            }
            nodes.append(Node())
            let branch = Branch(wildcards: wildcards, rank: wildcards.rank, node: nodes.count - 1)
            let index = nodes[node].branches.firstIndex { $0.rank < branch.rank } ?? nodes[node].branches.count
            nodes[node].branches.insert(branch, at: index)
        }
        return nodes.count - 1
    }

    func match(_ path: RoutePath) -> Int? { match(path, from: path.start, at: 0, in: nodes) }

    private func match(_ path: RoutePath, from start: Int, at node: Int, in nodes: [Node]) -> Int? {
        // The path ends at this node: either all segments have been matched, or the path is empty.
        guard start < path.end || (start == path.end && node != 0) else {
            if let end = nodes[node].end { return end }
            // `show/**` matches `show/`, but not `show`.
            return path.endsWithSlash || node == 0 ? nodes[node].open : nil
        }
        let end = path.end(ofSegmentAt: start)
        // A literal is more specific than any wildcard, so its match wins.
        if let next = nodes[node].child(for: path.segment(start..<end)),
            let found = match(path, from: end + 1, at: next, in: nodes)
        {
            return found
        }
        var best: Int?
        var rank = 0
        for branch in nodes[node].branches {
            // The branches are in descending order of rank, so the others cannot win.
            if best != nil, branch.rank < rank { break }
            guard branch.wildcards.match(path, from: start, to: end),
                let found = match(path, from: end + 1, at: branch.node, in: nodes)
            else { continue }
            best = best.map { moreSpecific($0, found) } ?? found
            rank = branch.rank
        }
        return best ?? nodes[node].open
    }

    private func moreSpecific(_ left: Int, _ right: Int) -> Int {
        guard let leftRanks = patterns[left]?.ranks, let rightRanks = patterns[right]?.ranks else { return left }
        if leftRanks == rightRanks { return min(left, right) }
        return leftRanks.lexicographicallyPrecedes(rightRanks) ? right : left
    }
}

extension RoutePattern {
    fileprivate var peerKey: String {
        var key = isOpenEnded ? "**" : ""
        for component in components {
            switch component {
            case .text(let text): key += "/=" + String(decoding: text, as: UTF8.self)
            case .wild(let wildcards): key += "/\(wildcards.rank)"
            }
        }
        return key
    }
}

extension RouteWildcards {
    fileprivate func hasShape(of other: RouteWildcards) -> Bool {
        prefix == other.prefix && suffix == other.suffix && separators == other.separators
            && names.map { $0 == nil } == other.names.map { $0 == nil }
    }
}
