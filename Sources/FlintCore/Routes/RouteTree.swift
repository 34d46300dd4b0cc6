// SPDX-License-Identifier: MIT

/// The patterns of one scope, organized as a tree so that lookups proceed component by component.
///
/// Every node has one parent, so a lookup visits each node at most once. All access is synchronized by the
/// ``RouteTable``'s lock.
final class RouteTree: @unchecked Sendable {
    private struct Branch {
        let wildcards: RouteWildcards
        let rank: Int
        let node: Int
    }

    private struct Node {
        var texts: [[UInt8]: Int] = [:]
        /// The child nodes for components with wildcards, in descending order of specificity.
        var branches: [Branch] = []
        var end: Int?
        /// The number of the open-ended pattern that matches any path below this node.
        var open: Int?
    }

    /// A read-only copy of the tree for lookups.
    ///
    /// The copy consists of a few blocks of unmanaged memory, because reference counting would take longer than a
    /// lookup.
    private struct Frozen {
        struct Node {
            let branches: Range<Int>
            let end: Int?
            let open: Int?
        }

        let nodes: UnsafeMutableBufferPointer<Node>
        let branches: UnsafeMutableBufferPointer<Branch>
        let texts: LiteralTable.Frozen

        init(_ tree: [RouteTree.Node]) {
            var table = LiteralTable()
            nodes = .allocate(capacity: tree.count)
            branches = .allocate(capacity: tree.reduce(0) { $0 + $1.branches.count })
            var next = 0
            for (index, node) in tree.enumerated() {
                for (text, target) in node.texts { table.insert(text, at: index, target) }
                let first = next
                for branch in node.branches {
                    branches.initializeElement(at: next, to: branch)
                    next += 1
                }
                nodes.initializeElement(at: index, to: Node(branches: first..<next, end: node.end, open: node.open))
            }
            texts = LiteralTable.Frozen(table)
        }

        func deallocate() {
            nodes.deinitialize().deallocate()
            branches.deinitialize().deallocate()
            texts.deallocate()
        }
    }

    private var nodes = [Node()]
    private var frozen: Frozen?
    private var patterns: [Int: RoutePattern] = [:]
    /// Pattern numbers, grouped by a key that equally specific patterns share.
    ///
    /// Patterns in the same group may match the same paths.
    private var equallySpecificPatterns: [String: [Int]] = [:]

    init() {}

    deinit {
        frozen?.deallocate()
    }

    /// Adds a pattern, whose number must be greater than all numbers added before.
    ///
    /// Returns the numbers of other patterns that are equally specific and may match some of the same paths.
    func insert(_ pattern: RoutePattern, _ number: Int) -> [Int] {
        frozen?.deallocate()
        frozen = nil
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
            if let known = nodes[node].texts[text] { return known }
            nodes.append(Node())
            nodes[node].texts[text] = nodes.count - 1
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

    func match(_ path: RoutePath) -> Int? {
        if let frozen { return match(path, from: 0, at: 0, in: frozen) }
        let fresh = Frozen(nodes)
        frozen = fresh
        return match(path, from: 0, at: 0, in: fresh)
    }

    private func match(_ path: RoutePath, from start: Int, at node: Int, in tree: Frozen) -> Int? {
        // The path ends at this node: either all segments have been matched, or the path is empty.
        guard start < path.count || (start == path.count && node != 0) else {
            if let end = tree.nodes[node].end { return end }
            // `show/**` matches `show/`, but not `show`.
            return path.endsWithSlash || node == 0 ? tree.nodes[node].open : nil
        }
        let end = path.end(ofSegmentAt: start)
        // A literal is more specific than any wildcard, so its match wins.
        if let next = tree.texts.number(of: path.buffer(start..<end), at: node),
            let found = match(path, from: end + 1, at: next, in: tree)
        {
            return found
        }
        var best: Int?
        var rank = 0
        for index in tree.nodes[node].branches {
            // The branches are in descending order of rank, so the others cannot win.
            if best != nil, tree.branches[index].rank < rank { break }
            guard tree.branches[index].wildcards.match(path, from: start, to: end),
                let found = match(path, from: end + 1, at: tree.branches[index].node, in: tree)
            else { continue }
            best = best.map { moreSpecific($0, found) } ?? found
            rank = tree.branches[index].rank
        }
        return best ?? tree.nodes[node].open
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
