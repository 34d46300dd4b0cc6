/// A node whose verdict is no longer what it was.
public struct VerdictChange: Hashable, Sendable {
    /// The node.
    public let node: NodeID
    /// The verdict before the change.
    public let before: Truth
    /// The verdict after it; never equal to ``before`` in what a graph returns.
    public let after: Truth

    /// Creates a change.
    ///
    /// - Parameters:
    ///   - node: The node.
    ///   - before: Its verdict before the change.
    ///   - after: Its verdict after the change.
    @inlinable
    public init(node: NodeID, before: Truth, after: Truth) {
        self.node = node
        self.before = before
        self.after = after
    }
}
