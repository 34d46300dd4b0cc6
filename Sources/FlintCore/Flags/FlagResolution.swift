/// What all providers together make of a flag.
public struct FlagResolution: Hashable, Sendable {
    /// The flag.
    public let key: FeatureKey
    /// Every provider's answer, in order of precedence.
    public let answers: [FlagAnswer]
    /// The index of the deciding answer in ``answers``, or `nil` if no provider has a value.
    public let winner: Int?

    /// Creates a resolution from its parts.
    ///
    /// - Parameters:
    ///   - key: The flag.
    ///   - answers: Every provider's answer, in the order in which they are asked.
    ///   - winner: The index of the one that counts; an index of none means that none does.
    package init(key: FeatureKey, answers: [FlagAnswer], winner: Int?) {
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

    /// The display name of the provider that answers, or `nil` if none does.
    public var provider: String? { winner.map { answers[$0].provider } }

    /// The provider that answers and its reason, such as `remote, TARGETING_MATCH`; for an unknown flag, the
    /// providers that were asked.
    public var source: String {
        if let winner { return "\(answers[winner].provider), \(evaluation.reason)" }
        let failed = answers.first { $0.evaluation != nil }
        if let failed, let code = failed.evaluation?.errorCode { return "\(failed.provider), \(code)" }
        return "no provider has it" + asked
    }

    /// The providers that were asked, to follow a sentence that reports that none has the flag.
    private var asked: String {
        answers.isEmpty ? ", for there are none" : " (asked: \(answers.map(\.provider).joined(separator: ", ")))"
    }
}

/// The answer of one provider for one flag.
public struct FlagAnswer: Hashable, Sendable {
    /// The display name of the provider.
    public let provider: String
    /// The type of source its values come from.
    public let type: FeatureFlagProviderType
    /// The provider's priority.
    public let priority: Int
    /// Whether the provider's values can be set while the app runs.
    public let isMutable: Bool
    /// The provider's evaluation, or `nil` if it does not know the flag.
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

/// A provider's answer about a flag, and the reason.
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
    /// A description of the error.
    public var errorMessage: String?
    /// Further values from the provider, in its own terms.
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

    /// Creates an evaluation that failed.
    public init(errorCode: FlagErrorCode, message: String? = nil, metadata: [String: String] = [:]) {
        reason = .error
        self.errorCode = errorCode
        errorMessage = message
        self.metadata = metadata
    }
}

/// Why a flag has the value it has, in the terms of the OpenFeature specification.
public struct FlagReason: StringName {
    /// The word, in capitals as the specification writes it.
    public let rawValue: String

    /// Creates a reason; servers may send words the specification does not list.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The value is fixed and depends on nothing.
    public static let `static`: FlagReason = "STATIC"
    /// The flag has a default and no other value.
    public static let `default`: FlagReason = "DEFAULT"
    /// The value follows from who or what is asking.
    public static let targetingMatch: FlagReason = "TARGETING_MATCH"
    /// The value follows from a share of users drawn by lot.
    public static let split: FlagReason = "SPLIT"
    /// The value was kept from an earlier answer.
    public static let cached: FlagReason = "CACHED"
    /// The flag is switched off where it is managed.
    public static let disabled: FlagReason = "DISABLED"
    /// No reason is given.
    public static let unknown: FlagReason = "UNKNOWN"
    /// The value was kept from an earlier answer, and may no longer be right.
    public static let stale: FlagReason = "STALE"
    /// The flag could not be evaluated; see ``FlagEvaluation/errorCode``.
    public static let error: FlagReason = "ERROR"

}

/// Why a flag could not be evaluated, in the terms of the OpenFeature specification.
public struct FlagErrorCode: StringName {
    /// The word, in capitals as the specification writes it.
    public let rawValue: String

    /// Creates a code; servers may send words the specification does not list.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The provider has no values yet.
    public static let providerNotReady: FlagErrorCode = "PROVIDER_NOT_READY"
    /// No provider knows the flag.
    public static let flagNotFound: FlagErrorCode = "FLAG_NOT_FOUND"
    /// The provider could not parse a response.
    public static let parseError: FlagErrorCode = "PARSE_ERROR"
    /// The flag's value is not a Boolean.
    public static let typeMismatch: FlagErrorCode = "TYPE_MISMATCH"
    /// The evaluation context lacks a targeting key.
    public static let targetingKeyMissing: FlagErrorCode = "TARGETING_KEY_MISSING"
    /// The server rejects the evaluation context as invalid.
    public static let invalidContext: FlagErrorCode = "INVALID_CONTEXT"
    /// Any other error.
    public static let general: FlagErrorCode = "GENERAL"

}
