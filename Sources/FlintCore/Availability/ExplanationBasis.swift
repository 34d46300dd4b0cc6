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
        /// What it requires, with the index of each condition in ``ExplanationBasis/conditions``.
        let numbered: Requirement<FactID>
    }

    /// The feature and the groups above it that declare constraints, the nearest first.
    let owners: [Owner]
    /// The group above the feature, if the explanation has a row for it.
    let parent: (feature: FeatureDefinition.Type, path: FeaturePath)?
    /// The conditions of all owners, each once.
    let conditions: [Condition]
    /// The facts the requirements are about, each once.
    let factKeys: [FactKey]
    /// The index of each of those facts.
    private let indices: [FactKey: Int]
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
        var numbers = FactTable<Condition>()
        var conditions: [Condition] = []
        owners = ([metadata] + metadata.ancestors.filter(\.isConditional)).map { owner in
            let numbered = owner.requirement.map { condition in
                let number = numbers.intern(condition)
                if number.index == conditions.count { conditions.append(condition) }
                return number
            }
            return Owner(feature: owner.feature, path: owner.path, numbered: numbered)
        }
        self.conditions = conditions
        let hasParentRow = metadata.isConditional || owners.count > 1
        parent = hasParentRow ? metadata.parent.map { ($0.feature, $0.path) } : nil
        var indices: [FactKey: Int] = [:]
        var factKeys: [FactKey] = []
        for key in conditions.lazy.flatMap(\.factKeys) where indices[key] == nil {
            indices[key] = factKeys.count
            factKeys.append(key)
        }
        (self.indices, self.factKeys) = (indices, factKeys)
        var products: [String: Product] = [:]
        for case .purchase(let productID) in factKeys { products[productID] = product(productID) }
        self.products = products
    }

    /// The index of a fact among ``factKeys``, or `nil` if no requirement is about it.
    func index(of key: FactKey) -> Int? {
        // Most features are about few facts, and to compare their keys takes less time than to hash one.
        factKeys.count > 4 ? indices[key] : factKeys.firstIndex(of: key)
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
