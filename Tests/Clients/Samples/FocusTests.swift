import FlintCore
import Testing

/// Limiting logs and the timeline to focused features.
///
/// | Declared or used | Shown by |
/// | --- | --- |
/// | `FocusFeature.focus` with `FocusArea(feature:)` and `FocusArea(topicPath:)` | “only the focused feature is logged”, “a focused topic includes its subtopics” |
/// | `FocusFeature.defocus`, `FocusFeature.resetFocus` | “resetting the focus records every feature again” |
/// | `FocusFeature.dependencies.focusSelection`: `isActive`, `isFocused(_:)`, `shouldSuppress(_:)`, `focus(_:)` | the tests |
/// | `FocusFeature.dependencies.focusLoggingHistory` | “only the focused feature is logged” |
/// | `FocusFeature.isEnabled` | “focus can be disabled” |
@MainActor
struct FocusTests {
    private let ledger = Ledger()

    /// The recorded actions, without those of the focus feature.
    private var timeline: [String] {
        Timeline.instance.entries.filter { $0.kind == .begin && $0.action.feature.path.last != "FocusFeature" }
            .map(\.action.featureName)
    }

    private func searchAndWater() {
        PipesFeature.search.perform(withInput: "rose bed")
        LawnFeature.mow.perform()
    }

    @Test func `only the focused feature is logged`() throws {
        try inGrounds {
            Flint.register(LawnFeature.self)
            Logging.setLoggerOutputs(development: [ledger], level: .error, production: nil, level: .off)
            FocusFeature.focus.request()?.perform(withInput: FocusArea(feature: PipesFeature.self))
            searchAndWater()
            #expect(ledger.lines == ["debug: looking at the rose bed", "info: it is dry, as it should be"])
            #expect(timeline == ["Pipes"])
            let history = try #require(FocusFeature.dependencies.focusLoggingHistory).history
            #expect(history.map(\.text) == ledger.events.map(\.text))
            #expect(FocusFeature.defaultMaxLogEvents == 1_000)
        }
    }

    @Test func `a focused topic includes its subtopics`() throws {
        try inGrounds {
            Flint.register(LawnFeature.self)
            Logging.setLoggerOutputs(development: [ledger], level: .off, production: nil, level: .off)
            let selection = try #require(FocusFeature.dependencies.focusSelection)
            FocusFeature.focus.request()?.perform(withInput: FocusArea(topicPath: ["LawnFeature"]))
            #expect(selection.isFocused(["LawnFeature", "#MowAction"]))
            #expect(selection.shouldSuppress(PipesFeature.self) && !selection.shouldSuppress(LawnFeature.self))
            searchAndWater()
            #expect(ledger.lines == [], "The focus does not override the level off.")
            #expect(timeline == ["Lawn"])
        }
    }

    @Test func `resetting the focus records every feature again`() throws {
        try inGrounds {
            Flint.register(LawnFeature.self)
            let selection = try #require(FocusFeature.dependencies.focusSelection)
            selection.focus(PipesFeature.self)
            selection.focus(LanternFeature.self)
            FocusFeature.defocus.request()?.perform(withInput: FocusArea(feature: PipesFeature.self))
            #expect(selection.isActive && selection.selected == [LanternFeature.identifier])
            searchAndWater()
            #expect(timeline == [])
            FocusFeature.resetFocus.request()?.perform()
            #expect(!selection.isActive)
            searchAndWater()
            #expect(timeline == ["Pipes", "Lawn"])
        }
    }

    @Test func `focus can be disabled`() {
        inGrounds {
            Flint.register(LawnFeature.self)
            FocusFeature.dependencies.focusSelection?.focus(LawnFeature.self)
            FocusFeature.isEnabled = false
            #expect(FocusFeature.focus.request() == nil)
            searchAndWater()
            #expect(timeline == ["Pipes", "Lawn"])
        }
    }
}

final class LawnFeature: Feature {
    static let description = "Keeps the grass short"
    static let mow = action(MowAction.self)

    static func prepare(actions: FeatureActionsBuilder) {
        actions.declare(mow)
    }
}

final class MowAction: Action {
    static func perform(
        context: ActionContext<NoInput>, presenter: NoPresenter, completion: Completion
    ) -> Completion.Status {
        context.logs.development?.info("it smells of summer")
        return completion.completedSync(.success)
    }
}
