/// Everything a front end shows of an app at one moment, apart from its events and its log.
package struct Snapshot: Codable, Sendable, Hashable {
    /// The app's name.
    package var appName: String
    /// The platform availability is decided for, such as "iOS 17.2 (simulated)".
    package var platform: PlatformState
    /// Every feature, parents before children, siblings in order of declaration.
    package var features: [FeatureSnapshot]
    /// Every product that is registered or referred to, by type and then by name.
    package var products: [ProductSnapshot]
    /// Every permission the app refers to first, then the rest.
    package var permissions: [PermissionSnapshot]
    /// Every feature flag that is required or that a provider knows, by key.
    package var flags: [FlagSnapshot] = []
    /// The simulated store, if the app runs on one.
    package var store: StoreSnapshot?
    /// Every current override.
    package var overrides: [OverrideRecord]
    /// What is wrong with files the app's state is kept in, one sentence each.
    package var problems: [String] = []
    /// The ids of the features in focus, each with everything under it; empty while everything is recorded.
    package var focus: [String] = []
    /// The open action stacks, in the order in which they began.
    package var stacks: [StackSnapshot] = []
    /// The authorization flow that is under way or has just ended, if there is one.
    package var flow: FlowSnapshot?
    /// Whether the app's background work is running; `nil` if it has none that can be paused.
    package var backgroundWorkIsRunning: Bool?
    /// The app's own one-line state, such as what is playing; `nil` if it has none.
    package var activity: String?

    /// Creates a snapshot from its parts.
    package init(
        appName: String, platform: PlatformState, features: [FeatureSnapshot], products: [ProductSnapshot],
        permissions: [PermissionSnapshot], overrides: [OverrideRecord], flow: FlowSnapshot?,
        backgroundWorkIsRunning: Bool?, activity: String?
    ) {
        self.appName = appName
        self.platform = platform
        self.features = features
        self.products = products
        self.permissions = permissions
        self.overrides = overrides
        self.flow = flow
        self.backgroundWorkIsRunning = backgroundWorkIsRunning
        self.activity = activity
    }

    /// A snapshot of nothing, to start from before the first real one arrives.
    package static let empty = Snapshot(
        appName: "", platform: PlatformState(), features: [], products: [], permissions: [], overrides: [], flow: nil,
        backgroundWorkIsRunning: nil, activity: nil)
}

extension Inspector {
    /// Everything that is known of the app now, every feature explained.
    ///
    /// It is for reports, which show all of it once; a front end that stays follows ``changes(since:)``.
    package func snapshot() -> Snapshot { InspectorQuestion.join { joinedSnapshot() } }

    private func joinedSnapshot() -> Snapshot {
        let model = list()
        let status = model.status
        // Read first: an app elsewhere then sends all declarations at once.
        let permissions = model.permissions.map { permission in
            var permission = permission
            permission.features = usage(of: FactReference(kind: .permission, key: permission.permission))
            return permission
        }
        var snapshot = Snapshot(
            appName: status.appName, platform: status.platform,
            features: model.features.compactMap { explanation(of: $0.id) },
            products: model.products.map { product in
                var product = product
                product.features = usage(of: FactReference(kind: .purchase, key: product.productID))
                return product
            },
            permissions: permissions,
            overrides: Array(model.overrides), flow: status.flow,
            backgroundWorkIsRunning: status.backgroundWorkIsRunning, activity: status.activity)
        snapshot.flags = model.flags.map { flag in
            var flag = flag
            flag.features = usage(of: FactReference(kind: .flag, key: flag.key))
            return flag
        }
        snapshot.store = status.store
        snapshot.problems = status.problems
        snapshot.focus = status.focus
        snapshot.stacks = stacks()
        return snapshot
    }

    /// Explains a feature, with plans to unlock it; `nil` if there is none with the id.
    package func explanation(of featureID: String) -> FeatureSnapshot? {
        var feature = detail(of: featureID)
        let found = plans(of: featureID)
        feature?.unlockPlans = found.map { Array($0.plans.prefix(FeatureSnapshot.planLimit)) }
        feature?.unlockPlansAreComplete = found?.areComplete
        feature?.impossiblePlans = found?.impossiblePlans
        return feature
    }
}
