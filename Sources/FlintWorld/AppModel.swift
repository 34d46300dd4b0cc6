// SPDX-License-Identifier: MIT

/// A front end's copy of an app's state at one revision.
///
/// ``Inspector/readModel()`` creates the model. Afterward, ``apply(_:)`` keeps it up to date at a cost proportional to
/// the number of changes. A model that has received all changes equals a newly listed model.
///
/// ```swift
/// var model = try inspector.readModel()
/// if let changes = try inspector.changes(since: model.revision) {
///     model.apply(changes)
/// } else {
///     model = try inspector.readModel()  // The changes have expired.
/// }
/// ```
package struct AppModel: Sendable, Hashable {
    package private(set) var revision: Revision
    package private(set) var status: AppStatus
    /// Every feature, with each group before its children and siblings in order of registration.
    package var features: [FeatureSummary] { tree.features }
    package var availableCount: Int { tree.availableCount }
    package var visibleCount: Int { tree.visibleCount }
    package var hiddenCount: Int { features.count - tree.visibleCount }
    package var visibleAvailableCount: Int { tree.visibleAvailableCount }
    /// Every product that is registered, required, or sold, sorted by type and name.
    package private(set) var products: SortedElements<ProductSnapshot>
    /// Every permission, beginning with the ones that the app requires.
    package private(set) var permissions: [PermissionSnapshot]
    /// Every feature flag that a feature requires or a provider knows, sorted by key.
    package private(set) var flags: SortedElements<FlagSnapshot>
    package private(set) var overrides: SortedElements<OverrideRecord>
    /// The app's own facts that a feature requires or the app has set, sorted by kind and name.
    package private(set) var ownFacts: SortedElements<FactRecord>
    package private(set) var tree: FeatureTree

    /// Creates a model from its parts.
    ///
    /// Each group precedes its children in `features`, and `permissions` are in display order. The other lists can be
    /// in any order.
    package init(
        revision: Revision, status: AppStatus, features: [FeatureSummary], products: [ProductSnapshot],
        permissions: [PermissionSnapshot], flags: [FlagSnapshot], overrides: [OverrideRecord],
        ownFacts: [FactRecord] = []
    ) {
        self.revision = revision
        self.status = status
        self.permissions = permissions
        self.products = SortedElements(products)
        self.flags = SortedElements(flags)
        self.overrides = SortedElements(overrides)
        self.ownFacts = SortedElements(ownFacts)
        tree = FeatureTree(features)
    }

    package static let empty = AppModel(
        revision: .zero, status: AppStatus(appName: ""), features: [], products: [], permissions: [],
        flags: [], overrides: [])

    /// Applies the changes since ``revision`` or an earlier revision.
    ///
    /// The result is `true` if features were added, which invalidates feature indices.
    @discardableResult
    package mutating func apply(_ changes: ModelChanges) -> Bool {
        revision = max(revision, changes.revision)
        if let status = changes.status { self.status = status }
        if let permissions = changes.permissions { self.permissions = permissions }
        if let products = changes.allProducts { self.products = SortedElements(products) }
        for product in changes.products { products.insert(product) }
        if let flags = changes.allFlags { self.flags = SortedElements(flags) }
        for flag in changes.flags { flags.insert(flag) }
        insert(changes.facts)
        for override in changes.overrides { overrides.insert(override) }
        for fact in changes.removedOverrides { overrides.remove(fact) }
        // The states can include new features, so the features are inserted first.
        let hasNewFeatures = tree.insert(changes.registered)
        tree.apply(changes.states)
        return hasNewFeatures
    }

    mutating func insert(_ facts: [FactRecord]) {
        for fact in facts where fact.key.kind.isOwn {
            // A known key is kept, because it contains the fact's description.
            ownFacts.insert(FactRecord(key: ownFacts[fact.key]?.key ?? fact.key, fact: fact.fact))
        }
    }

    package func feature(_ id: String) -> FeatureSummary? { tree.sortIndex(of: id).map { tree.features[$0] } }

    package func override(of fact: FactReference) -> OverrideRecord? { overrides[fact] }
}

