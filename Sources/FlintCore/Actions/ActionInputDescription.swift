/// What the journal and the logs keep of an action's input.
///
/// It is made when the action is requested, because the input may be another by the time it is read.
public struct ActionInputDescription: Sendable, Hashable {
    /// The input as text.
    public let text: String
    /// The input's parts by name, if it has any that may be shown.
    public let parts: [String: String]?

    /// Describes an input as it describes itself, unless its type is sensitive.
    public init<InputType: FlintLoggable>(_ input: InputType) {
        let isSensitive = InputType.isSensitiveForLogging
        text = isSensitive ? "(hidden)" : input.loggingDescription
        parts = isSensitive ? nil : input.loggingInfo
    }

    /// Describes an input by the name of its type alone.
    public init(ofType type: Any.Type) {
        text = TypeNames.short(type)
        parts = nil
    }
}
