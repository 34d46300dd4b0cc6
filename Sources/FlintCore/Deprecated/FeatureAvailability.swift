/// The single condition of a feature in the oldest style.
///
/// ```swift
/// class TrailMapFeature: ConditionalFeature {
///     static var description = "Shows where you are"
///     static var availability: FeatureAvailability = .runtimeEvaluated
///     static var isAvailable: Bool? = true
///     // ...
/// }
/// ```
///
/// A feature that declares constraints need not have one, and if it does it does not count.
@available(*, deprecated, message: "Declare the condition in constraints(requirements:).")
public enum FeatureAvailability: Sendable, Hashable {
    /// The feature adds no condition; it is available wherever its groups are.
    case always
    /// The program decides, through the feature's `isAvailable` or `isEnabled`.
    case runtimeEnabled
    /// The user decides.
    case userToggled(defaultValue: Bool)
    /// The feature must be bought.
    case purchaseRequired(requirement: PurchaseRequirement)

    /// The program decides, through the feature's `isAvailable`.
    public static var runtimeEvaluated: FeatureAvailability { .runtimeEnabled }

    /// The user decides, and has to turn the feature on first.
    public static var userToggled: FeatureAvailability { .userToggled(defaultValue: false) }

    /// Declares the same as a constraint.
    fileprivate func declare(on requirements: FeatureConstraintsBuilder) {
        switch self {
        case .always: break
        case .runtimeEnabled: requirements.runtimeEnabled()
        case .userToggled(let defaultValue): requirements.userToggled(defaultValue: defaultValue)
        case .purchaseRequired(let requirement): requirements.purchase(requirement)
        }
    }
}

extension ConditionalFeatureDefinition {
    /// Nothing of its own.
    @available(*, deprecated, message: "Declare the condition in constraints(requirements:).")
    public static var availability: FeatureAvailability {
        DeclarationProbe.isExamining(.availability, of: self)
        return .always
    }

    /// Declares the single condition of a feature in the oldest style.
    ///
    /// The compiler warns of a feature that is left with this, since it may have forgotten its constraints or
    /// misspelt their label.
    @available(*, deprecated, message: "Declare the feature's conditions in constraints(requirements:).")
    public static func constraints(requirements: FeatureConstraintsBuilder) {
        DeclarationProbe.isExamining(.constraints, of: self)
        availability.declare(on: requirements)
    }
}
