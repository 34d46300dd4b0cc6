// SPDX-License-Identifier: MIT

/// An app's complete state at one moment, except for its events and log.
///
/// Reports and JSON output contain a snapshot. Interactive front ends use ``World`` instead. Properties have the same
/// meaning as in ``AppModel`` and ``AppStatus``.
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

    /// Creates the state of an app without features.
    package init() {
        (appName, platform) = ("", PlatformState())
        (features, products, permissions, overrides) = ([], [], [], [])
    }
}

extension Snapshot {
    /// Creates the state of a complete world, with an explanation of every feature.
    ///
    /// The search for plans to unlock features takes long in a large app.
    package init(of world: World, stacks: [StackSnapshot] = []) {
        let (model, status) = (world.model, world.model.status)
        (appName, platform, overrides) = (status.appName, status.platform, Array(model.overrides))
        features = model.features.compactMap { world.explanation(of: $0.id) }
        products = model.products.map { product in
            var product = product
            product.features = world.usage(of: FactReference(kind: .purchase, key: product.productID))
            return product
        }
        permissions = model.permissions.map { permission in
            var permission = permission
            permission.features = world.usage(of: FactReference(kind: .permission, key: permission.permission))
            return permission
        }
        flags = model.flags.map { flag in
            var flag = flag
            flag.features = world.usage(of: FactReference(kind: .flag, key: flag.key))
            return flag
        }
        (store, problems, focus, flow) = (status.store, status.problems, status.focus, status.flow)
        (backgroundWorkIsRunning, activity) = (status.backgroundWorkIsRunning, status.activity)
        self.stacks = stacks
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
