/// How a ``DismissingUIAction`` closes its presenter.
public struct DismissUIInput: FlintLoggable, Hashable, Sendable {
    /// Whether the closing may be seen to happen.
    public let animated: Bool

    /// Says whether the closing may be seen to happen.
    public static func animated(_ animated: Bool) -> DismissUIInput {
        DismissUIInput(animated: animated)
    }

    private init(animated: Bool) {
        self.animated = animated
    }

    /// The choice in words.
    public var loggingDescription: String { animated ? "animated" : "not animated" }
}
