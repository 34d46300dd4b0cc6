public import FlintCore

/// An app on a device that a test makes up: its features in a runtime of their own, and what they depend on.
///
/// ```swift
/// let app = GatingTest(AppFeatures.self)
/// app.purchase(Products.premium)
/// app.set(.camera, to: .authorized)
/// app.platform(.iOS, 18)
/// #expect(app.isAvailable(SmartPlaylistsFeature.self), "\(app.explanation(of: SmartPlaylistsFeature.self))")
/// ```
///
/// It begins as a new user's: nothing is purchased, no permission has been requested, and no user setting has been made.
/// No flag is set, so one that nothing else decides is unknown. The platform is the real one until it is set. Nothing is
/// shared with other tests and nothing is saved. All members may be called from any thread.
public final class GatingTest: Sendable {
    /// The runtime of the app, set up; for everything that has no shorthand here.
    public let runtime: FlintRuntime

    /// The flags of the test, which overrule those of the app's own providers.
    public let flags = TestFeatureFlagProvider()

    private let purchases = StagedPurchases()
    private let permissions = StagedPermissions()
    private let toggles = StoredFeatureToggles()
    private let router: (any PresentationRouter & Sendable)?

    /// Sets an app up in a new runtime.
    ///
    /// - Parameters:
    ///   - group: The root of the app's features.
    ///   - router: Finds the presenters of actions that are performed by name; not needed for those that present nothing.
    ///   - configuration: Replaces what the app is set up with, such as by a tracker under test, or adds flag providers
    ///     of the app's own. What it replaces is then not changed by the shorthands.
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

    // MARK: What features depend on

    /// Makes products owned.
    ///
    /// A balance decides nothing by itself, so a consumable product counts as bought by an override.
    ///
    /// - Parameter products: Products of any type.
    public func purchase(_ products: Product...) {
        for product in products { set(product, to: .purchased) }
    }

    /// Gives a product a status: owned, not owned, or not known.
    public func set(_ product: Product, to status: PurchaseStatus) {
        if product is ConsumableProduct {
            runtime.facts.setOverride(
                .truth(status.truth), for: .purchase(productID: product.productID), reason: "set by a test", cause: .app
            )
        } else {
            purchases.set(status, of: product.productID)
        }
    }

    /// Gives a permission a status.
    public func set(_ permission: SystemPermissionConstraint, to status: SystemPermissionStatus) {
        permissions.set(status, of: permission)
    }

    /// Has prompts for a permission answered as soon as they come up; by default, they are allowed.
    ///
    /// - Parameters:
    ///   - permission: The permission that the app will request.
    ///   - status: What the user decides.
    public func answerPrompt(for permission: SystemPermissionConstraint, with status: SystemPermissionStatus) {
        permissions.answer(permission, with: status)
    }

    /// Turns a flag on or off.
    public func set(_ flag: FeatureKey, to isOn: Bool) {
        flags.setFeatureEnabled(feature: FeatureFlag(key: flag), enabled: isOn)
    }

    /// Makes the user's choice for a feature; nil forgets it.
    public func setUserToggle(of feature: ConditionalFeatureDefinition.Type, to isOn: Bool?) {
        runtime.bind { toggles.setEnabled(feature, enabled: isOn) }
    }

    /// Overrides a feature's `isEnabled`, which is the app's and the same for all tests; nil removes the override.
    public func setEnabled(_ feature: ConditionalFeatureDefinition.Type, to isOn: Bool?) {
        guard let path = runtime.metadata(for: feature)?.path else { return }
        runtime.facts.setOverride(
            isOn.map { .truth(Truth($0)) }, for: .runtimeSwitch(feature: path), reason: "set by a test", cause: .app)
    }

    /// Puts the app on another platform.
    ///
    /// - Parameters:
    ///   - platform: The operating system.
    ///   - version: Its version, such as `18` or `PlatformVersion(major: 17, minor: 2)`.
    public func platform(_ platform: Platform, _ version: PlatformVersion) {
        runtime.facts.setActual(
            .platform(CurrentPlatform(platform: platform, version: version)), for: .platform, source: "test",
            cause: .app)
    }

    // MARK: What features do

    /// Performs an action that is known by name, as the console, commands and exported scenarios do.
    ///
    /// - Parameters:
    ///   - action: The action's name or the name of its type.
    ///   - feature: The feature that offers it.
    ///   - input: The values of its input, by name.
    /// - Returns: The outcome, `nil` if the feature is not available. An action that there is not, that is given the wrong
    ///   input or that finds no presenter is a failure that states so.
    public func perform(
        _ action: String, of feature: FeatureDefinition.Type, input: RouteParameters = [:]
    ) async -> ActionOutcome? {
        let actions = runtime.metadata(for: feature)?.actions ?? []
        guard let found = actions.first(where: { $0.id == action }) ?? actions.first(where: { $0.name == action })
        else {
            let names = actions.map(\.name).joined(separator: ", ")
            let offer = names.isEmpty ? "It has none." : "It has \(names)."
            return .failure(error: NotPerformed(description: "\(feature.name) has no action \"\(action)\". \(offer)"))
        }
        return await withCheckedContinuation { continuation in
            runtime.perform(found, parameters: input, router: router, userInitiated: true) { result in
                continuation.resume(returning: Self.outcome(of: result))
            }
        }
    }

    /// Why an action was not performed, in a sentence.
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

    // MARK: What features are

    /// Whether a feature is certainly available.
    public func isAvailable(_ feature: FeatureDefinition.Type) -> Bool { availability(of: feature) == .true }

    /// Whether a feature is available, is not, or may turn out either way.
    public func availability(of feature: FeatureDefinition.Type) -> Truth { runtime.availability(of: feature) }

    /// Why a feature is available or not, in one sentence, such as `Premium is not purchased, Camera is denied`.
    public func explanation(of feature: FeatureDefinition.Type) -> String {
        let explanation = runtime.explanation(of: feature)
        return explanation.verdict == .true ? "\(feature.name) is available" : explanation.summary
    }

    /// Runs a body in the app, so that requests and actions are its own.
    public func run<Result>(_ body: () throws -> Result) rethrows -> Result { try runtime.bind(body) }

    /// Runs an asynchronous body in the app, so that requests and actions are its own.
    public func run<Result>(_ body: () async throws -> Result) async rethrows -> Result {
        try await runtime.bind(body)
    }
}
