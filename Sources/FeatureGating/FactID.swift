/// The number of a fact in a ``FactTable``: dense, from zero, in the order of interning.
public struct FactID: Hashable, Sendable, Comparable {
    /// The number itself.
    public let rawValue: Int32

    /// Creates an identifier from its number.
    ///
    /// - Parameter rawValue: A number below the `count` of the table it is used with.
    @inlinable
    public init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// The number as an array index.
    @inlinable
    public var index: Int { Int(rawValue) }

    /// Orders facts by the moment they were interned.
    @inlinable
    public static func < (lhs: FactID, rhs: FactID) -> Bool {
        lhs.rawValue < rhs.rawValue
    }
}
