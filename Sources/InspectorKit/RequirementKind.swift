/// What sort of thing a requirement asks for.
///
/// The raw values appear in JSON answers as `kind`.
public enum RequirementKind: String, Codable, Sendable, Hashable, CaseIterable {
    /// The operating system and its version.
    case platform
    /// A system permission.
    case permission
    /// A product that must be owned.
    case purchase
    /// A switch in the user's own settings.
    case userToggle = "user-toggle"
    /// A switch in the program, the feature's `isEnabled`.
    case runtimeEnabled = "runtime-enabled"
    /// A feature flag that must be on.
    case featureFlag = "feature-flag"
    /// The availability of the feature this one sits under.
    case parent
    /// That the feature has been registered at all.
    case registration
    /// A heading over alternatives, of which one is enough.
    case anyOf = "any-of"
    /// A heading over parts that are all needed.
    case allOf = "all-of"

    /// Whether the row is a heading over the deeper rows that follow it and carries no fact of its own.
    public var isHeading: Bool { self == .anyOf || self == .allOf }
}
