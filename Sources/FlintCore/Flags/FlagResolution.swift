// SPDX-License-Identifier: MIT

/// The result of querying all providers for a flag.
///
/// ``answers`` contains every provider's answer, and ``winner`` is the index of the answer that decides. If no provider
/// has a value, the flag is unknown and ``evaluation`` holds an error.
public struct FlagResolution: Hashable, Sendable {
    /// The key for which the providers were queried.
    public let key: FeatureKey
    /// The answers of all providers, highest priority first.
    public let answers: [FlagAnswer]
    /// The index of the deciding answer in ``answers``, or `nil` if no provider has a value.
    public let winner: Int?

    package init(key: FeatureKey, answers: [FlagAnswer], winner: Int?) {
        self.key = key
        self.answers = answers
        self.winner = winner.flatMap { answers.indices.contains($0) ? $0 : nil }
    }

    /// The deciding evaluation.
    ///
    /// If no provider has a value, this property holds the error of the first provider that failed, or a
    /// `FLAG_NOT_FOUND` error if no provider has the flag.
    public var evaluation: FlagEvaluation {
        if let winner, let evaluation = answers[winner].evaluation { return evaluation }
        return answers.lazy.compactMap(\.evaluation).first
            ?? FlagEvaluation(errorCode: .flagNotFound, message: "No provider has the flag \(key)\(asked).")
    }

    /// The reason that the flag has no value, or `nil` if it has one or no provider has the flag.
    ///
    /// The flag is pending if a provider has answered with `PROVIDER_NOT_READY`.
    package var absence: FactAbsence? {
        guard winner == nil else { return nil }
        let errors = answers.compactMap { $0.evaluation?.errorCode }
        if errors.contains(.providerNotReady) { return .pending }
        return errors.contains { $0 != .flagNotFound } ? .failed : nil
    }

    /// The display name of the deciding provider, or `nil` if no provider has a value.
    public var provider: String? { winner.map { answers[$0].provider } }

    /// The deciding provider and its reason, such as `remote, TARGETING_MATCH`.
    ///
    /// The string also names providers with a higher priority that could not decide, such as
    /// `release, STATIC; remote has not answered`. For an unknown flag, the string names the provider that failed, or
    /// the providers that were queried.
    public var source: String {
        if let winner {
            return (["\(answers[winner].provider), \(evaluation.reason)"] + undecidedClauses).joined(separator: "; ")
        }
        let failed = answers.first { $0.evaluation != nil }
        if let failed, let code = failed.evaluation?.errorCode { return "\(failed.provider), \(code)" }
        return "no provider has the flag" + asked
    }

    /// Clauses about the providers before the deciding one that could not decide, such as `remote has not answered`.
    package var undecidedClauses: [String] {
        guard let winner else { return [] }
        return UndecidedProviders.clauses(
            answers[...winner].map { ($0.provider, $0.evaluation?.errorCode?.rawValue) })
    }

    private var asked: String {
        answers.isEmpty ? " (no providers configured)" : " (asked: \(answers.map(\.provider).joined(separator: ", ")))"
    }
}

/// A provider's answer for a flag, with the provider's priority.
///
/// A ``FlagResolution`` contains one answer for each provider.
public struct FlagAnswer: Hashable, Sendable {
    /// The display name of the provider.
    public let provider: String
    /// The type of source that the provider's values come from.
    public let type: FeatureFlagProviderType
    /// The provider's priority.
    ///
    /// Among the providers with a value, the one with the highest priority decides.
    public let priority: Int
    /// Whether the provider's values can be set while the app runs.
    public let isMutable: Bool
    /// The provider's evaluation, or `nil` if the provider does not have the flag.
    public let evaluation: FlagEvaluation?

    /// Creates the answer of one provider.
    ///
    /// - Parameters:
    ///   - provider: The display name of the provider.
    ///   - type: The type of source that the provider's values come from.
    ///   - priority: The provider's priority.
    ///   - isMutable: Whether the provider's values can be set while the app runs.
    ///   - evaluation: The provider's evaluation, or `nil` if the provider does not have the flag.
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

/// A flag's value according to one provider, with the reason or the error.
///
/// The properties follow the evaluation details of the OpenFeature specification. An evaluation usually has either a
/// value or an ``errorCode``. It has both if a fallback value is used after an error.
public struct FlagEvaluation: Hashable, Sendable {
    /// Whether the flag is on, or `nil` if the evaluation failed without a fallback value.
    public var value: Bool?
    /// The basis of the result, such as a targeting match, the flag's default, or an error.
    public var reason: FlagReason
    /// The name of the value, if the provider names its values.
    public var variant: String?
    /// The reason that the evaluation failed.
    public var errorCode: FlagErrorCode?
    /// A description of the error.
    public var errorMessage: String?
    /// Additional values from the provider, under the provider's own keys.
    public var metadata: [String: String]

