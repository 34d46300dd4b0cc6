/// A feature flag with every provider's answer, the one that counts, and its override.
package struct FlagSnapshot: Codable, Sendable, Hashable, Identifiable {
    /// The answer of one provider.
    package struct Answer: Codable, Sendable, Hashable {
        /// What people call the provider.
        package var provider: String
        /// The kind of source its values come from: `debug`, `release`, `remote` or `test`.
        package var type: String
        /// Its rank; of the providers that have a value the highest counts.
        package var priority: Int
        /// Whether its value can be set.
        package var isMutable: Bool
        /// Whether it knows the flag at all.
        package var hasFlag: Bool
        /// Its value; `nil` if it does not know the flag or could not evaluate it.
        @NullWhenAbsent package var value: Bool?
        /// Why, in OpenFeature's words, such as `STATIC`; `nil` if it does not know the flag.
        @NullWhenAbsent package var reason: String?
        /// The name of the value, where values have names.
        @NullWhenAbsent package var variant: String?
        /// What went wrong, in OpenFeature's words, if something did.
        @NullWhenAbsent package var errorCode: String?
        /// What went wrong, in a sentence, if something did.
        @NullWhenAbsent package var errorMessage: String?

        /// Creates an answer from its parts.
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

    /// The flag's key.
    package var key: String
    /// What the providers' value is together; `nil` if none has a value.
    @NullWhenAbsent package var value: Bool?
    /// Why, in OpenFeature's words.
    package var reason: String
    /// The name of the value, where values have names.
    @NullWhenAbsent package var variant: String?
    /// OpenFeature's error code; also set for a value that substitutes one that could not be evaluated.
    @NullWhenAbsent package var errorCode: String?
    /// What went wrong, in a sentence.
    @NullWhenAbsent package var errorMessage: String?
    /// The provider that counts, or `nil` if none has a value.
    @NullWhenAbsent package var provider: String?
    /// What the flag has been overridden with, if it has.
    @NullWhenAbsent package var override: Bool?
    /// What features see; `nil` for not known.
    @NullWhenAbsent package var effective: Bool?
    /// Every provider's answer, in the order in which they are asked.
    package var answers: [Answer]
    /// The ids of the features that need it; `nil` in lists, see ``Inspector/usage(of:)``.
    @NullWhenAbsent package var features: [String]?
    /// Whether some feature needs it.
    package var isRequired: Bool

    /// The identity of the flag.
    package var id: String { key }

    /// Creates a flag's snapshot from its parts.
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
    // JSON keeps the specification's terms, so that tools can compare them; screens and texts use these words.
    private static let reasons = [
        "STATIC": "fixed", "DEFAULT": "default", "TARGETING_MATCH": "by a rule", "SPLIT": "by share of users",
        "CACHED": "cached", "DISABLED": "switched off", "UNKNOWN": "no reason given", "STALE": "out of date",
        "ERROR": "error",
    ]

    /// Returns the words people read for why a flag has its value.
    ///
    /// - Parameter reason: A term of the
    ///   [OpenFeature specification](https://openfeature.dev/specification/types#resolution-reason), or another that
    ///   a server made up.
    /// - Returns: The words, or the term itself if the specification does not list it.
    package static func words(forReason reason: String) -> String {
        reasons[reason] ?? reason
    }

    /// Why the flag has its value, in the words people read.
    package var reasonWords: String { Self.words(forReason: reason) }
}

extension RequirementState {
    /// Where the value comes from as people read it: of a flag, the provider and why it gives the value, such as
    /// "release, fixed".
    package var sourceWords: String {
        guard kind == .flag, let comma = source.lastIndex(of: ",") else { return source }
        let reason = source[source.index(after: comma)...].drop { $0 == " " }
        return "\(source[..<comma]), \(FlagSnapshot.words(forReason: String(reason)))"
    }
}

extension FlagSnapshot.Answer {
    /// Why the provider gives its value, in the words people read; `nil` if it does not know the flag.
    package var reasonWords: String? { reason.map(FlagSnapshot.words(forReason:)) }
}
