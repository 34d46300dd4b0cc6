// SPDX-License-Identifier: MIT

@usableFromInline
package typealias FactID = Ordinal<FactTag>

@usableFromInline
package enum FactTag {}

/// A table of fact values that assigns a number to each key.
///
/// Looking up a key takes one dictionary access, and reading a value by number takes one array access. Numbers are
/// never reused or changed, so programs and indexes can keep them for the lifetime of the table.
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

    @inlinable
    package var truths: [Truth] { values }

    package init() {}

    package var count: Int { keys.count }

    /// Returns the number of a key, or assigns one if the key is new; a new fact is unknown.
    @inlinable
    package mutating func intern(_ key: Key) -> FactID {
        if let known = numbers[key] { return known }
        let id = add(key)
        numbers[key] = id
        return id
    }

    /// Assigns a number to a fact that is mentioned in one place only, without recording its key for lookup.
    @inlinable
    package mutating func add(_ key: Key) -> FactID {
        let id = FactID(rawValue: Int32(keys.count))
        keys.append(key)
        values.append(.unknown)
        return id
    }

    @inlinable
    package func id(of key: Key) -> FactID? {
        numbers[key]
    }

    @inlinable
    package func key(of id: FactID) -> Key {
        keys[id.index]
    }

    @inlinable
    package subscript(id: FactID) -> Truth {
        get { values[id.index] }
        set { values[id.index] = newValue }
    }
}
