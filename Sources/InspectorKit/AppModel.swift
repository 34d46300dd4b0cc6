/// What a front end keeps of an app: everything it lists, at one revision.
///
/// It is made by ``Inspector/list()`` and then follows the app with ``apply(_:)``, which costs what changed. Applying all
/// changes gives the same model as listing anew.
///
/// ```swift
/// var model = inspector.list()
/// if let changes = inspector.changes(since: model.revision) {
///     model.apply(changes)
/// } else {
///     model = inspector.list()  // The changes are no longer kept.
/// }
/// ```
package struct AppModel: Sendable, Hashable {
    /// The last change that is included.
    package private(set) var revision: Revision
    /// What concerns the app as a whole.
    package private(set) var status: AppStatus
    /// Every feature, groups before what is in them, siblings in order of registration.
    package var features: [FeatureSummary] { tree.features }
    /// How many features are available.
    package var availableCount: Int { tree.availableCount }
    /// Every product that is registered, referred to or sold, by type and then by name.
    package private(set) var products: SortedElements<ProductSnapshot>
    /// Every permission the app refers to first, then the rest.
    package private(set) var permissions: [PermissionSnapshot]
    /// Every feature flag that is required or that a provider knows, by key.
    package private(set) var flags: SortedElements<FlagSnapshot>
    /// Every override, by kind and key.
    package private(set) var overrides: SortedElements<OverrideRecord>
    /// The features with their indices.
    package private(set) var tree: FeatureTree

    /// Creates a model.
    ///
    /// - Parameters:
    ///   - revision: The last change that is included.
    ///   - status: What concerns the app as a whole.
    ///   - features: Every feature, groups before what is in them.
    ///   - products: The products, in any order.
    ///   - permissions: The permissions in the order in which they are shown.
    ///   - flags: The flags, in any order.
    ///   - overrides: The overrides, in any order.
    package init(
        revision: Revision, status: AppStatus, features: [FeatureSummary], products: [ProductSnapshot],
        permissions: [PermissionSnapshot], flags: [FlagSnapshot], overrides: [OverrideRecord]
    ) {
        self.revision = revision
        self.status = status
        self.permissions = permissions
        self.products = SortedElements(products)
        self.flags = SortedElements(flags)
        self.overrides = SortedElements(overrides)
        tree = FeatureTree(features)
    }

    /// A model of nothing, to start from before the first list arrives.
    package static let empty = AppModel(
        revision: .zero, status: AppStatus(appName: ""), features: [], products: [], permissions: [],
        flags: [], overrides: [])

    /// Takes changes in.
    ///
    /// - Parameter changes: What changed since ``revision``, or since an earlier one.
    /// - Returns: Whether features were added, so that indices of features have changed.
    @discardableResult
    package mutating func apply(_ changes: ModelChanges) -> Bool {
        revision = max(revision, changes.revision)
        if let status = changes.status { self.status = status }
        if let permissions = changes.permissions { self.permissions = permissions }
        if let products = changes.allProducts { self.products = SortedElements(products) }
        for product in changes.products { products.insert(product) }
        if let flags = changes.allFlags { self.flags = SortedElements(flags) }
        for flag in changes.flags { flags.insert(flag) }
        for override in changes.overrides { overrides.insert(override) }
        for fact in changes.removedOverrides { overrides.remove(fact) }
        let hasNewFeatures = tree.insert(changes.registered)
        tree.apply(changes.states)
        return hasNewFeatures
    }

    /// Returns a feature, or `nil` if there is none with the id.
    package func feature(_ id: String) -> FeatureSummary? { tree.sortIndex(of: id).map { tree.features[$0] } }

    /// Returns the override of a fact, or `nil` if it is not overridden.
    package func override(of fact: FactReference) -> OverrideRecord? { overrides[fact] }
}

