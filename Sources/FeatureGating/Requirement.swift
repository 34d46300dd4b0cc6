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
///
/// A requirement may be of any depth, and a part may be used in any number of places: a part is kept once however
/// often it is used, and every operation works on it once.
///
/// ```swift
/// var rule = Requirement.any([.fact("A"), .fact("B")])
/// for level in 0..<64 { rule = .any([.all([rule, .fact("x\(level)")]), .all([rule, .fact("y\(level)")])]) }
/// rule.facts.count   // 130, at once, although the rule in full would be 2^64 times as long
/// ```
@usableFromInline
package struct Requirement<Key: Hashable & Sendable>: Sendable {
    /// The outermost level of a requirement, for `switch`.
    package enum Form: Sendable {
        /// Every part must hold; with no parts it always does.
        case all([Requirement])
        /// One part must hold; with no parts none ever does.
        case any([Requirement])
        /// The fact must be true.
        case fact(Key)
    }

    /// The representation, in which groups are objects so that their depth does not matter when they are released.
    @usableFromInline
    enum Storage: Sendable {
        case fact(Key)
        case group(RequirementGroup<Key>)
        /// A group without parts.
        case empty(isConjunction: Bool)
    }

    @usableFromInline
    let storage: Storage

    @inlinable
    init(_ storage: Storage) {
        self.storage = storage
    }

    @inlinable
    init(isConjunction: Bool, _ parts: [Requirement]) {
        storage =
            parts.isEmpty
            ? .empty(isConjunction: isConjunction)
            : .group(RequirementGroup(isConjunction: isConjunction, parts))
    }

    /// Requires that every part holds; with no parts the requirement is always met.
    @inlinable
    package static func all(_ parts: [Requirement]) -> Requirement { Requirement(isConjunction: true, parts) }

    /// Requires that one part holds; with no parts the requirement is never met.
    @inlinable
    package static func any(_ parts: [Requirement]) -> Requirement { Requirement(isConjunction: false, parts) }

    /// Requires that a fact is true.
    @inlinable
    package static func fact(_ key: Key) -> Requirement { Requirement(.fact(key)) }

    /// The requirement that is always met.
    @inlinable
    package static var always: Requirement { Requirement(.empty(isConjunction: true)) }

    /// Whether it is ``always``, and nothing that only amounts to it.
    package var isAlways: Bool {
        if case .empty(isConjunction: true) = storage { true } else { false }
    }

    /// The requirement that is never met.
    @inlinable
    package static var never: Requirement { Requirement(.empty(isConjunction: false)) }

    /// The outermost level.
    package var form: Form {
        switch storage {
        case .fact(let key): .fact(key)
        case .group(let group): group.isConjunction ? .all(group.parts) : .any(group.parts)
        case .empty(let isConjunction): isConjunction ? .all([]) : .any([])
        }
    }

    /// How many facts and empty groups the requirement has in full, with shared parts counted in every place; at most
    /// `Int.max`.
    @inlinable
    package var size: Int {
        if case .group(let group) = storage { group.size } else { 1 }
    }

    /// How many groups the most deeply nested part is in.
    @inlinable
    package var depth: Int {
        if case .group(let group) = storage { group.depth } else { 0 }
    }

    /// Evaluates the requirement by Kleene's rules: false beats unknown in a conjunction, true in a disjunction.
    ///
    /// This is the reference that other evaluations are tested against. Because there is no negation its answer is
    /// exact: unknown means that some way of settling the unknown facts meets the requirement and some other way does
    /// not.
    ///
    /// - Parameter truth: The value of a fact; not called for facts that cannot matter any more.
    /// - Returns: Whether the requirement is met.
    @inlinable
    package func evaluate(_ truth: (Key) -> Truth) -> Truth {
        switch storage {
        case .fact(let key): truth(key)
        case .group(let group): group.isSmall ? evaluateNested(truth) : group.evaluate(truth)
        case .empty(let isConjunction): Truth(isConjunction)
        }
    }

    /// Evaluates a small requirement, one call for every level.
    @inlinable
    func evaluateNested(_ truth: (Key) -> Truth) -> Truth {
        switch storage {
        case .fact(let key):
            return truth(key)
        case .empty(let isConjunction):
            return Truth(isConjunction)
        case .group(let group):
            var result = Truth(group.isConjunction)
            let deciding = Truth(!group.isConjunction)
            for part in group.parts where result != deciding {
                let value = part.evaluateNested(truth)
                result = group.isConjunction ? result && value : result || value
            }
            return result
        }
    }

    /// The facts the requirement mentions, each once, in reading order.
    @inlinable
    package var facts: [Key] {
        var seen = Set<Key>()
        var result: [Key] = []
        forEachFact { key in
            if seen.insert(key).inserted { result.append(key) }
        }
        return result
    }

    /// The same requirement over other keys.
    ///
    /// - Parameter transform: The new key of a fact; called for every mention in reading order, and once for a part
    ///   that is used in several places.
    /// - Returns: A requirement of the same shape.
    @inlinable
    package func map<NewKey>(_ transform: (Key) -> NewKey) -> Requirement<NewKey> {
        flatMap { .fact(transform($0)) }
    }

    /// The same requirement with a requirement over other keys in place of each fact.
    ///
    /// - Parameter transform: What a fact amounts to; called for every mention in reading order, and once for a part
    ///   that is used in several places.
    /// - Returns: A requirement of the same shape, with deeper leaves.
    @inlinable
    package func flatMap<NewKey>(_ transform: (Key) -> Requirement<NewKey>) -> Requirement<NewKey> {
        fold(transform) { isConjunction, parts in
            Requirement<NewKey>(isConjunction: isConjunction, parts)
        }
    }
}

