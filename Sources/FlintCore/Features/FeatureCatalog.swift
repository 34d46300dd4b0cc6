// SPDX-License-Identifier: MIT

import FlintLocks

/// The registered features of a runtime, by type and by path.
///
/// The catalog stores the hierarchy, assigns paths, and indexes declarations by product, flag, and permission. Paths
/// are unique: features that share a short name in the same group get their qualified names, and a number if that is
/// not enough. All members can be called from any thread.
final class FeatureCatalog: Sendable {
    fileprivate struct State {
        var byType: [ObjectIdentifier: FeatureMetadata] = [:]
        var byPath: [FeaturePath: FeatureMetadata] = [:]
        /// All features in order, with gaps where features have moved away.
        var inOrder: [FeatureMetadata?] = []
        /// The features that were registered without a group, even if they have since moved into one.
        var roots: [FeatureMetadata] = []
        var children: [ObjectIdentifier: [FeatureMetadata]] = [:]
        var products: [String: Product] = [:]
        var flags: [FeatureKey: Declaration] = [:]
        var ownFacts: [FactDescription] = []
        var knownFacts: Set<FactDescription> = []
        var purchases: Set<PurchaseRequirement> = []
        var declarations = Declarations()
        var namesakes: [SiblingName: [FeatureMetadata]] = [:]
    }

    private let state = Protected(State())
    let actions = ActionTable()

    init() {}

    deinit {
        for metadata in state.withLock({ $0.byType }).values { metadata.release() }
    }

    /// Returns whether this metadata is the current registration of its feature.
    func contains(_ metadata: FeatureMetadata) -> Bool {
        state.withLock { $0.byType[ObjectIdentifier(metadata.feature)] === metadata }
    }

    func metadata(for feature: FeatureDefinition.Type) -> FeatureMetadata? {
        state.withLock { $0.byType[ObjectIdentifier(feature)] }
    }

    func metadata(at path: FeaturePath) -> FeatureMetadata? {
        state.withLock { $0.byPath[path] }
    }

    /// All features, parents before children and otherwise in order of registration.
    var features: [FeatureMetadata] {
        state.withLock { state in
            state.closeGaps()
            return state.inOrder.compactMap { $0 }
        }
    }

    var roots: [FeatureMetadata] {
        state.withLock { state in
            state.roots.removeAll { $0.parent != nil }
            return state.roots
        }
    }

    func children(of metadata: FeatureMetadata) -> [FeatureMetadata] {
        state.withLock { $0.children[ObjectIdentifier(metadata)] ?? [] }
    }

    /// An index of features by the facts they require, so that an announcement reaches only the affected features.
    ///
    /// Each collection omits features without the respective requirement.
    struct Declarations {
        fileprivate(set) var featuresByProduct: [String: [FeatureMetadata]] = [:]
        /// The features in ``featuresByProduct`` that also require a consumable product.
        ///
        /// Past purchases can unlock these features.
        fileprivate(set) var featuresByConsumableProduct: [String: [FeatureMetadata]] = [:]
        fileprivate(set) var featuresWithUserSetting: [FeatureMetadata] = []
        fileprivate(set) var featuresByFlag: [FeatureKey: [FeatureMetadata]] = [:]
        fileprivate(set) var featuresByFact: [FactDescription: [FeatureMetadata]] = [:]
        fileprivate(set) var featuresByPermission: [SystemPermissionConstraint: [FeatureMetadata]] = [:]
        fileprivate(set) var unannounced: [SourcedFact] = []
        fileprivate var sharedUnannounced: Set<SourcedFact> = []
    }

    var declarations: Declarations { state.withLock { $0.declarations } }

    func addDeclarations(_ constraints: DeclaredFeatureConstraints, products: [Product], of metadata: FeatureMetadata) {
        state.withLock { state in
            for product in products {
                state.declarations.featuresByProduct[product.productID, default: []].append(metadata)
                if products.hasConsumable {
                    state.declarations.featuresByConsumableProduct[product.productID, default: []].append(metadata)
                }
            }
            if constraints.mentionedSettingDefault != nil {
                state.declarations.featuresWithUserSetting.append(metadata)
            }
            for key in constraints.mentionedFlags {
                state.declarations.featuresByFlag[key, default: []].append(metadata)
            }
            for description in constraints.mentionedFacts {
                state.declarations.featuresByFact[description, default: []].append(metadata)
            }
            for permission in constraints.mentionedPermissions {
                state.declarations.featuresByPermission[permission, default: []].append(metadata)
            }
            for fact in metadata.ownUnannouncedFacts
            where fact.belongsToSingleFeature || state.declarations.sharedUnannounced.insert(fact).inserted {
                state.declarations.unannounced.append(fact)
            }
        }
    }

