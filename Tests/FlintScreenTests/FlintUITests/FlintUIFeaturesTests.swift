import FlintConsole
import FlintCore
import FlintLocks
import Testing

@testable import FlintUI

/// Records the presented screens.
private final class RecordingPresenter: ScreenPresenter {
    private let calls = Protected<[String]>([])

    var recorded: [String] { calls.withLock { $0 } }

    func show(_ screen: ConsoleScreen) {
        calls.withLock { $0.append("show \(screen.title)") }
    }

    func hide() {
        calls.withLock { $0.append("hide") }
    }
}

private final class EmptyFeatures: FeatureGroup {
    static var subfeatures: [FeatureDefinition.Type] { [] }
}

private final class CloseHelpAction: DismissingUIAction {}

/// An app's feature that presents a screen of the console.
private final class Help: Feature {
    static let description = "Explains the app"
    static let close = action(CloseHelpAction.self)
    static func prepare(actions: FeatureActionsBuilder) { actions.declare(close) }
}

@MainActor
struct FlintUIFeaturesTests {
    private let presenter = RecordingPresenter()

    private func withRuntime(
        tracker: (any PurchaseTracker)? = DebugPurchaseTracker(), _ body: (FlintRuntime) throws -> Void
    ) rethrows {
        let runtime = FlintRuntime()
        try Flint.withRuntime(runtime) {
            Flint.setup(EmptyFeatures.self) { $0.purchaseTracker = tracker }
            Flint.register(group: FlintUIFeatures.self)
            try body(runtime)
        }
    }

    @Test func `each show action opens its screen`() throws {
        try withRuntime { _ in
            try #require(FeatureBrowserFeature.show.request()).perform(withPresenter: presenter)
            try #require(PurchaseBrowserFeature.show.request()).perform(withPresenter: presenter)
            try #require(PermissionBrowserFeature.show.request()).perform(withPresenter: presenter)
            try #require(FlagBrowserFeature.show.request()).perform(withPresenter: presenter)
            try #require(TimelineBrowserFeature.show.request()).perform(withPresenter: presenter)
            try #require(ActionStackBrowserFeature.show.request()).perform(withPresenter: presenter)
            try #require(LogBrowserFeature.show.request()).perform(withPresenter: presenter)
        }
        #expect(
            presenter.recorded == [
                "show Features", "show Purchases", "show Permissions", "show Facts", "show Timeline", "show Activity",
                "show Logs",
            ])
    }

    @Test func `the hide action returns to the previous screen`() throws {
        try withRuntime { _ in
            try #require(TimelineBrowserFeature.hide.request()).perform(withPresenter: presenter)
        }
        #expect(presenter.recorded == ["hide"])
    }

    @Test func `a dismissing action ends a feature and hides its screen`() {
        withRuntime { runtime in
            Flint.register(Help.self)
            Help.close.perform(withInput: .animated(false), presenter: presenter.asDismissible)
            #expect(runtime.timeline.entries.last?.outcome?.description == "success, feature ended")
        }
        #expect(presenter.recorded == ["hide"])
    }

    @Test func `show actions are not recorded on the timeline`() throws {
        try withRuntime { runtime in
            try #require(FeatureBrowserFeature.show.request()).perform(withPresenter: presenter)
            #expect(runtime.timeline.entries.isEmpty)
        }
    }

    @Test func `the purchase browser requires a purchase tracker`() {
        withRuntime(tracker: nil) { _ in
            #expect(PurchaseBrowserFeature.isAvailable == false)
            #expect(PurchaseBrowserFeature.show.request() == nil)
        }
    }

    @Test func `the timeline browser requires the timeline feature`() {
        withRuntime { _ in
            #expect(TimelineBrowserFeature.isAvailable == true)
            TimelineFeature.isEnabled = false
            #expect(TimelineBrowserFeature.isAvailable == false)
        }
    }

    @Test func `the stack browser requires the action stacks feature`() {
        withRuntime { _ in
            #expect(ActionStackBrowserFeature.isAvailable == true)
            ActionStacksFeature.isEnabled = false
            #expect(ActionStackBrowserFeature.isAvailable == false)
        }
    }

    @Test func `an action performed by name is routed to the console`() throws {
        try withRuntime { runtime in
            let router = ConsoleRouter(app: nil) { [presenter] in presenter }
            let feature = try #require(runtime.metadata(for: PurchaseBrowserFeature.self))
            let action = try #require(feature.actions.first)
            runtime.perform(action, parameters: [:], router: router, userInitiated: true) { _ in }
        }
        #expect(presenter.recorded == ["show Purchases"])
    }

    @Test func `an action without a console has no presenter`() throws {
        let results = Protected<[String]>([])
        try withRuntime { runtime in
            let router = ConsoleRouter(app: nil) { nil }
            let feature = try #require(runtime.metadata(for: FeatureBrowserFeature.self))
            let action = try #require(feature.actions.first)
            runtime.perform(action, parameters: [:], router: router, userInitiated: true) { result in
                results.withLock { $0.append(result.refusal ?? "") }
            }
        }
        #expect(results.withLock { $0 }.count == 1)
        #expect(results.withLock { $0 }.first?.contains("No presenter was found") == true)
    }
}
