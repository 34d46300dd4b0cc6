/// What came of a command.
public struct CommandResult: Codable, Sendable, Hashable {
    /// Whether it was carried out.
    public enum Status: String, Codable, Sendable, Hashable, CaseIterable {
        /// It was carried out.
        case done
        /// It was an action of a feature that is not available; nothing ran.
        case unavailable
        /// It could not be carried out, or the action it performed failed; the message gives the reason.
        case failed
    }

    /// Whether it was carried out.
    public var status: Status
    /// One line for people: what happened, or what is wrong and what to do.
    public var message: String
    /// The command that undoes it, if it can be undone.
    public var inverse: Command?

    /// Creates a result.
    public init(status: Status, message: String, inverse: Command? = nil) {
        self.status = status
        self.message = message
        self.inverse = inverse
    }
}
