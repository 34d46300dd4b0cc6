// SPDX-License-Identifier: MIT

internal import FeatureGating

/// A greedy search for a small set of states that together meet every obligation that can be met.
struct CoverSearch {
    struct State {
        /// The possible values of each fact, as bit masks.
        ///
        /// An unknown fact of an existing persona has several possible values.
        let domains: [UInt64]
        /// The index of the existing persona, or `nil` for a new one.
        var seed: Int?
    }

    let obligations: GateObligations
    /// The indices of the obligations that can be met.
    private(set) var possible: [Int] = []
    private(set) var obstacles: [(index: Int, obstacle: GateObligations.Obstacle)] = []
    private(set) var lowerBound = 0
    private var search: GateSearch

    init(_ obligations: GateObligations) {
        self.obligations = obligations
        search = GateSearch(obligations.circuit)
        for (index, obligation) in obligations.all.enumerated() {
            if let obstacle = obligations.obstacle(to: obligation, &search) {
                obstacles.append((index, obstacle))
            } else {
                possible.append(index)
            }
        }
        lowerBound = obligations.lowerBound(possible, &search)
    }

    /// Finds states that together meet the obligations, with existing personas first.
    ///
    /// `seeds` are the states of existing personas. They are used unless the set would become larger.
    mutating func find(_ seeds: [[UInt64]]) -> [State] {
        let seeds = seeds.enumerated().map { State(domains: $1, seed: $0) }
        var best: [State]?
        // Existing personas are preferred, unless the set without them is smaller.
        for start in seeds.isEmpty ? [[]] : [seeds, []] {
            let known = Set(start.flatMap { obligations.metObligations(by: $0.domains, of: possible) })
            let rest = possible.filter { !known.contains($0) }
            for order in orders(of: rest) {
                if best?.count == lowerBound { break }
                let states = reduced(start + states(meeting: order))
                if states.count < best?.count ?? .max { best = states }
            }
        }
        return best ?? []
    }

    private func orders(of indices: [Int]) -> [[Int]] {
        let (denials, available) = (
            indices.filter { obligations.all[$0].condition != nil },
            indices.filter { obligations.all[$0].condition == nil }
        )
        var random = RepeatableGenerator()
        let weights = Dictionary(grouping: denials) { obligations.all[$0].gate }.mapValues(\.count)
        func heaviestFirst(_ indices: [Int]) -> [Int] {
            indices.enumerated().sorted {
                (weights[obligations.all[$1.element].gate] ?? 0, $0.offset)
                    < (weights[obligations.all[$0.element].gate] ?? 0, $1.offset)
            }.map(\.element)
        }
        // More obligations get fewer orders, which limits the time.
        let count = max(1, min(24, 12_000 / max(1, indices.count)))
        return (0..<count).map { number in
            switch number {
            case 0: heaviestFirst(denials) + available
            case 1: denials + available
            case 2: available + heaviestFirst(denials)
            default: heaviestFirst(denials.shuffled(using: &random)) + available
            }
        }
    }

    /// Returns states that together meet the obligations, narrowing one state at a time.
    private mutating func states(meeting order: [Int]) -> [State] {
        var remaining = order
        var states: [State] = []
        while !remaining.isEmpty {
            search.reset()
            var left: [Int] = []
            for index in remaining
            where search.satisfy(obligations.goals(of: obligations.all[index]), limit: 20_000) != .found {
                left.append(index)
            }
            // Every obligation can be met alone with the same limit, so each round meets at least the first one.
            guard left.count < remaining.count else { break }
            remaining = left
            // Of the values that remain possible, the lowest is chosen.
            states.append(State(domains: search.domains.map { $0 & (~$0 &+ 1) }))
        }
        search.reset()
        return states
    }

    /// Returns the states that remain if redundant states are removed in the order that leaves the fewest.
    ///
    /// A state is redundant if other states meet all of its obligations.
    private func reduced(_ states: [State]) -> [State] {
        let met = states.map { obligations.metObligations(by: $0.domains, of: possible) }
        let fewestFirst = states.indices.sorted { (met[$0].count, $0) < (met[$1].count, $1) }
        var random = RepeatableGenerator()
        let count = max(1, min(64, 100_000 / max(1, states.count * possible.count)))
        let orders = (0..<count).map { $0 == 0 ? fewestFirst : fewestFirst.shuffled(using: &random) }
        let kept = orders.map { Self.kept($0, met) }.min { $0.count < $1.count } ?? []
        return states.indices.filter(kept.contains).map { states[$0] }
    }

    /// Returns the positions that remain after removing, in order, each position whose obligations the others meet.
    private static func kept(_ order: [Int], _ met: [[Int]]) -> Set<Int> {
        var counts: [Int: Int] = [:]
        for index in met.joined() { counts[index, default: 0] += 1 }
        var kept = Set(order)
        for position in order where met[position].allSatisfy({ counts[$0, default: 0] > 1 }) {
            for index in met[position] { counts[index, default: 0] -= 1 }
            kept.remove(position)
        }
        return kept
    }
}

/// A generator that produces the same numbers in each search, so that results can be reproduced.
struct RepeatableGenerator: RandomNumberGenerator {
    private var state: UInt64 = 1

    mutating func next() -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state
    }
}
