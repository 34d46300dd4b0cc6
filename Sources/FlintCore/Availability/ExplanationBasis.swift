import FeatureGating

/// What an explanation of a feature rests on besides the values of facts: which features require what.
///
/// It is made when a feature is first explained or denied, and again once features have moved. Together with the values
/// of its facts at one moment it explains that moment, however much later.
///
/// Metatypes are immutable and safe to use from any thread, although the compiler cannot know it.
final class ExplanationBasis: @unchecked Sendable {
    /// A feature with what it requires itself.
    struct Owner {
        let feature: FeatureDefinition.Type
        let path: FeaturePath
        let requirement: Requirement<Condition>
    }

    /// The feature and the groups above it that declare constraints, the nearest first.
    let owners: [Owner]
    /// The group above the feature, if the explanation has a row for it.
    let parent: (feature: FeatureDefinition.Type, path: FeaturePath)?
    /// The facts the requirements are about, each once.
    let factKeys: [FactKey]
    /// The products among them, by identifier.
    let products: [String: Product]
    /// The number of moves of features that the paths take into account.
    let moves: UInt64

    /// Collects what a feature and the groups above it require.
    ///
    /// - Parameters:
    ///   - metadata: The feature.
    ///   - product: The product with an identifier.
    ///   - moves: The number of moves of features, read before the feature is.
    init(_ metadata: FeatureMetadata, product: (String) -> Product?, moves: UInt64) {
        self.moves = moves
        owners = ([metadata] + metadata.ancestors.filter(\.isConditional)).map { owner in
            Owner(feature: owner.feature, path: owner.path, requirement: owner.requirement)
        }
        let hasParentRow = metadata.isConditional || owners.count > 1
        parent = hasParentRow ? metadata.parent.map { ($0.feature, $0.path) } : nil
        var seen: Set<FactKey> = []
        factKeys = owners.flatMap(\.requirement.facts).flatMap(\.factKeys).filter { seen.insert($0).inserted }
        var products: [String: Product] = [:]
        for case .purchase(let productID) in factKeys { products[productID] = product(productID) }
        self.products = products
    }

    /// The path of the feature.
    var path: FeaturePath { owners[0].path }
}

extension FlintRuntime {
    /// Returns what an explanation of a feature rests on besides the values of facts.
    func explanationBasis(of metadata: FeatureMetadata) -> ExplanationBasis {
        let moves = FeatureMetadata.moves
        if let known = metadata.explanationBasis, known.moves == moves { return known }
        let basis = ExplanationBasis(metadata, product: catalog.product, moves: moves)
        metadata.explanationBasis = basis
        return basis
    }
}
