import Dispatch
import FeatureGating

extension FlintRuntime {
    /// Everything a feature requires; nothing if it is not registered.
    public func constraints(of feature: FeatureDefinition.Type) -> DeclaredFeatureConstraints {
        requireSetUp(for: feature)
        return catalog.metadata(for: feature)?.constraints ?? .empty
    }

    /// The permissions a feature declares, with their status as features see it now.
    func permissionRequirements(of feature: FeatureDefinition.Type) -> FeaturePermissionRequirements {
        FeaturePermissionRequirements(constraints(of: feature).permissions) { effectiveStatus(of: $0) }
    }

    /// The purchases a feature declares, sorted by whether they are met now.
    func purchaseRequirements(of feature: FeatureDefinition.Type) -> FeaturePurchaseRequirements {
        requireSetUp(for: feature)
        guard let metadata = catalog.metadata(for: feature) else { return FeaturePurchaseRequirements([]) }
        let unannounced = metadata.ownUnannouncedFacts.filter(\.isPurchase)
        if !unannounced.isEmpty { sources?.readAgain(unannounced) }
        return FeaturePurchaseRequirements(
            metadata.constraints.purchases.map { requirement in
                let expression = requirement.conditions(for: metadata.path)
                let truths = facts.evaluate(expression).truths
                return (requirement, expression.evaluate { truths[$0] ?? .unknown })
            })
    }

    /// Returns whether a fact about a feature is not true, read again where its source does not announce changes.
    ///
    /// - Parameters:
    ///   - feature: A feature whose constraints mention the fact.
    ///   - key: The fact, given the feature's path.
    /// - Returns: Whether the fact holds the feature back.
    func isHeldBack(_ feature: FeatureDefinition.Type, by key: (FeaturePath) -> FactKey) -> Bool {
        // Asking for the availability reads again whatever has to be.
        _ = availability(of: feature)
        guard let metadata = catalog.metadata(for: feature) else { return false }
        return facts[key(metadata.path)]?.effective.truth != .true
    }

    /// A controller that asks for a feature's undetermined permissions, or `nil` if there are none.
    func authorisationController(
        for feature: FeatureDefinition.Type, coordinator: PermissionAuthorisationCoordinator?
    ) -> AuthorisationController? {
        let required = permissionRequirements(of: feature)
        guard !required.notDetermined.isEmpty else { return nil }
        return DefaultAuthorisationController(
            feature: feature, permissions: required.ordered, coordinator: coordinator, host: self)
    }
}
