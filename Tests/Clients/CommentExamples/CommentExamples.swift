import FlintConsole
import FlintCore
import FlintSimulation
import FlintTesting
import FlintUI
import FlintUserDefaults
import Foundation
import Testing

// The examples of documentation comments, compiled as an app would write them. Surroundings.swift declares the names
// that they assume. None of this code is called.

// MARK: - Actions

final class OpenDocumentAction: UIAction {
    typealias InputType = DocumentRef
    typealias PresenterType = DocumentPresenter

    static let description = "Open a document"

    static func perform(
        context: ActionContext<DocumentRef>, presenter: DocumentPresenter, completion: Completion
    ) -> Completion.Status {
        presenter.open(context.input)
        return completion.completedSync(.success)
    }
}

final class WaterPlantAction: AsyncAction {
    typealias InputType = PlantName

    static let description = "Opens the valve until the soil is moist"

    static func perform(
        context: ActionContext<PlantName>, presenter: Void
    ) async throws -> ActionPerformOutcome {
        try await valve.open(for: context.input)
        return .success
    }
}

final class ShowPlantsAction: AsyncAction {
    typealias PresenterType = PlantScreen

    @MainActor static func perform(
        context: ActionContext<NoInput>, presenter: PlantScreen
    ) async throws -> ActionPerformOutcome {
        presenter.show(try await catalogue.plants())
        return .success
    }
}

final class LaterAction: Action {
    static func perform(context: ActionContext<NoInput>, presenter: Void, completion: Completion) -> Completion.Status {
        let deferred = completion.willCompleteAsync()
        DispatchQueue.main.async { deferred.completed(.success) }
        return deferred
    }
}

final class ClosePlantCardAction: DismissingUIAction {}

func closeCard(card: any DismissiblePresenter) {
    PlantCardFeature.close.perform(withInput: .animated(true), presenter: card)
}

func water(dispatcher: any ActionDispatcher, completion: CompletionRequirement<ActionPerformOutcome>) async {
    let request = ActionRequest(GardenFeature.water, input: "Monstera", presenter: ())
    let status = dispatcher.perform(request: request, completion: completion)
    _ = status

    let outcome = await GardenFeature.water.perform(withInput: "Monstera")
    _ = outcome
}

// MARK: - Activities and analytics

let metadata = ActivityMetadata.build { builder in
    builder.title = "My plan"
    builder.keywords = ["plan", "draft"]
}

extension DocumentRef: ActivityCodable {
    init(activityUserInfo: [AnyHashable: Any]?) throws {
        guard let name = activityUserInfo?["name"] as? String else { throw DocumentError.noName }
        self.name = name
    }

    func encodeForActivity() -> [AnyHashable: Any]? { ["name": name] }
}

func continueLast(router: any PresentationRouter) {
    let last = FlintRuntime.current.activities.recent.first
    if let last { Flint.continueActivity(activity: last, with: router) }
}

final class Counter: AnalyticsProvider {
    func analyticsEventWillBegin<ActionType: Action>(
        feature: FeatureDefinition.Type, action: ActionType.Type, context: ActionContext<ActionType.InputType>,
        attributes: [String: Any?]?
    ) { backend.count(ActionType.analyticsID, attributes) }
}

func count(with counter: Counter) {
    Flint.dispatcher.add(observer: AnalyticsReporting(provider: counter))
}

// MARK: - Features and availability

final class SmartPlaylistsFeature: ConditionalFeature {
    static let description = "Playlists that follow you around"
    static let create = action(CreatePlaylistAction.self)

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.purchase(Products.premium)
        requirements.permission(.location(usage: .whenInUse))
    }

    static func prepare(actions: FeatureActionsBuilder) {
        actions.declare(create)
    }
}

func create(name: String) {
    if let request = SmartPlaylistsFeature.create.request() {
        request.perform(withInput: name)
    }
}

func start(name: String) {
    Flint.quickSetup(AppFeatures.self)

    if let request = SmartPlaylistsFeature.create.request() {
        request.perform(withInput: name)
    }
}

