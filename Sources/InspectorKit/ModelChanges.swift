/// What changed in an app's state between two revisions.
///
/// Everything is sent as it is now rather than as it was at the revision, so that applying changes twice is the same as
/// once, and a reader that falls behind never waits for what is out of date.
public struct ModelChanges: Codable, Sendable, Hashable {
    /// The revision that the reader has seen once it has applied the changes.
    public var revision: Revision
    /// The app's status, if it may have changed.
    public var status: AppStatus?
    /// The features that were registered, groups before what is in them.
    public var registered: [FeatureSummary] = []
    /// The features whose state changed, by number.
    public var states: [FeatureSummary.State] = []
    /// The products that changed or are new.
    public var products: [ProductSnapshot] = []
    /// Every product, if any of them may have changed or disappeared.
    public var allProducts: [ProductSnapshot]?
    /// Every permission in its order, if one of them changed.
    public var permissions: [PermissionSnapshot]?
    /// The flags that changed or are new.
    public var flags: [FlagSnapshot] = []
    /// Every flag, if any of them may have changed or disappeared.
    public var allFlags: [FlagSnapshot]?
    /// The overrides that were made or changed.
    public var overrides: [OverrideRecord] = []
    /// The facts that are no longer overridden.
    public var removedOverrides: [FactReference] = []
    /// The facts whose value, override or source changed; what explains a feature by one of them is out of date.
    public var facts: [FactReference] = []
    /// Whether an action stack was opened, closed or got a step; see ``Inspector/stacks()``.
    public var stacksChanged = false

    /// Creates changes that change nothing.
    public init(revision: Revision) {
        self.revision = revision
    }

    /// Whether nothing changed.
    public var isEmpty: Bool { self == ModelChanges(revision: revision) }
}
