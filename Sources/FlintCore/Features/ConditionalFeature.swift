// SPDX-License-Identifier: MIT

import FeatureGating

/// The declarations of a feature that is available only under conditions.
///
/// An app conforms its types to ``ConditionalFeature``, which adds the methods for binding and requesting actions. The
/// engine uses this protocol where the feature's exact type is not needed. An extension reports the state of the
/// feature's requirements in the current runtime.
public protocol ConditionalFeatureDefinition: FeatureDefinition {
    /// Declares the conditions of the feature.
    ///
    /// The engine calls this method once, when the feature is registered. A feature that misspells the label or omits
    /// the method gets a deprecated default implementation, which causes a compiler warning. Unless such a feature uses
    /// the oldest API style, it is available whenever its groups are, and an advisory reports it at registration.
    static func constraints(requirements: FeatureConstraintsBuilder)

    /// Whether the runtime switch of the feature is on, or `nil` if that is undetermined.
    ///
    /// The value is a condition only if the feature declares `runtimeEnabled()`. The default is `true`. The engine
    /// reads the property on the caller's thread on every request for one of the feature's actions. It holds no lock
    /// while it does so, and the property can query other features.
    ///
    /// A ``ConditionalFeature`` can also declare the property as `Bool`. An advisory at registration reports a feature
    /// that declares `runtimeEnabled()` and keeps the default.
    static var isEnabled: Bool? { get }

    // MARK: Old spelling

    /// The single condition of a feature in the oldest API style, used if the feature declares no constraints.
    @available(*, deprecated, message: "Declare the condition in constraints(requirements:).")
    static var availability: FeatureAvailability { get }

    /// Whether the feature is available in the current runtime, or `nil` if that is undetermined.
    ///
    /// The engine supplies the value. A feature in the oldest API style defines the property itself. Its value is then
    /// an additional condition, which the engine reads whenever it reads `isEnabled`. Code that reads the property of
    /// such a feature gets the feature's own value.
    static var isAvailable: Bool? { get }
}

extension ConditionalFeatureDefinition {
    /// The type itself, which is a conditional feature.
    public static var asConditionalFeature: ConditionalFeatureDefinition.Type? { self }

    /// By default, the runtime switch is on.
    public static var isEnabled: Bool? {
        DeclarationProbe.recordDefault(.isEnabled, of: self)
        return true
    }

    /// Whether the feature is available in the current runtime, or `nil` if that is undetermined.
    public static var isAvailable: Bool? { isAvailableToEngine }

    /// The availability that the engine determines, for features whose `isAvailable` can also be set.
    static var isAvailableToEngine: Bool? {
        if DeclarationProbe.recordDefault(.isAvailable, of: self) { return nil }
        return FlintRuntime.current.availability(of: self).boolValue
    }

    /// A description of the unsatisfied constraints, or `nil` if the feature is available.
    public static var descriptionOfUnsatisfiedConstraints: String? {
        FlintRuntime.current.summaryOfUnavailability(of: self)
    }

    /// The permissions that the feature declares, grouped by their current status.
    public static var permissions: FeaturePermissionRequirements {
        FlintRuntime.current.permissionRequirements(of: self)
    }

    /// The purchases that the feature declares, grouped by whether they are currently satisfied.
    public static var purchases: FeaturePurchaseRequirements {
        FlintRuntime.current.purchaseRequirements(of: self)
    }

    /// Whether the feature is unavailable because its user setting is not on.
    ///
    /// The value is `false` for a feature without a user setting.
    public static var requiresUserToggle: Bool {
        let runtime = FlintRuntime.current
        return declaresUserSetting && runtime.isBlocked(self) { .userSetting(feature: $0) }
    }

    /// Whether the feature is unavailable because its runtime switch is not on.
    ///
    /// The value is `false` for a feature that does not declare `runtimeEnabled()`.
    public static var requiresRuntimeEnabled: Bool {
        let runtime = FlintRuntime.current
        return declaresRuntimeEnabled && runtime.isBlocked(self) { .runtimeSwitch(feature: $0) }
    }

    /// Whether `constraints(requirements:)` calls `userToggled(defaultValue:)`.
    public static var declaresUserSetting: Bool {
        FlintRuntime.current.constraints(of: self).mentionedSettingDefault != nil
    }

    /// Whether the feature's constraints mention its runtime switch.
    public static var declaresRuntimeEnabled: Bool {
        FlintRuntime.current.constraints(of: self).mentionsRuntimeSwitch
    }

    /// Returns a controller that requests all undetermined permissions of the feature.
    ///
    /// - Parameter coordinator: A coordinator that can explain each prompt in the app, change the order of the
    ///   permissions, skip permissions, or cancel. With `nil`, the system prompts follow the order of declaration.
    /// - Returns: The controller, or `nil` if no permission is undetermined.
    public static func permissionAuthorisationController(
        using coordinator: PermissionAuthorisationCoordinator?
    ) -> AuthorisationController? {
        FlintRuntime.current.authorizationController(for: self, coordinator: coordinator)
    }
}

