/// Turns a line into the text that is shown or kept.
public protocol LogEventFormattingStrategy: Sendable {
    /// The text, without a line end, or `nil` to leave the line out.
    func format(_ event: LogEvent) -> String?
}
