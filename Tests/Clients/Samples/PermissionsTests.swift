import FlintCore
import Testing

/// Permissions of the system, and how an app requests them.
///
/// | Declared or used | Shown by |
/// | --- | --- |
/// | `permission(_:)` and `permissions(_:)` with every kind of permission | ``LeafScannerFeature``, ``HerbariumFeature`` |
/// | `permissions.all`, `.notDetermined`, `.denied`, `.restricted`, `.count` | ``ScannerScreen`` |
/// | `permissionAuthorisationController(using:)`, kept in an optional; `begin(retryHandler:)`, `cancel()` | ``ScannerScreen`` |
/// | no coordinator | “permissions are requested without a coordinator” |
/// | the coordinator's four members; answers now and later; order, `.skip`, `.cancelAll`, `.cancel` | ``Cards`` |
/// | one requirement at a time, in a generic function over any conditional feature | ``ScannerScreen/handleUnmetConstraints(of:retry:)`` |
/// | descriptions of permissions and statuses | “restricted and denied permissions are distinguished” |
@MainActor
struct PermissionsTests {
    @Test func `granted permissions call the retry handler`() async {
        let runtime = FlintRuntime()
        let cards = Cards()
        let lines: [String] = await withCheckedContinuation { continuation in
            Flint.withRuntime(runtime) {
                let screen = ScannerScreen(coordinator: cards)
                screen.onScan = { continuation.resume(returning: screen.lines) }
                setUp(.camera, .photos, .location(usage: .whenInUse))
                screen.scan()
            }
        }
        #expect(lines == ["scanned"])
        #expect(
            cards.lines == [
                "Camera, Location when in use, Photos", "before Photos", "Photos authorized",
                "before Location when in use", "Location when in use authorized", "before Camera", "Camera authorized",
                "finished without []",
            ])
    }

    @Test func `permissions are requested without a coordinator`() async {
        let runtime = FlintRuntime()
        let lines: [String] = await withCheckedContinuation { continuation in
            Flint.withRuntime(runtime) {
                let screen = ScannerScreen(coordinator: nil)
                screen.onScan = { continuation.resume(returning: screen.lines) }
                setUp(.camera, .photos, .location(usage: .whenInUse))
                screen.scan()
            }
        }
        #expect(lines == ["scanned"])
    }

    @Test func `a coordinator can skip and cancel requests`() {
        for (answer, line) in [
            (SystemPermissionRequestAction.skip, "finished without [Photos, Location when in use, Camera]"),
            (.cancelAll, "cancelled without [Photos, Location when in use, Camera]"),
        ] {
            Flint.withRuntime(FlintRuntime()) {
                setUp(.camera, .photos, .location(usage: .whenInUse))
                let cards = Cards()
                cards.answer = answer
                let screen = ScannerScreen(coordinator: cards)
                screen.scan()
                #expect(cards.lines.last == line)
                #expect(LeafScannerFeature.permissions.notDetermined.count == 3)
            }
        }
    }

    @Test func `a coordinator can cancel after a permission`() {
        Flint.withRuntime(FlintRuntime()) {
            setUp(.camera, .photos, .location(usage: .whenInUse))
            let cards = Cards()
            cards.veto = .cancel
            ScannerScreen(coordinator: cards).scan()
            #expect(cards.lines.suffix(2) == ["Photos authorized", "cancelled without [Location when in use, Camera]"])
        }
    }

    @Test func `the app can cancel a pending request`() {
        Flint.withRuntime(FlintRuntime()) {
            setUp(.camera, .photos, .location(usage: .whenInUse))
            let cards = Cards()
            cards.answersLater = true
            let screen = ScannerScreen(coordinator: cards)
            screen.scan()
            #expect(cards.pending != nil && cards.lines.last == "before Photos")
            screen.leave()
            cards.pending?.completed(.request)
            #expect(cards.lines.last == "cancelled without [Photos, Location when in use, Camera]")
        }
    }

    @Test func `restricted and denied permissions are distinguished`() {
        Flint.withRuntime(FlintRuntime()) {
            let screen = ScannerScreen(coordinator: nil)
            setUp(
                TestAdapter(.camera, .restricted), TestAdapter(.photos, .denied),
                TestAdapter(.location(usage: .whenInUse), .authorized))
            screen.scan()
            #expect(screen.lines == ["restricted: Camera"], "Restricted permissions are reported before the others.")
            #expect(LeafScannerFeature.permissions.denied == [.photos])
            #expect(LeafScannerFeature.permissions.all.count == 3)
            #expect(SystemPermissionStatus.notDetermined.description == "not determined")
        }
        Flint.withRuntime(FlintRuntime()) {
            let screen = ScannerScreen(coordinator: nil)
            setUp(
                TestAdapter(.camera, .authorized), TestAdapter(.photos, .denied),
                TestAdapter(.location(usage: .whenInUse), .authorized))
            screen.scan()
            #expect(screen.lines == ["denied: Photos"])
        }
    }

    @Test func `every kind of permission can be required`() {
        Flint.withRuntime(FlintRuntime()) {
            setUp([TestAdapter]())
            #expect(HerbariumFeature.permissions.unsupported.count == 10)
            #expect(HerbariumFeature.isAvailable == false, "No adapter supports the permissions.")
        }
    }

    /// Sets up the garden on a system that grants the given permissions on request.
    private func setUp(_ permissions: SystemPermissionConstraint...) {
        setUp(permissions.map { TestAdapter($0, .notDetermined) })
    }

    /// Sets up the garden on a system with the given permissions.
    private func setUp(_ adapters: TestAdapter...) {
        setUp(adapters)
    }

    private func setUp(_ adapters: [TestAdapter]) {
        Flint.setup(GardenFeatures.self) {
            $0.platform = CurrentPlatform("iOS 17.2")
            $0.permissionChecker = DefaultPermissionChecker(adapters: adapters)
        }
    }
}

