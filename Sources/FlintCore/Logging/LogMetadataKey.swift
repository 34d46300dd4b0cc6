/// The names under which swift-log carries what a line's context says.
enum LogMetadataKey {
    static let session = "session"
    static let activity = "activity"
    static let topic = "topic"
    static let feature = "feature"
    static let action = "action"
    static let userInitiated = "user-initiated"
    static let input = "input"
    static let presenter = "presenter"
}
