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
        package var value: Bool?
        /// Why, in OpenFeature's words, such as `STATIC`; `nil` if it does not know the flag.
        package var reason: String?
        /// The name of the value, where values have names.
        package var variant: String?
        /// What went wrong, in OpenFeature's words, if something did.
        package var errorCode: String?
        /// What went wrong, in a sentence, if something did.
        package var errorMessage: String?

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

        /// Encodes every key, with an explicit `null` for what is absent or not known.
        package func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(provider, forKey: .provider)
            try container.encode(type, forKey: .type)
            try container.encode(priority, forKey: .priority)
            try container.encode(isMutable, forKey: .isMutable)
            try container.encode(hasFlag, forKey: .hasFlag)
            try container.encode(value, forKey: .value)
            try container.encode(reason, forKey: .reason)
            try container.encode(variant, forKey: .variant)
            try container.encode(errorCode, forKey: .errorCode)
            try container.encode(errorMessage, forKey: .errorMessage)
        }
    }

    /// The flag's key.
    package var key: String
    /// What the providers' value is together; `nil` if none has a value.
    package var value: Bool?
    /// Why, in OpenFeature's words.
    package var reason: String
    /// The name of the value, where values have names.
    package var variant: String?
    /// OpenFeature's error code; also set for a value that substitutes one that could not be evaluated.
    package var errorCode: String?
    /// What went wrong, in a sentence.
    package var errorMessage: String?
    /// The provider that counts, or `nil` if none has a value.
    package var provider: String?
    /// What the flag has been overridden with, if it has.
    package var override: Bool?
    /// What features see; `nil` for not known.
    package var effective: Bool?
    /// Every provider's answer, in the order in which they are asked.
    package var answers: [Answer]
    /// The ids of the features that need it; `nil` in lists, see ``Inspector/usage(of:)``.
    package var features: [String]?
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

    /// Encodes every key, with an explicit `null` for what is absent or not known.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(key, forKey: .key)
        try container.encode(value, forKey: .value)
        try container.encode(reason, forKey: .reason)
        try container.encode(variant, forKey: .variant)
        try container.encode(errorCode, forKey: .errorCode)
        try container.encode(errorMessage, forKey: .errorMessage)
        try container.encode(provider, forKey: .provider)
        try container.encode(override, forKey: .override)
        try container.encode(effective, forKey: .effective)
        try container.encode(answers, forKey: .answers)
        try container.encode(features, forKey: .features)
        try container.encode(isRequired, forKey: .isRequired)
    }
}
