import Testing

@testable import FlintCore

struct SourceDeclarationsTests {
    @Test func `a source without declarations does not announce changes`() {
        #expect(!Bare().announcesChanges)
        #expect(!Bare().announcesChanges(of: .camera))
        #expect(!BareAdapter().announcesChanges)
    }

    @Test func `a debug tracker announces changes if its target tracker does`() {
        #expect(DebugPurchaseTracker().announcesChanges)
        #expect(DebugPurchaseTracker(targetPurchaseTracker: ScriptedTracker()).announcesChanges)
        let silent = DebugPurchaseTracker(targetPurchaseTracker: ScriptedTracker(announcesChanges: false))
        #expect(!silent.announcesChanges)
        #expect(!DebugPurchaseTracker(targetPurchaseTracker: silent).announcesChanges)
    }

    @Test func `a file tracker announces changes, and a subclass only if it declares so`() {
        #expect(FilePurchaseTracker(directory: "/nowhere").announcesChanges)
        #expect(StoreKitPurchaseTracker(directory: "/nowhere", store: nil).announcesChanges)
        #expect(!Licences(directory: "/nowhere").announcesChanges)
        #expect(ObservedLicences(directory: "/nowhere").announcesChanges)
    }

    @Test func `a permission checker announces changes if all adapters of the permission do`() {
        let checker = DefaultPermissionChecker(adapters: [
            FakeAdapter(.camera), FakeAdapter(.location(usage: .whenInUse)), BareAdapter(),
        ])
        #expect(checker.announcesChanges(of: .camera))
        #expect(checker.announcesChanges(of: .photos), "A permission without an adapter is always unsupported.")
        #expect(!checker.announcesChanges(of: .location(usage: .always)))
        #expect(
            !checker.announcesChanges(of: .location(usage: .whenInUse)),
            "The permission for always is also taken into account.")
    }

    @Test func `toggles and debug flags announce changes if their store does`() {
        #expect(StoredFeatureToggles().announcesChanges)
        #expect(StoredFeatureToggles(store: FileKeyValueStore(path: "/nowhere")).announcesChanges)
        #expect(!StoredFeatureToggles(store: Bare()).announcesChanges)
        #expect(DebugFeatureFlagProvider(userDefaults: InMemoryKeyValueStore()).announcesChanges)
        #expect(!DebugFeatureFlagProvider(userDefaults: Bare()).announcesChanges)
    }

    @Test func `flags are announced if every provider announces changes`() {
        let silent = ScriptedFlagProvider("silent", announcesChanges: false)
        #expect(FeatureFlags().announcesChanges)
        #expect(FeatureFlags([ReleaseFeatureFlagProvider([:]), TestFeatureFlagProvider()]).announcesChanges)
        #expect(!FeatureFlags([ReleaseFeatureFlagProvider([:]), silent]).announcesChanges)
        #expect(RemoteFeatureFlagProvider().announcesChanges, "Built-in values never change.")
        #expect(RemoteFeatureFlagProvider(remoteSync: ScriptedRemoteSource()).announcesChanges)
        #expect(!RemoteFeatureFlagProvider(remoteSync: Bare()).announcesChanges)
    }
}

/// Implements only the required members of several source protocols.
private final class Bare: PurchaseTracker, SystemPermissionChecker, KeyValueStore, RemoteFlagSource {
    var delegate: (any SystemPermissionCheckerDelegate)? {
        get { nil }
        set {}
    }
    let evaluations: [FeatureKey: FlagEvaluation] = [:]

    func addObserver(_ observer: any PurchaseTrackerObserver) {}
    func removeObserver(_ observer: any PurchaseTrackerObserver) {}
    func isPurchased(_ product: NonConsumableProduct) -> Bool? { nil }
    func isSubscriptionActive(_ product: SubscriptionProduct) -> Bool? { nil }
    func isFeatureEnabledByPastPurchases(_ feature: FeatureDefinition.Type) -> Bool { false }
    func addObserver(_ observer: any SystemPermissionCheckerDelegate) {}
    func removeObserver(_ observer: any SystemPermissionCheckerDelegate) {}
    func status(of permission: SystemPermissionConstraint) -> SystemPermissionStatus { .denied }
    func requestAuthorization(
        for permission: SystemPermissionConstraint,
        completion: @escaping @Sendable (SystemPermissionConstraint, SystemPermissionStatus) -> Void
    ) {
        completion(permission, .denied)
    }
    func bool(forKey key: String) -> Bool? { nil }
    func set(_ value: Bool?, forKey key: String) {}
    func observeChanges(_ handler: @escaping @Sendable (_ keys: [FeatureKey]?) -> Void) -> ObservationToken {
        ObservationToken {}
    }
}

private final class BareAdapter: SystemPermissionAdapter {
    let permission = SystemPermissionConstraint.location(usage: .always)
    let usageDescriptionKey = ""
    let status = SystemPermissionStatus.denied

    func requestAuthorisation(
        completion:
            @escaping @Sendable (_ adapter: any SystemPermissionAdapter, _ status: SystemPermissionStatus) -> Void
    ) {
        completion(self, status)
    }
}

private final class Licences: FilePurchaseTracker, @unchecked Sendable {
    override func isPurchased(_ product: NonConsumableProduct) -> Bool? { true }
}

private final class ObservedLicences: FilePurchaseTracker, @unchecked Sendable {
    override var announcesChanges: Bool { true }
}
