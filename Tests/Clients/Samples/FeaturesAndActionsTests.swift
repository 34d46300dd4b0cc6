import Dispatch
import FlintCore
import Testing

/// Features, actions and sessions, as an app declares and performs them.
///
/// | Declared or used | Shown by |
/// | --- | --- |
/// | `Flint.quickSetup` with and without a configuration, `Flint.register` | ``AppDelegate``, “further root features are registered” |
/// | `Feature` as a class that is not final, `static let` bindings, `declare` and `publish` | ``PlantGuideFeature`` |
/// | `UIAction`, its signature with types and with `InputType`, `PresenterType` | ``OpenPlantAction``, ``CountAction`` |
/// | a bare `Action` without input and presenter | ``ChimeAction`` |
/// | `perform(withInput:presenter:)`, `perform()`, `perform(withPresenter:)`, `perform { outcome in }` | ``PlantScreen`` and the tests |
/// | `TerminatingAction`, `DismissingUIAction`, `.animated(true)` | ``PlantCardFeature`` |
/// | `willCompleteAsync()` and `completed(_:)` on the action's own queue | ``WaterAction`` |
/// | `ActionSession(named:userInitiatedActions:)` and its `perform` | “a separate session performs in the background” |
/// | `ActionDispatchObserver` | ``Logbook`` |
/// | failures | ``OpenPlantAction`` |
/// | `ActionStackTracker.instance`, a stack that is closed when a feature ends | “actions of a feature form a stack until the feature ends” |
@MainActor
struct FeaturesAndActionsTests {
    @Test func `launching sets up the engine`() {
        Flint.withRuntime(FlintRuntime()) {
            #expect(AppDelegate().applicationDidFinishLaunching())
            #expect(Flint.isSetup)
            let garden = Flint.metadata(for: GardenFeatures.self)
            #expect(garden?.feature.description == "Everything the garden's app can do")
            #expect(PlantGuideFeature.parent == GardenFeatures.self)
            #expect(PlantGuideFeature.identifier == "GardenFeatures/PlantGuideFeature")
        }
    }

    @Test func `further root features are registered`() {
        inGarden {
            $0.purchaseTracker = DebugPurchaseTracker()
        } _: {
            Flint.register(BeehiveFeature.self)
            Flint.register(group: ShopFeatures.self)
            #expect(Flint.metadata(for: BeehiveFeature.self) != nil && BeehiveFeature.parent == nil)
            #expect(ShopCounterFeature.parent == ShopFeatures.self)
            #expect(advisories() == [])
        }
    }

    @Test func `a screen performs an action and presents its result`() {
        inGarden {
            let screen = PlantScreen()
            screen.userTapped("Agave")
            screen.userTapped("")
            #expect(screen.lines == ["Agave", "success", "no such plant"])
            let inputs = Timeline.instance.entries.map(\.action.inputDescription)
            #expect(inputs == ["Agave", "Agave", "a plant", "a plant"])
        }
    }

    @Test func `an action without input and presenter is performed without arguments`() {
        inGarden {
            var outcomes: [ActionOutcome] = []
            PlantGuideFeature.chime.perform()
            PlantGuideFeature.chime.perform { outcomes.append($0) }
            let screen = PlantScreen()
            PlantGuideFeature.count.perform(withPresenter: screen)
            #expect(outcomes == [.success])
            #expect(screen.lines == ["214 plants"])
            #expect(Flint.metadata(for: PlantGuideFeature.self)?.publishedActions.map(\.name) == ["Count"])
            #expect(Flint.metadata(for: PlantGuideFeature.chime)?.description == "Rings the bell at the gate")
        }
    }

    @Test func `dismissing and terminating actions end their feature`() {
        inGarden {
            let card = PlantCard()
            var outcomes: [ActionOutcome] = []
            PlantCardFeature.close.perform(withInput: .animated(true), presenter: card) { outcomes.append($0) }
            PlantCardFeature.done.perform { outcomes.append($0) }
            #expect(card.dismissals == [true])
            #expect(outcomes == [.success, .success])
            let ends = Timeline.instance.entries.compactMap { $0.outcome?.description }
            #expect(ends == ["success, feature ended", "success, feature ended"])
        }
    }

    @Test func `actions of a feature form a stack until the feature ends`() {
        inGarden {
            PlantGuideFeature.chime.perform()
            PlantGuideFeature.chime.perform()
            PlantCardFeature.close.perform(withInput: .animated(false), presenter: PlantCard())
            let tracker = ActionStackTracker.instance
            #expect(tracker.actionStack(for: PlantGuideFeature.self)?.first != nil)
            #expect(tracker.actionStack(for: PlantCardFeature.self) == nil)
            #expect(tracker.allActionStacks(in: .main).map(\.sessionName) == ["main"])
        }
    }

    @Test func `a separate session performs in the background`() async {
        let runtime = FlintRuntime()
        let outcome: ActionOutcome = await withCheckedContinuation { continuation in
            Flint.withRuntime(runtime) {
                Flint.setup(GardenFeatures.self)
                let gardeners = ActionSession(named: "gardeners", userInitiatedActions: false)
                gardeners.perform(WateringFeature.water, input: PlantRef(name: "Fern")) { outcome in
                    continuation.resume(returning: outcome)
                }
            }
        }
        #expect(outcome == .success)
        let records = runtime.timeline.entries.map(\.action)
        #expect(records.map(\.sessionName) == ["gardeners", "gardeners"])
        #expect(records.map(\.userInitiated) == [false, false])
    }

