// SPDX-License-Identifier: MIT

/// A group of requirements that is met if all parts are met, or if any part is met.
///
/// Groups are immutable objects, so requirements can share them and every operation can recognize a group that it has
/// already processed. A requirement can be thousands of levels deep, so operations use explicit stacks and recurse only
/// into small requirements.
///
/// The class is `@unchecked Sendable` because only `deinit` changes ``parts``.
@usableFromInline
final class RequirementGroup<Key: Hashable & Sendable>: @unchecked Sendable {
    @usableFromInline
    let isConjunction: Bool
    /// The parts, at least one.
    @usableFromInline
    private(set) var parts: [Requirement<Key>]
    /// The number of facts and empty groups in the expanded group, limited to `Int.max`.
    ///
    /// A shared part counts in each of its places.
    @usableFromInline
    let size: Int
    @usableFromInline
    let depth: Int

    @inlinable
    init(isConjunction: Bool, _ parts: [Requirement<Key>]) {
        self.isConjunction = isConjunction
        self.parts = parts
        var (size, depth) = (0, 0)
        for part in parts {
            let (sum, isTooLarge) = size.addingReportingOverflow(part.size)
            size = isTooLarge ? .max : sum
            depth = max(depth, part.depth)
        }
        self.size = size
        self.depth = depth + 1
    }

    /// Whether the group can be processed recursively and without detecting shared parts.
    @inlinable
    var isSmall: Bool { depth <= 32 && size <= 1_024 }

    deinit {
        // Recursive deinitialization of deeply nested groups could overflow the stack.
        guard depth > 32 else { return }
        var pending = deepParts
        parts = []
        while var group = pending.popLast() {
            // Another requirement still shares this group and will release it.
            guard isKnownUniquelyReferenced(&group) else { continue }
            pending += group.deepParts
            group.parts = []
        }
    }

    private var deepParts: [RequirementGroup] {
        parts.compactMap { part in
            // Shallow groups are released in the ordinary way, because the recursion is at most this deep.
            if case .group(let group) = part.storage, group.depth > 32 { group } else { nil }
        }
    }
}

// MARK: - Iterative traversal

extension RequirementGroup {
    private struct OpenEvaluation {
        let group: RequirementGroup
        var next = 0
        var result: Truth

        init(_ group: RequirementGroup) {
            self.group = group
            result = Truth(group.isConjunction)
        }

        var isDecided: Bool { next == group.parts.count || result == Truth(!group.isConjunction) }

        mutating func add(_ value: Truth) {
            result = group.isConjunction ? result && value : result || value
        }
    }

    @usableFromInline
    func evaluate(_ truth: (Key) -> Truth) -> Truth {
        var known: [ObjectIdentifier: Truth] = [:]
        var open = [OpenEvaluation(self)]
        while true {
            let last = open.count - 1
            if open[last].isDecided {
                let done = open.removeLast()
                if open.isEmpty { return done.result }
                known[ObjectIdentifier(done.group)] = done.result
                open[last - 1].add(done.result)
                continue
            }
            let part = open[last].group.parts[open[last].next]
            open[last].next += 1
            switch part.storage {
            case .fact(let key): open[last].add(truth(key))
            case .empty(let isConjunction): open[last].add(Truth(isConjunction))
            case .group(let group):
                if let value = known[ObjectIdentifier(group)] {
                    open[last].add(value)
                } else {
                    open.append(OpenEvaluation(group))
                }
            }
        }
    }
}

extension Requirement {
    @usableFromInline
    struct OpenGroup<Result> {
        @usableFromInline
        let group: RequirementGroup<Key>
        @usableFromInline
        var results: [Result] = []

        @inlinable
        init(_ group: RequirementGroup<Key>) {
            self.group = group
            results.reserveCapacity(group.parts.count)
        }
    }

    /// Computes a result from the innermost parts outward, in reading order, and processes each group once.
    ///
    /// The argument of `empty` tells whether the group without parts is a conjunction.
    @inlinable
    func fold<Result>(
        fact: (Key) -> Result, group: (RequirementGroup<Key>, [Result]) -> Result, empty: (Bool) -> Result
    ) -> Result {
        let root: RequirementGroup<Key>
        switch storage {
        case .fact(let key): return fact(key)
        case .empty(let isConjunction): return empty(isConjunction)
        case .group(let group): root = group
        }
        var known: [ObjectIdentifier: Result] = [:]
        var open = [OpenGroup<Result>(root)]
        while true {
            let last = open.count - 1
            let next = open[last].results.count
            guard next < open[last].group.parts.count else {
                let done = open.removeLast()
                let result = group(done.group, done.results)
                if open.isEmpty { return result }
                known[ObjectIdentifier(done.group)] = result
                open[last - 1].results.append(result)
                continue
            }
            switch open[last].group.parts[next].storage {
            case .fact(let key): open[last].results.append(fact(key))
            case .empty(let isConjunction): open[last].results.append(empty(isConjunction))
            case .group(let inner):
                if let result = known[ObjectIdentifier(inner)] {
                    open[last].results.append(result)
                } else {
                    open.append(OpenGroup(inner))
                }
            }
        }
    }

    @inlinable
    package func fold<Result>(_ fact: (Key) -> Result, group: (Bool, [Result]) -> Result) -> Result {
        fold(fact: fact, group: { group($0.isConjunction, $1) }, empty: { group($0, []) })
    }

    /// Calls a closure for each mention of a fact, in reading order.
    ///
    /// Each mention inside a shared part is visited once.
    @inlinable
    func forEachFact(_ body: (Key) -> Void) {
        var pending = [self]
        var seen: Set<ObjectIdentifier> = []
        while let part = pending.popLast() {
            switch part.storage {
            case .fact(let key): body(key)
            case .empty: break
            case .group(let group):
                if seen.insert(ObjectIdentifier(group)).inserted { pending += group.parts.reversed() }
            }
        }
    }

    /// Returns the groups that are used more than once, with nested groups before the groups around them.
    func sharedGroups() -> [RequirementGroup<Key>] {
        guard case .group(let root) = storage else { return [] }
        var uses: [ObjectIdentifier: Int] = [:]
        var finished: [RequirementGroup<Key>] = []
        var open: [(group: RequirementGroup<Key>, next: Int)] = [(root, 0)]
        while let (group, next) = open.last {
            guard next < group.parts.count else {
                finished.append(group)
                open.removeLast()
                continue
            }
            open[open.count - 1].next += 1
            guard case .group(let inner) = group.parts[next].storage else { continue }
            uses[ObjectIdentifier(inner), default: 0] += 1
            // A group that was visited before is counted again, but not searched again.
            if uses[ObjectIdentifier(inner)] == 1 { open.append((inner, 0)) }
        }
        return finished.filter { uses[ObjectIdentifier($0), default: 0] > 1 }
    }
}
