// SPDX-License-Identifier: MIT

/// The features that a product opens for a user who has bought nothing.
///
/// Each feature that requires the product, itself or through a group above it, is in exactly one of the arrays, in
/// order of registration. All other features are in none of them.
public struct ProductBenefits: Sendable, Hashable {
    /// A feature that a product opens only together with something else.
    public struct Combination: Sendable, Hashable {
        /// The feature that opens.
        public let feature: FeatureMetadata
        /// The plans that include the product, in the order of ``/FlintModel/PurchasePlans/plans``.
        public let plans: [PurchasePlan]
    }

    /// The features that the product opens alone.
    public let alone: [FeatureMetadata]
    /// The features that the product opens only together with other products or other steps of the user.
    public let together: [Combination]
    /// The features that require the product but do not open with it here.
    ///
    /// For example, their flag is off, or they are available without the product on this platform.
    public let never: [FeatureMetadata]
    /// Whether all plans were found.
    ///
    /// If `false`, ``together`` may lack plans, and a feature in ``never`` may have one.
    public let areComplete: Bool
}

extension Flint {
    /// Returns the sets of products that make several features available together, cheapest first.
    ///
    /// ```swift
    /// let plans = Flint.purchases(toUnlock: [SmartPlaylistsFeature.self, DownloadsFeature.self]).plans
    /// let everywhere = Flint.purchases(toUnlock: chosenFeatures, platforms: Platform.all).plans
    /// ```
    ///
    /// The prices come from ``DependenciesConfig/productListing``. A product that the store does not sell is never part
    /// of a plan. Plans that require the operator of a service or the developer to act are omitted, because a purchase
    /// alone would not open the features. Finding the plans requires a search, so call the method only to show them.
    ///
    /// - Parameters:
    ///   - features: The features. The requirements of the groups above them also apply.
    ///   - platforms: The platforms on which every plan must make the features available. Platforms that the features
    ///     do not support are ignored. The other platforms count in a version that the features support. If the value
    ///     is `nil`, only the current platform counts.
    ///   - language: The language of the texts, such as `de`, or `nil` for the user's language.
    /// - Returns: The plans, or no plans if a feature is not registered.
    public static func purchases(
        toUnlock features: [FeatureDefinition.Type], platforms: [Platform]? = nil, in language: String? = nil
    ) -> PurchasePlans {
        let runtime = FlintRuntime.current
        return runtime.purchases(toUnlock: features.map(runtime.catalog.metadata(for:)), platforms, language)
    }

    /// Returns the sets of products that make the features at several paths available together, cheapest first.
    ///
    /// See ``purchases(toUnlock:platforms:in:)``.
    public static func purchases(
        toUnlockFeaturesAt paths: [FeaturePath], platforms: [Platform]? = nil, in language: String? = nil
    ) -> PurchasePlans {
        let runtime = FlintRuntime.current
        return runtime.purchases(toUnlock: paths.map(runtime.catalog.metadata(at:)), platforms, language)
    }

    /// Returns the features that a product opens, alone or together with something else.
    ///
    /// Use the result for a table that compares products. It does not depend on the user's purchases, but on the
    /// current values of all other facts. For example, a feature whose flag is off is never opened. A product that the
    /// store does not sell opens no feature.
    ///
    /// - Parameters:
    ///   - product: The product.
    ///   - language: The language of the texts, such as `de`, or `nil` for the user's language.
    /// - Returns: The features that require the product, grouped by whether the product opens them.
    public static func features(openedBy product: Product, in language: String? = nil) -> ProductBenefits {
        FlintRuntime.current.features(openedBy: product, language ?? UserLanguage.current)
    }
}

extension FlintRuntime {
    fileprivate func purchases(
        toUnlock features: [FeatureMetadata?], _ platforms: [Platform]?, _ language: String?
    ) -> PurchasePlans {
        requireSetUp()
        var owners: [FeatureMetadata] = []
        for feature in features {
            guard let feature, let inputs = feature.inputs() else { return .none }
            readUnannouncedFacts(of: inputs)
            owners += ([feature] + feature.ancestors.filter(\.isConditional)).filter { !owners.contains($0) }
        }
        guard let node = owners.first?.node else { return .none }
        let basis = ExplanationBasis(
            owners.map { ($0.feature.name, $0.path, $0.requirement) }, parent: nil, words: wording(of:),
            listing: productListing, moves: 0)
        let builder = ExplanationBuilder(basis, values: facts.snapshot(of: node, basis.factKeys).values)
        return builder.purchasePlans(on: platforms, in: language ?? UserLanguage.current, from: refusalCatalog)
    }

    fileprivate func features(openedBy product: Product, _ language: String) -> ProductBenefits {
        requireSetUp()
        var (alone, together, never) = ([FeatureMetadata](), [ProductBenefits.Combination](), [FeatureMetadata]())
        var areComplete = true
        for feature in catalog.features {
            let basis = explanationBasis(of: feature)
            guard basis.factKeys.contains(.purchase(productID: product.productID)) else { continue }
            if let inputs = feature.inputs() { readUnannouncedFacts(of: inputs) }
            guard let builder = explanationBuilder(of: feature) else { continue }
            let found = builder.effect(of: product.productID, in: language, from: refusalCatalog)
            areComplete = areComplete && found.isComplete
            switch found.effect {
            case .alone: alone.append(feature)
            case .together(let plans): together.append(ProductBenefits.Combination(feature: feature, plans: plans))
            case .never: never.append(feature)
            }
        }
        return ProductBenefits(alone: alone, together: together, never: never, areComplete: areComplete)
    }

    /// A closure that returns the store's listing of a product, or `nil` if it is unknown.
    package var productListing: @Sendable (_ productID: String) -> ProductListing? {
        guard let listing = dependencies.productListing else { return { _ in nil } }
        return { [catalog] productID in catalog.product(productID).map(listing) }
    }
}