/// The state of an app as a whole, which front ends show in headers and summaries.
///
/// Its size does not depend on the number of features, so every ``ModelChanges`` can carry a complete copy. Optional
/// properties are `nil` where they do not apply: ``store`` without a simulated store, ``flow`` without an
/// authorization flow, and ``recording`` in a running app.
package struct AppStatus: Codable, Sendable, Hashable {
    package var appName: String
    package var platform: PlatformState
    package var store: StoreSnapshot?
    package var problems: [String] = []
    /// The ids of the features in focus; their descendants are in focus too.
    ///
    /// If the list is empty, every feature is recorded.
    package var focus: [String] = []
    /// The authorization flow that is in progress or has just ended.
    package var flow: FlowSnapshot?
    /// Whether the app's background work is running, or `nil` if no background work can be paused.
    package var backgroundWorkIsRunning: Bool?
    package var activity: String?
    package var undo: String?
    package var redo: String?
    /// The messages of this session's irreversible changes, oldest first, or `nil` without such changes.
    package var irreversible: [String]?
    package var differences: [StateDifference] = []
    /// A sentence that explains why the state may be outdated, or `nil` while the app's process is reachable.
    package var disconnection: String?
    package var recording: RecordedMoment?
    /// The environment of an attached app; `nil` means development.
    package var environment: AppEnvironment?
    /// Whether the connection to the app refuses every command; `nil` means no.
    package var isReadOnly: Bool?

    package init(appName: String, platform: PlatformState = PlatformState()) {
        self.appName = appName
        self.platform = platform
    }

    /// Returns an explanation that nothing is left to undo after changes that cannot be undone.
    ///
    /// `irreversible` contains the messages of these changes, oldest first. The explanation quotes the latest five
    /// messages and counts the earlier ones.
    package static func nothingToUndoReason(_ irreversible: [String]) -> String {
        let earlier = irreversible.count - 5
        return "There is nothing left to undo. Changes that cannot be undone: "
            + irreversible.suffix(5).joined(separator: " ") + (earlier > 0 ? " And \(earlier) earlier." : "")
    }

    package var focusScope: FeatureScope { FeatureScope(focus) }
}

/// The changes to an app's state between two revisions.
///
/// All values are current as of the read. Applying the same changes twice therefore has the same result as applying
/// them once, and a slow reader never receives outdated intermediate values.
///
/// Lists such as ``products`` contain only new and changed elements. Complete lists such as ``allProducts`` are `nil`
/// unless elements may have disappeared.
package struct ModelChanges: Codable, Sendable, Hashable {
    package var revision: Revision
    package var status: AppStatus?
    package var registered: [FeatureSummary] = []
    package var states: [FeatureSummary.State] = []
    package var products: [ProductSnapshot] = []
    package var allProducts: [ProductSnapshot]?
    /// Every permission in display order, if any permission changed.
    package var permissions: [PermissionSnapshot]?
    package var flags: [FlagSnapshot] = []
    package var allFlags: [FlagSnapshot]?
    package var overrides: [OverrideRecord] = []
    package var removedOverrides: [FactReference] = []
    /// The facts whose value, override, or source changed.
    ///
    /// Previously requested explanations of features that depend on these facts are outdated.
    package var facts: [FactRecord] = []
    /// Whether an action stack was opened or closed, or gained a step.
    ///
    /// Call ``Inspector/stacks()`` to get the current stacks.
    package var stacksChanged = false

    package init(revision: Revision) {
        self.revision = revision
    }

    package var isEmpty: Bool { self == ModelChanges(revision: revision) }
}

/// A position in the sequence of an app's state changes.
///
/// Revisions only increase. In the app itself, the raw value is the number of changes up to that position.
package struct Revision: RawRepresentable, Codable, Sendable, Hashable, Comparable {
    package var rawValue: UInt64

    package init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    package static let zero = Revision(rawValue: 0)

    package static func < (left: Revision, right: Revision) -> Bool { left.rawValue < right.rawValue }
}
