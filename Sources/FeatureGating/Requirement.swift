// SPDX-License-Identifier: MIT

/// A condition over facts: a single fact, or a group in which all parts or any part must hold.
///
/// Requirements have no negation, so a fact that becomes true can never make a requirement unmet. This property makes
/// ``evaluate(_:)`` exact in the presence of unknown facts. It lets ``RequirementProgram`` decide each bit of a
/// ``Truth`` separately, and it lets ``searchUnlockPlans(truth:canChange:limit:)`` find the smallest sets of facts that
/// meet a requirement.
///
/// ```swift
/// // (A or B) and C
/// let requirement = Requirement<String>.all([.any([.fact("A"), .fact("B")]), .fact("C")])
/// requirement.evaluate { key in key == "B" ? .true : .unknown }   // .unknown, because C is unknown
/// ```
///
/// A requirement can have any depth, and several groups can share a part. A shared part is stored once, and every
/// operation processes it once.
///
/// ```swift
/// var rule = Requirement.any([.fact("A"), .fact("B")])
/// for level in 0..<64 { rule = .any([.all([rule, .fact("x\(level)")]), .all([rule, .fact("y\(level)")])]) }
/// rule.facts.count   // 130, immediately, although the expanded rule would be 2^64 times as long
/// ```
@usableFromInline
package struct Requirement<Key: Hashable & Sendable>: Sendable {
    package enum Form: Sendable {
        /// Every part must hold. Without parts, the requirement is always met.
        case all([Requirement])
        /// At least one part must hold. Without parts, the requirement is never met.
        case any([Requirement])
        case fact(Key)
    }

    /// The representation, with groups as objects.
    ///
    /// A deeply nested requirement can therefore be released without recursion.
    @usableFromInline
    enum Storage: Sendable {
        case fact(Key)
        case group(RequirementGroup<Key>)
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

    @inlinable
    package static func all(_ parts: [Requirement]) -> Requirement { Requirement(isConjunction: true, parts) }

    @inlinable
    package static func any(_ parts: [Requirement]) -> Requirement { Requirement(isConjunction: false, parts) }

    @inlinable
    package static func fact(_ key: Key) -> Requirement { Requirement(.fact(key)) }

    @inlinable
    package static var always: Requirement { Requirement(.empty(isConjunction: true)) }

    /// Whether the requirement is exactly ``always``.
    ///
    /// For an equivalent requirement, such as a conjunction of ``always``, the value is `false`.
    package var isAlways: Bool {
        if case .empty(isConjunction: true) = storage { true } else { false }
    }

    @inlinable
    package static var never: Requirement { Requirement(.empty(isConjunction: false)) }

    package var form: Form {
        switch storage {
        case .fact(let key): .fact(key)
        case .group(let group): group.isConjunction ? .all(group.parts) : .any(group.parts)
        case .empty(let isConjunction): isConjunction ? .all([]) : .any([])
        }
    }

    /// The number of facts and empty groups in the expanded requirement, limited to `Int.max`.
    ///
    /// A shared part counts in each of its places.
    @inlinable
    package var size: Int {
        if case .group(let group) = storage { group.size } else { 1 }
    }

    @inlinable
    package var depth: Int {
        if case .group(let group) = storage { group.depth } else { 0 }
    }

    /// Evaluates the requirement using Kleene's three-valued logic.
    ///
    /// In a conjunction, false takes precedence over unknown. In a disjunction, true does. Because requirements have no
    /// negation, the result is exact: it is unknown only if some values of the unknown facts meet the requirement and
    /// others do not. Tests compare the other evaluators with this reference implementation.
    ///
    /// - Parameter truth: Returns the value of a fact. It is not called for facts that can no longer affect the result.
    /// - Returns: Whether the requirement is met.
    @inlinable
    package func evaluate(_ truth: (Key) -> Truth) -> Truth {
        switch storage {
        case .fact(let key): truth(key)
        case .group(let group): group.isSmall ? evaluateNested(truth) : group.evaluate(truth)
        case .empty(let isConjunction): Truth(isConjunction)
        }
    }

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
            // Further parts cannot change a decided group, and their facts need not be read.
            for part in group.parts where result != deciding {
                let value = part.evaluateNested(truth)
                result = group.isConjunction ? result && value : result || value
            }
            return result
        }
    }

    @inlinable
    package var facts: [Key] {
        var seen = Set<Key>()
        var result: [Key] = []
        forEachFact { key in
            if seen.insert(key).inserted { result.append(key) }
        }
        return result
    }

    /// Returns a requirement with the same structure and transformed keys.
    ///
    /// The closure is called for each mention in reading order, but only once for each mention inside a shared part.
    @inlinable
    package func map<NewKey>(_ transform: (Key) -> NewKey) -> Requirement<NewKey> {
        flatMap { .fact(transform($0)) }
    }

    /// Returns a requirement in which another requirement replaces each fact.
    ///
    /// The closure is called as in ``map(_:)``.
    @inlinable
    package func flatMap<NewKey>(_ transform: (Key) -> Requirement<NewKey>) -> Requirement<NewKey> {
        fold(transform) { isConjunction, parts in
            Requirement<NewKey>(isConjunction: isConjunction, parts)
        }
    }
}

extension Requirement: Hashable {
    @usableFromInline
    package static func == (lhs: Requirement, rhs: Requirement) -> Bool {
        // Equality does not depend on which parts share storage. Each pair of groups is compared once.
        var pending = [(lhs, rhs)]
        var seen: Set<GroupPair> = []
        while let (left, right) = pending.popLast() {
            switch (left.storage, right.storage) {
            case (.fact(let left), .fact(let right)):
                if left != right { return false }
            case (.empty(let left), .empty(let right)):
                if left != right { return false }
            case (.group(let left), .group(let right)):
                // Identical groups are equal, so their parts need no comparison.
                if left === right { continue }
                // Size and depth are stored, so most unequal groups are recognized without a traversal.
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

    private struct GroupPair: Hashable {
        let left: ObjectIdentifier
        let right: ObjectIdentifier
    }

    @usableFromInline
    package func hash(into hasher: inout Hasher) {
        hasher.combine(size)
        hasher.combine(depth)
        if case .group(let group) = storage { hasher.combine(group.isConjunction) }
        if case .empty(let isConjunction) = storage { hasher.combine(isConjunction) }
        // Duplicates are omitted, so that equal requirements hash equally regardless of which parts they share.
        for fact in facts { hasher.combine(fact) }
    }
}

extension Requirement: CustomStringConvertible {
    @usableFromInline
    package var description: String {
        // A long or deep requirement would make an unreadable or endless string.
        if size > 200 || depth > 200 { return "requirement of \(size) facts, \(depth) deep" }
        return fold {
            "\($0)"
        } group: { isConjunction, parts in
            "\(isConjunction ? "all" : "any")(\(parts.joined(separator: ", ")))"
        }
    }
}
