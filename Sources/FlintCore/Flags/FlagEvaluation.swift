/// What a provider says of a flag, and why.
///
/// The parts are those of an OpenFeature evaluation.
public struct FlagEvaluation: Hashable, Sendable {
    /// Whether the flag is on; `nil` if that could not be found out.
    public var value: Bool?
    /// Why.
    public var reason: FlagReason
    /// The name of the value, where values have names.
    public var variant: String?
    /// Why there is no value.
    public var errorCode: FlagErrorCode?
    /// What went wrong, in words.
    public var errorMessage: String?
    /// What else the provider says, in its own words.
    public var metadata: [String: String]

    /// Creates an evaluation with a value.
    public init(
        value: Bool, reason: FlagReason = .static, variant: String? = nil, metadata: [String: String] = [:]
    ) {
        self.value = value
        self.reason = reason
        self.variant = variant
        self.metadata = metadata
    }

    /// Creates an evaluation that came to nothing.
    public init(errorCode: FlagErrorCode, message: String? = nil, metadata: [String: String] = [:]) {
        reason = .error
        self.errorCode = errorCode
        errorMessage = message
        self.metadata = metadata
    }
}
