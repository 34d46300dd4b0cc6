import FlintCore
import FlintTesting
import Testing

struct GatingTestTests {
    @Test func `a new user's app explains every missing requirement`() {
        let app = GatingTest(Gallery.self)
        app.platform(.iOS, 16)
        #expect(!app.isAvailable(Scanner.self))
        #expect(app.availability(of: Scanner.self) == .false)
        let explanation = app.explanation(of: Scanner.self)
        for part in ["Lens is not purchased", "Camera is not determined"] { #expect(explanation.contains(part)) }
    }

    @Test func `three lines make a feature available`() {
        let app = GatingTest(Gallery.self)
        app.purchase(Scanner.lens)
        app.set(.camera, to: .authorized)
        app.platform(.iOS, 18)
        #expect(app.isAvailable(Scanner.self), "\(app.explanation(of: Scanner.self))")
        #expect(app.explanation(of: Scanner.self) == "Scanner is available")
        app.run { #expect(Scanner.isAvailable == true) }
        app.set(Scanner.lens, to: .notPurchased)
        #expect(app.explanation(of: Scanner.self) == "Lens is not purchased")
        app.set(Scanner.lens, to: .unknown)
        #expect(app.availability(of: Scanner.self) == .unknown)
        app.set(Scanner.lens, to: .purchased)
        app.set(.camera, to: .denied)
        #expect(app.explanation(of: Scanner.self) == "Camera is denied")
    }

    @Test func `flags, settings, switches and consumable products can be set`() {
        let app = GatingTest(Gallery.self)
        #expect(!app.isAvailable(Prints.self))
        app.set("prints", to: true)
        app.setUserSetting(of: Prints.self, to: true)
        app.setEnabled(Prints.self, to: true)
        app.purchase(Prints.sheets)
        #expect(app.isAvailable(Prints.self), "\(app.explanation(of: Prints.self))")
        app.set("prints", to: false)
        #expect(!app.isAvailable(Prints.self))
        app.set("prints", to: true)
        app.setUserSetting(of: Prints.self, to: nil)
        #expect(!app.isAvailable(Prints.self), "The setting is off by default.")
        app.setUserSetting(of: Prints.self, to: true)
        app.setEnabled(Prints.self, to: nil)
        #expect(!app.isAvailable(Prints.self), "The app's own value is off.")
    }

    @Test func `two tests share no state`() {
        let (first, second) = (GatingTest(Gallery.self), GatingTest(Gallery.self))
        for app in [first, second] { app.platform(.iOS, 18) }
        first.purchase(Scanner.lens)
        first.set(.camera, to: .authorized)
        #expect(first.isAvailable(Scanner.self))
        #expect(!second.isAvailable(Scanner.self))
    }

    @Test func `prompts are answered as the test specifies`() async throws {
        for (answer, isGranted) in [(nil, true), (.denied, false)] as [(SystemPermissionStatus?, Bool)] {
            let app = GatingTest(Gallery.self)
            app.platform(.iOS, 18)
            app.purchase(Scanner.lens)
            if let answer { app.answerPrompt(for: .camera, with: answer) }
            let checker = app.runtime.dependencies.permissionChecker
            await withCheckedContinuation { continuation in
                checker.requestAuthorization(for: .camera) { _, _ in continuation.resume() }
            }
            #expect(app.isAvailable(Scanner.self) == isGranted)
        }
    }

    @Test func `the app's own sources replace the test's`() {
        let tracker = DebugPurchaseTracker()
        let app = GatingTest(Gallery.self) { config in
            config.purchaseTracker = tracker
            config.featureFlagProviders.append(ReleaseFeatureFlagProvider(["prints": true]))
        }
        app.platform(.iOS, 18)
        app.set(.camera, to: .authorized)
        tracker.overridePurchase(product: Scanner.lens, with: .purchased)
        #expect(app.isAvailable(Scanner.self))
        #expect(app.runtime.resolution(of: "prints").evaluation.value == true)
        app.set("prints", to: false)
        #expect(app.runtime.resolution(of: "prints").evaluation.value == false)
    }

    @Test func `requests in the app's runtime are granted if its features are available`() async {
        let app = GatingTest(Gallery.self)
        app.platform(.iOS, 18)
        app.run { #expect(Scanner.scan.request() == nil) }
        app.purchase(Scanner.lens)
        app.set(.camera, to: .authorized)
        await app.run {
            let outcome = await Scanner.scan.request()?.perform()
            #expect(outcome == .success)
        }
    }

    @Test func `an action can be performed by name, and reports a denial`() async {
        let app = GatingTest(Gallery.self)
        app.platform(.iOS, 18)
        #expect(await app.perform("ScanAction", of: Scanner.self) == nil)
        app.purchase(Scanner.lens)
        app.set(.camera, to: .authorized)
        #expect(await app.perform("ScanAction", of: Scanner.self) == .success)
        #expect(await app.perform("scan", of: Scanner.self) == .success, "The action is performed by its display name.")
        #expect(app.runtime.journal.events.count { if case .actionCompleted = $0.kind { true } else { false } } == 2)
    }

    @Test func `a failed action states the reason`() async {
        let app = GatingTest(Gallery.self)
        app.platform(.iOS, 18)
        app.purchase(Scanner.lens)
        app.set(.camera, to: .authorized)
        func reason(_ outcome: ActionOutcome?) -> String {
            if case .failure(let error)? = outcome { "\(error)" } else { "" }
        }
        #expect(
            reason(await app.perform("fly", of: Scanner.self))
                == "Scanner has no action \"fly\". Its actions are scan, show.")
        #expect(reason(await app.perform("fly", of: Prints.self)).hasSuffix("It has no actions."))
        let stranger = reason(await app.perform("scan", of: Scanner.self, input: ["page": "1"]))
        #expect(stranger.contains("no input value named page"))
        #expect(reason(await app.perform("show", of: Scanner.self)) == "No presenter was found for show.")
    }

    @Test func `a router finds the presenters of actions`() async {
        let app = GatingTest(Gallery.self, router: WallRouter())
        app.platform(.iOS, 18)
        app.purchase(Scanner.lens)
        app.set(.camera, to: .authorized)
        #expect(await app.perform("show", of: Scanner.self) == .success)
    }
}

struct Wall: Sendable {}

/// A router that presents every action on the wall.
private struct WallRouter: PresentationRouter, Sendable {
    func presentation<FeatureType: FeatureDefinition, ActionType: Action>(
        for binding: StaticActionBinding<FeatureType, ActionType>, input: ActionType.InputType
    ) -> PresentationResult<ActionType.PresenterType> { presenter() }

    func presentation<FeatureType: ConditionalFeature, ActionType: Action>(
        for binding: ConditionalActionBinding<FeatureType, ActionType>, input: ActionType.InputType
    ) -> PresentationResult<ActionType.PresenterType> { presenter() }

    private func presenter<Presenter>() -> PresentationResult<Presenter> {
        (Wall() as? Presenter).map { .appReady(presenter: $0) } ?? .unsupported
    }
}

final class ShowAction: Action {
    static let name = "show"

    static func perform(
        context: ActionContext<NoInput>, presenter: Wall, completion: Completion
    ) -> Completion.Status {
        completion.completedSync(.success)
    }
}

final class Gallery: FeatureGroup {
    static var subfeatures: [FeatureDefinition.Type] { [Scanner.self, Prints.self] }
}

final class Scanner: ConditionalFeature {
    static let name = "Scanner"
    static let description = "Takes pictures of pictures"
    static let lens = NonConsumableProduct(name: "Lens", productID: "gating.lens")
    static let scan = action(ScanAction.self)

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.iOS = 17
        requirements.purchase(lens)
        requirements.permission(.camera)
    }

    static let show = action(ShowAction.self)

    static func prepare(actions: FeatureActionsBuilder) {
        actions.declare(scan)
        actions.declare(show)
    }
}

final class ScanAction: Action {
    static let name = "scan"

    static func perform(
        context: ActionContext<NoInput>, presenter: NoPresenter, completion: Completion
    ) -> Completion.Status {
        completion.completedSync(.success)
    }
}

final class Prints: ConditionalFeature {
    static let description = "Prints pictures"
    static let sheets = ConsumableProduct(name: "Sheets", productID: "gating.sheets")
    static var isEnabled: Bool? { false }

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.userToggled(defaultValue: false)
        requirements.runtimeEnabled()
        requirements.featureFlag("prints")
        requirements.purchase(sheets, quantity: 5)
    }

    static func prepare(actions: FeatureActionsBuilder) {}
}
