/// The patterns of one scope, arranged as a tree in which a path is looked up component by component.
///
/// Every node is reached by one way only and so is visited at most once, whatever the path is. The tree is reached only
/// under its table's lock.
final class RouteTree: @unchecked Sendable {
    private struct Branch {
        let wildcards: RouteWildcards
        let rank: Int
        let node: Int
    }

    private struct Node {
        /// The nodes that texts lead to.
        var texts: [[UInt8]: Int] = [:]
        /// The components with wildcards, the closest first.
        var branches: [Branch] = []
        /// The pattern that ends here.
        var end: Int?
        /// The pattern that matches anything from here.
        var open: Int?
    }

    /// The tree as lookups need it: in a few pieces of unmanaged memory, because reference counting would take longer
    /// than the lookup.
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
    /// Made by the first lookup after a change.
    private var frozen: Frozen?
    /// The patterns by number, to choose between those that fit equally well.
    private var patterns: [Int: RoutePattern] = [:]
    /// Patterns among which any two may match the same path and neither is more specific.
    private var peers: [String: [Int]] = [:]

    /// Creates an empty tree.
    init() {}

    deinit {
        frozen?.deallocate()
    }

    /// Adds a pattern.
    ///
    /// - Parameters:
    ///   - pattern: The pattern.
    ///   - number: A number greater than those of the patterns added before, which win against it if all else is equal.
    /// - Returns: The numbers of patterns that match some of the same paths just as closely.
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
        let known = peers[key] ?? []
        peers[key, default: []].append(number)
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

    /// The number of the pattern that matches a path most closely, or `nil` if none does.
    func match(_ path: RoutePath) -> Int? {
        if let frozen { return match(path, from: 0, at: 0, in: frozen) }
        let fresh = Frozen(nodes)
        frozen = fresh
        return match(path, from: 0, at: 0, in: fresh)
    }

    private func match(_ path: RoutePath, from start: Int, at node: Int, in tree: Frozen) -> Int? {
        // Behind the last segment, or before the first of none.
        guard start < path.count || (start == path.count && node != 0) else {
            if let end = tree.nodes[node].end { return end }
            return path.endsWithSlash || node == 0 ? tree.nodes[node].open : nil
        }
        let end = path.end(ofSegmentAt: start)
        if let next = tree.texts.number(of: path.buffer(start..<end), at: node),
            let found = match(path, from: end + 1, at: next, in: tree)
        {
            return found
        }
        var best: Int?
        var rank = 0
        for index in tree.nodes[node].branches {
            if best != nil, tree.branches[index].rank < rank { break }
            guard tree.branches[index].wildcards.match(path, from: start, to: end),
                let found = match(path, from: end + 1, at: tree.branches[index].node, in: tree)
            else { continue }
            best = best.map { closer($0, found) } ?? found
            rank = tree.branches[index].rank
        }
        return best ?? tree.nodes[node].open
    }

    /// The more specific of two patterns, or the one that was added first.
    private func closer(_ left: Int, _ right: Int) -> Int {
        guard let leftRanks = patterns[left]?.ranks, let rightRanks = patterns[right]?.ranks else { return left }
        if leftRanks == rightRanks { return min(left, right) }
        return leftRanks.lexicographicallyPrecedes(rightRanks) ? right : left
    }
}

extension RoutePattern {
    /// The same for patterns among which one must be chosen by something else than how closely they match.
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
    /// Whether another component matches the same, whatever its parameters are called.
    fileprivate func hasShape(of other: RouteWildcards) -> Bool {
        prefix == other.prefix && suffix == other.suffix && separators == other.separators
            && names.map { $0 == nil } == other.names.map { $0 == nil }
    }
}
