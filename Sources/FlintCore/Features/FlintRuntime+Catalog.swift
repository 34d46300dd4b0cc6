// SPDX-License-Identifier: MIT

extension FlintRuntime {
    /// All registered features, groups before their members.
    public var features: [FeatureMetadata] { catalog.features }

    /// The products that requirements mention, sorted by identifier.
    public var products: [Product] {
        catalog.products.values.sorted { $0.productID < $1.productID }
    }

    /// Returns the product with the given identifier, or `nil` if no feature requires it.
    public func product(withIdentifier productID: String) -> Product? {
        catalog.product(productID)
    }

    package func declaration(of flag: FeatureKey) -> Declaration? { catalog.declaration(of: flag) }

    package func wording(of key: FactKey) -> FactWording? {
        switch key {
        case .purchase(let productID): catalog.product(productID).map { FactWording(product: $0.name, $0.declaration) }
        case .featureFlag(let flag): catalog.declaration(of: flag).map(FactWording.init(flag:))
        case .pastPurchases, .permission, .userSetting, .runtimeSwitch, .platform, .own: nil
        }
    }

    package var ownFacts: [FactRecord] {
        catalog.ownFacts.map { .own($0) }.map { FactRecord(key: $0, fact: facts[$0] ?? .unreported($0)) }
    }

    package var rootFeatures: [FeatureMetadata] { catalog.roots }

    package func features(under metadata: FeatureMetadata) -> [FeatureMetadata] { catalog.children(of: metadata) }

    /// Returns the features whose own constraints mention a fact, in order of registration.
    package func features(requiring key: FactKey) -> [FeatureMetadata] {
        let declarations = catalog.declarations
        return switch key {
        case .purchase(let productID): declarations.featuresByProduct[productID] ?? []
        case .permission(let permission): declarations.featuresByPermission[permission] ?? []
        case .featureFlag(let key): declarations.featuresByFlag[key] ?? []
        case .userSetting(let path), .runtimeSwitch(let path), .pastPurchases(let path):
            metadata(at: path).map { [$0] } ?? []
        case .own(let description): declarations.featuresByFact[description] ?? []
        case .platform: catalog.features.filter { $0.constraints.mentionsPlatforms }
        }
    }

    package var requiredPermissions: Set<SystemPermissionConstraint> {
        Set(catalog.declarations.featuresByPermission.keys)
    }

    package func metadata(for feature: FeatureDefinition.Type) -> FeatureMetadata? {
        catalog.metadata(for: feature)
    }

    package func metadata(at path: FeaturePath) -> FeatureMetadata? {
        catalog.metadata(at: path)
    }

    func path(of feature: FeatureDefinition.Type) -> FeaturePath {
        catalog.metadata(for: feature)?.path ?? bind { feature.identifier }
    }

    /// Returns the effective status of a permission, whether or not a feature requires it.
    ///
    /// A broader permission that is granted determines the status.
    package func effectiveStatus(
        of permission: SystemPermissionConstraint, waitsForSlowSources waits: Bool = true
    ) -> SystemPermissionStatus {
        readUnannouncedStatus(of: permission, waits)
        guard facts[.permission(permission)] == nil else {
            return Condition.effectiveStatus(of: permission) { facts[$0] }
        }
        return status(ofOtherPermission: permission)
    }

    package func actualStatus(
        of permission: SystemPermissionConstraint, waitsForSlowSources waits: Bool = true
    ) -> SystemPermissionStatus {
        readUnannouncedStatus(of: permission, waits)
        return facts[.permission(permission)].map { $0.actual.permissionStatus ?? .notDetermined }
            ?? status(ofOtherPermission: permission)
    }

    private func status(ofOtherPermission permission: SystemPermissionConstraint) -> SystemPermissionStatus {
        bind {
            sources?.status(ofOtherPermission: permission) ?? dependencies.permissionChecker.status(of: permission)
        }
    }

    package func attributes(of permission: SystemPermissionConstraint) -> [PermissionAttribute] {
        guard facts[.permission(permission)].map({ $0.actual.permissionStatus == .authorized }) ?? true else {
            return []
        }
        return dependencies.permissionChecker.attributes(of: permission)
    }

    /// Reads the statuses of permissions that no feature requires, awaiting all of them together.
    package func readOtherPermissions() {
        sources?.readOtherPermissions(SystemPermissionConstraint.allCases)
    }

    private func readUnannouncedStatus(of permission: SystemPermissionConstraint, _ waits: Bool) {
        guard let sources else { return }
        let known = sources.unannouncedPermissions(affectedBy: permission).filter { facts[.permission($0)] != nil }
        if !known.isEmpty { sources.reread(known.map { .permission($0) }, waitsForSlowSources: waits) }
    }
}