    /// Creates an evaluation with a value.
    ///
    /// - Parameters:
    ///   - value: Whether the flag is on.
    ///   - reason: The reason for the value.
    ///   - variant: The name of the value, if the provider names its values.
    ///   - metadata: Additional values from the provider.
    public init(
        value: Bool, reason: FlagReason = .static, variant: String? = nil, metadata: [String: String] = [:]
    ) {
        self.value = value
        self.reason = reason
        self.variant = variant
        self.metadata = metadata
    }

    /// Creates an evaluation that failed.
    ///
    /// The evaluation has the reason ``FlagReason/error`` and no value, so the next provider decides.
    ///
    /// - Parameters:
    ///   - errorCode: The reason that the evaluation failed.
    ///   - message: A description of the error.
    ///   - metadata: Additional values from the provider.
    public init(errorCode: FlagErrorCode, message: String? = nil, metadata: [String: String] = [:]) {
        reason = .error
        self.errorCode = errorCode
        errorMessage = message
        self.metadata = metadata
    }
}

/// The reason that a flag has its value, as defined by the OpenFeature specification.
///
/// The constants are the reasons that the specification defines. Servers can send others.
public struct FlagReason: StringName {
    /// The reason in uppercase, as in the specification.
    public let rawValue: String

    /// Creates a reason, which may be one that the specification does not define.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The value is fixed, without dynamic evaluation.
    public static let `static`: FlagReason = "STATIC"
    /// The value is the flag's default value.
    public static let `default`: FlagReason = "DEFAULT"
    /// The value results from targeting rules for the evaluation context.
    public static let targetingMatch: FlagReason = "TARGETING_MATCH"
    /// The value results from assigning users at random, for example to the groups of an experiment.
    public static let split: FlagReason = "SPLIT"
    /// The value was cached from an earlier evaluation.
    public static let cached: FlagReason = "CACHED"
    /// The flag is disabled in the system that manages it.
    public static let disabled: FlagReason = "DISABLED"
    /// The reason could not be determined.
    public static let unknown: FlagReason = "UNKNOWN"
    /// The value was cached from an earlier evaluation and may be outdated.
    public static let stale: FlagReason = "STALE"
    /// The flag could not be evaluated; see ``FlagEvaluation/errorCode``.
    public static let error: FlagReason = "ERROR"

}

/// The reason that a flag could not be evaluated, as defined by the OpenFeature specification.
///
/// The constants are the error codes that the specification defines. Servers can send others.
public struct FlagErrorCode: StringName {
    /// The code in uppercase, as in the specification.
    public let rawValue: String

    /// Creates a code, which the specification does not have to define.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The provider has no values yet.
    ///
    /// A detailed provider that is starting has its flags from the beginning. It returns this code for them instead of
    /// a value, and announces the values later. Until then, the next provider with a value decides. If no provider has
    /// a value, the flag is pending and is not reported as missing.
    public static let providerNotReady: FlagErrorCode = "PROVIDER_NOT_READY"
    /// The flag could not be found.
    public static let flagNotFound: FlagErrorCode = "FLAG_NOT_FOUND"
    /// The provider could not parse data, such as a response or a flag configuration.
    public static let parseError: FlagErrorCode = "PARSE_ERROR"
    /// The flag's value is not a Boolean.
    public static let typeMismatch: FlagErrorCode = "TYPE_MISMATCH"
    /// The evaluation context has no targeting key.
    public static let targetingKeyMissing: FlagErrorCode = "TARGETING_KEY_MISSING"
    /// The server rejected the evaluation context as invalid.
    public static let invalidContext: FlagErrorCode = "INVALID_CONTEXT"
    /// An error that no other code describes.
    public static let general: FlagErrorCode = "GENERAL"

}
