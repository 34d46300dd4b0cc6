/// The number of a fact in a ``FactTable``: dense, from zero, in the order of interning.
@usableFromInline
package struct FactID: Hashable, Sendable, Comparable {
    /// The number itself.
    @usableFromInline
    package let rawValue: Int32

    /// Creates an identifier from its number.
    ///
    /// - Parameter rawValue: A number below the `count` of the table it is used with.
    @inlinable
    package init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// The number as an array index.
    @inlinable
    package var index: Int { Int(rawValue) }

    /// Orders facts by the moment they were interned.
    @inlinable
    package static func < (lhs: FactID, rhs: FactID) -> Bool {
        lhs.rawValue < rhs.rawValue
    }
}

/// The values of facts, reached by key once and by number ever after.
///
/// Numbers are never reused or moved, so programs and indexes may keep them for the life of the table.
///
/// ```swift
/// var table = FactTable<String>()
/// let premium = table.intern("premium")   // .unknown until it is set
/// table[premium] = .true
/// ```
package struct FactTable<Key: Hashable & Sendable>: Sendable {
    @usableFromInline
    var numbers: [Key: FactID] = [:]
    @usableFromInline
    var keys: [Key] = []
    @usableFromInline
    var values: [Truth] = []

    /// The values, indexed by the facts' numbers; what ``CompiledRequirement/evaluate(_:)-([Truth])`` reads.
    @inlinable
    package var truths: [Truth] { values }

    /// Creates a table without facts.
    package init() {}

    /// How many facts there are.
    package var count: Int { keys.count }

    /// Gives a key its number, now or as it was given before.
    ///
    /// - Parameter key: What identifies the fact.
    /// - Returns: The fact's number. A new fact starts as unknown.
    @inlinable
    package mutating func intern(_ key: Key) -> FactID {
        if let known = numbers[key] { return known }
        let id = add(key)
        numbers[key] = id
        return id
    }

    /// Gives a fact a number without remembering it by its key, for facts that are mentioned in one place only.
    ///
    /// - Parameter key: What ``key(of:)`` answers.
    /// - Returns: A number no other fact has. The fact starts as unknown.
    @inlinable
    package mutating func add(_ key: Key) -> FactID {
        let id = FactID(rawValue: Int32(keys.count))
        keys.append(key)
        values.append(.unknown)
        return id
    }

    /// The number of a key that was interned before.
    @inlinable
    package func id(of key: Key) -> FactID? {
        numbers[key]
    }

    /// The key a number was given to.
    @inlinable
    package func key(of id: FactID) -> Key {
        keys[id.index]
    }

    /// The value of a fact.
    @inlinable
    package subscript(id: FactID) -> Truth {
        get { values[id.index] }
        set { values[id.index] = newValue }
    }
}
