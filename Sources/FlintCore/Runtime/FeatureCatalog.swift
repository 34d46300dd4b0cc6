/// Every feature that is registered in a runtime, by type and by path.
final class FeatureCatalog: Sendable {
    fileprivate struct State {
        var byType: [ObjectIdentifier: FeatureMetadata] = [:]
        var byPath: [FeaturePath: FeatureMetadata] = [:]
        var inOrder: [FeatureMetadata] = []
        var products: [String: Product] = [:]
    }

    private let state = Protected(State())

    /// Creates an empty catalog.
    init() {}

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
        state.withLock { $0.inOrder }
    }

    /// Every product that a requirement mentions, by identifier.
    var products: [String: Product] {
        state.withLock { $0.products }
    }

    /// Adds a feature under a path of its own; `nil` if it is registered already.
    func add(_ feature: FeatureDefinition.Type, parent: FeatureMetadata?) -> FeatureMetadata? {
        state.withLock { state in
            guard state.byType[ObjectIdentifier(feature)] == nil else { return nil }
            let path = state.freePath(for: feature, under: parent)
            let metadata = FeatureMetadata(
                feature: feature, path: path, parent: parent, registrationIndex: state.inOrder.count)
            state.byType[ObjectIdentifier(feature)] = metadata
            state.byPath[path] = metadata
            state.inOrder.append(metadata)
            return metadata
        }
    }

    /// Puts a feature that was registered by itself under a group, and behind it in the order.
    func move(_ metadata: FeatureMetadata, under parent: FeatureMetadata) {
        state.withLock { state in
            state.byPath[metadata.path] = nil
            let path = state.freePath(for: metadata.feature, under: parent)
            state.byPath[path] = metadata
            state.inOrder.removeAll { $0 == metadata }
            state.inOrder.append(metadata)
            metadata.place(under: parent, path: path)
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
        state.withLock { $0 = State() }
    }
}

extension FeatureCatalog.State {
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
