import FlintAttachServer
import FlintConsole
import FlintCore
import FlintInspector
import FlintSimulation
import FlintUI
import Foundation
import Testing

/// A small front end that uses only public API.
///
/// It lists features with their reasons, previews and makes overrides, and follows events.
private final class Panel: Sendable {
    private let lock = NSLock()
    nonisolated(unsafe) private var lines: [String] = []

    var log: [String] { lock.withLock { lines } }

    /// Returns a line for each feature of the app: its path, its availability, and the reason.
    func list() -> [String] {
        Flint.conditionalFeatures.filter { $0.path.path.first == "LibraryFeatures" }
            .sorted { $0.path.description < $1.path.description }
            .map { feature in
                let explanation = Flint.explanation(of: feature.feature)
                return switch explanation.verdict {
                case .true: "\(feature.name): available"
                case .false, .unknown: "\(feature.name): \(explanation.summary)"
                }
            }
    }

    /// Records a line for every later event until the token is canceled.
    func follow() -> ObservationToken {
        FlintRuntime.current.journal.observe { [self] event in
            let line: String? =
                switch event.kind {
                case .factChanged(let change): "\(change.key) by \(change.cause), \(change.layer)"
                case .requestDenied(let denial): "\(denial.featureName) denied"
                case .actionCompleted(let action, let outcome, _): "\(action.actionName): \(outcome)"
                case .actionBegan, .storeEvent, .promptShown, .promptAnswered, .flowBegan, .flowEnded, .advisory,
                    .identifierChanged:
                    nil
                }
            if let line { lock.withLock { lines.append(line) } }
        }
    }
}

private final class LibraryFeatures: FeatureGroup {
    static let description = "The library"
    static var subfeatures: [FeatureDefinition.Type] { [LendingFeature.self, ReadingRoomFeature.self] }
}

private let card = NonConsumableProduct(name: "Library card", productID: "card")

private final class LendingFeature: ConditionalFeature {
    static let description = "Lends books"
    static let lend = action(LendAction.self)

    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.purchase(card) }
    static func prepare(actions: FeatureActionsBuilder) { actions.declare(lend) }
}

private final class LendAction: TerminatingAction {
    typealias InputType = String
}

private final class ReadingRoomFeature: ConditionalFeature {
    static let description = "Reads in the library"

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.purchase(card)
        requirements.permission(.camera)
    }
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class Shelf: ScreenPresenter {
    private let lock = NSLock()
    nonisolated(unsafe) private var calls: [String] = []

    var shown: [String] { lock.withLock { calls } }

    func show(_ screen: ConsoleScreen) { lock.withLock { calls.append("\(screen)") } }
    func hide() { lock.withLock { calls.append("hidden") } }
}

@MainActor
struct FrontEndTests {
    private func inLibrary(_ body: (SimulatedDevice) throws -> Void) throws {
        let permissions = SimulatedPermissionCenter(usageDescriptions: [.camera: "The camera reads the barcode."])
        let device = SimulatedDevice(
            platform: try #require(CurrentPlatform("iOS 17.2")), permissions: permissions,
            store: SimulatedStore(offers: [StoreOffer(card, price: "$4.99")]))
        try Flint.withRuntime(FlintRuntime()) {
            Flint.setup(LibraryFeatures.self) { config in
                device.configure(config)
                config.allowsOverrides = true
            }
            device.store.connect(to: .current)
            try body(device)
        }
    }

    @Test func `a front end lists features with their reasons and follows events`() throws {
        try inLibrary { device in
            let panel = Panel()
            let token = panel.follow()
            device.store.setOwned(false, productID: "card")
            #expect(
                panel.list() == [
                    "Lending: Library card is not purchased",
                    "Reading Room: Library card is not purchased, Camera is not determined",
                ])
            let changes = FlintRuntime.current.preview(overriding: [.purchase(productID: "card"): .truth(.true)])
            #expect(changes.map { $0.feature.path.last } == ["LendingFeature", "ReadingRoomFeature"])
            #expect(changes.map(\.after) == [.true, .unknown])
            #expect(LendingFeature.lend.request() == nil)
            FlintRuntime.current.facts.overridePurchase("card", with: .true, cause: "panel")
            LendingFeature.lend.request()?.perform(withInput: "Emma")
            #expect(panel.list().first == "Lending: available")
            token.cancel()
            #expect(panel.log.contains("Lending denied") && panel.log.contains("Lend: success, feature ended"))
            #expect(panel.log.contains { $0.hasSuffix("by panel, override") })
        }
    }

    @Test func `the simulated device sells and refunds products and answers permission requests`() throws {
        try inLibrary { device in
            try device.store.send(.buy(productID: "card"))
            #expect(LendingFeature.isAvailable == true)
            device.permissions.script([.camera: .allow])
            let controller = ReadingRoomFeature.permissionAuthorisationController(using: nil)
            controller?.begin(retryHandler: nil)
            #expect(device.permissions.status(of: .camera) == .authorized)
            #expect(ReadingRoomFeature.isAvailable == true)
            try device.store.send(.refund(productID: "card"))
            #expect(ReadingRoomFeature.isAvailable == false)
            #expect(throws: StoreRefusal.self) { try device.store.send(.renew(productID: "card")) }
        }
    }

    @Test func `screens of the console open through the app's router`() throws {
        try inLibrary { _ in
            Flint.register(group: FlintUIFeatures.self)
            let shelf = Shelf()
            let router = ConsoleRouter(app: nil) { shelf }
            guard case .appReady(let presenter) = router.presentation(for: FeatureBrowserFeature.show, input: .noInput)
            else { return #expect(Bool(false), "The router does not present the console.") }
            FeatureBrowserFeature.show.request()?.perform(withPresenter: presenter)
            #expect(shelf.shown == ["features"])
        }
    }

    /// The lines that the article on attaching shows, compiled unchanged.
    private func serve() throws {
        try Flint.serveInspector()
        try Flint.serveInspector(environment: .production, allowsReleaseBuilds: true)
    }

    /// The lines that the article on personas shows, compiled unchanged.
    private func start() {
        Flint.setup(LibraryFeatures.self)
        Flint.applyLaunchPersona(from: Bundle.main.path(forResource: "personas", ofType: nil))
    }

    @Test func `a launch that names no persona changes no app`() throws {
        try inLibrary { _ in #expect(Flint.applyLaunchPersona() == nil) }
    }

    @Test func `an app serves its inspector and stops`() throws {
        try inLibrary { _ in
            let server = try #require(try Flint.serveInspector(as: "Library-\(UUID().uuidString.prefix(8))"))
            #expect(FileManager.default.fileExists(atPath: server.path))
            server.stop()
            #expect(!FileManager.default.fileExists(atPath: server.path))
        }
    }
}
