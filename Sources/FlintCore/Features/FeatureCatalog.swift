/// Every feature that is registered in a runtime, by type and by path.
final class FeatureCatalog: Sendable {
    fileprivate struct State {
        var byType: [ObjectIdentifier: FeatureMetadata] = [:]
        var byPath: [FeaturePath: FeatureMetadata] = [:]
        /// Every feature in order, with gaps where moved ones were.
        var inOrder: [FeatureMetadata?] = []
        /// The features that were registered without a group, also those that have found one since.
        var roots: [FeatureMetadata] = []
        var children: [ObjectIdentifier: [FeatureMetadata]] = [:]
        var products: [String: Product] = [:]
        var purchases: Set<PurchaseRequirement> = []
        var declarations = Declarations()
        /// The features that share their short name with a sibling, in order of registration.
        var namesakes: [SiblingName: [FeatureMetadata]] = [:]
    }

    private let state = Protected(State())
    /// The actions of all features.
    let actions = ActionTable()

    /// Creates an empty catalog.
    init() {}

    deinit {
        for metadata in state.withLock({ $0.byType }).values { metadata.release() }
    }

    /// Whether a feature is registered, under this description of it.
    func contains(_ metadata: FeatureMetadata) -> Bool {
        state.withLock { $0.byType[ObjectIdentifier(metadata.feature)] === metadata }
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

    /// The features without a group above them, in order of registration.
    var roots: [FeatureMetadata] {
        state.withLock { state in
            state.roots.removeAll { $0.parent != nil }
            return state.roots
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
        /// Those of them that require a consumable product too, which past purchases may unlock.
        fileprivate(set) var spenders: [String: [FeatureMetadata]] = [:]
        /// The features that the user must have turned on.
        fileprivate(set) var toggled: [FeatureMetadata] = []
        /// The features that require a flag, by its key.
        fileprivate(set) var flagged: [FeatureKey: [FeatureMetadata]] = [:]
        /// The features that require a permission.
        fileprivate(set) var permitted: [SystemPermissionConstraint: [FeatureMetadata]] = [:]
        /// The facts that constraints are about and no source announces, each once.
        fileprivate(set) var unannounced: [SourcedFact] = []
        /// Those of them that several features may require.
        fileprivate var sharedUnannounced: Set<SourcedFact> = []
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
                if products.hasConsumable {
                    state.declarations.spenders[product.productID, default: []].append(metadata)
                }
            }
            if constraints.userToggleDefault != nil { state.declarations.toggled.append(metadata) }
            for key in constraints.featureFlags {
                state.declarations.flagged[key, default: []].append(metadata)
            }
            for permission in constraints.permissions {
                state.declarations.permitted[permission, default: []].append(metadata)
            }
            for fact in metadata.ownUnannouncedFacts
            where fact.isOfOneFeature || state.declarations.sharedUnannounced.insert(fact).inserted {
                state.declarations.unannounced.append(fact)
            }
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

    /// What adding a feature has led to.
    struct Addition {
        /// The new feature.
        let metadata: FeatureMetadata
        /// Whether another feature has the identifier that the new one fixes for itself.
        let isIdentifierTaken: Bool
        /// The features that have another path now, because the new one shares their short name.
        let changes: [PathChange]
    }

    /// Adds a feature under a path of its own.
    ///
    /// - Parameters:
    ///   - feature: The feature.
    ///   - identifier: The path it fixes for itself, if it does.
    ///   - parent: The group it is in, or `nil` at a root.
    /// - Returns: The feature, and what else has changed; `nil` if it is registered already.
    func add(
        _ feature: FeatureDefinition.Type, identifier: FeaturePath? = nil, parent: FeatureMetadata?
    ) -> Addition? {
        // The type is asked, which is code of the app, before the lock is taken.
        let conditional = FeatureKinds.conditional(feature)
        return state.withLock { state in
            guard state.byType[ObjectIdentifier(feature)] == nil else { return nil }
            let fixed = identifier.flatMap { state.byPath[$0] == nil ? $0 : nil }
            let natural = fixed == nil ? state.naturalPath(of: feature, under: parent) : nil
            let path = fixed ?? natural?.path ?? TopicPath([])
            let metadata = FeatureMetadata(
                feature: feature, conditional: conditional, path: path, hasFixedPath: fixed != nil, parent: parent,
                registrationIndex: state.byType.count,
                sortIndex: state.inOrder.count)
            state.byType[ObjectIdentifier(feature)] = metadata
            var changes: [PathChange] = []
            state.byPath[path] = metadata
            if let sibling = natural?.sibling { state.share(sibling, with: metadata, &changes) }
            state.inOrder.append(metadata)
            if parent == nil { state.roots.append(metadata) }
            if let parent { state.children[ObjectIdentifier(parent), default: []].append(metadata) }
            return Addition(
                metadata: metadata, isIdentifierTaken: identifier != nil && fixed == nil, changes: changes)
        }
    }

    /// Moves a feature that was registered by itself under a group, with everything below it, and behind the group in
    /// the order.
    ///
    /// - Returns: The feature and everything below it, and the features that have another path because a sibling
    ///   came or left.
    func move(_ metadata: FeatureMetadata, under parent: FeatureMetadata) -> [PathChange] {
        state.withLock { state in
            var changes: [PathChange] = []
            let old = metadata.path
            state.leave(metadata, &changes)
            let natural =
                metadata.hasFixedPath ? nil : state.naturalPath(of: metadata.feature, under: parent)
            let path = natural?.path ?? old
            state.byPath[path] = metadata
            if let sibling = natural?.sibling { state.share(sibling, with: metadata, &changes) }
            state.children[ObjectIdentifier(parent), default: []].append(metadata)
            state.place(metadata, from: old, to: path, under: parent, &changes)
            return changes
        }
    }

    /// The features that share their short name with one, in the same group or both at a root.
    func namesakes(of metadata: FeatureMetadata) -> [FeatureMetadata] {
        state.withLock { state in
            guard !state.namesakes.isEmpty else { return [] }
            let name = SiblingName(parent: metadata.parent, name: TypeNames.short(metadata.feature))
            guard let namesakes = state.namesakes[name], namesakes.contains(metadata) else { return [] }
            return namesakes.filter { $0 != metadata }
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

    /// Removes everything.
    func reset() {
        actions.reset()
        let old = state.withLock { state in
            defer { state = State() }
            return state.byType
        }
        for metadata in old.values { metadata.release() }
    }
}

extension FeatureCatalog.State {
    /// Closes the gaps that moved features have left, all at once, so that moving many costs no more for each.
    fileprivate mutating func closeGaps() {
        guard inOrder.count > byType.count else { return }
        inOrder.removeAll { $0 == nil }
        for (index, metadata) in inOrder.enumerated() { metadata?.sortIndex = index }
    }

    /// Returns the path of a feature under a parent: the short name, or the qualified one and the name that it shares
    /// with a sibling or that is taken otherwise.
    fileprivate func naturalPath(
        of feature: FeatureDefinition.Type, under parent: FeatureMetadata?
    ) -> (path: FeaturePath, sibling: FeatureCatalog.SiblingName?) {
        let base = parent?.path ?? TopicPath([])
        let name = TypeNames.short(feature)
        let short = base.appending(name)
        if namesakes.isEmpty, byPath[short] == nil { return (short, nil) }
        let sibling = FeatureCatalog.SiblingName(parent: parent, name: name)
        guard namesakes[sibling] != nil || byPath[short] != nil else { return (short, nil) }
        return (qualifiedPath(of: feature, below: base), sibling)
    }

    /// Returns the path of a feature with the types around it, and with a number if that is not enough.
    private func qualifiedPath(of feature: FeatureDefinition.Type, below base: FeaturePath) -> FeaturePath {
        free(base.appending(TypeNames.qualified(feature)))
    }

    /// Returns a path, with a number at its end if another feature has it.
    private func free(_ path: FeaturePath) -> FeaturePath {
        guard byPath[path] != nil, let name = path.lastName else { return path }
        let base = path.parentPath() ?? TopicPath([])
        var number = 2
        while byPath[base.appending("\(name)-\(number)")] != nil { number += 1 }
        return base.appending("\(name)-\(number)")
    }

    /// Notes that a feature shares its short name.
    ///
    /// The sibling that has had the short path until now gets its qualified one too.
    fileprivate mutating func share(
        _ sibling: FeatureCatalog.SiblingName, with metadata: FeatureMetadata,
        _ changes: inout [FeatureCatalog.PathChange]
    ) {
        let base = sibling.parent?.path ?? TopicPath([])
        if let first = byPath[base.appending(sibling.name)], !first.hasFixedPath, first.parent == sibling.parent {
            namesakes[sibling, default: []].append(first)
            rename(first, to: qualifiedPath(of: first.feature, below: base), &changes)
        }
        namesakes[sibling, default: []].append(metadata)
    }

    /// Removes a feature from its path.
    ///
    /// A single sibling that shared its short name gets the short path back.
    fileprivate mutating func leave(_ metadata: FeatureMetadata, _ changes: inout [FeatureCatalog.PathChange]) {
        byPath[metadata.path] = nil
        let name = TypeNames.short(metadata.feature)
        let sibling = FeatureCatalog.SiblingName(parent: metadata.parent, name: name)
        guard !metadata.hasFixedPath, var others = namesakes[sibling] else { return }
        others.removeAll { $0 == metadata }
        namesakes[sibling] = others
        let short = (metadata.parent?.path ?? TopicPath([])).appending(name)
        guard others.count == 1, byPath[short] == nil else { return }
        namesakes[sibling] = nil
        rename(others[0], to: short, &changes)
    }

    /// Gives a feature another path, and with it everything below it that does not fix its own.
    private mutating func rename(
        _ metadata: FeatureMetadata, to path: FeaturePath, _ changes: inout [FeatureCatalog.PathChange]
    ) {
        var pending: [(metadata: FeatureMetadata, group: FeaturePath?)] = [(metadata, nil)]
        while let (metadata, group) = pending.popLast() {
            let old = metadata.path
            let new = group.map { free($0.appending(old.lastName ?? "")) } ?? path
            byPath[old] = nil
            byPath[new] = metadata
            metadata.setPath(new)
            changes.append(FeatureCatalog.PathChange(metadata: metadata, old: old, new: new))
            for child in (children[ObjectIdentifier(metadata)] ?? []).reversed() where !child.hasFixedPath {
                pending.append((child, new))
            }
        }
    }

    /// Writes down where a feature has moved, and moves everything below it along, behind it in the order.
    fileprivate mutating func place(
        _ metadata: FeatureMetadata, from old: FeaturePath, to path: FeaturePath, under parent: FeatureMetadata,
        _ changes: inout [FeatureCatalog.PathChange]
    ) {
        var pending: [(metadata: FeatureMetadata, parent: FeatureMetadata)] = [(metadata, parent)]
        while let (next, parent) = pending.popLast() {
            var (old, new) = (old, path)
            if next != metadata {
                old = next.path
                new = old
                if !next.hasFixedPath {
                    byPath[old] = nil
                    new = free(parent.path.appending(old.lastName ?? ""))
                    byPath[new] = next
                }
            }
            inOrder[next.sortIndex] = nil
            next.place(under: parent, path: new, at: inOrder.count)
            inOrder.append(next)
            changes.append(FeatureCatalog.PathChange(metadata: next, old: old, new: new))
            for child in (children[ObjectIdentifier(next)] ?? []).reversed() { pending.append((child, next)) }
        }
    }
}

extension FeatureCatalog {
    /// A feature that has moved or has another path than before.
    struct PathChange {
        /// The feature.
        let metadata: FeatureMetadata
        /// The path it had.
        let old: FeaturePath
        /// The path it has.
        let new: FeaturePath
    }

    /// A short name that features directly under one group, or at the roots, have.
    fileprivate struct SiblingName: Hashable {
        let parent: FeatureMetadata?
        let name: String
    }
}
