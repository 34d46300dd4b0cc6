/// What all providers together make of a flag.
public struct FlagResolution: Hashable, Sendable {
    /// The flag.
    public let key: FeatureKey
    /// Every provider's answer, in the order in which they are asked.
    public let answers: [FlagAnswer]
    /// The index in ``answers`` of the one that counts, or `nil` if no provider has a value.
    public let winner: Int?

    /// Creates a resolution from its parts.
    public init(key: FeatureKey, answers: [FlagAnswer], winner: Int?) {
        self.key = key
        self.answers = answers
        self.winner = winner
    }

    /// The answer that counts; if none does, the first error, or else that no provider knows the flag.
    public var evaluation: FlagEvaluation {
        if let winner, let evaluation = answers[winner].evaluation { return evaluation }
        return answers.lazy.compactMap(\.evaluation).first
            ?? FlagEvaluation(errorCode: .flagNotFound, message: "No provider has the flag \(key).")
    }

    /// What people call the provider that answers, or `nil` if none does.
    public var provider: String? { winner.map { answers[$0].provider } }
}
