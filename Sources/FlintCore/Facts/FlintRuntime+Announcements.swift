// Ways for an app to announce what a source does not: everything named here is read again, and observers learn of the
// differences. Gates need none of them, because facts that no source announces are read again at every use.

extension FlintRuntime {
    /// Reads a feature's `isEnabled` again, after it has changed.
    package func runtimeSwitchChanged(_ feature: ConditionalFeatureDefinition.Type) {
        guard let metadata = catalog.metadata(for: feature), metadata.isRuntimeEnabledRequired else { return }
        facts.readSwitch(of: metadata, .announcement, in: self)
    }

    /// Asks the purchase tracker again, after its answers have changed.
    ///
    /// - Parameter products: The products that may have changed, or `nil` if that could be any.
    package func purchasesChanged(_ products: [Product]? = nil) {
        sources?.purchasesDidChange(products?.map(\.productID))
    }

    /// Asks the permission checker again, after its answers have changed.
    ///
    /// - Parameter permissions: The permissions that may have changed, or `nil` if that could be any.
    package func permissionsChanged(_ permissions: [SystemPermissionConstraint]? = nil) {
        guard let sources else { return }
        for permission in permissions ?? SystemPermissionConstraint.allCases
        where facts[.permission(permission)] != nil {
            sources.permissionStatusDidChange(permission)
        }
    }

    /// Asks the user's toggles again, after their answers have changed.
    ///
    /// - Parameter features: The features whose toggles may have changed, or `nil` if that could be any.
    package func userTogglesChanged(_ features: [ConditionalFeatureDefinition.Type]? = nil) {
        sources?.togglesDidChange(of: features?.compactMap { catalog.metadata(for: $0) })
    }

    /// Asks the flag providers again, after their answers have changed.
    ///
    /// - Parameter keys: The flags that may have changed, or `nil` if that could be any.
    package func featureFlagsChanged(_ keys: [FeatureKey]? = nil) {
        sources?.featureFlagsDidChange(keys, cause: .app)
    }

    /// Reads every fact again that some feature depends on and no source announces, and records what has changed.
    ///
    /// It is for front ends that show all features at once.
    ///
    /// - Parameter waits: Whether to wait for sources that are known to be slow.
    package func readUnannouncedFacts(waitsForSlowSources waits: Bool = true) {
        sources?.readAgain(catalog.declarations.unannounced, waitsForSlowSources: waits)
    }

    /// Reads the facts again that some features depend on, or that are named, and that no source announces.
    ///
    /// It is for front ends that show some features: it costs these and not the others.
    ///
    /// - Parameters:
    ///   - features: The features whose facts are read, with those they inherit.
    ///   - keys: Further facts.
    ///   - waits: Whether to wait for sources that are known to be slow.
    package func readUnannouncedFacts(
        of features: [FeatureMetadata], and keys: [FactKey], waitsForSlowSources waits: Bool = true
    ) {
        guard let sources else { return }
        var facts: Set<SourcedFact> = []
        for metadata in features {
            guard let list = metadata.inputs()?.unannouncedFacts else { continue }
            facts.formUnion(list)
        }
        for key in keys { facts.formUnion(sources.unannounced(key)) }
        if !facts.isEmpty { sources.readAgain(facts, waitsForSlowSources: waits) }
    }

    /// Reads every fact again that some feature depends on, whether or not its source announces changes.
    func readAllFacts() {
        purchasesChanged()
        permissionsChanged()
        userTogglesChanged()
        featureFlagsChanged()
        readRuntimeSwitches()
    }

    /// The sources that have taken long to answer, one sentence each.
    package var slowSources: [String] { sources?.slowSources ?? [] }

    /// Reads every feature's `isEnabled` again that decides about it.
    package func readRuntimeSwitches() {
        sources?.readAgain(
            catalog.declarations.unannounced.filter { if case .runtimeSwitch = $0 { true } else { false } })
    }
}

extension Flint {
    /// Reads a feature's `isEnabled` again, after it has changed, so that everything that shows it learns of it at
    /// once.
    public static func runtimeSwitchChanged(_ feature: ConditionalFeatureDefinition.Type) {
        FlintRuntime.current.runtimeSwitchChanged(feature)
    }

    /// Asks the purchase tracker again, after its answers have changed.
    ///
    /// - Parameter products: The products that may have changed, or `nil` if that could be any.
    public static func purchasesChanged(_ products: [Product]? = nil) {
        FlintRuntime.current.purchasesChanged(products)
    }

    /// Asks the permission checker again, after its answers have changed.
    ///
    /// - Parameter permissions: The permissions that may have changed, or `nil` if that could be any.
    public static func permissionsChanged(_ permissions: [SystemPermissionConstraint]? = nil) {
        FlintRuntime.current.permissionsChanged(permissions)
    }

    /// Asks the user's toggles again, after their answers have changed.
    ///
    /// - Parameter features: The features whose toggles may have changed, or `nil` if that could be any.
    public static func userTogglesChanged(_ features: [ConditionalFeatureDefinition.Type]? = nil) {
        FlintRuntime.current.userTogglesChanged(features)
    }

    /// Asks the flag providers again, after their answers have changed.
    ///
    /// - Parameter keys: The flags that may have changed, or `nil` if that could be any.
    public static func featureFlagsChanged(_ keys: [FeatureKey]? = nil) {
        FlintRuntime.current.featureFlagsChanged(keys)
    }
}
