import FlintCore

/// The app around the features: its screens, a router to them, and the state that the tests inspect.
@MainActor
final class NotebookApp {
    let runtime = FlintRuntime()
    let list = Shelf()
    let screen = Page()
    let tracker = CreditTracker()
    let debugTracker: DebugPurchaseTracker
    let toggles = StoredFeatureToggles()
    let counter = EventCounter()
    let camera: AskedPermission
    let location: AskedPermission
    let photos: AskedPermission

    init(camera: SystemPermissionStatus = .authorized, photos: SystemPermissionStatus = .authorized) {
        debugTracker = DebugPurchaseTracker(targetPurchaseTracker: tracker)
        self.camera = AskedPermission(.camera, camera)
        self.photos = AskedPermission(.photos, photos)
        location = AskedPermission(.location(usage: .whenInUse), camera)
    }

    var router: Router { Router(list: list, screen: screen) }

    func run<Result>(_ body: () async throws -> Result) async rethrows -> Result {
        try await Flint.withRuntime(runtime) {
            FlintAppInfo.urlSchemes = ["notebook"]
            FlintAppInfo.associatedDomains = ["notebook.example"]
            Flint.setup(NotebookFeatures.self) { [self] dependencies in
                dependencies.platform = CurrentPlatform("iOS 17.2")
                dependencies.purchaseTracker = debugTracker
                dependencies.userFeatureToggles = toggles
                dependencies.permissionChecker = DefaultPermissionChecker(adapters: [camera, photos, location])
            }
            AnalyticsFeature.provider = counter
            return try await body()
        }
    }

    func buy(_ status: DebugPurchaseTracker.OverrideStatus = .purchased) {
        debugTracker.overridePurchase(product: NotebookProducts.premium, with: status)
    }
}

// MARK: - Screens

final class Shelf: NoteList {
    struct Missing: Error {}

    var notes: [NoteRef] = []

    func add(_ note: NoteRef) { notes.append(note) }

    func remove(_ note: NoteRef) throws {
        guard let index = notes.firstIndex(of: note) else { throw Missing() }
        notes.remove(at: index)
    }
}

final class Page: NoteScreen {
    var note: NoteRef?
    var text = ""
    var pictures: [String] = []
    var offers: [String] = []

    func show(_ note: NoteRef) { self.note = note }
    func replaceText(with text: String) { self.text = text }
    func attach(_ picture: String) { pictures.append(picture) }
    func offer(_ text: String) { offers.append(text) }
    func dismiss(animated: Bool) { note = nil }
}

/// A router that presents external actions in the list or on the page.
struct Router: PresentationRouter {
    let list: Shelf
    let screen: Page
    var leavesScreen = true

    func presentation<FeatureType: FeatureDefinition, ActionType: Action>(
        for binding: StaticActionBinding<FeatureType, ActionType>, input: ActionType.InputType
    ) -> PresentationResult<ActionType.PresenterType> {
        guard leavesScreen else { return .userCancelled }
        if let presenter = screen as? ActionType.PresenterType { return .appReady(presenter: presenter) }
        if let presenter = list as? ActionType.PresenterType { return .appReady(presenter: presenter) }
        return .unsupported
    }

    func presentation<FeatureType: ConditionalFeature, ActionType: Action>(
        for binding: ConditionalActionBinding<FeatureType, ActionType>, input: ActionType.InputType
    ) -> PresentationResult<ActionType.PresenterType> {
        .unsupported
    }
}

// MARK: - Sources

/// A tracker that only tracks spent credits.
final class CreditTracker: PurchaseTracker, @unchecked Sendable {
    var hasCredit = false

    func addObserver(_ observer: any PurchaseTrackerObserver) {}
    func removeObserver(_ observer: any PurchaseTrackerObserver) {}
    func isPurchased(_ product: NonConsumableProduct) -> Bool? { nil }
    func isSubscriptionActive(_ product: SubscriptionProduct) -> Bool? { nil }

    func isFeatureEnabledByPastPurchases(_ feature: FeatureDefinition.Type) -> Bool {
        hasCredit && feature == IdentificationFeature.self
    }
}

/// A permission that the system grants on request.
final class AskedPermission: SystemPermissionAdapter, @unchecked Sendable {
    let permission: SystemPermissionConstraint
    let usageDescriptionKey = "NSUsageDescription"
    var status: SystemPermissionStatus

    init(_ permission: SystemPermissionConstraint, _ status: SystemPermissionStatus) {
        self.permission = permission
        self.status = status
    }

    func requestAuthorisation(
        completion: @escaping @Sendable (any SystemPermissionAdapter, SystemPermissionStatus) -> Void
    ) {
        status = .authorized
        completion(self, status)
    }
}

final class EventCounter: AnalyticsProvider, @unchecked Sendable {
    var lines: [String] = []

    func analyticsEventWillBegin<ActionType: Action>(
        feature: FeatureDefinition.Type, action: ActionType.Type, context: ActionContext<ActionType.InputType>,
        attributes: [String: Any?]?
    ) {
        let words = (attributes ?? [:]).sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value ?? "nil")" }
        lines.append((["begin", action.analyticsID ?? "none"] + words).joined(separator: " "))
    }

    func analyticsEventDidEnd<ActionType: Action>(
        feature: FeatureDefinition.Type, action: ActionType.Type, context: ActionContext<ActionType.InputType>,
        outcome: ActionPerformOutcome
    ) {
        lines.append("end \(action.analyticsID ?? "none") \(outcome)")
    }
}

/// A coordinator that explains the camera before the location and cancels on request.
final class Guide: PermissionAuthorisationCoordinator {
    var answer = SystemPermissionRequestAction.request
    var lines: [String] = []

    func willBeginPermissionAuthorisation(
        for permissions: Set<SystemPermissionConstraint>, completionRequirement: BeginCompletion
    ) -> BeginCompletion.Status {
        completionRequirement.completedSync([.camera, .location(usage: .whenInUse)])
    }

    func willRequestPermission(
        for permission: SystemPermissionConstraint, completionRequirement: WillRequestCompletion
    ) -> WillRequestCompletion.Status {
        lines.append("before \(permission)")
        return completionRequirement.completedSync(answer)
    }

    func didRequestPermission(
        for permission: SystemPermissionConstraint, status: SystemPermissionStatus,
        completionRequirement: DidRequestCompletion
    ) -> DidRequestCompletion.Status {
        lines.append("\(permission) \(status)")
        return completionRequirement.completedSync(.requestNext)
    }

    func didCompletePermissionAuthorisation(
        cancelled: Bool, outstandingPermissions: [SystemPermissionConstraint]?
    ) {
        lines.append("\(cancelled ? "cancelled" : "done"), missing \(outstandingPermissions ?? [])")
    }
}
