/// The patterns of one scope, arranged as a tree in which a path is looked up component by component.
///
/// Every node is reached by one way only and so is visited at most once, whatever the path is.
struct RouteTree: Sendable {
    private struct Branch {
        let wildcards: RouteWildcards
        let rank: Int
        let node: Int
    }

    private struct Node {
        var texts = LiteralTable()
        /// The components with wildcards, the closest first.
        var branches: [Branch] = []
        /// The pattern that ends here.
        var end: Int?
        /// The pattern that goes on with anything from here.
        var open: Int?
    }

    private var nodes = [Node()]
    /// The patterns by number, to choose between those that fit equally well.
    private var patterns: [Int: RoutePattern] = [:]
    /// Patterns among which any two may match the same path and neither says more closely what it matches.
    private var peers: [String: [Int]] = [:]

    /// Adds a pattern.
    ///
    /// - Parameters:
    ///   - pattern: The pattern.
    ///   - number: A number greater than those of the patterns added before, which win against it if all else is equal.
    /// - Returns: The numbers of patterns that match some of the same paths just as closely.
    mutating func insert(_ pattern: RoutePattern, _ number: Int) -> [Int] {
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

    private mutating func child(of node: Int, for component: RoutePattern.Component) -> Int {
        switch component {
        case .text(let text):
            if let known = text.withUnsafeBufferPointer({ nodes[node].texts[$0] }) { return known }
            nodes.append(Node())
            nodes[node].texts.insert(text, nodes.count - 1)
        case .wild(let wildcards):
            if let known = nodes[node].branches.first(where: { $0.wildcards.hasShape(of: wildcards) }) {
                return known.node
            }
            nodes.append(Node())
            let branch = Branch(wildcards: wildcards, rank: wildcards.rank, node: nodes.count - 1)
            let place = nodes[node].branches.firstIndex { $0.rank < branch.rank } ?? nodes[node].branches.count
            nodes[node].branches.insert(branch, at: place)
        }
        return nodes.count - 1
    }

    /// The number of the pattern that matches a path most closely, or `nil` if none does.
    func match(_ path: RoutePath) -> Int? {
        match(path, from: 0, at: 0, isRoot: true)
    }

    private func match(_ path: RoutePath, from start: Int, at node: Int, isRoot: Bool) -> Int? {
        // Behind the last segment, or before the first of none.
        guard start < path.count || (start == path.count && !isRoot) else {
            if let end = nodes[node].end { return end }
            return path.endsWithSlash || isRoot ? nodes[node].open : nil
        }
        let end = path.end(ofSegmentAt: start)
        if let next = nodes[node].texts[path.buffer(start..<end)],
            let found = match(path, from: end + 1, at: next, isRoot: false)
        {
            return found
        }
        var best: Int?
        var rank = 0
        for branch in nodes[node].branches {
            if best != nil, branch.rank < rank { break }
            guard branch.wildcards.match(path, from: start, to: end),
                let found = match(path, from: end + 1, at: branch.node, isRoot: false)
            else { continue }
            best = best.map { closer($0, found) } ?? found
            rank = branch.rank
        }
        return best ?? nodes[node].open
    }

    /// The one of two patterns that says more closely what it matches, or that was added first.
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
