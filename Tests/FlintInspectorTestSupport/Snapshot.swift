package import FlintWorld

/// An app's state without its events and log, for comparisons in tests.
package struct Snapshot: Sendable, Hashable {
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
}

extension Snapshot {
    package init(of world: World, stacks: [StackSnapshot] = []) {
        let (model, status) = (world.model, world.model.status)
        (appName, platform, overrides) = (status.appName, status.platform, Array(model.overrides))
        (features, products, permissions, flags) = (world.explanations, world.products, world.permissions, world.flags)
        (store, problems, focus, flow) = (status.store, status.problems, status.focus, status.flow)
        (backgroundWorkIsRunning, activity) = (status.backgroundWorkIsRunning, status.activity)
        self.stacks = stacks
    }
}
