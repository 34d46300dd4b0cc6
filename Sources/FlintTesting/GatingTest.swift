// SPDX-License-Identifier: MIT

public import FlintCore

/// A test fixture that sets up an app's features in a separate runtime and controls everything they depend on.
///
/// ```swift
/// let app = GatingTest(AppFeatures.self)
/// app.purchase(Products.premium)
/// app.set(.camera, to: .authorized)
/// app.platform(.iOS, 18)
/// #expect(app.isAvailable(SmartPlaylistsFeature.self), "\(app.explanation(of: SmartPlaylistsFeature.self))")
/// ```
///
/// Initially, the user is new: no purchases, no requested permissions, and no user settings. A flag is unknown until
/// the test sets it or one of the app's providers decides it. The platform is the real one until the test sets it. Each
/// instance has its own state, and no state is saved. Static properties such as a feature's `isEnabled` are still
/// shared by all tests; use ``setEnabled(_:to:)`` instead. All members may be called from any thread.
public final class GatingTest: Sendable {
    /// The app's runtime, already set up, for tasks that this class has no shorthand for.
    public let runtime: FlintRuntime

    /// The flags set by the test, which take precedence over the app's own providers.
    public let flags = TestFeatureFlagProvider()

    private let purchases = StagedPurchases()
    private let permissions = StagedPermissions()
    private let toggles = StoredFeatureToggles()
    private let router: (any PresentationRouter & Sendable)?

    /// Sets up an app in a new runtime.
    ///
    /// - Parameters:
    ///   - group: The root group of the app's features.
    ///   - router: The router that finds presenters for actions that are performed by name. Required only for actions
    ///     that need a presenter.
    ///   - configuration: A closure that replaces dependencies, for example with a tracker under test, or adds the
    ///     app's own flag providers. The setters of this class have no effect on a replaced dependency.
    public init(
        _ group: FeatureGroup.Type, router: (any PresentationRouter & Sendable)? = nil,
        configuration: ((Flint.DependenciesConfig) -> Void)? = nil
    ) {
        self.router = router
        runtime = FlintRuntime()
        runtime.setUp(group) { [purchases, permissions, toggles, flags] config in
            config.purchaseTracker = purchases
            config.permissionChecker = permissions.checker
            config.userFeatureToggles = toggles
            config.featureFlagProviders = [flags]
            config.allowsOverrides = true
            configuration?(config)
        }
    }

    // MARK: Dependencies

    /// Marks products as purchased.
    ///
    /// A credit balance alone does not meet a requirement, so a consumable product is marked as purchased by an
    /// override.
    ///
    /// - Parameter products: Products of any type.
    public func purchase(_ products: Product...) {
        for product in products { set(product, to: .purchased) }
    }

    /// Sets a product's purchase status, using an override for a consumable product.
    public func set(_ product: Product, to status: PurchaseStatus) {
        // A balance alone never decides availability, so a test overrides the status.
        if product is ConsumableProduct {
            runtime.facts.setOverride(
                .truth(status.truth), for: .purchase(productID: product.productID), reason: "set by a test", cause: .app
            )
        } else {
            purchases.set(status, of: product.productID)
        }
    }

    /// Sets a permission's status without a prompt.
    public func set(_ permission: SystemPermissionConstraint, to status: SystemPermissionStatus) {
        permissions.set(status, of: permission)
    }

    /// Sets the user's answer to prompts for a permission.
    ///
    /// Prompts are answered as soon as they appear. By default, the user allows access.
    ///
    /// - Parameters:
    ///   - permission: The permission that the app requests.
    ///   - status: The status after the user's decision.
    public func answerPrompt(for permission: SystemPermissionConstraint, with status: SystemPermissionStatus) {
        permissions.answer(permission, with: status)
    }

    /// Sets the value of one of the app's own facts, or makes it unknown for `nil`.
    public func set<Value>(_ fact: AppFact<Value>, to value: Value?) {
        runtime.set(fact, to: value)
    }

    /// Sets one of the app's own facts by its name, as exported scenarios do.
    ///
    /// - Parameters:
    ///   - name: The name, with the thing that the fact belongs to, as in `server-version@home`.
    ///   - kind: The kind of fact.
    ///   - value: The value as commands spell it, such as `9.6`, or `nil` for an unknown one.
    /// - Throws: An error with a description if no feature requires the fact, or if it cannot have the value.
    public func setFact(_ name: String, of kind: FactKind = .fact, to value: String?) throws {
        // A fact needs its declaration, and only a requirement of a registered feature contains it.
        let keys = runtime.ownFacts.map(\.key).filter { $0.kind == kind }
        guard let key = keys.first(where: { $0.identifier == name }) else {
            let names = keys.map(\.identifier).joined(separator: ", ")
            throw NotPerformed(
                description: "No feature requires the fact \"\(name)\" of kind \(kind). "
                    + (names.isEmpty ? "There is no fact of this kind." : "The facts of this kind are \(names)."))
        }
        guard let new = value.map({ FactValue($0, of: key) }) ?? .truth(.unknown) else {
            throw NotPerformed(
                description: "\(name) cannot be \"\(value ?? "")\".\(key.domain.hint)")
        }
        set(key, to: new)
    }

    /// Turns a feature flag on or off.
    public func set(_ flag: FeatureKey, to isOn: Bool) {
        flags.setFeatureEnabled(feature: FeatureFlag(key: flag), enabled: isOn)
    }

