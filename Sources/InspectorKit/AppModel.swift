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
public struct AppModel: Sendable, Hashable {
    /// The last change that is included.
    public private(set) var revision: Revision
    /// What concerns the app as a whole.
    public private(set) var status: AppStatus
    /// Every feature, groups before what is in them, siblings in order of registration.
    public var features: [FeatureSummary] { tree.features }
    /// How many features are available.
    public var availableCount: Int { tree.availableCount }
    /// Every product that is registered, referred to or sold, by type and then by name.
    public private(set) var products: SortedElements<ProductSnapshot>
    /// Every permission the app refers to first, then the rest.
    public private(set) var permissions: [PermissionSnapshot]
    /// Every feature flag that is required or that a provider knows, by key.
    public private(set) var flags: SortedElements<FlagSnapshot>
    /// Every override, by kind and key.
    public private(set) var overrides: SortedElements<OverrideRecord>
    /// The features with their indices.
    public private(set) var tree: FeatureTree

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
    public init(
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
    public static let empty = AppModel(
        revision: .zero, status: AppStatus(appName: "", platform: ""), features: [], products: [], permissions: [],
        flags: [], overrides: [])

    /// Takes changes in.
    ///
    /// - Parameter changes: What changed since ``revision``, or since an earlier one.
    /// - Returns: Whether features were added, so that indices of features have changed.
    @discardableResult
    public mutating func apply(_ changes: ModelChanges) -> Bool {
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
    public func feature(_ id: String) -> FeatureSummary? { tree.place(of: id).map { tree.features[$0] } }

    /// Returns the override of a fact, or `nil` if it is not overridden.
    public func override(of fact: FactReference) -> OverrideRecord? { overrides[fact] }
}