final class DocumentsFeature: Feature {
    static let description = "Create, open and save documents"
    static let open = action(OpenDocumentAction.self)

    static func prepare(actions: FeatureActionsBuilder) {
        actions.declare(open)
    }
}

func open(document: DocumentRef, window: DocumentPresenter) {
    DocumentsFeature.open.perform(withInput: document, presenter: window)
}

func ask() {
    _ = Flint.availabilityChecker.isAvailable(SmartPlaylistsFeature.self)
}

func explain() {
    let explanation = Flint.explanation(of: SmartPlaylistsFeature.self)
    for requirement in explanation.requirements {
        print(requirement.title, requirement.value)
    }
}

func follow(button: Button) async {
    for await availability in DownloadsFeature.availabilityUpdates {
        button.isEnabled = availability == .true
    }
}

func follow(show: (Bool) -> Void) async {
    for await availability in DownloadsFeature.availabilityUpdates { show(availability == .true) }
}

final class ConditionsFeature: ConditionalFeature {
    static let description = "Has the conditions of an example"

    static var identifier: FeaturePath { "scanning" }

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.iOS = 11
        requirements.watchOS = .unsupported
        requirements.permissions(.photos, .camera)
        requirements.purchase(anyOf: Products.premium, Products.supporter)
    }

    static func furtherConstraints(requirements: FeatureConstraintsBuilder) {
        requirements.iOS = 9
        requirements.macOS = "10.12.1"
        requirements.tvOS = .any
        requirements.watchOS = .unsupported
        requirements.permissions(.photos, .camera, .location(usage: .whenInUse))
        requirements.purchases(Products.premium, Products.monthly, PurchaseRequirement(Products.credits, quantity: 5))
    }

    static func prepare(actions: FeatureActionsBuilder) {}
}

func match() {
    let path: TopicPath = ["PodcastFeatures", "FavouritesFeature"]
    _ = path.description
    _ = path.matches(["PodcastFeatures"])
}

func narrow() {
    FocusFeature.focus.request()?.perform(withInput: FocusArea(feature: DownloadsFeature.self))
}

// MARK: - Facts, runtimes and the journal

func override(runtime: FlintRuntime) throws {
    let token = runtime.facts.observe { change in print(change.key, change.after.effective, change.cause) }
    runtime.facts.overridePurchase(
        "premium", with: .true, reason: "checking the player", expiry: .after(seconds: 600), cause: .user)
    token.cancel()

    let stream = try runtime.journal.stream(to: "/home/me/.local/state/app/journal.jsonl")
    stream.cancel()
}

func isolate() {
    let runtime = FlintRuntime()
    Flint.withRuntime(runtime) {
        Flint.setup(AppFeatures.self)
        // ...
    }
}

func lookBack() {
    for entry in Timeline.instance.entries { print(entry) }
}

final class DiligentTracker: FilePurchaseTracker, @unchecked Sendable {
    private let observers = WeakObserverList<any PurchaseTrackerObserver>()

    func announce(id: String) {
        observers.notify { $0.purchaseStatusDidChange(productID: id, isPurchased: true) }
    }
}

func stacks(shelf: String, book: String) {
    LibraryFeature.open.perform(withInput: shelf)
    EditorFeature.show.perform(withInput: book)
    print(ActionStackTracker.instance.dumpActionStacks())
}

func background(feed: String) {
    let background = ActionSession(
        named: "background", userInitiatedActions: false, callerQueue: DispatchQueue(label: "processing"))
    background.perform(LibraryFeature.refresh, input: feed)
}

// MARK: - Flags

extension FeatureKey {
    static let newPlayer: FeatureKey = "new-player"
}

enum AppFlag: String, CaseIterable { case newPlayer, offlineMode }

func alternatives(requirements: any FeatureConstraintsBuilder) {
    requirements.anyOf { alternatives in
        alternatives.allOf { phone in
            phone.iOSOnly = .any
            phone.purchase(Products.premium)
        }
        alternatives.purchase(Products.supporter)
        alternatives.featureFlag("beta-tester")
    }
}

