import Dispatch
import FlintCore
import Testing

/// Work in the background, in a session with a separate queue.
///
/// | Declared or used | Shown by |
/// | --- | --- |
/// | a plain `Action` that names no queue, `nonisolated` | ``CountPetalsAction`` |
/// | an input of any type, which is not `FlintLoggable` | ``Photograph`` |
/// | `ActionSession(named:userInitiatedActions:callerQueue:)` | the tests |
/// | a `UIAction` in such a session | ``ShowPetalsAction`` |
/// | `ActionRequest`, made for a dispatcher alone | “a dispatcher performs a request without a session” |
@MainActor
struct BackgroundTests {
    private let counting = DispatchQueue(label: "garden.counting")

    init() {
        counting.setSpecific(key: queueNameKey, value: "counting")
        DispatchQueue.main.setSpecific(key: queueNameKey, value: "main")
    }

    @Test func `an action without a queue is performed on its session's queue`() async {
        let runtime = FlintRuntime()
        let recorder = QueueRecorder()
        let outcome: ActionOutcome = await withCheckedContinuation { continuation in
            Flint.withRuntime(runtime) {
                Flint.setup(PetalFeatures.self)
                let background = ActionSession(named: "bg", userInitiatedActions: false, callerQueue: counting)
                background.perform(PetalFeature.count, input: Photograph(pixels: [1, 2]), presenter: recorder) {
                    outcome in
                    continuation.resume(returning: outcome)
                }
            }
        }
        #expect(outcome == .success)
        #expect(recorder.labels == ["counting"])
        let records = runtime.timeline.entries.map(\.action)
        #expect(records.map(\.inputDescription) == ["Photograph", "Photograph"], "The pixels are not recorded.")
        #expect(records.map(\.sessionName) == ["bg", "bg"])
    }

    @Test func `a user interface action is performed on the main queue`() async {
        let runtime = FlintRuntime()
        let recorder = QueueRecorder()
        let outcome: ActionOutcome = await withCheckedContinuation { continuation in
            Flint.withRuntime(runtime) {
                Flint.setup(PetalFeatures.self)
                let background = ActionSession(named: "bg", userInitiatedActions: false, callerQueue: counting)
                background.perform(PetalFeature.show, presenter: recorder) { continuation.resume(returning: $0) }
            }
        }
        #expect(outcome == .success)
        #expect(recorder.labels == ["main"])
    }

    @Test func `a dispatcher performs a request without a session`() {
        let recorder = QueueRecorder()
        let dispatcher = DefaultActionDispatcher()
        let outcomes = Outcomes()
        let request = ActionRequest(PetalFeature.show, input: .noInput, presenter: recorder)
        let completion = ShowPetalsAction.Completion { outcome, _ in outcomes.all.append(outcome.description) }
        let status = dispatcher.perform(request: request, completion: completion)
        #expect(completion.verify(status))
        #expect(outcomes.all == ["success"] && recorder.labels == ["main"])
    }
}

/// The recorded outcomes of a completion.
private final class Outcomes {
    var all: [String] = []
}

/// An input that is not `FlintLoggable`.
nonisolated struct Photograph {
    let pixels: [UInt8]
}

/// The key for the name of a queue.
private nonisolated let queueNameKey = DispatchSpecificKey<String>()

/// A recorder for the names of the queues on which it is called.
///
/// Calls must not be concurrent.
nonisolated final class QueueRecorder: @unchecked Sendable {
    private(set) var labels: [String] = []

    func note() {
        labels.append(DispatchQueue.getSpecific(key: queueNameKey) ?? "elsewhere")
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

/// Counts the petals in a picture on the queue of its session.
nonisolated final class CountPetalsAction: Action {
    typealias InputType = Photograph
    typealias PresenterType = QueueRecorder

    static let description = "Counts petals"

    static func perform(
        context: ActionContext<Photograph>, presenter: QueueRecorder, completion: Completion
    ) -> Completion.Status {
        presenter.note()
        return completion.completedSync(context.input.pixels.isEmpty ? .failure(error: NoPicture()) : .success)
    }
}

nonisolated struct NoPicture: Error {}

final class ShowPetalsAction: UIAction {
    typealias PresenterType = QueueRecorder

    static let description = "Shows petals"

    static func perform(
        context: ActionContext<NoInput>, presenter: QueueRecorder, completion: Completion
    ) -> Completion.Status {
        presenter.note()
        return completion.completedSync(.success)
    }
}
