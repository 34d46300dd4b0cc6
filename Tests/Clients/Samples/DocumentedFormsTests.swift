import FlintCore
import Foundation
import Testing

/// Providers and sources in their documented forms, which the engine must call.
///
/// | Declared or used | Shown by |
/// | --- | --- |
/// | `AnalyticsProvider` whose `context` is the attributes | ``Abacus`` |
/// | `SystemPermissionChecker` | ``Porter`` |
/// | `SystemPermissionAdapter` with a `usageDescriptionKey` | ``Bell`` |
/// | `UserFeatureToggles` | ``Notice`` |
@MainActor
struct DocumentedFormsTests {
    @Test func `a provider that takes the attributes as its context is called`() {
        inGrounds {
            let abacus = Abacus()
            AnalyticsFeature.provider = abacus
            Flint.register(TicketsFeature.self)
            TicketsFeature.buy.perform(withInput: 2)
            #expect(abacus.lines == ["ticket-bought begins with 2", "ticket-bought ends: success with 2"])
        }
    }

    @Test func `an app's own checker and user settings are used`() {
        let (porter, notice) = (Porter(), Notice())
        Flint.withRuntime(FlintRuntime()) {
            Flint.setup(GroundsFeatures.self) { config in
                config.platform = CurrentPlatform("iOS 17.2")
                config.permissionChecker = porter
                config.userFeatureToggles = notice
            }
            Flint.register(OrchardFeature.self)
            #expect(OrchardFeature.isAvailable == false, "The notice makes the feature unavailable.")
            notice.set(true)
            #expect(OrchardFeature.isAvailable == nil, "The porter has not been asked.")
            OrchardFeature.permissionAuthorisationController(using: nil)?.begin(retryHandler: nil)
            #expect(porter.requests == ["camera"])
            #expect(OrchardFeature.isAvailable == true)
        }
    }

    @Test func `an adapter with a usage description key is used`() {
        let bell = Bell()
        Flint.withRuntime(FlintRuntime()) {
            Flint.setup(GroundsFeatures.self) { config in
                config.platform = CurrentPlatform("iOS 17.2")
                config.permissionChecker = DefaultPermissionChecker(adapters: [bell])
                config.userFeatureToggles = Notice(isOn: true)
            }
            Flint.register(OrchardFeature.self)
            #expect(OrchardFeature.isAvailable == true)
            #expect((bell as any SystemPermissionAdapter).usageDescriptionKey == "NSCameraUsageDescription")
        }
    }
}

private final class OrchardFeature: ConditionalFeature {
    static let description = "Photographs the trees"

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.permission(.camera)
        requirements.userToggled(defaultValue: false)
    }

    static func prepare(actions: FeatureActionsBuilder) {}
}

/// A provider that counts sales from the attributes alone.
private final class Abacus: AnalyticsProvider {
    private(set) var lines: [String] = []

    func analyticsEventWillBegin<ActionType: Action>(
        feature: FeatureDefinition.Type, action: ActionType.Type, context: [String: Any?]?
    ) {
        lines.append("\(action.analyticsID ?? "") begins with \(visitors(context))")
    }

    func analyticsEventDidEnd<ActionType: Action>(
        feature: FeatureDefinition.Type, action: ActionType.Type, context: [String: Any?]?,
        outcome: ActionPerformOutcome
    ) {
        lines.append("\(action.analyticsID ?? "") ends: \(outcome) with \(visitors(context))")
    }

    private func visitors(_ context: [String: Any?]?) -> Int { context?["visitors"] as? Int ?? -1 }
}

/// A permission checker that grants every request.
nonisolated private final class Porter: SystemPermissionChecker, @unchecked Sendable {
    weak var delegate: (any SystemPermissionCheckerDelegate)?
    private let lock = NSLock()
    private var state: (isOpen: Bool, requests: [String]) = (false, [])
    private let observers = WeakObserverList<any SystemPermissionCheckerDelegate>()

    var requests: [String] { lock.withLock { state.requests } }

    func addObserver(_ observer: any SystemPermissionCheckerDelegate) { observers.add(observer) }
    func removeObserver(_ observer: any SystemPermissionCheckerDelegate) { observers.remove(observer) }

    func isAuthorised(for permissions: Set<SystemPermissionConstraint>) -> Bool {
        permissions.allSatisfy { status(of: $0) == .authorized }
    }

    func status(of permission: SystemPermissionConstraint) -> SystemPermissionStatus {
        guard permission == .camera else { return .unsupported }
        return lock.withLock { state.isOpen } ? .authorized : .notDetermined
    }

    func requestAuthorization(
        for permission: SystemPermissionConstraint,
        completion: @escaping @Sendable (SystemPermissionConstraint, SystemPermissionStatus) -> Void
    ) {
        lock.withLock {
            state.isOpen = true
            state.requests.append(permission.name)
        }
        delegate?.permissionStatusDidChange(permission)
        observers.notify { $0.permissionStatusDidChange(permission) }
        completion(permission, .authorized)
    }
}

/// A permission adapter for the camera that only counts requests.
nonisolated private final class Bell: SystemPermissionAdapter {
    let permission = SystemPermissionConstraint.camera
    let status = SystemPermissionStatus.authorized
    let usageDescriptionKey = "NSCameraUsageDescription"

    func requestAuthorisation(
        completion: @escaping @Sendable (any SystemPermissionAdapter, SystemPermissionStatus) -> Void
    ) {
        completion(self, status)
    }
}

/// User settings that announce no changes.
nonisolated private final class Notice: UserFeatureToggles {
    private let lock = NSLock()
    nonisolated(unsafe) private var isOn: Bool

    init(isOn: Bool = false) { self.isOn = isOn }

    func set(_ value: Bool) { lock.withLock { isOn = value } }
    func addObserver(_ observer: any UserFeatureTogglesObserver) {}
    func removeObserver(_ observer: any UserFeatureTogglesObserver) {}
    func isEnabled(_ feature: ConditionalFeatureDefinition.Type) -> Bool? { lock.withLock { isOn } }
}