// MARK: - Features

class LeafScannerFeature: ConditionalFeature {
    static let description: String = "Names a plant from a picture of its leaf"

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.permissions(.camera, .photos, .location(usage: .whenInUse))
    }

    static let scan = action(ScanLeafAction.self)

    static func prepare(actions: FeatureActionsBuilder) {
        actions.declare(scan)
    }
}

class HerbariumFeature: ConditionalFeature {
    static let description = "Everything a device can tell about where and when a plant was found"

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.permission(.contacts(entity: .contacts))
        requirements.permissions(.calendarEvents, .reminders, .motion, .speechRecognition, .siriKit)
        requirements.permissions(.bluetooth, .mediaLibrary, .microphone, .location(usage: .always))
    }

    static func prepare(actions: FeatureActionsBuilder) {}
}

/// Presents a scan.
protocol ScanPresenter: AnyObject {
    func showScan()
}

final class ScanLeafAction: UIAction {
    typealias InputType = NoInput
    typealias PresenterType = ScanPresenter

    static let description = "Scans a leaf"

    static func perform(
        context: ActionContext<NoInput>, presenter: ScanPresenter, completion: Completion
    ) -> Completion.Status {
        presenter.showScan()
        return completion.completedSync(.success)
    }
}

// MARK: - App

/// A screen from which leaves are scanned.
private final class ScannerScreen: ScanPresenter {
    var lines: [String] = []
    var onScan: () -> Void = {}
    private let coordinator: PermissionAuthorisationCoordinator?
    private var permissionController: AuthorisationController?

    init(coordinator: PermissionAuthorisationCoordinator?) {
        self.coordinator = coordinator
    }

    func scan() {
        if let request = LeafScannerFeature.request(LeafScannerFeature.scan) {
            request.perform(withPresenter: self)
        } else {
            handleUnmetConstraints(of: LeafScannerFeature.self, retry: { [weak self] in self?.scan() })
        }
    }

    func leave() {
        permissionController?.cancel()
    }

    func showScan() {
        lines.append("scanned")
        onScan()
    }

    /// Handles the unmet requirements of a feature, one kind at a time.
    func handleUnmetConstraints<T>(of feature: T.Type, retry: (() -> Void)?) where T: ConditionalFeature {
        if feature.permissions.restricted.count > 0 {
            return report("restricted", feature.permissions.restricted)
        }
        if feature.purchases.requiredToUnlock.count > 0 {
            return lines.append("buy \(feature.purchases.requiredToUnlock.count)")
        }
        if feature.permissions.denied.count > 0 {
            return report("denied", feature.permissions.denied)
        }
        if feature.permissions.notDetermined.count > 0 {
            permissionController = feature.permissionAuthorisationController(using: coordinator)
            permissionController?.begin(retryHandler: retry)
        }
    }

    private func report(_ word: String, _ permissions: Set<SystemPermissionConstraint>) {
        let names = permissions.map { String(describing: $0) }.sorted().joined(separator: ", ")
        lines.append("\(word): \(names)")
    }
}

/// A coordinator that records the flow.
private final class Cards: PermissionAuthorisationCoordinator {
    var lines: [String] = []
    var answer = SystemPermissionRequestAction.request
    var veto = PermissionAuthorisationCoordinatorVeto.requestNext
    var answersLater = false
    var pending: WillRequestCompletion.DeferredStatus?

    func willBeginPermissionAuthorisation(
        for permissions: Set<SystemPermissionConstraint>, completionRequirement: BeginCompletion
    ) -> BeginCompletion.Status {
        lines.append(permissions.map(\.description).sorted().joined(separator: ", "))
        return completionRequirement.completedSync(permissions.sorted { $0.description > $1.description })
    }

    func willRequestPermission(
        for permission: SystemPermissionConstraint, completionRequirement: WillRequestCompletion
    ) -> WillRequestCompletion.Status {
        lines.append("before \(permission)")
        guard answersLater else { return completionRequirement.completedSync(answer) }
        let status = completionRequirement.willCompleteAsync()
        pending = status
        return status
    }

    func didRequestPermission(
        for permission: SystemPermissionConstraint, status: SystemPermissionStatus,
        completionRequirement: DidRequestCompletion
    ) -> DidRequestCompletion.Status {
        lines.append("\(permission) \(status)")
        return completionRequirement.completedSync(veto)
    }

    func didCompletePermissionAuthorisation(
        cancelled: Bool, outstandingPermissions: [SystemPermissionConstraint]?
    ) {
        lines.append("\(cancelled ? "cancelled" : "finished") without \(outstandingPermissions ?? [])")
    }
}

/// A permission that the user grants on every request.
///
/// It is used on the main thread only.
private nonisolated final class TestAdapter: SystemPermissionAdapter, @unchecked Sendable {
    let permission: SystemPermissionConstraint
    let usageDescriptionKey: String = "NSTestUsageDescription"
    private(set) var status: SystemPermissionStatus

    init(_ permission: SystemPermissionConstraint, _ status: SystemPermissionStatus) {
        self.permission = permission
        self.status = status
    }

    func requestAuthorisation(
        completion: @escaping @Sendable (any SystemPermissionAdapter, SystemPermissionStatus) -> Void
    ) {
        if status == .notDetermined { status = .authorized }
        completion(self, status)
    }
}
