/// What all providers together make of a flag.
public struct FlagResolution: Hashable, Sendable {
    /// The flag.
    public let key: FeatureKey
    /// Every provider's answer, in the order in which they are asked.
    public let answers: [FlagAnswer]
    /// The index in ``answers`` of the one that counts, or `nil` if no provider has a value.
    public let winner: Int?

    /// Creates a resolution from its parts.
    ///
    /// - Parameters:
    ///   - key: The flag.
    ///   - answers: Every provider's answer, in the order in which they are asked.
    ///   - winner: The index of the one that counts; an index of none means that none does.
    public init(key: FeatureKey, answers: [FlagAnswer], winner: Int?) {
        self.key = key
        self.answers = answers
        self.winner = winner.flatMap { answers.indices.contains($0) ? $0 : nil }
    }

    /// The answer that counts; if none does, the first error, or else that no provider knows the flag.
    public var evaluation: FlagEvaluation {
        if let winner, let evaluation = answers[winner].evaluation { return evaluation }
        return answers.lazy.compactMap(\.evaluation).first
            ?? FlagEvaluation(errorCode: .flagNotFound, message: "No provider has the flag \(key)\(asked).")
    }

    /// What people call the provider that answers, or `nil` if none does.
    public var provider: String? { winner.map { answers[$0].provider } }

    /// Who says so and why, such as `remote, TARGETING_MATCH`; of a flag that is unknown, who was asked in vain.
    public var source: String {
        if let winner { return "\(answers[winner].provider), \(evaluation.reason)" }
        let failed = answers.first { $0.evaluation != nil }
        if let failed, let code = failed.evaluation?.errorCode { return "\(failed.provider), \(code)" }
        return "no provider has it" + asked
    }

    /// Who was asked, to be put behind a sentence that says that nobody knew.
    private var asked: String {
        answers.isEmpty ? ", for there are none" : " (asked: \(answers.map(\.provider).joined(separator: ", ")))"
    }
}
