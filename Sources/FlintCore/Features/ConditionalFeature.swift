import FeatureGating

/// What a feature declares that is available only under conditions.
public protocol ConditionalFeatureDefinition: FeatureDefinition {
    /// Declares the conditions. Called once, when the feature is registered.
    ///
    /// A feature that misspells the label or forgets its conditions is left with a deprecated default, which the
    /// compiler warns of. It is available wherever its groups are, and reported as an advisory when it is registered.
    static func constraints(requirements: FeatureConstraintsBuilder)

    /// Whether the feature is enabled in code, which counts if it declares `runtimeEnabled()`; `true` by default.
    ///
    /// It is read on the caller's thread at every request for one of the feature's actions, and never while the
    /// engine holds a lock, so it may look at other features. `nil` means not known.
    ///
    /// A ``ConditionalFeature`` may declare it as `Bool` as well. A feature that declares `runtimeEnabled()` and leaves
    /// this to the default is reported as an advisory when it is registered.
    static var isEnabled: Bool? { get }

    // MARK: Old spelling

    /// The single condition of a feature in the oldest style, which counts if it has no constraints of its own.
    @available(*, deprecated, message: "Declare the condition in constraints(requirements:).")
    static var availability: FeatureAvailability { get }

    /// Whether the feature is available in the current runtime: yes, no, or `nil` for not known yet.
    ///
    /// A feature need not define this: the engine answers. Features in the oldest style do, with a variable of their
    /// own. That is then one more condition, beside everything else the feature requires: it is read whenever
    /// `isEnabled` is, and the feature gets its own value back when it asks.
    static var isAvailable: Bool? { get }
}

extension ConditionalFeatureDefinition {
    /// The feature itself.
    public static var asConditionalFeature: ConditionalFeatureDefinition.Type? { self }

    /// On, unless the feature defines another value.
    public static var isEnabled: Bool? {
        DeclarationProbe.isExamining(.isEnabled, of: self)
        return true
    }

    /// Whether the feature is available in the current runtime: yes, no, or `nil` for not known yet.
    public static var isAvailable: Bool? { isAvailableToEngine }

    /// The engine's own answer whether the feature is available, for features whose `isAvailable` can also be set.
    static var isAvailableToEngine: Bool? {
        if DeclarationProbe.isExamining(.isAvailable, of: self) { return nil }
        return FlintRuntime.current.availability(of: self).boolValue
    }

    /// A description of why the feature is not available, or `nil` if it is.
    public static var descriptionOfUnsatisfiedConstraints: String? {
        FlintRuntime.current.summaryOfUnavailability(of: self)
    }

    /// The permissions the feature declares, sorted by their status now.
    public static var permissions: FeaturePermissionRequirements {
        FlintRuntime.current.permissionRequirements(of: self)
    }

    /// The purchases the feature declares, sorted by whether they are met now.
    public static var purchases: FeaturePurchaseRequirements {
        FlintRuntime.current.purchaseRequirements(of: self)
    }

    /// Whether the feature is held back now because the user has not turned it on.
    ///
    /// It is `false` for a feature that has no user setting.
    public static var requiresUserToggle: Bool {
        let runtime = FlintRuntime.current
        return declaresUserToggle && runtime.isHeldBack(self) { .userToggle(feature: $0) }
    }

    /// Whether the feature is held back now because it is not enabled in code.
    ///
    /// It is `false` for a feature without `runtimeEnabled()`.
    public static var requiresRuntimeEnabled: Bool {
        let runtime = FlintRuntime.current
        return declaresRuntimeEnabled && runtime.isHeldBack(self) { .runtimeSwitch(feature: $0) }
    }

    /// Whether the feature declares a user setting.
    public static var declaresUserToggle: Bool {
        FlintRuntime.current.constraints(of: self).userToggleDefault != nil
    }

    /// Whether the feature declares a runtime switch.
    public static var declaresRuntimeEnabled: Bool {
        FlintRuntime.current.constraints(of: self).isRuntimeEnabledRequired
    }

