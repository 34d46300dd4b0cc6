/// The number of a node in an ``AvailabilityGraph``: dense, from zero, in the order of adding.
public struct NodeID: Hashable, Sendable, Comparable {
    /// The number itself.
    public let rawValue: Int32

    /// Creates an identifier from its number.
    ///
    /// - Parameter rawValue: A number below the `count` of the graph it is used with.
    @inlinable
    public init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// The number as an array index.
    @inlinable
    public var index: Int { Int(rawValue) }

    /// Orders nodes by the moment they were added.
    @inlinable
    public static func < (lhs: NodeID, rhs: NodeID) -> Bool {
        lhs.rawValue < rhs.rawValue
    }
}
