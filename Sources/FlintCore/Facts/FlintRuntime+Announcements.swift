// SPDX-License-Identifier: MIT

// Announcements on behalf of sources that do not announce changes. Each method rereads the named facts and notifies
// observers of the differences. Requests do not need announcements, because unannounced facts are read on each use.

extension FlintRuntime {
    package func runtimeSwitchChanged(_ feature: ConditionalFeatureDefinition.Type) {
        guard let metadata = catalog.metadata(for: feature), metadata.isRuntimeEnabledRequired else { return }
        facts.readSwitch(of: metadata, .announcement, in: self)
    }

    package func purchasesChanged(_ products: [Product]? = nil) {
        sources?.purchasesDidChange(products?.map(\.productID))
    }

    package func permissionsChanged(_ permissions: [SystemPermissionConstraint]? = nil) {
        guard let sources else { return }
        for permission in permissions ?? SystemPermissionConstraint.allCases
        where facts[.permission(permission)] != nil {
            sources.permissionStatusDidChange(permission)
        }
    }

    package func userSettingsChanged(_ features: [ConditionalFeatureDefinition.Type]? = nil) {
        sources?.userSettingsDidChange(of: features?.compactMap { catalog.metadata(for: $0) })
    }

    package func featureFlagsChanged(_ keys: [FeatureKey]? = nil) {
        sources?.featureFlagsDidChange(keys, cause: .app)
    }

    package func readUnannouncedFacts(waitsForSlowSources waits: Bool = true) {
        sources?.reread(catalog.declarations.unannounced, waitsForSlowSources: waits)
    }

    /// Rereads the unannounced facts on which the given features depend, and additional unannounced facts.
    ///
    /// The cost does not depend on the other features.
    package func readUnannouncedFacts(
        of features: [FeatureMetadata], and keys: [FactKey], waitsForSlowSources waits: Bool = true
    ) {
        guard let sources else { return }
        var facts: Set<SourcedFact> = []
        for metadata in features {
            guard let list = metadata.inputs()?.unannouncedFacts else { continue }
            facts.formUnion(list)
        }
        for key in keys { facts.formUnion(sources.unannouncedFacts(for: key)) }
        if !facts.isEmpty { sources.reread(facts, waitsForSlowSources: waits) }
    }

    func readAllFacts() {
        purchasesChanged()
        permissionsChanged()
        userSettingsChanged()
        featureFlagsChanged()
        readRuntimeSwitches()
    }

    package var slowSources: [String] { sources?.slowSources ?? [] }

    /// Waits until each service has been asked once, but no longer than setup waits for its sources.
    package func waitForAskedFacts() { sources?.waitForAskedFacts() }

    package func readRuntimeSwitches(waitsForSlowSources waits: Bool = true) {
        sources?.reread(
            catalog.declarations.unannounced.filter { if case .runtimeSwitch = $0 { true } else { false } },
            waitsForSlowSources: waits)
    }
}

extension Flint {
    /// Announces that a feature's `isEnabled` has changed, so that user interfaces update immediately.
    ///
    /// - Parameter feature: The feature. Its constraints must include `runtimeEnabled()`.
    public static func runtimeSwitchChanged(_ feature: ConditionalFeatureDefinition.Type) {
        FlintRuntime.current.runtimeSwitchChanged(feature)
    }

    /// Announces that the purchase tracker's answers have changed.
    ///
    /// Call this method for a tracker that does not announce changes. Requests query such a tracker each time. The
    /// announcement updates user interfaces that show the availability.
    ///
    /// - Parameter products: The products that may have changed, or `nil` for all.
    public static func purchasesChanged(_ products: [Product]? = nil) {
        FlintRuntime.current.purchasesChanged(products)
    }

    /// Announces that the permission checker's answers have changed.
    ///
    /// - Parameter permissions: The permissions that may have changed, or `nil` for all.
    public static func permissionsChanged(_ permissions: [SystemPermissionConstraint]? = nil) {
        FlintRuntime.current.permissionsChanged(permissions)
    }

    /// Announces that user settings have changed.
    ///
    /// - Parameter features: The features whose user settings may have changed, or `nil` for all.
    public static func userSettingsChanged(_ features: [ConditionalFeatureDefinition.Type]? = nil) {
        FlintRuntime.current.userSettingsChanged(features)
    }

    /// Announces a new session, so that changes that wait for it take effect.
    ///
    /// The app decides what a session is. A session typically begins when people return to the app after some minutes,
    /// or when they sign in to another account. The start of the app needs no announcement. The method can be called
    /// from any thread. See ``FeatureConstraintsBuilder/takesEffect(_:)``.
    public static func sessionBegan() {
        FlintRuntime.current.facts.applyWaitingValues(at: .nextSession, cause: Cause.current ?? .app)
    }

    /// Announces that the flag providers' answers have changed.
    ///
    /// - Parameter keys: The keys of the flags that may have changed, or `nil` for all.
    public static func featureFlagsChanged(_ keys: [FeatureKey]? = nil) {
        FlintRuntime.current.featureFlagsChanged(keys)
    }
}