    var products: [String: Product] {
        state.withLock { $0.products }
    }

    var ownFacts: [FactDescription] { state.withLock { $0.ownFacts } }

    /// Adds the description of an app's own fact, unless it is already described.
    ///
    /// Returns the known description if it has other values, or `nil` without a conflict.
    @discardableResult
    func add(_ description: FactDescription) -> FactDescription? {
        state.withLock { state in
            let (isNew, known) = state.knownFacts.insert(description)
            if isNew { state.ownFacts.append(description) }
            return known.domain == description.domain ? nil : known
        }
    }

    func product(_ productID: String) -> Product? {
        state.withLock { $0.products[productID] }
    }

    struct Addition {
        let metadata: FeatureMetadata
        let isIdentifierTaken: Bool
        /// The features whose paths have changed because they share the new feature's short name.
        let changes: [PathChange]
    }

    /// Adds a feature and assigns its path, or returns `nil` if the feature is already registered.
    ///
    /// `identifier` is the path that the feature declares for itself, and `parent` is `nil` for a feature without a
    /// group.
    func add(
        _ feature: FeatureDefinition.Type, identifier: FeaturePath? = nil, parent: FeatureMetadata?
    ) -> Addition? {
        // The type's properties are the app's code, so they are read before the lock is taken.
        let conditional = FeatureKinds.conditional(feature)
        return state.withLock { state in
            guard state.byType[ObjectIdentifier(feature)] == nil else { return nil }
            let fixed = identifier.flatMap { state.byPath[$0] == nil ? $0 : nil }
            let natural = fixed == nil ? state.naturalPath(of: feature, under: parent) : nil
            let path = fixed ?? natural?.path ?? TopicPath([])
            let metadata = FeatureMetadata(
                feature: feature, conditional: conditional, path: path, hasFixedPath: fixed != nil, parent: parent,
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

    /// Moves a feature without a group, and everything below it, into a group and to the end of the catalog's order.
    ///
    /// Returns the moved features, and the features whose paths have changed because a sibling was added or removed.
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

    func siblingsSharingName(of metadata: FeatureMetadata) -> [FeatureMetadata] {
        state.withLock { state in
            guard !state.namesakes.isEmpty else { return [] }
            let name = SiblingName(parent: metadata.parent, name: TypeNames.short(metadata.feature))
            guard let namesakes = state.namesakes[name], namesakes.contains(metadata) else { return [] }
            return namesakes.filter { $0 != metadata }
        }
    }

    /// Returns the stored requirement that equals the given one, so that features with equal requirements share it.
    func shared(_ requirement: PurchaseRequirement) -> PurchaseRequirement {
        state.withLock { $0.purchases.insert(requirement).memberAfterInsert }
    }

    /// Registers a product, or returns the different product that already has the identifier.
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

    /// Adds declarations of flags, and keeps one for each flag.
    ///
    /// It is the first declaration that has parts or, if none has parts, the first one.
    func add(_ declarations: [(key: FeatureKey, declaration: Declaration)]) {
        guard !declarations.isEmpty else { return }
        state.withLock { state in
            for (key, declaration) in declarations {
                if let known = state.flags[key], known.hasParts || !declaration.hasParts { continue }
                state.flags[key] = declaration
            }
        }
    }

    func addUnannounced(_ facts: [SourcedFact]) {
        state.withLock { state in
            for fact in facts where state.declarations.sharedUnannounced.insert(fact).inserted {
                state.declarations.unannounced.append(fact)
            }
        }
    }

    func declaration(of flag: FeatureKey) -> Declaration? {
        state.withLock { $0.flags[flag] }
    }

    func reset() {
        // The actions are removed first, so that a request does not find an action of a feature that is gone.
        actions.reset()
        let old = state.withLock { state in
            defer { state = State() }
            return state.byType
        }
        for metadata in old.values { metadata.release() }
    }
}

extension FeatureCatalog.State {
    fileprivate mutating func closeGaps() {
        guard inOrder.count > byType.count else { return }
        inOrder.removeAll { $0 == nil }
        for (index, metadata) in inOrder.enumerated() { metadata?.sortIndex = index }
    }

    /// Returns the default path of a feature below a parent.
    ///
    /// The path ends with the short name, unless a sibling shares the name or the path is in use. In that case, the
    /// path ends with the qualified name, and the shared name is returned with it.
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

    private func qualifiedPath(of feature: FeatureDefinition.Type, below base: FeaturePath) -> FeaturePath {
        unusedPath(base.appending(TypeNames.qualified(feature)))
    }

    private func unusedPath(_ path: FeaturePath) -> FeaturePath {
        guard byPath[path] != nil, let name = path.lastName else { return path }
        let base = path.parentPath() ?? TopicPath([])
        var number = 2
        while byPath[base.appending("\(name)-\(number)")] != nil { number += 1 }
        return base.appending("\(name)-\(number)")
    }

    fileprivate mutating func share(
        _ sibling: FeatureCatalog.SiblingName, with metadata: FeatureMetadata,
        _ changes: inout [FeatureCatalog.PathChange]
    ) {
        // A sibling with the short path changes to its qualified path.
        let base = sibling.parent?.path ?? TopicPath([])
        if let first = byPath[base.appending(sibling.name)], !first.hasFixedPath, first.parent == sibling.parent {
            namesakes[sibling, default: []].append(first)
            rename(first, to: qualifiedPath(of: first.feature, below: base), &changes)
        }
        namesakes[sibling, default: []].append(metadata)
    }

    fileprivate mutating func leave(_ metadata: FeatureMetadata, _ changes: inout [FeatureCatalog.PathChange]) {
        byPath[metadata.path] = nil
        let name = TypeNames.short(metadata.feature)
        let sibling = FeatureCatalog.SiblingName(parent: metadata.parent, name: name)
        guard !metadata.hasFixedPath, var others = namesakes[sibling] else { return }
        others.removeAll { $0 == metadata }
        namesakes[sibling] = others
        let short = (metadata.parent?.path ?? TopicPath([])).appending(name)
        // If exactly one other sibling has the same short name, that sibling returns to the short path.
        guard others.count == 1, byPath[short] == nil else { return }
        namesakes[sibling] = nil
        rename(others[0], to: short, &changes)
    }

    private mutating func rename(
        _ metadata: FeatureMetadata, to path: FeaturePath, _ changes: inout [FeatureCatalog.PathChange]
    ) {
        // A list replaces recursion, which could overflow the stack in a deep hierarchy.
        var pending: [(metadata: FeatureMetadata, group: FeaturePath?)] = [(metadata, nil)]
        while let (metadata, group) = pending.popLast() {
            let old = metadata.path
            let new = group.map { unusedPath($0.appending(old.lastName ?? "")) } ?? path
            byPath[old] = nil
            byPath[new] = metadata
            metadata.setPath(new)
            changes.append(FeatureCatalog.PathChange(metadata: metadata, old: old, new: new))
            // Reversed, because the last element is taken first.
            for child in (children[ObjectIdentifier(metadata)] ?? []).reversed() where !child.hasFixedPath {
                pending.append((child, new))
            }
        }
    }

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
                    new = unusedPath(parent.path.appending(old.lastName ?? ""))
                    byPath[new] = next
                }
            }
            // The gap is closed later, in one pass for all moves.
            inOrder[next.sortIndex] = nil
            next.place(under: parent, path: new, at: inOrder.count)
            inOrder.append(next)
            changes.append(FeatureCatalog.PathChange(metadata: next, old: old, new: new))
            for child in (children[ObjectIdentifier(next)] ?? []).reversed() { pending.append((child, next)) }
        }
    }
}

extension FeatureCatalog {
    struct PathChange {
        let metadata: FeatureMetadata
        let old: FeaturePath
        let new: FeaturePath
    }

    fileprivate struct SiblingName: Hashable {
        let parent: FeatureMetadata?
        let name: String
    }
}
