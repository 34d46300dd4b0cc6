import Dispatch
import FlintCore
import Testing

/// Every form of performing an action, and the metadata of a feature.
///
/// | Declared or used | Shown by |
/// | --- | --- |
/// | `perform(withInput:presenter:userInitiated:source:completion:)` of a binding, with and without input and presenter | “a binding records the initiator and the source” |
/// | the same of a granted request, where `source:` is optional | “a granted request records the initiator and the source” |
/// | `perform(_:input:presenter:completion:completionQueue:)` of a session, with and without input and presenter | “a session performs every kind of action” |
/// | `completionQueue:` | “a completion is called on the requested queue” |
/// | a completion requirement of the app: `completion:`, `completionRequirement:`, `addProxyCompletionHandler(_:)` | “a completion requirement can be created by the app” |
/// | `isVisible`, `variation`, `postPrepare()`, `parent`, `identifier`, `debugDescription` of a binding | ``FountainFeature``, “metadata describes a feature” |
/// | `Flint.allFeatures`, `Flint.conditionalFeatures`, `FeatureMetadata`, `ActionMetadata` | “metadata describes a feature” |
@MainActor
struct PerformingTests {
    private let basin = Basin()

    /// The performed actions with their session, initiator, and source.
    private var begun: [String] {
        Timeline.instance.entries.filter { $0.kind == .begin }.map(\.action).map { action in
            "\(action.sessionName) \(action.actionName) \(action.userInitiated ? "user" : "app") \(action.source.rawValue)"
        }
    }