    /// A controller that has the system ask for every permission of the feature that has not been requested yet.
    ///
    /// - Parameter coordinator: Shows the app's own explanations around the system's prompts and may put
    ///   permissions in another order, skip or cancel; `nil` for prompts alone, in order of declaration.
    /// - Returns: The controller, or `nil` if there is nothing to ask for.
    public static func permissionAuthorisationController(
        using coordinator: PermissionAuthorisationCoordinator?
    ) -> AuthorisationController? {
        FlintRuntime.current.authorizationController(for: self, coordinator: coordinator)
    }
}

/// The type of a feature's `isEnabled`, which is `Bool` or `Bool?`.
public protocol FeatureEnabledValue {}

extension Bool: FeatureEnabledValue {}

extension Optional: FeatureEnabledValue where Wrapped == Bool {}

extension ConditionalFeature where EnabledValue == Bool {
    /// Whether the feature is enabled in code, as its own `isEnabled` states.
    public static var isEnabled: Bool? {
        let isEnabled: Bool = Self.isEnabled
        return isEnabled
    }
}

/// A feature whose actions can be performed only after a request has been granted.
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
/// The compiler sees to it: a binding of a conditional feature has no `perform`.
public protocol ConditionalFeature: ConditionalFeatureDefinition {
    /// The feature that ``request(_:)`` is declared for: the type itself, or the superclass that a subclass inherits it
    /// from.
    ///
    /// It is inferred; do not declare it. It exists because a class that is not final cannot name itself otherwise.
    associatedtype RequestedFeature: ConditionalFeature = Self

    /// The type of the feature's `isEnabled`: `Bool?`, or `Bool` if its value is always known.
    ///
    /// It is inferred; do not declare it.
    associatedtype EnabledValue: FeatureEnabledValue = Bool?

    /// Whether the feature is enabled in code, which counts if it declares `runtimeEnabled()`; `true` by default.
    ///
    /// It is read on the caller's thread at every request for one of the feature's actions. A feature declares it as
    /// `Bool` or as `Bool?`, where `nil` means not known:
    ///
    /// ```swift
    /// static var isEnabled: Bool { !Kiosk.isLocked }
    /// ```
    static var isEnabled: EnabledValue { get }

    /// Asks to perform an action of the feature.
    ///
    /// The engine decides, unless the feature has a function of its own. That one is called for every request, from code,
    /// a URL, an activity or the command line, and may deny what the engine would grant. Within it, the binding's
    /// `request()` is the engine's decision:
    ///
    /// ```swift
    /// static func request<A>(
    ///     _ binding: ConditionalActionBinding<SmartPlaylistsFeature, A>
    /// ) -> VerifiedActionBinding<SmartPlaylistsFeature, A>? {
    ///     Kiosk.isLocked ? nil : binding.request()
    /// }
    /// ```
    ///
    /// It is called on the caller's thread with no lock held, and more than once for a request that is made through
    /// the feature itself. A class whose subclasses have functions of their own declares it as a `class func`, which
    /// they override.
    ///
    /// - Returns: A binding that can be performed, or `nil` if the request is denied, which is recorded.
    static func request<ActionType: Action>(
        _ binding: ConditionalActionBinding<RequestedFeature, ActionType>
    ) -> VerifiedActionBinding<RequestedFeature, ActionType>?
}

extension ConditionalFeature {
    /// Binds an action to this feature, so that it can be requested and then performed.
    public static func action<ActionType: Action>(
        _ action: ActionType.Type
    ) -> ConditionalActionBinding<Self, ActionType> {
        ConditionalActionBinding()
    }

    /// Leaves the decision to the engine.
    public static func request<ActionType: Action>(
        _ binding: ConditionalActionBinding<RequestedFeature, ActionType>
    ) -> VerifiedActionBinding<RequestedFeature, ActionType>? {
        RequestInProgress.noteDefault(of: self, action: ActionType.self)
        return binding.request()
    }

    /// Asks to perform an action of a subclass, or of a feature that is known to generic code only.
    ///
    /// - Parameters:
    ///   - binding: The action.
    ///   - unused: Distinguishes the function from the requirement of the same name; leave it out.
    /// - Returns: A binding that can be performed, or `nil` if the request is denied, which is recorded.
    public static func request<ActionType: Action>(
        _ binding: ConditionalActionBinding<Self, ActionType>, _ unused: Void = ()
    ) -> VerifiedActionBinding<Self, ActionType>? {
        binding.request()
    }
}
