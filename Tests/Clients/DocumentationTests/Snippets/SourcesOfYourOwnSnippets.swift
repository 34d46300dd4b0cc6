import FlintCore
import FlintTesting
import Foundation
import Testing

/// What the box office has sold to this visitor, as its server reports it.
final class BoxOfficeTracker: PurchaseTracker {
    let announcesChanges = true
    private let lock = NSLock()
    nonisolated(unsafe) private var sold: [String: Bool] = [:]
    private let observers = WeakObserverList<any PurchaseTrackerObserver>()

    /// Takes an answer of the server.
    func receive(_ isSold: Bool, for productID: String) {
        let before = lock.withLock { sold.updateValue(isSold, forKey: productID) }
        guard before != isSold else { return }
        observers.notify { $0.purchaseStatusDidChange(productID: productID, isPurchased: isSold) }
    }

    func addObserver(_ observer: any PurchaseTrackerObserver) { observers.add(observer) }
    func removeObserver(_ observer: any PurchaseTrackerObserver) { observers.remove(observer) }

    func isPurchased(_ product: NonConsumableProduct) -> Bool? { lock.withLock { sold[product.productID] } }
    func isSubscriptionActive(_ product: SubscriptionProduct) -> Bool? { lock.withLock { sold[product.productID] } }
    func isFeatureEnabledByPastPurchases(_ feature: FeatureDefinition.Type) -> Bool { false }
}

struct TheBoxOfficeConforms {
    @Test func theBoxOfficeConforms() async throws {
        try await PurchaseTrackerConformance {
            BoxOfficeTracker()
        } change: { tracker, product, status in
            tracker.receive(status == .purchased, for: product.productID)
        }.verify()
    }
}

/// The part of the system that decides who may use the camera; here the astronomer always agrees.
final class CameraDriver: Sendable {
    private let lock = NSLock()
    nonisolated(unsafe) private var current = SystemPermissionStatus.notDetermined
    nonisolated(unsafe) private var handlers: [@Sendable () -> Void] = []

    var status: SystemPermissionStatus { lock.withLock { current } }

    func set(_ status: SystemPermissionStatus) {
        lock.withLock { current = status }
        for handler in lock.withLock({ handlers }) { handler() }
    }

    func ask() { if status == .notDetermined { set(.authorized) } }

    func onChange(_ handler: @escaping @Sendable () -> Void) { lock.withLock { handlers.append(handler) } }
}

/// The permission to use the camera on the mount.
final class MountCameraAdapter: SystemPermissionAdapter {
    let permission = SystemPermissionConstraint.camera
    let usageDescriptionKey = "NSCameraUsageDescription"
    let usageDescription: String? = "The camera on the mount shows what the telescope sees."
    let announcesChanges = true
    let driver: CameraDriver

    init(driver: CameraDriver) { self.driver = driver }

    var status: SystemPermissionStatus { driver.status }

    func requestAuthorisation(
        completion: @escaping @Sendable (any SystemPermissionAdapter, SystemPermissionStatus) -> Void
    ) {
        driver.ask()
        completion(self, driver.status)
    }

    func observeStatus(_ handler: @escaping @Sendable () -> Void) { driver.onChange(handler) }
}

struct TheCameraConforms {
    @Test func theCameraConforms() async throws {
        try await PermissionAdapterConformance(for: .camera) {
            MountCameraAdapter(driver: CameraDriver())
        } change: { adapter, status in
            adapter.driver.set(status)
        }.verify()
    }
}

/// Flags that depend on what can be seen tonight.
final class ProgrammeFlags: DetailedFeatureFlagProvider, Sendable {
    let name = "programme"
    let priority = FeaturePriority.mediumPriority
    let type = FeatureFlagProviderType.release
    let announcesChanges = true
    private let lock = NSLock()
    nonisolated(unsafe) private var programme: [FeatureKey: Bool] = [:]
    nonisolated(unsafe) private var handlers: [Int: @Sendable ([FeatureKey]?) -> Void] = [:]

    /// Takes tonight's programme for a flag.
    func set(_ flag: FeatureKey, to isOn: Bool) {
        lock.withLock { programme[flag] = isOn }
        for handler in lock.withLock({ Array(handlers.values) }) { handler([flag]) }
    }

    var knownFeatures: [FeatureKey] { lock.withLock { programme.keys.sorted { $0.rawValue < $1.rawValue } } }
    func hasFeature(_ featureKey: FeatureKey) -> Bool { evaluation(of: featureKey) != nil }
    func isFeatureEnabled(_ featureKey: FeatureKey) -> Bool { evaluation(of: featureKey)?.value ?? false }

    func evaluation(of featureKey: FeatureKey) -> FlagEvaluation? {
        lock.withLock { programme[featureKey] }.map { FlagEvaluation(value: $0, reason: .targetingMatch) }
    }

    func observeChanges(_ handler: @escaping @Sendable (_ keys: [FeatureKey]?) -> Void) -> ObservationToken {
        let id = lock.withLock {
            let id = (handlers.keys.max() ?? 0) + 1
            handlers[id] = handler
            return id
        }
        return ObservationToken { [weak self] in self?.removeHandler(id) }
    }

    private func removeHandler(_ id: Int) { lock.withLock { handlers[id] = nil } }
}

struct TheProgrammeConforms {
    @Test func theProgrammeConforms() async throws {
        try await FeatureFlagProviderConformance(flags: ["perseids", "eclipse"]) {
            ProgrammeFlags()
        } change: { provider, flag, isOn in
            provider.set(flag, to: isOn)
        }.verify()
    }
}

/// A table of the app's database; here it is in memory.
final class SettingsTable: Sendable {
    private let lock = NSLock()
    nonisolated(unsafe) private var rows: [String: Bool] = [:]

    subscript(key: String) -> Bool? {
        get { lock.withLock { rows[key] } }
        set { lock.withLock { rows[key] = newValue } }
    }
}

/// Settings in a table.
final class TableStore: KeyValueStore {
    let table: SettingsTable

    init(table: SettingsTable) { self.table = table }

    func bool(forKey key: String) -> Bool? { table[key] }
    func set(_ value: Bool?, forKey key: String) { table[key] = value }
}

struct TheTableConforms {
    @Test func theTableConforms() async throws {
        try await KeyValueStoreConformance {
            TableStore(table: SettingsTable())
        } reopen: { store in
            TableStore(table: store.table)
        }.verify()
    }
}

struct TheFirmwareConforms {
    final class Mount: Sendable {
        struct Silence: Error {}

        private let lock = NSLock()
        nonisolated(unsafe) private var firmware: PlatformVersion?

        func set(_ version: PlatformVersion?) { lock.withLock { firmware = version } }

        func askedFirmware() throws -> PlatformVersion {
            guard let version = lock.withLock({ firmware }) else { throw Silence() }
            return version
        }
    }

    @Test func theFirmwareConforms() async throws {
        try await FactSourceConformance(
            of: .telescopeFirmware, values: ["4.9", "4.10"].compactMap { PlatformVersion($0) }
        ) {
            Mount()
        } service: { mount in
            AsyncFactSource { try mount.askedFirmware() }
        } change: { mount, firmware in
            mount.set(firmware)
        }.verify()
    }
}

/// Takes every setting and keeps none.
final class SieveStore: KeyValueStore {
    func bool(forKey key: String) -> Bool? { nil }
    func set(_ value: Bool?, forKey key: String) {}
}

enum SourcesOfYourOwnSnippets {
    static func report(print: Output) async {
        let failures = await KeyValueStoreConformance { SieveStore() }.failures()
        for failure in failures.prefix(1) { print(failure) }
    }
}
