extension FlintRuntime {
    /// Every registered feature, groups before what is in them.
    public var features: [FeatureMetadata] { catalog.features }

    /// Every product that some requirement mentions, in order of identifier.
    public var products: [Product] {
        catalog.products.values.sorted { $0.productID < $1.productID }
    }

    /// The product with an identifier, or `nil` if no feature needs it.
    package func product(withIdentifier productID: String) -> Product? {
        catalog.products[productID]
    }

    /// What is known of a feature, or `nil` if it is not registered.
    public func metadata(for feature: FeatureDefinition.Type) -> FeatureMetadata? {
        catalog.metadata(for: feature)
    }

    /// What is known of the feature with a path, or `nil` if there is none.
    public func metadata(at path: FeaturePath) -> FeatureMetadata? {
        catalog.metadata(at: path)
    }

    /// The path a feature is registered under, or the one it would have.
    func path(of feature: FeatureDefinition.Type) -> FeaturePath {
        catalog.metadata(for: feature)?.path ?? bind { feature.identifier }
    }

    /// The status of a permission as features see it now, whether or not one of them needs it.
    public func effectiveStatus(of permission: SystemPermissionConstraint) -> SystemPermissionStatus {
        readUnannouncedStatus(of: permission)
        guard facts[.permission(permission)] == nil else {
            return Condition.effectiveStatus(of: permission) { facts[$0] }
        }
        return bind { dependencies.permissionChecker.status(of: permission) }
    }

    /// The status of a permission as the system reports it now, whatever has been laid over it.
    public func actualStatus(of permission: SystemPermissionConstraint) -> SystemPermissionStatus {
        readUnannouncedStatus(of: permission)
        return facts[.permission(permission)]?.actual.permissionStatus
            ?? bind { dependencies.permissionChecker.status(of: permission) }
    }

    /// Reads a permission again that some feature needs, if its changes are not announced.
    private func readUnannouncedStatus(of permission: SystemPermissionConstraint) {
        guard let sources else { return }
        let known = sources.unannounced(permission).filter { facts[.permission($0)] != nil }
        if !known.isEmpty { sources.readAgain(known.map { .permission($0) }) }
    }
}
