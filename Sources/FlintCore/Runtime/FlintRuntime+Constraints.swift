import Dispatch
import FeatureGating

extension FlintRuntime {
    /// Everything a feature requires; nothing if it is not registered.
    public func constraints(of feature: FeatureDefinition.Type) -> DeclaredFeatureConstraints {
        requireSetUp(for: feature)
        return catalog.metadata(for: feature)?.constraints ?? .empty
    }

    /// The permissions a feature declares, with their status as features see it.
    func permissionRequirements(of feature: FeatureDefinition.Type) -> FeaturePermissionRequirements {
        FeaturePermissionRequirements(constraints(of: feature).permissions) { effectiveStatus(of: $0) }
    }

    /// The purchases a feature declares, sorted by whether they are met.
    func purchaseRequirements(of feature: FeatureDefinition.Type) -> FeaturePurchaseRequirements {
        requireSetUp(for: feature)
        guard let metadata = catalog.metadata(for: feature) else { return FeaturePurchaseRequirements([]) }
        return FeaturePurchaseRequirements(
            metadata.constraints.purchases.map { requirement in
                let expression = requirement.conditions(for: metadata.path)
                let truths = facts.evaluate(expression).truths
                return (requirement, expression.evaluate { truths[$0] ?? .unknown })
            })
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