func flags(requirements: any FeatureConstraintsBuilder) {
    requirements.featureFlag(FeatureKey(AppFlag.newPlayer))
}

enum Flags {
    static let sleepTimer = FeatureFlag(
        key: "sleep-timer", declaration: Declaration(owner: "Playback", kind: .experiment))
}

func declaredFlags(requirements: any FeatureConstraintsBuilder) {
    requirements.featureFlag(Flags.sleepTimer)
}

func flags(store: FileKeyValueStore) {
    let debug = DebugFeatureFlagProvider(userDefaults: store, newFeatures: [.newPlayer])
    _ = debug.isFeatureEnabled(.newPlayer)
    debug.setFeatureEnabled(feature: FeatureFlag(key: .newPlayer), enabled: false)
    _ = debug.isFeatureEnabled(.newPlayer)

    let provider = DebugFeatureFlagProvider(userDefaults: .standard, newFeatures: [.routing])
    _ = provider
}

func flags(config: Flint.DependenciesConfig, store: FileKeyValueStore) {
    config.featureFlagProviders = [
        FeatureFlagProviderFactory.createProvider(type: .release, with: [FeaturePair(.newPlayer, isEnabled: false)]),
        FeatureFlagProviderFactory.createProvider(type: .debug, userDefaults: store),
    ]
    config.featureFlagProviders = [ReleaseFeatureFlagProvider([.newPlayer: true, .offlineMode: false])]
}

// MARK: - Logs and reports

final class FetchAction: Action {
    static func perform(
        context: ActionContext<NoInput>, presenter: NoPresenter, completion: Completion
    ) -> Completion.Status {
        context.logs.development?.debug("\(episodes.count) episodes: \(episodes.expensiveSummary())")
        context.logs.development?.debug("Fetched \(items.count) items")
        context.logs.production?.error("The feed could not be read")
        return completion.completedSync(.success)
    }
}

func cleanUp(count: Int) {
    let logs = DownloadsFeature.logs(for: "Cleaning up")
    logs.development?.info("Removed \(count) files")
}

func logToFile() throws {
    let file = try FileLoggerOutput(name: "podcasts", folderName: "Logs")
    Logging.setLoggerOutputs(
        development: [SwiftLogOutput()], developmentLevel: .debug, production: [file], productionLevel: .warning)
    _ = PrintLoggerImplementation(formatter: VerboseLogEventFormatter(prefix: "app")) { line in print(line) }
}

final class SyncState: DebugReportable {
    func copyReport(to folder: URL, options: Set<DebugReportOption>) throws {
        try description.write(to: folder.appending(path: "sync.txt"), atomically: true, encoding: .utf8)
    }
}

func report(syncState: SyncState) {
    DebugReporting.add(syncState)
}

// MARK: - Permissions and platforms

func permissions() {
    let checker = DefaultPermissionChecker(adapters: [CameraAdapter(), LocationAdapter(usage: .whenInUse)])
    _ = checker.status(of: .camera)
    _ = checker.status(of: .siriKit)
}

extension Cards {
    func willRequestPermission(
        for permission: SystemPermissionConstraint, completionRequirement: WillRequestCompletion
    ) -> WillRequestCompletion.Status {
        let answer = completionRequirement.willCompleteAsync()
        showCard(explaining: permission) { choice in answer.completed(choice == .ok ? .request : .skip) }
        return answer
    }
}

extension AsyncCards {
    func willRequestPermission(for permission: SystemPermissionConstraint) async -> SystemPermissionRequestAction {
        await showCard(explaining: permission) == .ok ? .request : .skip
    }
}

func platforms() {
    _ = CurrentPlatform.real.label
    _ = CurrentPlatform("watchOS 9")!.version
    _ = PlatformVersion("10.13.4")! > PlatformVersion(major: 10, minor: 9)
}

// MARK: - Purchases

