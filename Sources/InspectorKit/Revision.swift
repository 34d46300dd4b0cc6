/// A position in the sequence of changes of an app's state; it only ever grows.
public struct Revision: RawRepresentable, Codable, Sendable, Hashable, Comparable {
    /// How many changes there have been.
    public var rawValue: UInt64

    /// Creates a revision from its number.
    public init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    /// The revision before the first change.
    public static let zero = Revision(rawValue: 0)

    /// Orders revisions by the moment they stand for.
    public static func < (left: Revision, right: Revision) -> Bool { left.rawValue < right.rawValue }
}
