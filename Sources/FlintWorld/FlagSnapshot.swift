// SPDX-License-Identifier: MIT

/// A feature flag with its actual value, its override, and every provider's evaluation.
///
/// The first provider with a value determines the actual value. Reasons and error codes are terms from the OpenFeature
/// specification; JSON output retains them so that tools can compare them. Screens and messages use ``reasonText``
/// instead.
package struct FlagSnapshot: Codable, Sendable, Hashable, Identifiable {
    /// A provider's evaluation of a flag.
    ///
    /// If the provider does not know the flag, only the properties that describe the provider have values.
    package struct Answer: Codable, Sendable, Hashable {
        package var provider: String
        /// The kind of source that provides the value: `debug`, `release`, `remote`, or `test`.
        package var type: String
        package var priority: Int
        package var isMutable: Bool
        package var hasFlag: Bool
        /// The value, or `nil` if the provider does not know the flag or could not evaluate it.
        @NullWhenAbsent package var value: Bool?
        @NullWhenAbsent package var reason: String?
        @NullWhenAbsent package var variant: String?
        @NullWhenAbsent package var errorCode: String?
        @NullWhenAbsent package var errorMessage: String?

        var isBuiltIn: Bool { type == "release" }

        package init(
            provider: String, type: String, priority: Int, isMutable: Bool, hasFlag: Bool, value: Bool?,
            reason: String?, variant: String?, errorCode: String?, errorMessage: String?
        ) {
            self.provider = provider
            self.type = type
            self.priority = priority
            self.isMutable = isMutable
            self.hasFlag = hasFlag
            self.value = value
            self.reason = reason
            self.variant = variant
            self.errorCode = errorCode
            self.errorMessage = errorMessage
        }
    }

    package var key: String
    /// The value from the providers, or `nil` if no provider has a value.
    @NullWhenAbsent package var value: Bool?
    package var reason: String
    @NullWhenAbsent package var variant: String?
    /// The OpenFeature error code.
    ///
    /// It is set even if the value is a fallback for a failed evaluation.
    @NullWhenAbsent package var errorCode: String?
    @NullWhenAbsent package var errorMessage: String?
    @NullWhenAbsent package var provider: String?
    @NullWhenAbsent package var override: Bool?
    @NullWhenAbsent package var effective: Bool?
    /// The providers' value that takes effect later, or `nil` if no value is waiting.
    @NullWhenAbsent package var waiting: Bool?
    /// The time at which a changed value takes effect, or `nil` if it takes effect immediately.
    @NullWhenAbsent package var takesEffect: EffectTime?
    package var answers: [Answer]
    /// The ids of the features that require the flag, directly or through a group above them, or `nil` in lists.
    @NullWhenAbsent package var features: [String]?
    package var isRequired: Bool
    /// The developers' notes about the flag, or `nil` if no feature requires it and the app has not adopted it.
    @NullWhenAbsent package var declaration: Declaration?

    package var id: String { key }

    package var isUsed: Bool { isRequired || isAdopted }

    /// Whether the app has adopted the flag, and no feature requires it yet.
    package var isAdopted: Bool { !isRequired && declaration != nil }

    package init(
        key: String, value: Bool?, reason: String, provider: String?, override: Bool?, effective: Bool?,
        answers: [Answer], features: [String]?, isRequired: Bool? = nil
    ) {
        self.key = key
        self.value = value
        self.reason = reason
        self.provider = provider
        self.override = override
        self.effective = effective
        self.answers = answers
        self.features = features
        self.isRequired = isRequired ?? (features?.isEmpty == false)
    }
}

extension FlagSnapshot {
    // The words for the specification's terms on screens and in messages.
    private static let reasons = [
        "STATIC": "fixed", "DEFAULT": "default", "TARGETING_MATCH": "by a rule", "SPLIT": "by share of users",
        "CACHED": "cached", "DISABLED": "disabled", "UNKNOWN": "no reason given", "STALE": "out of date",
        "ERROR": "error",
    ]

    /// Returns a description of the reason for a flag's value.
    ///
    /// A term that the [OpenFeature specification](https://openfeature.dev/specification/types#resolution-reason) does
    /// not list is returned unchanged.
    package static func description(ofReason reason: String) -> String {
        reasons[reason] ?? reason
    }

    package static func displayText(of value: Bool?) -> String {
        switch value {
        case true?: "on"
        case false?: "off"
        case nil: "unknown"
        }
    }

    /// The description of the reason and the undecided providers, such as "fixed; remote has not answered".
    package var reasonText: String { isPending ? "pending" : Self.description(ofReason: reason) + undecidedText }

    /// A suffix that names the providers before the deciding provider that could not decide.
    ///
    /// The suffix is empty without such providers.
    package var undecidedText: String {
        let asked = answers.firstIndex { $0.value != nil }.map { answers[...$0] } ?? []
        return UndecidedProviders.clauses(asked.map { ($0.provider, $0.errorCode) }).map { "; \($0)" }.joined()
    }

    /// Whether the value is unknown only until a provider is ready.
    package var isPending: Bool { value == nil && answers.contains(where: \.isPending) }
}

extension RequirementState {
    package var sourceText: String { kind.fact?.displayText(ofSource: source) ?? source }
}

extension FactKind {
    /// Returns a description of the source of a value.
    ///
    /// For a flag, this is the provider and the reason, such as "release, fixed" or "release, fixed; remote has not
    /// answered".
    package func displayText(ofSource source: String) -> String {
        // The reason follows the last comma before the semicolon, because the name of a provider can contain commas.
        let end = source.firstIndex(of: ";") ?? source.endIndex
        guard self == .flag, let comma = source[..<end].lastIndex(of: ",") else { return source }
        let reason = source[source.index(after: comma)..<end].drop { $0 == " " }
        return "\(source[..<comma]), \(FlagSnapshot.description(ofReason: String(reason)))\(source[end...])"
    }
}

extension FlagSnapshot.Answer {
    package var reasonText: String? { isPending ? "pending" : reason.map(FlagSnapshot.description(ofReason:)) }

    package var isPending: Bool { value == nil && errorCode == "PROVIDER_NOT_READY" }
}
