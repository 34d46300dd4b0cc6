// swift-format-ignore-file
// The part of DeclaredAgeRange that the sources use, with its public signatures and no implementation, so that names and
// types are checked where DeclaredAgeRange is missing.

/// The service that asks the user to share an age range.
public struct AgeRangeService: Sendable {
    /// An age range.
    public struct AgeRange: Hashable, Sendable {
        public let lowerBound: Int?
        public let upperBound: Int?
    }

    /// The user's answer.
    public enum Response: Hashable, Sendable {
        case declinedSharing
        case sharing(range: AgeRange)
    }
}
