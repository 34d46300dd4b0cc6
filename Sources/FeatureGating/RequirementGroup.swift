/// The parts of a requirement, all or one of which must hold.
///
/// Groups are objects that never change, so that requirements can share them and every operation can tell that it has
/// met a group before. No operation calls itself for the groups inside, except on small requirements, because a
/// requirement may be thousands of levels deep.
@usableFromInline
final class RequirementGroup<Key: Hashable & Sendable>: @unchecked Sendable {
    /// Whether all parts must hold, not one of them.
    @usableFromInline
    let isConjunction: Bool
    /// The parts, at least one; changed only while the group is released.
    @usableFromInline
    private(set) var parts: [Requirement<Key>]
    /// How many facts and empty groups there are in full, with shared parts counted in every place; at most `Int.max`.
    @usableFromInline
    let size: Int
    /// How many groups the most deeply nested part is in.
    @usableFromInline
    let depth: Int

    /// Creates a group of at least one part.
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

    /// Whether the requirement can be worked through with one call for every level and without noticing shared parts.
    @inlinable
    var isSmall: Bool { depth <= 32 && size <= 1_024 }

    /// Releases the groups inside one after the other, where they are many levels deep.
    deinit {
        guard depth > 32 else { return }
        var pending = deepParts
        parts = []
        while var group = pending.popLast() {
            guard isKnownUniquelyReferenced(&group) else { continue }
            pending += group.deepParts
            group.parts = []
        }
    }

    /// The groups inside that are many levels deep.
    private var deepParts: [RequirementGroup] {
        parts.compactMap { part in
            if case .group(let group) = part.storage, group.depth > 32 { group } else { nil }
        }
    }
}

// MARK: - Working through groups without calls for levels

extension RequirementGroup {
    /// A group whose value is being worked out.
    private struct OpenEvaluation {
        let group: RequirementGroup
        var next = 0
        var result: Truth

        init(_ group: RequirementGroup) {
            self.group = group
            result = Truth(group.isConjunction)
        }

        /// Whether no further part can matter.
        var isDecided: Bool { next == group.parts.count || result == Truth(!group.isConjunction) }

        mutating func add(_ value: Truth) {
            result = group.isConjunction ? result && value : result || value
        }
    }

    /// Evaluates the group, and each group inside it once.
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
    /// A group whose parts are being worked through, with what has been made of those before.
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

    /// Works from the innermost parts outwards, in reading order and on each group once.
    ///
    /// - Parameters:
    ///   - fact: Makes a result of a fact.
    ///   - group: Makes a result of a group from those of its parts.
    ///   - empty: Makes a result of a group without parts, given whether it is a conjunction.
    /// - Returns: The result of the whole.
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

    /// Works from the innermost parts outwards, in reading order and on each group once.
    ///
    /// - Parameters:
    ///   - fact: Makes a result of a fact.
    ///   - group: Makes a result of a group from whether it is a conjunction and from the results of its parts.
    /// - Returns: The result of the whole.
    @inlinable
    package func fold<Result>(_ fact: (Key) -> Result, group: (Bool, [Result]) -> Result) -> Result {
        fold(fact: fact, group: { group($0.isConjunction, $1) }, empty: { group($0, []) })
    }

    /// Calls a body for every fact in reading order, and once for those in a part that is used in several places.
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

    /// Returns the groups that are used in several places, nested ones before those around them.
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
            if uses[ObjectIdentifier(inner)] == 1 { open.append((inner, 0)) }
        }
        return finished.filter { uses[ObjectIdentifier($0), default: 0] > 1 }
    }
}
