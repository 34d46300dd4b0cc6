/// What is recorded of an action's input; it is described at the request, because it may be another when someone looks.
@usableFromInline
struct InputWords {
    /// The input in words.
    let description: String
    /// The input's parts by name, if it has any that may be shown.
    let parts: [String: String]?

    /// Describes an input, unless its type is sensitive.
    @usableFromInline
    init<InputType: FlintLoggable>(_ input: InputType) {
        let isSensitive = InputType.isSensitiveForLogging
        description = isSensitive ? "(hidden)" : input.loggingDescription
        parts = isSensitive ? nil : input.loggingInfo
    }
}
