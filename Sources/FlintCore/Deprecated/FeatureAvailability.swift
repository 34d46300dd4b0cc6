// SPDX-License-Identifier: MIT

/// The single condition of a feature in the oldest API style.
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
/// The condition is ignored if the feature implements `constraints(requirements:)`.
@available(*, deprecated, message: "Declare the condition in constraints(requirements:).")
public enum FeatureAvailability: Sendable, Hashable {
    /// The feature adds no condition and is available whenever its groups are.
    case always
    /// The program decides through the feature's `isAvailable` or `isEnabled`.
    case runtimeEnabled
    /// The user decides through a user setting.
    case userToggled(defaultValue: Bool)
    /// The feature requires a purchase.
    case purchaseRequired(requirement: PurchaseRequirement)

    /// The program decides through the feature's `isAvailable`.
    public static var runtimeEvaluated: FeatureAvailability { .runtimeEnabled }

    /// The user decides through a user setting that is off by default.
    public static var userToggled: FeatureAvailability { .userToggled(defaultValue: false) }

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
    /// By default, the feature adds no condition.
    @available(*, deprecated, message: "Declare the condition in constraints(requirements:).")
    public static var availability: FeatureAvailability {
        DeclarationProbe.recordDefault(.availability, of: self)
        return .always
    }

    /// Declares the condition in ``availability``.
    ///
    /// The compiler warns about a feature that relies on this default implementation, because the constraints may have
    /// been forgotten or their label misspelled.
    @available(*, deprecated, message: "Declare the feature's conditions in constraints(requirements:).")
    public static func constraints(requirements: FeatureConstraintsBuilder) {
        DeclarationProbe.recordDefault(.constraints, of: self)
        availability.declare(on: requirements)
    }
}