    @Test func `a binding records the initiator and the source`() {
        inGrounds {
            Flint.register(FountainFeature.self)
            typealias Fountain = FountainFeature
            var outcomes: [ActionOutcome] = []
            Fountain.fill.perform(withInput: 3, presenter: basin, userInitiated: false, source: .openURL) {
                outcomes.append($0)
            }
            Fountain.drip.perform(withInput: 3, userInitiated: false, source: .intent) { outcomes.append($0) }
            Fountain.mirror.perform(withPresenter: basin, userInitiated: false, source: .openURL) {
                outcomes.append($0)
            }
            Fountain.drain.perform(userInitiated: false, source: .application) { outcomes.append($0) }
            Fountain.drain.perform(withCompletion: { outcomes.append($0) })
            #expect(outcomes == [.success, .success, .success, .success, .success])
            #expect(
                begun == [
                    "main Fill app openURL", "main Drip app intent", "main Mirror app openURL",
                    "main Drain app application", "main Drain user application",
                ])
            #expect(basin.lines == ["3 litres", "sky"])
        }
    }

    @Test func `a granted request records the initiator and the source`() throws {
        try inGrounds {
            Flint.register(WaterfallFeature.self)
            typealias Waterfall = WaterfallFeature
            let fill = try #require(Waterfall.fill.request())
            let drip = try #require(Waterfall.drip.request())
            let mirror = try #require(Waterfall.mirror.request())
            let drain = try #require(Waterfall.drain.request())
            fill.perform(withInput: 3, presenter: basin, userInitiated: false)
            fill.perform(withInput: 4, presenter: basin, userInitiated: false, source: .openURL)
            drip.perform(withInput: 3)
            drip.perform(withInput: 3, userInitiated: false, source: .intent)
            mirror.perform(withPresenter: basin)
            mirror.perform(withPresenter: basin, userInitiated: true, source: .openURL)
            drain.perform()
            drain.perform(withUserInitiated: false, source: .openURL)
            #expect(
                begun == [
                    "main Fill app application", "main Fill app openURL", "main Drip user application",
                    "main Drip app intent", "main Mirror user application", "main Mirror user openURL",
                    "main Drain user application", "main Drain app openURL",
                ])
            #expect(fill.actionBinding.request() != nil)
            #expect(basin.lines == ["3 litres", "4 litres", "sky", "sky"])
        }
    }

    @Test func `a session performs every kind of action`() throws {
        try inGrounds {
            Flint.register(FountainFeature.self)
            Flint.register(WaterfallFeature.self)
            let night = ActionSession(named: "night", userInitiatedActions: false)
            night.perform(FountainFeature.fill, input: 1, presenter: basin)
            night.perform(FountainFeature.drip, input: 1)
            night.perform(FountainFeature.mirror, presenter: basin)
            night.perform(FountainFeature.drain)
            night.perform(FountainFeature.drip, input: 1, presenter: (), userInitiated: true, source: .intent)
            night.perform(try #require(WaterfallFeature.fill.request()), input: 1, presenter: basin)
            night.perform(try #require(WaterfallFeature.drip.request()), input: 1)
            night.perform(try #require(WaterfallFeature.mirror.request()), presenter: basin)
            night.perform(try #require(WaterfallFeature.drain.request()))
            #expect(begun.count == 9 && begun.allSatisfy { $0.hasPrefix("night ") })
            #expect(begun.filter { $0.hasSuffix("user intent") } == ["night Drip user intent"])
            #expect(basin.lines == ["1 litres", "sky", "1 litres", "sky"])
        }
    }

    @Test func `a completion is called on the requested queue`() async {
        let runtime = FlintRuntime()
        let queue = DispatchQueue(label: "garden.answers")
        let outcome: ActionOutcome = await withCheckedContinuation { continuation in
            Flint.withRuntime(runtime) {
                Flint.setup(GroundsFeatures.self)
                Flint.register(FountainFeature.self)
                Answers.ask(on: queue) { continuation.resume(returning: $0) }
            }
        }
        #expect(outcome == .success)
    }

    @Test func `a completion requirement can be created by the app`() throws {
        try inGrounds {
            Flint.register(FountainFeature.self)
            Flint.register(WaterfallFeature.self)
            var answers: [String] = []
            let first = FillAction.Completion { outcome, isLate in answers.append("\(outcome) \(isLate)") }
            let request = try #require(WaterfallFeature.fill.request())
            let status = request.perform(withInput: 1, presenter: basin, userInitiated: true, completion: first)
            #expect(!status.isCompletingAsync && first.verify(status))
            let second = FillAction.Completion { outcome, isLate in answers.append("\(outcome) \(isLate)") }
            second.addProxyCompletionHandler { _, _ in .successWithFeatureTermination }
            _ = ActionSession.main.perform(
                FountainFeature.fill, input: 2, presenter: basin, userInitiated: true, source: .application,
                completionRequirement: second)
            #expect(answers == ["success false", "success, feature ended false"])
        }
    }

    @Test func `metadata describes a feature`() throws {
        try inGrounds {
            Flint.register(group: WaterFeatures.self)
            #expect(!FountainFeature.isVisible && FountainFeature.variation == "blue")
            #expect(WaterfallFeature.isVisible && WaterfallFeature.variation == nil)
            #expect(FountainFeature.parent == WaterFeatures.self)
            #expect(FountainFeature.identifier == WaterFeatures.identifier.appending(feature: FountainFeature.self))
            let ledger = Ledger()
            Logging.setLoggerOutputs(development: [ledger], level: .debug, production: nil, level: .off)
            FountainFeature.logs(for: "Cleaning").development?.info("coins")
            FountainFeature.logs(for: "Cleaning").development?.warning("a ring")
            #expect(ledger.lines == ["warning: a ring"], "`postPrepare()` has set the level.")
            let names = Flint.allFeatures.map { $0.feature.name }
            #expect(names.contains("Fountain") && names.contains("Waterfall") && names.contains("Water Features"))
            let conditional = Flint.conditionalFeatures.map { $0.feature.name }
            #expect(conditional.contains("Waterfall") && !conditional.contains("Fountain"))
            let metadata = try #require(Flint.metadata(for: FountainFeature.self))
            #expect(metadata.actions.map(\.name) == ["Fill", "Drip", "Mirror", "Drain"])
            #expect(metadata.publishedActions.map(\.name) == ["Mirror"])
            let fill = try #require(metadata.actionMetadata(action: FillAction.self))
            #expect(fill.inputType == Int.self && fill.description == "Fills the basin")
            #expect(FountainFeature.fill.debugDescription.contains("Fill"))
        }
    }
}

/// Performs actions whose completion is expected on a certain queue.
private enum Answers {
    @MainActor
    static func ask(on queue: DispatchQueue, then answer: @escaping @Sendable (ActionOutcome) -> Void) {
        ActionSession.main.perform(
            FountainFeature.drip, input: 1, completion: CheckedAnswer(queue: queue, answer: answer).take,
            completionQueue: queue)
    }
}

/// Forwards an outcome after checking its queue.
private nonisolated struct CheckedAnswer: Sendable {
    let queue: DispatchQueue
    let answer: @Sendable (ActionOutcome) -> Void

    func take(_ outcome: ActionOutcome) {
        dispatchPrecondition(condition: .onQueue(queue))
        answer(outcome)
    }
}

// MARK: - Water

final class WaterFeatures: FeatureGroup {
    static let description = "Everything that is wet on purpose"
    static var subfeatures: [FeatureDefinition.Type] { [FountainFeature.self, WaterfallFeature.self] }
}

final class WaterfallFeature: ConditionalFeature {
    static let description = "The waterfall, when there has been rain"

    static let fill = action(FillAction.self)
    static let drip = action(DripAction.self)
    static let mirror = action(MirrorAction.self)
    static let drain = action(DrainAction.self)

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.userToggled(defaultValue: true)
    }

    static func prepare(actions: FeatureActionsBuilder) {
        actions.declare(fill)
        actions.declare(drip)
        actions.publish(mirror)
        actions.declare(drain)
    }
}

/// A presenter of water.
protocol WaterPresenter: AnyObject {
    func show(_ line: String)
}

private final class Basin: WaterPresenter {
    var lines: [String] = []

    func show(_ line: String) { lines.append(line) }
}

final class FillAction: UIAction {
    typealias InputType = Int
    typealias PresenterType = WaterPresenter

    static let description = "Fills the basin"

    static func perform(
        context: ActionContext<Int>, presenter: WaterPresenter, completion: Completion
    ) -> Completion.Status {
        presenter.show("\(context.input) litres")
        return completion.completedSync(.success)
    }
}

final class DripAction: UIAction {
    typealias InputType = Int

    static func perform(
        context: ActionContext<InputType>, presenter: PresenterType, completion: Completion
    ) -> Completion.Status {
        completion.completedSync(.success)
    }
}

final class MirrorAction: UIAction {
    typealias PresenterType = WaterPresenter

    static func perform(
        context: ActionContext<NoInput>, presenter: WaterPresenter, completion: Completion
    ) -> Completion.Status {
        presenter.show("sky")
        return completion.completedSync(.success)
    }
}

final class DrainAction: TerminatingAction {}
