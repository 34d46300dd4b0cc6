/// A condition over facts: all of some, any of some, or a single fact.
///
/// There is no negation, on purpose. A condition without one can only gain by a fact becoming true, which is what
/// lets ``evaluate(_:)`` be exact with unknown facts, ``CompiledRequirement`` decide each half of a ``Truth`` on its
/// own, and ``unlockPlans(truth:canChange:limit:)`` name the smallest ways to satisfy it.
///
/// ```swift
/// // (A or B) and C
/// let requirement = Requirement<String>.all([.any([.fact("A"), .fact("B")]), .fact("C")])
/// requirement.evaluate { key in key == "B" ? .true : .unknown }   // .unknown, for C is not known
/// ```
public enum Requirement<Key: Hashable & Sendable>: Hashable, Sendable {
    /// Every part must hold; with no parts it always does.
    case all([Requirement])
    /// One part must hold; with no parts none ever does.
    case any([Requirement])
    /// The fact must be true.
    case fact(Key)

    /// The requirement that is always met.
    public static var always: Requirement { .all([]) }

    /// The requirement that is never met.
    public static var never: Requirement { .any([]) }

    /// Evaluates the requirement by Kleene's rules: false beats unknown in a conjunction, true in a disjunction.
    ///
    /// This is the form the others are measured against. Because there is no negation its answer is exact: unknown
    /// means that some way of settling the unknown facts meets the requirement and some other way does not.
    ///
    /// - Parameter truth: The value of a fact; not asked for facts that cannot matter any more.
    /// - Returns: Whether the requirement is met.
    @inlinable
    public func evaluate(_ truth: (Key) -> Truth) -> Truth {
        switch self {
        case .fact(let key):
            return truth(key)
        case .all(let parts):
            var result = Truth.true
            for part in parts where result != .false {
                result = result && part.evaluate(truth)
            }
            return result
        case .any(let parts):
            var result = Truth.false
            for part in parts where result != .true {
                result = result || part.evaluate(truth)
            }
            return result
        }
    }

    /// The facts the requirement mentions, each once, in reading order.
    @inlinable
    public var facts: [Key] {
        var seen = Set<Key>()
        var result: [Key] = []
        collectFacts(into: &result, seen: &seen)
        return result
    }

    @usableFromInline
    func collectFacts(into result: inout [Key], seen: inout Set<Key>) {
        switch self {
        case .fact(let key):
            if seen.insert(key).inserted { result.append(key) }
        case .all(let parts), .any(let parts):
            for part in parts { part.collectFacts(into: &result, seen: &seen) }
        }
    }

    /// The same requirement over other keys.
    ///
    /// - Parameter transform: The new key of a fact; called once for every mention, in reading order.
    /// - Returns: A requirement of the same shape.
    @inlinable
    public func map<NewKey>(_ transform: (Key) -> NewKey) -> Requirement<NewKey> {
        switch self {
        case .fact(let key): .fact(transform(key))
        case .all(let parts): .all(parts.map { $0.map(transform) })
        case .any(let parts): .any(parts.map { $0.map(transform) })
        }
    }

    /// The same requirement with a requirement over other keys in place of each fact.
    ///
    /// - Parameter transform: What a fact amounts to; called once for every mention, in reading order.
    /// - Returns: A requirement of the same shape, with deeper leaves.
    @inlinable
    public func flatMap<NewKey>(_ transform: (Key) -> Requirement<NewKey>) -> Requirement<NewKey> {
        switch self {
        case .fact(let key): transform(key)
        case .all(let parts): .all(parts.map { $0.flatMap(transform) })
        case .any(let parts): .any(parts.map { $0.flatMap(transform) })
        }
    }

    /// The same meaning with fewer levels: a node inside one of its own kind is merged into it, and a node with a
    /// single part becomes that part.
    ///
    /// The order of the facts and how often each is mentioned stay as they are.
    ///
    /// ```swift
    /// Requirement.all([.all([.fact(1)]), .any([.fact(2)])]).simplified()   // .all([.fact(1), .fact(2)])
    /// ```
    public func simplified() -> Requirement {
        switch self {
        case .fact:
            return self
        case .all(let parts):
            var merged: [Requirement] = []
            for part in parts.map({ $0.simplified() }) {
                if case .all(let inner) = part { merged += inner } else { merged.append(part) }
            }
            return merged.count == 1 ? merged[0] : .all(merged)
        case .any(let parts):
            var merged: [Requirement] = []
            for part in parts.map({ $0.simplified() }) {
                if case .any(let inner) = part { merged += inner } else { merged.append(part) }
            }
            return merged.count == 1 ? merged[0] : .any(merged)
        }
    }
}