extension Requirement: Hashable {
    /// Returns whether two requirements have the same parts in the same order, whether shared or not.
    @usableFromInline
    package static func == (lhs: Requirement, rhs: Requirement) -> Bool {
        var pending = [(lhs, rhs)]
        var seen: Set<GroupPair> = []
        while let (left, right) = pending.popLast() {
            switch (left.storage, right.storage) {
            case (.fact(let left), .fact(let right)):
                if left != right { return false }
            case (.empty(let left), .empty(let right)):
                if left != right { return false }
            case (.group(let left), .group(let right)):
                if left === right { continue }
                guard left.isConjunction == right.isConjunction, left.parts.count == right.parts.count,
                    left.size == right.size, left.depth == right.depth
                else { return false }
                let pair = GroupPair(left: ObjectIdentifier(left), right: ObjectIdentifier(right))
                if seen.insert(pair).inserted { pending += zip(left.parts, right.parts) }
            default:
                return false
            }
        }
        return true
    }

    /// Two groups that have been compared.
    private struct GroupPair: Hashable {
        let left: ObjectIdentifier
        let right: ObjectIdentifier
    }

    /// Hashes the size and the facts.
    @usableFromInline
    package func hash(into hasher: inout Hasher) {
        hasher.combine(size)
        hasher.combine(depth)
        if case .group(let group) = storage { hasher.combine(group.isConjunction) }
        if case .empty(let isConjunction) = storage { hasher.combine(isConjunction) }
        // Each once, so that it does not matter which parts are shared.
        for fact in facts { hasher.combine(fact) }
    }
}

extension Requirement: CustomStringConvertible {
    /// The requirement as text, such as "all(any(A, B), C)", or its size if it is long.
    @usableFromInline
    package var description: String {
        if size > 200 || depth > 200 { return "requirement of \(size) facts, \(depth) deep" }
        return fold {
            "\($0)"
        } group: { isConjunction, parts in
            "\(isConjunction ? "all" : "any")(\(parts.joined(separator: ", ")))"
        }
    }
}
