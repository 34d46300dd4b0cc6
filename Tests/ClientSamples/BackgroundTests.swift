import Dispatch
import FlintCore
import Testing

/// Work in the background, in a session with a queue of its own.
///
/// | Declared or used | Shown by |
/// | --- | --- |
/// | a plain `Action` that names no queue, `nonisolated` | ``CountPetalsAction`` |
/// | an input of any type, which is not `FlintLoggable` | ``Photograph`` |
/// | `ActionSession(named:userInitiatedActions:callerQueue:)` | the tests |
/// | a `UIAction` in such a session | ``ShowPetalsAction`` |
/// | `ActionRequest`, made for a dispatcher alone | `aDispatcherIsTestedAlone` |
@MainActor
struct BackgroundTests {
    private let counting = DispatchQueue(label: "garden.counting")

    init() {
        counting.setSpecific(key: placeKey, value: "counting")
        DispatchQueue.main.setSpecific(key: placeKey, value: "main")
    }

    @Test func aPlainActionIsPerformedOnTheQueueOfItsSession() async {
        let runtime = FlintRuntime()
        let places = Places()
        let outcome: ActionOutcome = await withCheckedContinuation { continuation in
            Flint.withRuntime(runtime) {
                Flint.setup(PetalFeatures.self)
                let background = ActionSession(named: "bg", userInitiatedActions: false, callerQueue: counting)
                background.perform(PetalFeature.count, input: Photograph(pixels: [1, 2]), presenter: places) {
                    outcome in
                    continuation.resume(returning: outcome)
                }
            }
        }
        #expect(outcome == .success)
        #expect(places.labels == ["counting"])
        let records = runtime.timeline.entries.map(\.action)
        #expect(records.map(\.inputDescription) == ["Photograph", "Photograph"], "never what is in the picture")
        #expect(records.map(\.sessionName) == ["bg", "bg"])
    }

    @Test func aUserInterfaceActionIsPerformedOnTheMainQueue() async {
        let runtime = FlintRuntime()
        let places = Places()
        let outcome: ActionOutcome = await withCheckedContinuation { continuation in
            Flint.withRuntime(runtime) {
                Flint.setup(PetalFeatures.self)
                let background = ActionSession(named: "bg", userInitiatedActions: false, callerQueue: counting)
                background.perform(PetalFeature.show, presenter: places) { continuation.resume(returning: $0) }
            }
        }
        #expect(outcome == .success)
        #expect(places.labels == ["main"])
    }

    @Test func aDispatcherIsTestedAlone() {
        let places = Places()
        let dispatcher = DefaultActionDispatcher()
        let outcomes = Outcomes()
        let request = ActionRequest(PetalFeature.show, input: .noInput, presenter: places)
        let completion = ShowPetalsAction.Completion { outcome, _ in outcomes.all.append(outcome.description) }
        let status = dispatcher.perform(request: request, completion: completion)
        #expect(completion.verify(status))
        #expect(outcomes.all == ["success"] && places.labels == ["main"])
    }
}

/// The outcomes of a completion.
private final class Outcomes {
    var all: [String] = []
}

/// A picture, which says nothing of how it is to be recorded.
nonisolated struct Photograph {
    let pixels: [UInt8]
}

/// Names the queues of the test.
private nonisolated let placeKey = DispatchSpecificKey<String>()

/// Writes down the queues on which it is called.
///
/// It is used on one queue at a time.
nonisolated final class Places: @unchecked Sendable {
    private(set) var labels: [String] = []

    func note() {
        labels.append(DispatchQueue.getSpecific(key: placeKey) ?? "elsewhere")
    }
}

final class PetalFeatures: FeatureGroup {
    static let description = "What is done with petals"
    static var subfeatures: [FeatureDefinition.Type] { [PetalFeature.self] }
}

final class PetalFeature: Feature {
    static let description = "Petals"
    static let count = action(CountPetalsAction.self)
    static let show = action(ShowPetalsAction.self)

    static func prepare(actions: FeatureActionsBuilder) {
        actions.declare(count)
        actions.declare(show)
    }
}

/// Counts the petals in a picture, wherever its session does its work.
nonisolated final class CountPetalsAction: Action {
    typealias InputType = Photograph
    typealias PresenterType = Places

    static let description = "Counts petals"

    static func perform(
        context: ActionContext<Photograph>, presenter: Places, completion: Completion
    ) -> Completion.Status {
        presenter.note()
        return completion.completedSync(context.input.pixels.isEmpty ? .failure(error: NoPicture()) : .success)
    }
}

nonisolated struct NoPicture: Error {}

final class ShowPetalsAction: UIAction {
    typealias PresenterType = Places

    static let description = "Shows petals"

    static func perform(
        context: ActionContext<NoInput>, presenter: Places, completion: Completion
    ) -> Completion.Status {
        presenter.note()
        return completion.completedSync(.success)
    }
}