/// What a front end shows of an app as a whole: a few values, whatever the number of its features.
package struct AppStatus: Codable, Sendable, Hashable {
    /// The app's name.
    package var appName: String
    /// The platform availability is decided for, such as "iOS 17.2 (simulated)".
    package var platform: PlatformState
    /// The simulated store, if the app runs on one.
    package var store: StoreSnapshot?
    /// What is wrong with files the app's state is kept in, one sentence each.
    package var problems: [String] = []
    /// The ids of the features in focus, each with everything under it; empty while everything is recorded.
    package var focus: [String] = []
    /// The authorization flow that is under way or has just ended, if there is one.
    package var flow: FlowSnapshot?
    /// Whether the app's background work is running; `nil` if it has none that can be paused.
    package var backgroundWorkIsRunning: Bool?
    /// The app's own one-line state, such as what is playing; `nil` if it has none.
    package var activity: String?
    /// What undoing would undo, as it was reported; `nil` if there is nothing to undo.
    package var undo: String?
    /// What redoing would do again, as it was reported; `nil` if there is nothing to redo.
    package var redo: String?
    /// What, besides overrides, is not as it is when the app is first started.
    package var differences: [StateDifference] = []
    /// What has been tried, if this is an app on which commands are tried; `nil` for the app as it is.
    package var scratch: ScratchStatus?
    /// Why what is shown may be out of date: the app is in another process to which the connection is lost; `nil` while
    /// there is one.
    package var disconnection: String?
    /// The recording this is, and the moment of it; `nil` for an app that runs.
    package var recording: RecordedMoment?

    /// Creates the status of an app about which nothing else is known.
    package init(appName: String, platform: PlatformState = PlatformState()) {
        self.appName = appName
        self.platform = platform
    }

    /// Returns whether a feature is in focus: whether it, or a group above it, was put there.
    package func isInFocus(_ featureID: String) -> Bool { focusRoot(of: featureID) != nil }

    /// Returns the feature whose focus includes another one, which may be that one itself.
    ///
    /// - Parameter featureID: The other feature's id.
    /// - Returns: The id of the feature in focus, or `nil` if the other one is not in focus.
    package func focusRoot(of featureID: String) -> String? {
        if focus.contains(featureID) { return featureID }
        return focus.first { featureID.hasPrefix($0 + "/") }
    }
}

/// What changed in an app's state between two revisions.
///
/// Everything is sent as it is now rather than as it was at the revision, so that applying changes twice is the same as
/// once, and a reader that falls behind never waits for what is out of date.
package struct ModelChanges: Codable, Sendable, Hashable {
    /// The revision that the reader has seen once it has applied the changes.
    package var revision: Revision
    /// The app's status, if it may have changed.
    package var status: AppStatus?
    /// The features that were registered, groups before what is in them.
    package var registered: [FeatureSummary] = []
    /// The features whose state changed, by number.
    package var states: [FeatureSummary.State] = []
    /// The products that changed or are new.
    package var products: [ProductSnapshot] = []
    /// Every product, if any of them may have changed or disappeared.
    package var allProducts: [ProductSnapshot]?
    /// Every permission in its order, if one of them changed.
    package var permissions: [PermissionSnapshot]?
    /// The flags that changed or are new.
    package var flags: [FlagSnapshot] = []
    /// Every flag, if any of them may have changed or disappeared.
    package var allFlags: [FlagSnapshot]?
    /// The overrides that were made or changed.
    package var overrides: [OverrideRecord] = []
    /// The facts that are no longer overridden.
    package var removedOverrides: [FactReference] = []
    /// The facts whose value, override or source changed; what explains a feature by one of them is out of date.
    package var facts: [FactRecord] = []
    /// Whether an action stack was opened, closed or got a step; see ``Inspector/stacks()``.
    package var stacksChanged = false

    /// Creates changes that change nothing.
    package init(revision: Revision) {
        self.revision = revision
    }

    /// Whether nothing changed.
    package var isEmpty: Bool { self == ModelChanges(revision: revision) }
}

/// A position in the sequence of changes of an app's state; it only ever grows.
package struct Revision: RawRepresentable, Codable, Sendable, Hashable, Comparable {
    /// How many changes there have been.
    package var rawValue: UInt64

    /// Creates a revision from its number.
    package init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    /// The revision before the first change.
    package static let zero = Revision(rawValue: 0)

    /// Orders revisions by the moment they stand for.
    package static func < (left: Revision, right: Revision) -> Bool { left.rawValue < right.rawValue }
}
