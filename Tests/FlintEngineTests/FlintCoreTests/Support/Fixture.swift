import FlintTestSupport

@testable import FlintCore

/// A runtime with dependencies that a test controls.
///
/// The runtime is set up with a scripted purchase tracker, a scripted permission checker, user settings in memory, and
/// a manual clock. Code that uses `Flint` or the static members of features must run in ``run(_:)``, which makes the
/// runtime the current one.
struct Fixture {
    let runtime: FlintRuntime
    /// The clock that expires overrides.
    let time = ManualTime()
    let tracker: ScriptedTracker
    let permissions: ScriptedPermissions
    let toggles = StoredFeatureToggles()

    /// Sets up the runtime and registers features with their subfeatures.
    ///
    /// - Parameters:
    ///   - features: The root features.
    ///   - platform: The platform.
    ///   - tracker: A purchase tracker that replaces the scripted tracker.
    ///   - withoutTracker: Whether the app has no purchase tracker.
    ///   - announcing: Whether the scripted tracker and checker announce changes.
    ///   - allowsOverrides: Whether the app allows overrides.
    ///   - configure: A closure that sets further dependencies.
    init(
        _ features: FeatureDefinition.Type..., platform: CurrentPlatform? = CurrentPlatform("iOS 17.2"),
        tracker: (any PurchaseTracker)? = nil, withoutTracker: Bool = false, announcing: Bool = true,
        allowsOverrides: Bool = true, configure: @escaping (Flint.DependenciesConfig) -> Void = { _ in }
    ) {
        self.tracker = ScriptedTracker(announcesChanges: announcing)
        permissions = ScriptedPermissions(announcesChanges: announcing)
        runtime = FlintRuntime(now: { [time] in time.now }, timer: time)
        let (scripted, permissions, toggles) = (self.tracker, self.permissions, self.toggles)
        runtime.setUp(EmptyApp.self) { config in
            config.purchaseTracker = withoutTracker ? nil : tracker ?? scripted
            config.permissionChecker = permissions
            config.userFeatureToggles = toggles
            config.platform = platform
            config.allowsOverrides = allowsOverrides
            configure(config)
        }
        for feature in features { runtime.register(feature) }
    }

    func run<Result>(_ body: () throws -> Result) rethrows -> Result {
        try runtime.bind(body)
    }

    func run<Result>(_ body: () async throws -> Result) async rethrows -> Result {
        try await runtime.bind(body)
    }

    var facts: FactStore { runtime.facts }

    var advisories: [String] { runtime.journal.advisories }

    var denials: [RequestDenial] { runtime.journal.denials }

    var changes: [FactChange] { runtime.journal.changes }

    /// Returns the rows of a feature's explanation as short texts, such as "purchase Premium: not purchased".
    func rows(of feature: FeatureDefinition.Type) -> [String] {
        runtime.explanation(of: feature).requirements.map(\.line)
    }
}

extension RequirementState {
    var line: String {
        String(repeating: "  ", count: depth) + "\(kind.rawValue) \(title): \(value)"
            + (inheritedFrom.map { " < \($0)" } ?? "")
    }
}

final class EmptyApp: FeatureGroup {
    static let description = "Nothing"
    static var subfeatures: [FeatureDefinition.Type] { [] }
}

enum Products {
    static let premium = NonConsumableProduct(name: "Premium", productID: "premium")
    static let supporter = NonConsumableProduct(name: "Supporter", productID: "supporter")
    static let monthly = AutoRenewingSubscriptionProduct(name: "Monthly", productID: "monthly")
    static let season = NonRenewingSubscriptionProduct(name: "Season", productID: "season")
    static let credits = ConsumableProduct(name: "Credits", productID: "credits")
}
