public import FeatureGating

/// One requirement of a feature with everything that is known of it.
public struct RequirementState: Sendable, Hashable {
    /// What kind of thing is required.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// A platform and its version.
        case platform
        /// That the feature is enabled in code.
        case runtimeEnabled
        /// The user setting.
        case userToggle
        /// A feature flag.
        case featureFlag
        /// A product.
        case purchase
        /// A system permission.
        case permission
        /// The availability of the group above.
        case parent
        /// Registration.
        case registration
        /// One of the deeper requirements that follow.
        case anyOf
        /// All of the deeper requirements that follow.
        case allOf
    }

    /// What kind of thing is required.
    public let kind: Kind
    /// The fact it is about; `nil` for headings, parents and registration.
    public let fact: FactKey?
    /// The feature it is about, for parents.
    public let feature: FeaturePath?
    /// What is required, in words, such as "Premium".
    public let title: String
    /// What is required and its value as a sentence, such as "Premium is not purchased".
    public let statement: String
    /// How many units of a product that is used up are required; `nil` for everything else.
    public let quantity: UInt?
    /// Whether it is met.
    public let truth: Truth
    /// The current value, in words.
    public let value: String
    /// The override of the actual value, in words, if there is one.
    public let override: String?
    /// Where the value comes from.
    public let source: String
    /// The feature that declares it, if that is not the one explained.
    public let inheritedFrom: FeaturePath?
    /// How deeply it is nested under headings.
    public let depth: Int
    /// Whether it, or something under it, keeps the feature from being available.
    public let isBlocking: Bool

    /// Whether it is a heading over the deeper requirements that follow.
    public var isHeading: Bool { kind == .anyOf || kind == .allOf }
}