/// The type of a feature's `isEnabled`, which is `Bool` or `Bool?`.
///
/// The protocol exists for ``ConditionalFeature/EnabledValue``; do not conform other types to it.
public protocol FeatureEnabledValue {}

extension Bool: FeatureEnabledValue {}

extension Optional: FeatureEnabledValue where Wrapped == Bool {}

extension ConditionalFeature where EnabledValue == Bool {
    /// Whether the runtime switch of the feature is on, according to its `Bool` property of the same name.
    public static var isEnabled: Bool? {
        let isEnabled: Bool = Self.isEnabled
        return isEnabled
    }
}

/// A feature whose actions can be performed only through a granted request.
///
/// ```swift
/// final class SmartPlaylistsFeature: ConditionalFeature {
///     static let description = "Playlists that follow you around"
///     static let create = action(CreatePlaylistAction.self)
///
///     static func constraints(requirements: FeatureConstraintsBuilder) {
///         requirements.purchase(Products.premium)
///         requirements.permission(.location(usage: .whenInUse))
///     }
///
///     static func prepare(actions: FeatureActionsBuilder) {
///         actions.declare(create)
///     }
/// }
///
/// if let request = SmartPlaylistsFeature.create.request() {
///     request.perform(withInput: name)
/// }
/// ```
///
/// The compiler enforces the request: the action bindings of a conditional feature have no `perform` method.
public protocol ConditionalFeature: ConditionalFeatureDefinition {
    /// The feature that declares ``request(_:)``.
    ///
    /// It is the type itself, or the superclass from which the type inherits the method.
    ///
    /// The type is inferred; do not declare it. It exists because a non-final class has no other way to name itself in
    /// the method's signature.
    associatedtype RequestedFeature: ConditionalFeature = Self

    /// The type of the feature's `isEnabled`: `Bool?`, or `Bool` if the value is always known.
    ///
    /// The type is inferred; do not declare it.
    associatedtype EnabledValue: FeatureEnabledValue = Bool?

    /// Whether the runtime switch of the feature is on.
    ///
    /// The value is a condition only if the feature declares `runtimeEnabled()`. The default is `true`. The engine
    /// reads the property on the caller's thread on every request for one of the feature's actions. A feature declares
    /// it as `Bool`, or as `Bool?` with `nil` for an undetermined value:
    ///
    /// ```swift
    /// static var isEnabled: Bool { !Kiosk.isLocked }
    /// ```
    static var isEnabled: EnabledValue { get }

    /// Requests an action of the feature.
    ///
    /// By default, the engine decides. A feature can implement this method to deny requests that the engine would
    /// grant. Its implementation is called for every request, whether from code, a URL, an activity, or the command
    /// line. Inside the implementation, the binding's `request()` returns the engine's decision:
    ///
    /// ```swift
    /// static func request<A>(
    ///     _ binding: ConditionalActionBinding<SmartPlaylistsFeature, A>
    /// ) -> VerifiedActionBinding<SmartPlaylistsFeature, A>? {
    ///     Kiosk.isLocked ? nil : binding.request()
    /// }
    /// ```
    ///
    /// The implementation is called on the caller's thread with no lock held. It may be called twice if code calls this
    /// method instead of the binding's `request()`. If subclasses need their own implementations, declare the method as
    /// a `class func` in the superclass and override it.
    ///
    /// - Returns: A binding that can be performed, or `nil` if the request is denied. The journal records a denial.
    static func request<ActionType: Action>(
        _ binding: ConditionalActionBinding<RequestedFeature, ActionType>
    ) -> VerifiedActionBinding<RequestedFeature, ActionType>?
}

extension ConditionalFeature {
    /// Binds an action to this feature, so that the action can be requested and then performed.
    ///
    /// - Parameters:
    ///   - action: The action.
    ///   - fileID: The file that binds the action; pass a value only to forward a caller's.
    ///   - line: The line that binds the action; pass a value only to forward a caller's.
    /// - Returns: The binding.
    public static func action<ActionType: Action>(
        _ action: ActionType.Type, fileID: StaticString = #fileID, line: Int = #line
    ) -> ConditionalActionBinding<Self, ActionType> {
        ConditionalActionBinding(place: BindingPlace(fileID: fileID, line: line))
    }

    /// Returns the engine's decision.
    public static func request<ActionType: Action>(
        _ binding: ConditionalActionBinding<RequestedFeature, ActionType>
    ) -> VerifiedActionBinding<RequestedFeature, ActionType>? {
        RequestInProgress.recordDefault(of: self, action: ActionType.self)
            ? VerifiedActionBinding(bound: TaskScope.boundRuntime) : binding.request()
    }

    /// Requests an action of a subclass, or of any feature in generic code.
    public static func request<ActionType: Action>(
        _ binding: ConditionalActionBinding<Self, ActionType>, _ unused: Void = ()
    ) -> VerifiedActionBinding<Self, ActionType>? {
        binding.request()
    }
}