enum Products {
    static let premium = NonConsumableProduct(
        name: "Premium", description: "Unlock everything", productID: "PREM0001")
    static let supporter = NonConsumableProduct(name: "Supporter", productID: "supporter")
    static let monthly = AutoRenewingSubscriptionProduct(name: "Monthly", productID: "monthly")
    static let credits = ConsumableProduct(name: "Credits", productID: "credits")
}

func purchases(storeTracker: any PurchaseTracker) {
    let tracker = DebugPurchaseTracker(targetPurchaseTracker: storeTracker)
    tracker.overridePurchase(product: Products.premium, with: .purchased)
    _ = tracker.isPurchased(Products.premium)
    _ = tracker.realStatus(for: Products.premium)
}

func purchases(transaction: PurchaseLedger.Transaction) throws {
    let tracker = FilePurchaseTracker(directory: "/home/me/.local/share/podcasts")
    try tracker.record([transaction])
    _ = tracker.isPurchased(Products.premium)
}

func ledger(january1st: Date, january10th: Date, february1st: Date) {
    var ledger = PurchaseLedger()
    ledger.record(
        PurchaseLedger.Transaction(
            id: ledger.nextTransactionID, productID: "premium", productType: .autoRenewable,
            purchaseDate: january1st, expirationDate: february1st))
    _ = ledger.isSubscriptionActive("premium", at: january10th)
    _ = ledger.nextChange(after: january10th)
}

func rules(a: NonConsumableProduct, b: NonConsumableProduct, c: NonConsumableProduct) {
    // (A or B) and C
    _ = PurchaseRequirement(products: [a, b], matchingCriteria: .any, dependencies: [PurchaseRequirement(c)])
    let (first, second) = (PurchaseRequirement(a), PurchaseRequirement(b))
    _ = PurchaseRequirement(anyOf: [first, second])
}

func storeKit() {
    // swift-format-ignore: NeverUseForceTry
    Flint.quickSetup(AppFeatures.self) { config in
        let tracker = try! StoreKitPurchaseTracker(appGroupIdentifier: FlintAppInfo.appGroupIdentifier)
        config.purchaseTracker = DebugPurchaseTracker(targetPurchaseTracker: tracker)
    }
}

// MARK: - Routes

func links(document: DocumentRef) {
    _ = Flint.linkCreator.appLink(to: DocumentsFeature.open, with: document)
    _ = Flint.linkCreator.universalLink(to: DocumentsFeature.open, with: document)
}

extension PlaylistName: RouteParametersDecodable {
    init?(from parameters: RouteParameters?, mapping: URLMapping) {
        guard let name = parameters?["name"], !name.isEmpty else { return nil }
        self.name = name
    }
}

extension DocumentsFeature {
    static let create = action(CreateDocumentAction.self)
}

extension DocumentsFeature: URLMapped {
    static func urlMappings(routes: URLMappingsBuilder) {
        routes.send("open/$(name)", to: open)
        routes.send("new", to: create, in: [.appAny], name: "blank")
    }
}

// MARK: - Storage

func settings(show: (String) -> Void) {
    let store = FileKeyValueStore(path: "/home/me/.local/share/app/toggles.json")
    store.set(true, forKey: "sync")
    if let problem = store.problem { show(problem) }

    Flint.setup(AppFeatures.self) {
        $0.userFeatureToggles = StoredFeatureToggles(store: UserDefaultsStore())
    }
    _ = StoredFeatureToggles(userDefaults: .standard)
}

// MARK: - The simulated system

func simulatedPermissions() {
    let center = SimulatedPermissionCenter(statuses: [.camera: .denied])
    Flint.quickSetup(AppFeatures.self) { $0.permissionChecker = center.checker }
    // ... the app asks for a permission ...
    _ = center.prompt?.permission
    center.answer(.allow, to: .location(usage: .whenInUse))
}

func simulatedDevice() {
    let device = SimulatedDevice(platform: CurrentPlatform("iOS 17.2") ?? .real)
    Flint.quickSetup(AppFeatures.self) { device.configure($0) }
}

