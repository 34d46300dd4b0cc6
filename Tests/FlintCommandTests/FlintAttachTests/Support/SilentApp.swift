import FlintAttach
import FlintAttachServer
import FlintCore
import FlintInspector
import FlintLocks
import FlintWorld
import Foundation

/// All sources of an app, without announcements of changes.
///
/// A fact is true while its name is in a set.
final class SilentSources: PurchaseTracker, UserFeatureToggles, FeatureFlagProvider, @unchecked Sendable {
    private let facts = Protected<Set<String>>([])
    private let counted = Protected<[String: Int]>([:])

    let priority = FeaturePriority.mediumPriority
    let type = FeatureFlagProviderType.remote

    func set(_ fact: String, _ isTrue: Bool) {
        facts.withLock { if isTrue { $0.insert(fact) } else { $0.remove(fact) } }
    }

    /// Returns whether a fact is true, and counts the query.
    func has(_ fact: String) -> Bool {
        counted.withLock { $0[fact, default: 0] += 1 }
        return facts.withLock { $0.contains(fact) }
    }

    /// The number of queries of each fact.
    var counts: [String: Int] { counted.withLock(\.self) }

    func questions(during body: () throws -> Void) rethrows -> [String: Int] {
        counted.withLock { $0 = [:] }
        try body()
        return counted.withLock { $0 }
    }

    func addObserver(_ observer: any PurchaseTrackerObserver) {}
    func removeObserver(_ observer: any PurchaseTrackerObserver) {}
    func isPurchased(_ product: NonConsumableProduct) -> Bool? { has("purchase") }
    func isSubscriptionActive(_ product: SubscriptionProduct) -> Bool? { has("purchase") }
    func isFeatureEnabledByPastPurchases(_ feature: FeatureDefinition.Type) -> Bool { false }

    func addObserver(_ observer: UserFeatureTogglesObserver) {}
    func removeObserver(_ observer: UserFeatureTogglesObserver) {}
    func isEnabled(_ feature: ConditionalFeatureDefinition.Type) -> Bool? { has("setting") }

    func isFeatureEnabled(_ featureKey: FeatureKey) -> Bool { has("flag") }
    func hasFeature(_ featureKey: FeatureKey) -> Bool { true }
}

private final class SilentCamera: SystemPermissionAdapter {
    let usageDescriptionKey = ""
    let permission = SystemPermissionConstraint.camera
    private let sources: SilentSources

    init(_ sources: SilentSources) { self.sources = sources }

    var status: SystemPermissionStatus { sources.has("permission") ? .authorized : .denied }

    func requestAuthorisation(
        completion: @escaping @Sendable (any SystemPermissionAdapter, SystemPermissionStatus) -> Void
    ) { completion(self, status) }
}

/// A feature for each kind of source, and several for the purchase.
final class SilentFeatures: FeatureGroup {
    static let description = "Features whose facts change silently"
    static var subfeatures: [FeatureDefinition.Type] {
        [
            ByPurchase.self, AlsoByPurchase.self, ByPermission.self, BySetting.self, ByFlag.self, BySwitch.self,
        ]
    }
    static let licence = NonConsumableProduct(name: "Licence", productID: "purchase")
}

private final class ByPurchase: ConditionalFeature {
    static let description = "Requires a purchase"
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.purchase(SilentFeatures.licence) }
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class AlsoByPurchase: ConditionalFeature {
    static let description = "Requires the same purchase"
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.purchase(SilentFeatures.licence) }
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class ByPermission: ConditionalFeature {
    static let description = "Requires a permission"
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.permission(.camera) }
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class BySetting: ConditionalFeature {
    static let description = "Requires the user's choice"
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.userToggled(defaultValue: false) }
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class ByFlag: ConditionalFeature {
    static let description = "Requires a flag"
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.featureFlag("flag") }
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class BySwitch: ConditionalFeature {
    static let description = "Requires a switch"
    static var isEnabled: Bool? {
        (FlintRuntime.current.dependencies.purchaseTracker as? SilentSources)?.has("switch")
    }
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.runtimeEnabled() }
    static func prepare(actions: FeatureActionsBuilder) {}
}

/// The app with silent sources, both in this process and attached.
final class SilentApp {
    /// Each fact with the ID of a feature that requires only that fact.
    static let features = [
        "purchase": "SilentFeatures/ByPurchase", "permission": "SilentFeatures/ByPermission",
        "setting": "SilentFeatures/BySetting", "flag": "SilentFeatures/ByFlag", "switch": "SilentFeatures/BySwitch",
    ]

    let sources = SilentSources()
    let runtime = FlintRuntime()
    let local: RuntimeInspector
    let remote: RemoteInspector
    private let server: InspectorServer
    private let folder = "/tmp/flint-\(UInt32.random(in: .min ... .max))"

    init() throws {
        let (runtime, sources) = (runtime, sources)
        runtime.setUp(SilentFeatures.self) {
            $0.allowsOverrides = true
            $0.purchaseTracker = sources
            $0.userFeatureToggles = sources
            $0.featureFlagProviders = [sources]
            $0.permissionChecker = DefaultPermissionChecker(adapters: [SilentCamera(sources)])
        }
        local = RuntimeInspector(runtime: runtime, configuration: .init(appName: "Silent", cause: "console"))
        let directory = SocketDirectory(path: folder)
        server = try InspectorServer(local, in: directory)
        remote = try RemoteInspector(AttachTarget("silent", in: directory), client: "test")
    }

    deinit {
        server.stop()
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// The path of the socket.
    var path: String { server.path }

    /// Returns an inspector of the app, in this process or attached.
    func inspector(_ way: Way) -> any Inspector {
        switch way {
        case .live: local
        case .attached: remote
        }
    }

    enum Way: CaseIterable {
        case live, attached
    }
}
