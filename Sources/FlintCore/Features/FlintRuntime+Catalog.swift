extension FlintRuntime {
    /// Every registered feature, groups before what is in them.
    public var features: [FeatureMetadata] { catalog.features }

    /// Every product that a requirement mentions, sorted by identifier.
    public var products: [Product] {
        catalog.products.values.sorted { $0.productID < $1.productID }
    }

    /// Returns the product with an identifier, or `nil` if no feature requires it.
    public func product(withIdentifier productID: String) -> Product? {
        catalog.product(productID)
    }

    /// The features without a group above them, in order of registration.
    package var rootFeatures: [FeatureMetadata] { catalog.roots }

    /// The features directly under one, in the order in which they came there.
    package func features(under metadata: FeatureMetadata) -> [FeatureMetadata] { catalog.children(of: metadata) }

    /// The features whose own constraints mention a fact, in order of registration.
    package func features(requiring key: FactKey) -> [FeatureMetadata] {
        let declarations = catalog.declarations
        return switch key {
        case .purchase(let productID): declarations.buyers[productID] ?? []
        case .permission(let permission): declarations.permitted[permission] ?? []
        case .featureFlag(let key): declarations.flagged[key] ?? []
        case .userToggle(let path), .runtimeSwitch(let path), .pastPurchases(let path):
            metadata(at: path).map { [$0] } ?? []
        case .platform: catalog.features.filter { !$0.constraints.declaredPlatforms.isEmpty }
        }
    }

    /// The permissions that some feature requires.
    package var requiredPermissions: Set<SystemPermissionConstraint> { Set(catalog.declarations.permitted.keys) }

    /// What is known of a feature, or `nil` if it is not registered.
    package func metadata(for feature: FeatureDefinition.Type) -> FeatureMetadata? {
        catalog.metadata(for: feature)
    }

    /// What is known of the feature with a path, or `nil` if there is none.
    package func metadata(at path: FeaturePath) -> FeatureMetadata? {
        catalog.metadata(at: path)
    }

    /// The path a feature is registered under, or the one it would have.
    func path(of feature: FeatureDefinition.Type) -> FeaturePath {
        catalog.metadata(for: feature)?.path ?? bind { feature.identifier }
    }

    /// The status of a permission as features see it now, whether or not one of them needs it.
    ///
    /// - Parameter permission: The permission.
    /// - Returns: Its status, or that of a wider permission that is granted.
    package func effectiveStatus(of permission: SystemPermissionConstraint) -> SystemPermissionStatus {
        readUnannouncedStatus(of: permission)
        guard facts[.permission(permission)] == nil else {
            return Condition.effectiveStatus(of: permission) { facts[$0] }
        }
        return bind { dependencies.permissionChecker.status(of: permission) }
    }

    /// The status of a permission as the system reports it now, whatever its override.
    package func actualStatus(of permission: SystemPermissionConstraint) -> SystemPermissionStatus {
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
