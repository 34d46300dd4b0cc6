/// Every feature that is registered in a runtime, by type and by path.
final class FeatureCatalog: Sendable {
    fileprivate struct State {
        var byType: [ObjectIdentifier: FeatureMetadata] = [:]
        var byPath: [FeaturePath: FeatureMetadata] = [:]
        /// Every feature in order, with gaps where moved ones were.
        var inOrder: [FeatureMetadata?] = []
        var children: [ObjectIdentifier: [FeatureMetadata]] = [:]
        var products: [String: Product] = [:]
        var purchases: Set<PurchaseRequirement> = []
        var declarations = Declarations()
    }

    private let state = Protected(State())
    /// The actions of all features.
    let actions = ActionTable()

    /// Creates an empty catalog.
    init() {}

    deinit {
        for metadata in state.withLock({ $0.byType }).values { metadata.release() }
    }

    /// What is known of a feature, or `nil` if it is not registered.
    func metadata(for feature: FeatureDefinition.Type) -> FeatureMetadata? {
        state.withLock { $0.byType[ObjectIdentifier(feature)] }
    }

    /// What is known of the feature with a path, or `nil` if there is none.
    func metadata(at path: FeaturePath) -> FeatureMetadata? {
        state.withLock { $0.byPath[path] }
    }

    /// Every feature, parents before children and otherwise in order of registration.
    var features: [FeatureMetadata] {
        state.withLock { state in
            state.closeGaps()
            return state.inOrder.compactMap { $0 }
        }
    }

    /// How many features there are.
    var count: Int { state.withLock { $0.byType.count } }

    /// The features directly under one, in the order in which they came there.
    func children(of metadata: FeatureMetadata) -> [FeatureMetadata] {
        state.withLock { $0.children[ObjectIdentifier(metadata)] ?? [] }
    }

    /// Which features declare what, so that an announcement reaches them and no others.
    struct Declarations {
        /// The features that require a product, by its identifier.
        fileprivate(set) var buyers: [String: [FeatureMetadata]] = [:]
        /// The features that the user must have turned on.
        fileprivate(set) var toggled: [FeatureMetadata] = []
        /// The flags that some feature requires.
        fileprivate(set) var flags: Set<FeatureKey> = []
        /// The features with constraints about facts that no source announces.
        fileprivate(set) var unannounced: [FeatureMetadata] = []
    }

    /// Which features declare what.
    var declarations: Declarations { state.withLock { $0.declarations } }

    /// Notes what a feature declares.
    ///
    /// - Parameters:
    ///   - constraints: What it declares.
    ///   - products: The products that are mentioned in it.
    ///   - metadata: The feature.
    func note(_ constraints: DeclaredFeatureConstraints, products: [Product], of metadata: FeatureMetadata) {
        state.withLock { state in
            for product in products {
                state.declarations.buyers[product.productID, default: []].append(metadata)
            }
            if constraints.userToggleDefault != nil { state.declarations.toggled.append(metadata) }
            state.declarations.flags.formUnion(constraints.featureFlags)
            if !metadata.ownUnannouncedFacts.isEmpty { state.declarations.unannounced.append(metadata) }
        }
    }

    /// Every product that a requirement mentions, by identifier.
    var products: [String: Product] {
        state.withLock { $0.products }
    }

    /// The product with an identifier, or `nil` if no requirement mentions it.
    func product(_ productID: String) -> Product? {
        state.withLock { $0.products[productID] }
    }

    /// Adds a feature under a path of its own; `nil` if it is registered already.
    func add(_ feature: FeatureDefinition.Type, parent: FeatureMetadata?) -> FeatureMetadata? {
        // The type is asked, which is code of the app, before the lock is taken.
        let conditional = FeatureKinds.conditional(feature)
        return state.withLock { state in
            guard state.byType[ObjectIdentifier(feature)] == nil else { return nil }
            let path = state.freePath(for: feature, under: parent)
            let metadata = FeatureMetadata(
                feature: feature, conditional: conditional, path: path, parent: parent,
                registrationIndex: state.byType.count,
                place: state.inOrder.count)
            state.byType[ObjectIdentifier(feature)] = metadata
            state.byPath[path] = metadata
            state.inOrder.append(metadata)
            if let parent { state.children[ObjectIdentifier(parent), default: []].append(metadata) }
            return metadata
        }
    }

    /// Puts a feature that was registered by itself under a group, and behind it in the order.
    func move(_ metadata: FeatureMetadata, under parent: FeatureMetadata) {
        let isNew = metadata.parent != parent
        state.withLock { state in
            state.byPath[metadata.path] = nil
            let path = state.freePath(for: metadata.feature, under: parent)
            state.byPath[path] = metadata
            state.inOrder[metadata.place] = nil
            metadata.place(under: parent, path: path, at: state.inOrder.count)
            state.inOrder.append(metadata)
            // What moves along with its group is in the list of the group already.
            if isNew { state.children[ObjectIdentifier(parent), default: []].append(metadata) }
        }
    }

    /// Gives a feature the path it fixes for itself, and says whether that path was free.
    func fix(path: FeaturePath, of metadata: FeatureMetadata) -> Bool {
        state.withLock { state in
            guard state.byPath[path] == nil else { return false }
            state.byPath[metadata.path] = nil
            state.byPath[path] = metadata
            metadata.fix(path: path)
            return true
        }
    }

    /// The requirement that stands for all equal ones, so that features that need the same share it.
    func shared(_ requirement: PurchaseRequirement) -> PurchaseRequirement {
        state.withLock { $0.purchases.insert(requirement).memberAfterInsert }
    }

    /// Registers a product and returns the one that was registered under the same identifier before, if it differs.
    func add(_ product: Product) -> Product? {
        state.withLock { state in
            guard let known = state.products[product.productID] else {
                state.products[product.productID] = product
                return nil
            }
            let same =
                type(of: known) == type(of: product) && known.name == product.name
                && known.description == product.description
            return same ? nil : known
        }
    }

    /// Drops everything.
    func reset() {
        actions.reset()
        state.withLock { $0 = State() }
    }
}

extension FeatureCatalog.State {
    /// Closes the gaps that moved features have left, all at once, so that moving many costs no more for each.
    fileprivate mutating func closeGaps() {
        guard inOrder.count > byType.count else { return }
        inOrder.removeAll { $0 == nil }
        for (place, metadata) in inOrder.enumerated() { metadata?.place = place }
    }

    /// The path of a feature under a parent, told apart by the types around it if another has taken the short one,
    /// and by a number if that is not enough.
    fileprivate func freePath(for feature: FeatureDefinition.Type, under parent: FeatureMetadata?) -> FeaturePath {
        let base = parent?.path ?? TopicPath([])
        var path = base.appending(TypeNames.short(feature))
        var number = 1
        while byPath[path] != nil {
            let qualified = TypeNames.qualified(feature)
            path = base.appending(number == 1 ? qualified : "\(qualified)-\(number)")
            number += 1
        }
        return path
    }
}
