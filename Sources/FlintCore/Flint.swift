// SPDX-License-Identifier: MIT

/// The framework's entry point for apps.
///
/// An app sets Flint up once, before it uses any feature. All members work on the current runtime, which is the
/// process's runtime unless `Flint.withRuntime(_:_:)` has bound another:
///
/// ```swift
/// Flint.quickSetup(AppFeatures.self)
///
/// if let request = SmartPlaylistsFeature.create.request() {
///     request.perform(withInput: name)
/// }
/// ```
///
/// All members can be called from any thread. Two programming errors end the process: using a feature before setup, and
/// setting up the same runtime twice.
public enum Flint {
    /// Sets up the current runtime with an app's features, and stores purchases and user settings in files.
    ///
    /// The files replace dependencies that the configuration closure leaves `nil`. A ``FilePurchaseTracker`` stores
    /// purchases in `purchases.json`, and user settings are stored in `toggles.json`. Activities that can be continued
    /// are stored in `activities.json`. The directory is `$XDG_DATA_HOME/<program>` or `~/.local/share/<program>`; on
    /// Apple platforms, it is in the Application Support directory. An app with a ``FlintAppInfo/appGroupIdentifier``
    /// uses its group's directory. The directory is created when a file is first written. If no directory can be
    /// determined, for example because `HOME` is not set, the method behaves like ``setup(_:configuration:)``.
    ///
    /// Unless the app has configured ``Logging``, log lines go to swift-log, whose default handler writes them to
    /// standard error. The beginning and the end of each action are logged at the level `.debug`, and a failure at the
    /// level `.error`.
    ///
    /// - Parameters:
    ///   - group: The root of the app's features, or `nil` for an app that has only adopted flags so far.
    ///   - domains: Domains whose web URLs open the app, in addition to ``FlintAppInfo/associatedDomains``.
    ///   - initialDebugLogLevel: The level of the development logger.
    ///   - initialProductionLogLevel: The level of the production logger.
    ///   - briefLogging: Whether log lines omit an action's input and presenter.
    ///   - configuration: A closure that sets dependencies in place of the defaults.
    public static func quickSetup(
        _ group: FeatureGroup.Type? = nil, domains: [String] = [], initialDebugLogLevel: LoggerLevel = .debug,
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

    static func quickSetup(
        _ group: FeatureGroup.Type?, directory: String?, configuration: ((DependenciesConfig) -> Void)?
    ) {
        // Dependencies that the configuration leaves `nil` use files in the directory, if any.
        if let directory {
            FlintRuntime.current.activities.save(toFileAt: PathComponents(directory, "activities.json").path)
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

    /// Sets up the current runtime with an app's features.
    ///
    /// If the configuration does not supply a tracker, every purchase is undetermined. If it does not supply a store of
    /// user settings, the settings last until the process ends.
    ///
    /// - Parameters:
    ///   - group: The root of the app's features, or `nil` for an app that has only adopted flags so far.
    ///   - configuration: A closure that sets dependencies in place of the defaults.
    public static func setup(
        _ group: FeatureGroup.Type? = nil, configuration: ((DependenciesConfig) -> Void)? = nil
    ) {
        FlintRuntime.current.setUp(group, configuration: configuration)
    }

    /// Registers a feature at the top level.
    ///
    /// A group is registered together with all features below it. Setup registers the app's features, so an app calls
    /// this method only for features that it adds later. Calling it before setup ends the process.
    public static func register(_ feature: FeatureDefinition.Type) {
        FlintRuntime.current.register(feature)
    }

    /// Registers a group at the top level, together with all features below it.
    public static func register(group: FeatureGroup.Type) {
        FlintRuntime.current.register(group: group)
    }

    /// Runs a closure with another runtime as the current one.
    ///
    /// - Parameters:
    ///   - runtime: The runtime to bind while the closure runs.
    ///   - body: The closure to run.
    /// - Returns: The closure's result.
    /// - Throws: Rethrows the closure's error.
    public static func withRuntime<Result>(
        _ runtime: FlintRuntime, _ body: () throws -> Result
    ) rethrows -> Result {
        try runtime.bind(body)
    }

    /// Runs an asynchronous closure with another runtime as the current one.
    ///
    /// - Parameters:
    ///   - runtime: The runtime to bind while the closure runs, including in its child tasks.
    ///   - body: The closure to run.
    /// - Returns: The closure's result.
    /// - Throws: Rethrows the closure's error.
    public static func withRuntime<Result>(
        _ runtime: FlintRuntime, _ body: () async throws -> Result
    ) async rethrows -> Result {
        try await runtime.bind(body)
    }

    /// Resets the current runtime to its initial state, so that a test can set it up again.
    ///
    /// Call this method only while no other code uses the runtime. A request between the reset and the next setup ends
    /// the process, like a request before the first setup. Tests that run in parallel use `withRuntime(_:_:)` with one
    /// runtime each.
    public static func resetForTesting() {
        FlintRuntime.current.reset()
    }

    /// Whether the current runtime has been set up.
    public static var isSetup: Bool { FlintRuntime.current.isSetUp }

    /// The dependencies that the current runtime was set up with, or `nil` before setup.
    public static var dependencies: Dependencies? {
        let runtime = FlintRuntime.current
        return runtime.isSetUp ? runtime.dependencies : nil
    }

    /// The purchase tracker of the current runtime.
    ///
    /// A tracker that is assigned before setup is used unless the configuration supplies another one. An assignment
    /// after setup has no effect, and an advisory reports it.
    public static var purchaseTracker: (any PurchaseTracker)? {
        get { FlintRuntime.current.purchaseTracker }
        // MARK: Old spelling
        @available(*, deprecated, message: "Supply it in the configuration closure of setup or quickSetup.")
        set { FlintRuntime.current.assign(purchaseTracker: newValue) }
    }

    /// The store of user settings, or `nil` before setup.
    public static var userFeatureToggles: (any UserFeatureToggles)? { dependencies?.userFeatureToggles }

    /// The checker that reads and requests system permissions.
    ///
    /// Reading this property before setup ends the process.
    public static var permissionChecker: any SystemPermissionChecker {
        FlintRuntime.current.requireSetUp()
        return FlintRuntime.current.dependencies.permissionChecker
    }

    /// The checker that determines which conditional features are available.
    ///
    /// Reading this property before setup ends the process.
    public static var availabilityChecker: any AvailabilityChecker {
        FlintRuntime.current.requireSetUp()
        return DefaultAvailabilityChecker()
    }

    /// The dispatcher that performs the current runtime's actions and notifies the observers of actions.
    ///
    /// Assign another dispatcher to replace the standard one.
    public static var dispatcher: any ActionDispatcher {
        get { FlintRuntime.current.dispatcher }
        set { FlintRuntime.current.dispatcher = newValue }
    }

    /// All registered features, including groups and the features that the framework defines.
    public static var allFeatures: Set<FeatureMetadata> { Set(FlintRuntime.current.catalog.features) }

    /// The registered conditional features.
    public static var conditionalFeatures: Set<FeatureMetadata> { allFeatures.filter(\.isConditional) }

    /// Returns the metadata of a feature, or `nil` if the feature is not registered.
    public static func metadata(for feature: FeatureDefinition.Type) -> FeatureMetadata? {
        FlintRuntime.current.catalog.metadata(for: feature)
    }

    /// Returns the metadata of an action, or `nil` if its feature does not declare the action.
    public static func metadata<Binding: ActionBinding>(for binding: Binding) -> ActionMetadata? {
        metadata(for: Binding.FeatureType.self)?.actionMetadata(action: Binding.ActionType.self)
    }
}
