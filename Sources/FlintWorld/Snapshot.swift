// SPDX-License-Identifier: MIT

/// An app's complete state at one moment, except for its events and log.
///
/// Reports and JSON output contain a snapshot. ``Inspector/snapshot()`` explains every feature, which can take long in
/// a large app. Interactive front ends use ``AppModel`` instead. Properties have the same meaning as in ``AppModel``
/// and ``AppStatus``.
package struct Snapshot: Codable, Sendable, Hashable {
    package var appName: String
    package var platform: PlatformState
    /// Every feature, with each group before its children and siblings in order of registration.
    package var features: [FeatureSnapshot]
    package var products: [ProductSnapshot]
    package var permissions: [PermissionSnapshot]
    package var flags: [FlagSnapshot] = []
    package var store: StoreSnapshot?
    package var overrides: [OverrideRecord]
    package var problems: [String] = []
    /// The ids of the features in focus; their descendants are in focus too.
    ///
    /// If the list is empty, every feature is recorded.
    package var focus: [String] = []
    package var stacks: [StackSnapshot] = []
    package var flow: FlowSnapshot?
    package var backgroundWorkIsRunning: Bool?
    package var activity: String?

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

    package static let empty = Snapshot(
        appName: "", platform: PlatformState(), features: [], products: [], permissions: [], overrides: [], flow: nil,
        backgroundWorkIsRunning: nil, activity: nil)
}

extension Inspector {
    /// Returns the app's complete state, with an explanation of every feature.
    ///
    /// Use this method for reports, which show the state once. An interactive front end uses ``sync(_:)``
    /// instead.
    ///
    /// - Parameter includesStacks: Whether to read the open action stacks.
    /// - Returns: The state.
    package func snapshot(includesStacks: Bool = true) -> Snapshot {
        InspectorQuestion.join {
            var snapshot = joinedSnapshot()
            if includesStacks { snapshot.stacks = stacks() }
            return snapshot
        }
    }

    private func joinedSnapshot() -> Snapshot {
        let world = world(of: nil)
        let model = world.model
        let status = model.status
        let permissions = model.permissions.map { permission in
            var permission = permission
            permission.features = world.usage(of: FactReference(kind: .permission, key: permission.permission))
            return permission
        }
        var snapshot = Snapshot(
            appName: status.appName, platform: status.platform,
            features: model.features.compactMap { world.explanation(of: $0.id) },
            products: model.products.map { product in
                var product = product
                product.features = world.usage(of: FactReference(kind: .purchase, key: product.productID))
                return product
            },
            permissions: permissions,
            overrides: Array(model.overrides), flow: status.flow,
            backgroundWorkIsRunning: status.backgroundWorkIsRunning, activity: status.activity)
        snapshot.flags = model.flags.map { flag in
            var flag = flag
            flag.features = world.usage(of: FactReference(kind: .flag, key: flag.key))
            return flag
        }
        snapshot.store = status.store
        snapshot.problems = status.problems
        snapshot.focus = status.focus
        return snapshot
    }
}

extension FeatureSnapshot {
    func adding(_ plans: FeaturePlans?) -> FeatureSnapshot {
        var feature = self
        feature.unlockPlans = plans.map { Array($0.plans.prefix(Self.planLimit)) }
        feature.unlockPlansAreComplete = plans.map { $0.areComplete && $0.plans.count <= Self.planLimit }
        feature.impossiblePlans = plans?.impossiblePlans
        return feature
    }
}
