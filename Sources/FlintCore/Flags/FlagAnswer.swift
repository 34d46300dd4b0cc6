/// The answer of one provider for one flag.
public struct FlagAnswer: Hashable, Sendable {
    /// What people call the provider.
    public let provider: String
    /// The sort of place its values come from.
    public let type: FeatureFlagProviderType
    /// Its rank among providers.
    public let priority: Int
    /// Whether what it says can be set while the app runs.
    public let isMutable: Bool
    /// What it says, or `nil` if it does not know the flag.
    public let evaluation: FlagEvaluation?

    /// Creates an answer from its parts.
    public init(
        provider: String, type: FeatureFlagProviderType, priority: Int, isMutable: Bool, evaluation: FlagEvaluation?
    ) {
        self.provider = provider
        self.type = type
        self.priority = priority
        self.isMutable = isMutable
        self.evaluation = evaluation
    }
}