    /// Sets the user setting of a feature, or removes it for `nil`.
    public func setUserSetting(of feature: ConditionalFeatureDefinition.Type, to isOn: Bool?) {
        runtime.bind { toggles.setEnabled(feature, enabled: isOn) }
    }

    /// Overrides a feature's runtime switch, or removes the override for `nil`.
    ///
    /// Use this method instead of setting `isEnabled`, which all tests share. It has no effect on a feature that is not
    /// part of the app.
    public func setEnabled(_ feature: ConditionalFeatureDefinition.Type, to isOn: Bool?) {
        guard let path = runtime.metadata(for: feature)?.path else { return }
        runtime.facts.setOverride(
            isOn.map { .truth(Truth($0)) }, for: .runtimeSwitch(feature: path), reason: "set by a test", cause: .app)
    }

    /// Sets the platform and its version.
    ///
    /// - Parameters:
    ///   - platform: The operating system that features see.
    ///   - version: The version, such as `18` or `PlatformVersion(major: 17, minor: 2)`.
    public func platform(_ platform: Platform, _ version: PlatformVersion) {
        runtime.facts.setActual(
            .platform(CurrentPlatform(platform: platform, version: version)), for: .platform, source: "test",
            cause: .app)
    }

    /// Sets the actual value of a fact, or overrides it if it has no source that a test controls.
    func set(_ key: FactKey, to value: FactValue) {
        switch key {
        case .purchase(let productID):
            if let product = runtime.product(withIdentifier: productID) {
                set(product, to: PurchaseStatus(value.truth))
            }
        case .permission(let permission): set(permission, to: value.permissionStatus ?? .notDetermined)
        case .userSetting(let path):
            guard let feature = runtime.metadata(at: path)?.feature as? ConditionalFeatureDefinition.Type else {
                return
            }
            setUserSetting(of: feature, to: value.truth.boolValue)
        case .runtimeSwitch(let path):
            guard let feature = runtime.metadata(at: path)?.feature as? ConditionalFeatureDefinition.Type else {
                return
            }
            setEnabled(feature, to: value.truth.boolValue)
        case .featureFlag(let flag): set(flag, to: value.truth == .true)
        case .platform:
            if let current = value.currentPlatform { platform(current.platform, current.version) }
        case .own: runtime.facts.setActual(value, for: key, source: "test", cause: .app)
        case .pastPurchases: break
        }
    }

    // MARK: Actions

    /// Performs an action by name, as the console, commands, and exported scenarios do.
    ///
    /// - Parameters:
    ///   - action: The action's name or the name of its type.
    ///   - feature: The feature that offers the action.
    ///   - input: The input values by name.
    /// - Returns: The outcome, or `nil` if the feature is not available or the request was declined. An unknown action,
    ///   invalid input, a missing presenter, and a cancellation are failures with a description.
    public func perform(
        _ action: String, of feature: FeatureDefinition.Type, input: RouteParameters = [:]
    ) async -> ActionOutcome? {
        let actions = runtime.metadata(for: feature)?.actions ?? []
        // The identifier comes first, because several actions may share a name.
        guard let found = actions.first(where: { $0.id == action }) ?? actions.first(where: { $0.name == action })
        else {
            let names = actions.map(\.name).joined(separator: ", ")
            let offer = names.isEmpty ? "It has no actions." : "Its actions are \(names)."
            return .failure(error: NotPerformed(description: "\(feature.name) has no action \"\(action)\". \(offer)"))
        }
        return await withCheckedContinuation { continuation in
            runtime.perform(found, parameters: input, router: router, userInitiated: true) { result in
                continuation.resume(returning: Self.outcome(of: result))
            }
        }
    }

    private struct NotPerformed: Error, CustomStringConvertible {
        let description: String
    }

    private static func outcome(of result: ExternalActionResult) -> ActionOutcome? {
        switch result {
        case .performed(let outcome): outcome
        case .appPerformed: .success
        case .unavailable, .declined: nil
        case .invalidInput, .noPresenter, .userCancelled, .appCancelled:
            .failure(error: NotPerformed(description: result.refusal ?? "The action was not performed."))
        }
    }

    // MARK: Availability

    /// Returns whether a feature is available.
    ///
    /// An undetermined availability counts as not available.
    public func isAvailable(_ feature: FeatureDefinition.Type) -> Bool { availability(of: feature) == .true }

    /// Returns a feature's availability: available, not available, or undetermined.
    public func availability(of feature: FeatureDefinition.Type) -> Truth { runtime.availability(of: feature) }

    /// Returns a sentence that explains why a feature is unavailable.
    ///
    /// An example is `Premium is not purchased, Camera is denied`. For an available feature, the sentence states that
    /// it is available.
    public func explanation(of feature: FeatureDefinition.Type) -> String {
        let explanation = runtime.explanation(of: feature)
        return explanation.verdict == .true ? "\(feature.name) is available" : explanation.summary
    }

    /// Runs a closure with the app's runtime as the current one, so that requests and actions use it.
    public func run<Result>(_ body: () throws -> Result) rethrows -> Result { try runtime.bind(body) }

    /// Runs an asynchronous closure with the app's runtime as the current one, so that requests and actions use it.
    public func run<Result>(_ body: () async throws -> Result) async rethrows -> Result {
        try await runtime.bind(body)
    }
}
