/// The framework's face: everything here works on the current runtime.
///
/// ```swift
/// Flint.quickSetup(AppFeatures.self)
///
/// if let request = SmartPlaylistsFeature.create.request() {
///     request.perform(withInput: name)
/// }
/// ```
///
/// All members may be called from any thread. Two mistakes stop the process, because nothing sensible can follow:
/// using features before setup, and setting up twice.
public enum Flint {
    /// Sets the current runtime up with an app's features, and remembers purchases and the user's choices.
    ///
    /// What the configuration does not supply is kept in files: purchases in `purchases.json`, for which
    /// ``FilePurchaseTracker`` is made, the user's choices in `toggles.json`, and what the user has done lately, to
    /// be continued, in `activities.json`. They are in the directory `$XDG_DATA_HOME/<program>` or
    /// `~/.local/share/<program>`, and on Apple's systems with the app's support files. An app with a
    /// ``FlintAppInfo/appGroupIdentifier`` keeps them in the group's directory. Nothing is made there until something
    /// is written. Where no such directory is known, as without `HOME`, it is as with ``setup(_:configuration:)``.
    ///
    /// Lines of the log, one at the beginning and one at the end of every action among them, go to swift-log, whose
    /// default handler prints them, unless ``Logging`` is configured otherwise.
    ///
    /// - Parameters:
    ///   - group: The root of the app's features.
    ///   - domains: Domains whose web URLs lead to the app, besides ``FlintAppInfo/associatedDomains``.
    ///   - initialDebugLogLevel: How much is let through of what is logged for those who make the app.
    ///   - initialProductionLogLevel: How much is let through of what is logged when the app is in use.
    ///   - briefLogging: Whether lines go without an action's input and presenter.
    ///   - configuration: Supplies trackers and checkers in place of the defaults.
    public static func quickSetup(
        _ group: FeatureGroup.Type, domains: [String] = [], initialDebugLogLevel: LoggerLevel = .debug,
        initialProductionLogLevel: LoggerLevel = .off, briefLogging: Bool = true,
        configuration: ((DependenciesConfig) -> Void)? = nil
    ) {
        let others = domains.filter { !FlintAppInfo.associatedDomains.contains($0) }
        if !others.isEmpty { FlintAppInfo.associatedDomains += others }
        let logging = FlintRuntime.current.logging
        if logging.factories.all.isEmpty {
            DefaultLoggerFactory.setup(
                initialDevelopmentLogLevel: initialDebugLogLevel,
                initialProductionLogLevel: initialProductionLogLevel, briefLogging: briefLogging)
        }
        ActionSession.quickSetupMainSession()
        quickSetup(group, directory: AppDirectory.current, configuration: configuration)
    }

    /// Sets the current runtime up, with files in a directory for what the configuration does not supply.
    static func quickSetup(
        _ group: FeatureGroup.Type, directory: String?, configuration: ((DependenciesConfig) -> Void)?
    ) {
        if let directory {
            FlintRuntime.current.activities.keep(inFileAt: PathComponents(directory, "activities.json").path)
        }
        setup(group) { config in
            configuration?(config)
            guard let directory else { return }
            config.purchaseTracker =
                config.purchaseTracker ?? StoreKitPurchaseTracker(directory: directory, store: SystemStore.transactions)
            let toggles = PathComponents(directory, "toggles.json").path
            config.userFeatureToggles =
                config.userFeatureToggles ?? StoredFeatureToggles(store: FileKeyValueStore(path: toggles))
        }
    }

    /// Sets the current runtime up with an app's features.
    ///
    /// What the configuration does not supply is done without: nothing is known of purchases, and the user's choices
    /// last as long as the process.
    ///
    /// - Parameters:
    ///   - group: The root of the app's features.
    ///   - configuration: Supplies trackers and checkers in place of the defaults.
    public static func setup(_ group: FeatureGroup.Type, configuration: ((DependenciesConfig) -> Void)? = nil) {
        FlintRuntime.current.setUp(group, configuration: configuration)
    }

    /// Registers a further feature, at a root of its own; a group with everything under it.
    public static func register(_ feature: FeatureDefinition.Type) {
        FlintRuntime.current.register(feature)
    }

    /// Registers a further group with everything under it.
    public static func register(group: FeatureGroup.Type) {
        FlintRuntime.current.register(group: group)
    }

    /// Runs a body with another runtime as the current one.
    public static func withRuntime<Result>(
        _ runtime: FlintRuntime, _ body: () throws -> Result
    ) rethrows -> Result {
        try runtime.bind(body)
    }

    /// Runs an asynchronous body with another runtime as the current one.
    public static func withRuntime<Result>(
        _ runtime: FlintRuntime, _ body: () async throws -> Result
    ) async rethrows -> Result {
        try await runtime.bind(body)
    }

    /// Makes the current runtime forget everything, so that a test can set it up anew.
    ///
    /// Call it while nothing else uses the runtime: a request between the reset and the next setup ends the process, as
    /// one before the first setup does. Tests that run in parallel use `withRuntime(_:_:)` with a runtime each.
    public static func resetForTesting() {
        FlintRuntime.current.reset()
    }

    /// Whether the current runtime has been set up.
    public static var isSetup: Bool { FlintRuntime.current.isSetUp }

    /// What the current runtime was set up with, or `nil` before that.
    public static var dependencies: Dependencies? {
        let runtime = FlintRuntime.current
        return runtime.isSetUp ? runtime.dependencies : nil
    }

    /// Knows what has been purchased, if the current runtime was set up with a tracker.
    ///
    /// What is assigned before setup is used unless the configuration supplies another. Later it is too late, which
    /// the journal then records.
    public static var purchaseTracker: (any PurchaseTracker)? {
        get { FlintRuntime.current.purchaseTracker }
        // MARK: Old spelling
        @available(*, deprecated, message: "Supply it in the configuration closure of setup or quickSetup.")
        set { FlintRuntime.current.assign(purchaseTracker: newValue) }
    }

    /// Knows what the user has turned on and off.
    public static var userFeatureToggles: (any UserFeatureToggles)? { dependencies?.userFeatureToggles }

    /// Knows what the system permits.
    public static var permissionChecker: any SystemPermissionChecker {
        FlintRuntime.current.requireSetUp()
        return FlintRuntime.current.dependencies.permissionChecker
    }

    /// Knows which conditional features are available.
    public static var availabilityChecker: any AvailabilityChecker {
        FlintRuntime.current.requireSetUp()
        return DefaultAvailabilityChecker()
    }

    /// Performs the actions of the current runtime and notifies observers of them.
    public static var dispatcher: any ActionDispatcher {
        get { FlintRuntime.current.dispatcher }
        set { FlintRuntime.current.dispatcher = newValue }
    }

    /// Every registered feature.
    public static var allFeatures: Set<FeatureMetadata> { Set(FlintRuntime.current.catalog.features) }

    /// Every registered feature with constraints.
    public static var conditionalFeatures: Set<FeatureMetadata> { allFeatures.filter(\.isConditional) }

    /// What the current runtime knows of a feature, or `nil` if it is not registered.
    public static func metadata(for feature: FeatureDefinition.Type) -> FeatureMetadata? {
        FlintRuntime.current.catalog.metadata(for: feature)
    }

    /// What the current runtime knows of an action, or `nil` if its feature does not declare it.
    public static func metadata<Binding: ActionBinding>(for binding: Binding) -> ActionMetadata? {
        metadata(for: Binding.FeatureType.self)?.actionMetadata(action: Binding.ActionType.self)
    }
}
