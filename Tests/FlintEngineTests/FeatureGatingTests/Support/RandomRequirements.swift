import FeatureGating
import FlintTestSupport

extension Requirement<Int> {
    /// Returns a random requirement over the facts 0, 1, …, which may include empty and single-part nodes.
    static func random(facts: Int, depth: Int = 4, using random: inout SplitMix64) -> Self {
        let choice = depth == 0 ? 0 : Int.random(in: 0..<10, using: &random)
        if choice < 4 { return .fact(Int.random(in: 0..<facts, using: &random)) }
        let parts = (0..<Int.random(in: 0...4, using: &random)).map { _ in
            Self.random(facts: facts, depth: depth - 1, using: &random)
        }
        return choice < 7 ? .all(parts) : .any(parts)
    }

    /// Returns whether the requirement is satisfied if no fact is unknown.
    func isMet(_ isTrue: (Int) -> Bool) -> Bool {
        switch form {
        case .fact(let fact): isTrue(fact)
        case .all(let parts): !parts.contains { !$0.isMet(isTrue) }
        case .any(let parts): parts.contains { $0.isMet(isTrue) }
        }
    }

    /// Returns the value by brute force: all values of the unknown facts are tried.
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
    static func random(count: Int, using random: inout SplitMix64) -> [Truth] {
        (0..<count).map { _ in Truth.allCases.randomElement(using: &random) ?? .unknown }
    }
}

extension Requirement<Int> {
    /// Returns a random requirement over the facts 0, 1, … whose parts are mostly shared, so that it would be too large
    /// without sharing.
    static func randomGraph(facts: Int, levels: Int, using random: inout SplitMix64) -> Self {
        var pool = (0..<facts).map { Self.fact($0) } + [.always, .never]
        for _ in 0..<levels {
            pool.append(group(of: pool.suffix(facts), using: &random))
        }
        return group(of: pool.suffix(2), using: &random)
    }

    private static func group(of pool: ArraySlice<Self>, using random: inout SplitMix64) -> Self {
        let parts = (0..<Int.random(in: 1...3, using: &random)).map { _ in pool.randomElement(using: &random) ?? .never
        }
        return Bool.random(using: &random) ? .all(parts) : .any(parts)
    }

    /// Returns a random requirement of nested groups, and its value, computed from the inside out.
    static func randomChain(
        depth: Int, facts: Int, using random: inout SplitMix64, truth: (Int) -> Truth
    ) -> (requirement: Self, truth: Truth) {
        var requirement = Self.fact(0)
        var value = truth(0)
        for _ in 0..<depth {
            let fact = Int.random(in: 0..<facts, using: &random)
            let isFirst = Bool.random(using: &random)
            let parts: [Self] = isFirst ? [.fact(fact), requirement] : [requirement, .fact(fact)]
            if Bool.random(using: &random) {
                requirement = .all(parts)
                value = value && truth(fact)
            } else {
                requirement = .any(parts)
                value = value || truth(fact)
            }
        }
        return (requirement, value)
    }

    /// Returns the same requirement without shared parts.
    func written() -> Self {
        switch form {
        case .fact(let fact): .fact(fact)
        case .all(let parts): .all(parts.map { $0.written() })
        case .any(let parts): .any(parts.map { $0.written() })
        }
    }
}