func simulatedClock() {
    let clock = SimulatedClock(rate: 0)
    clock.advance(by: 31 * 86_400)
    clock.rate = 86_400
}

func simulatedStore(premium: Product) throws {
    let store = SimulatedStore(
        offers: [StoreOffer(premium, price: "$4.99", subscriptionPeriod: SubscriptionPeriod("P1M"))],
        clock: SimulatedClock(rate: 0))
    Flint.quickSetup(AppFeatures.self) {
        $0.purchaseTracker = store
        store.connect(to: .current)
    }
    store.buy("premium.monthly")
    store.clock.advance(by: 40 * 86_400)
}

func storeOffer(premium: Product) {
    let offer = StoreOffer(premium, price: "$4.99", subscriptionPeriod: SubscriptionPeriod("P1M"))
    _ = offer
}

func subscriptionPeriods() {
    let halfYear = SubscriptionPeriod("P6M")  // months == 6, days == 0
    let invalid = SubscriptionPeriod("6 months")  // nil
    _ = (halfYear, invalid)
}

func storeKitFile() throws {
    let configuration = try StoreKitConfiguration(contentsOf: "Products.storekit")
    let store = SimulatedStore(offers: configuration.offers, settings: configuration.settings)
    _ = store
}

func gating() {
    let app = GatingTest(AppFeatures.self)
    app.purchase(Products.premium)
    app.set(.camera, to: .authorized)
    app.platform(.iOS, 18)
    #expect(app.isAvailable(SmartPlaylistsFeature.self), "\(app.explanation(of: SmartPlaylistsFeature.self))")
}

// MARK: - Screens

func screens(console: any ScreenPresenter) {
    Flint.quickSetup(AppFeatures.self)
    Flint.register(group: FlintUIFeatures.self)
    FeatureBrowserFeature.show.request()?.perform(withPresenter: console)
    PurchaseBrowserFeature.show.request()?.perform(withPresenter: console)
    PermissionBrowserFeature.show.request()?.perform(withPresenter: console)
    FlagBrowserFeature.show.request()?.perform(withPresenter: console)
    TimelineBrowserFeature.show.request()?.perform(withPresenter: console)
    ActionStackBrowserFeature.show.request()?.perform(withPresenter: console)
    LogBrowserFeature.show.request()?.perform(withPresenter: console)
    HelpFeature.close.perform(withInput: .animated(false), presenter: console.asDismissible)
}

// MARK: - Refusals

func refuse(name: String, text: String) throws {
    if let refusal = SmartPlaylistsFeature.refusal { show(refusal.title, refusal.sentence) }
    do throws(Refusal) {
        try SmartPlaylistsFeature.create.requestOrRefusal().perform(withInput: name)
    } catch {
        show(error.title, error.sentence)
    }
    let catalog = try RefusalCatalog(stringCatalog: text)
    Flint.setup(AppFeatures.self) { $0.refusalCatalog = catalog }
}

func sell(chosenFeatures: [FeatureDefinition.Type]) -> [PurchasePlan] {
    let plans = Flint.purchases(toUnlock: [SmartPlaylistsFeature.self, DownloadsFeature.self]).plans
    let everywhere = Flint.purchases(toUnlock: chosenFeatures, platforms: Platform.all).plans
    return plans + everywhere
}

// MARK: - Adopted flags

enum PlayerFlag: String, CaseIterable {
    case queue

    var isOn: Bool { Flint.override(of: self) ?? isOnByDefault }

    var isOnByDefault: Bool { false }
}

func adopt() {
    Flint.adopt(PlayerFlag.self) { flag in flag.isOn }
    Flint.setup()
}

func adoptSources() {
    Flint.adopt(
        PlayerFlag.self,
        from: .overrides(read: { DebugStore.shared[$0] }, write: { DebugStore.shared[$0] = $1 }),
        .remote { RemoteConfig.shared.value(of: $0.rawValue) }, .builtIn { $0.isOnByDefault })
}
