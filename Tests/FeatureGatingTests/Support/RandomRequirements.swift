import FeatureGating

extension Requirement<Int> {
    /// A random requirement over the facts 0, 1, …, with empty and single-part nodes among the rest.
    static func random(facts: Int, depth: Int = 4, using random: inout SplitMix64) -> Self {
        let choice = depth == 0 ? 0 : Int.random(in: 0..<10, using: &random)
        if choice < 4 { return .fact(Int.random(in: 0..<facts, using: &random)) }
        let parts = (0..<Int.random(in: 0...4, using: &random)).map { _ in
            Self.random(facts: facts, depth: depth - 1, using: &random)
        }
        return choice < 7 ? .all(parts) : .any(parts)
    }

    /// What the requirement says when every fact is settled.
    func isMet(_ holds: (Int) -> Bool) -> Bool {
        switch self {
        case .fact(let fact): holds(fact)
        case .all(let parts): !parts.contains { !$0.isMet(holds) }
        case .any(let parts): parts.contains { $0.isMet(holds) }
        }
    }

    /// The value by brute force: all ways of settling the unknown facts are tried.
    func valueByTryingAll(_ values: [Truth]) -> Truth {
        let unknown = values.indices.filter { values[$0] == .unknown }
        var outcomes = Set<Bool>()
        for settled in 0..<(1 << unknown.count) {
            outcomes.insert(
                isMet { fact in
                    switch values[fact] {
                    case .true: true
                    case .false: false
                    case .unknown: settled >> (unknown.firstIndex(of: fact) ?? 0) & 1 == 1
                    }
                })
        }
        return outcomes.count == 2 ? .unknown : Truth(outcomes.contains(true))
    }
}

extension [Truth] {
    /// Random values.
    static func random(count: Int, using random: inout SplitMix64) -> [Truth] {
        (0..<count).map { _ in Truth.allCases.randomElement(using: &random) ?? .unknown }
    }
}