    @Test func `a dispatch observer receives every action`() {
        inGarden {
            let logbook = Logbook()
            Flint.dispatcher.add(observer: logbook)
            PlantGuideFeature.chime.perform()
            #expect(logbook.lines == ["Chime of Plant Guide begins in main", "Chime ends: success"])
        }
    }
}

// MARK: - Launching

/// An app delegate that sets up the engine at launch.
private final class AppDelegate {
    func applicationDidFinishLaunching() -> Bool {
        Flint.quickSetup(GardenFeatures.self) { dependencies in
            dependencies.purchaseTracker = DebugPurchaseTracker()
            dependencies.userFeatureToggles = StoredFeatureToggles(store: InMemoryKeyValueStore())
        }
        return true
    }
}

/// A root feature without a group.
final class BeehiveFeature: Feature {
    static let description = "Looks into the hives"
    static func prepare(actions: FeatureActionsBuilder) {}
}

/// The features of another framework.
final class ShopFeatures: FeatureGroup {
    static let description = "The shop at the gate"
    static var subfeatures: [FeatureDefinition.Type] { [ShopCounterFeature.self] }
}

final class ShopCounterFeature: Feature {
    static let description = "Sells postcards"
    static func prepare(actions: FeatureActionsBuilder) {}
}

// MARK: - The plant guide

struct PlantRef: FlintLoggable {
    let name: String

    var loggingDescription: String { name.isEmpty ? "a plant" : name }
}

protocol PlantPresenter: AnyObject {
    func show(_ plant: PlantRef)
    func show(count: Int)
}

/// The error of a plant that cannot be shown.
enum PlantError: Error {
    case unknown
}

class PlantGuideFeature: Feature {
    static let description = "Looks plants up"

    static let open = action(OpenPlantAction.self)
    static let count = action(CountAction.self)
    static let chime = action(ChimeAction.self)

    static func prepare(actions: FeatureActionsBuilder) {
        actions.declare(open)
        actions.publish(count)
        actions.declare(chime)
    }
}

final class OpenPlantAction: UIAction {
    typealias InputType = PlantRef
    typealias PresenterType = PlantPresenter

    static let description = "Opens the page of a plant"

    static func perform(
        context: ActionContext<PlantRef>, presenter: PlantPresenter, completion: Completion
    ) -> Completion.Status {
        guard !context.input.name.isEmpty else {
            return completion.completedSync(.failure(error: PlantError.unknown))
        }
        presenter.show(context.input)
        return completion.completedSync(.success)
    }
}

final class CountAction: UIAction {
    typealias InputType = NoInput
    typealias PresenterType = PlantPresenter

    static let description = "Counts the plants"

    static func perform(
        context: ActionContext<InputType>, presenter: PresenterType, completion: Completion
    ) -> Completion.Status {
        presenter.show(count: 214)
        return completion.completedSync(.success)
    }
}

final class ChimeAction: Action {
    typealias InputType = NoInput
    typealias PresenterType = NoPresenter

    static let description = "Rings the bell at the gate"

    static func perform(
        context: ActionContext<InputType>, presenter: PresenterType, completion: Completion
    ) -> Completion.Status {
        completion.completedSync(.success)
    }
}

/// A screen that performs actions and presents their results.
private final class PlantScreen: PlantPresenter {
    var lines: [String] = []

    func userTapped(_ name: String) {
        PlantGuideFeature.open.perform(withInput: PlantRef(name: name), presenter: self) { outcome in
            switch outcome {
            case .success: self.lines.append("success")
            case .failure: self.lines.append("no such plant")
            }
        }
    }

    func show(_ plant: PlantRef) { lines.append(plant.name) }
    func show(count: Int) { lines.append("\(count) plants") }
}

// MARK: - The plant card

final class PlantCardFeature: Feature {
    static let description = "A card with the most important facts"
    static let close = action(ClosePlantCardAction.self)
    static let done = action(DonePlantCardAction.self)

    static func prepare(actions: FeatureActionsBuilder) {
        actions.declare(close)
        actions.declare(done)
    }
}

final class ClosePlantCardAction: DismissingUIAction {}

final class DonePlantCardAction: TerminatingAction {}

/// A card that can be closed.
final class PlantCard: DismissiblePresenter {
    var dismissals: [Bool] = []

    func dismiss(animated: Bool) { dismissals.append(animated) }
}

// MARK: - Watering

final class WateringFeature: Feature {
    static let description = "Opens valves"
    static let water = action(WaterAction.self)

    static func prepare(actions: FeatureActionsBuilder) {
        actions.declare(water)
    }
}

final class WaterAction: Action {
    typealias InputType = PlantRef
    typealias PresenterType = NoPresenter

    static let description = "Waters a plant"
    static let queue = DispatchQueue(label: "garden.valves")

    static func perform(
        context: ActionContext<PlantRef>, presenter: NoPresenter, completion: Completion
    ) -> Completion.Status {
        let answer = completion.willCompleteAsync()
        queue.async { answer.completed(.success) }
        return answer
    }
}

// MARK: - Observing

/// Records the observed actions.
private final class Logbook: ActionDispatchObserver {
    var lines: [String] = []

    func actionWillBegin<FeatureType: FeatureDefinition, ActionType: Action>(
        _ request: ActionRequest<FeatureType, ActionType>
    ) {
        lines.append("\(ActionType.name) of \(FeatureType.name) begins in \(request.sessionName)")
    }

    func actionDidComplete<FeatureType: FeatureDefinition, ActionType: Action>(
        _ request: ActionRequest<FeatureType, ActionType>, outcome: ActionPerformOutcome
    ) {
        lines.append("\(ActionType.name) ends: \(outcome)")
    }
}
