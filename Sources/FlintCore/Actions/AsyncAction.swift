/// An action whose work is an `async` function.
///
/// ```swift
/// final class WaterPlantAction: AsyncAction {
///     typealias InputType = PlantName
///
///     static let description = "Opens the valve until the soil is moist"
///
///     static func perform(
///         context: ActionContext<PlantName>, presenter: Void
///     ) async throws -> ActionPerformOutcome {
///         try await valve.open(for: context.input)
///         return .success
///     }
/// }
///
/// let outcome = await GardenFeature.water.perform(withInput: "Monstera")
/// ```
///
/// To everything else it is an action like any other: the same dispatcher performs it, and observers and the journal
/// see its beginning and its end. An error that is thrown becomes a failure.
///
/// The function is given the context and the presenter for itself, so it may belong to the main actor. It must be
/// annotated, also in a module whose code does by default:
///
/// ```swift
/// @MainActor static func perform(
///     context: ActionContext<NoInput>, presenter: PlantScreen
/// ) async throws -> ActionPerformOutcome {
///     presenter.show(try await catalogue.plants())
///     return .success
/// }
/// ```
///
/// The function starts on ``Action/queue``, by default the session's caller queue, and is there again after every
/// `await`, unless it belongs to an actor of its own. No other thread is needed, so it also runs in programs without
/// a pool of them. The runtime of the request is the current one throughout.
///
/// Cancelling the task that awaits a binding's `async` `perform` cancels the task this function runs in; what it
/// returns or throws then is the outcome, as always. A function that ignores the cancellation completes as usual.
/// What the action performs in turn is its own affair.
public protocol AsyncAction: Action {
    /// Does it.
    ///
    /// - Parameters:
    ///   - context: The input and where the request came from.
    ///   - presenter: What to show results through.
    /// - Returns: How it ended.
    /// - Throws: Any error, which makes the outcome a failure with it.
    static func perform(
        context: sending ActionContext<InputType>, presenter: sending PresenterType
    ) async throws -> ActionPerformOutcome
}

extension AsyncAction {
    /// Starts the `async` function on the action's queue and answers with what it returns or throws.
    public static func perform(
        context: ActionContext<InputType>, presenter: PresenterType, completion: Completion
    ) -> Completion.Status {
        let deferred = completion.willCompleteAsync()
        // Both are handed over here and not touched again, which the compiler cannot see.
        nonisolated(unsafe) let (context, presenter) = (context, presenter)
        let body: () async throws -> ActionPerformOutcome = {
            try await perform(context: context, presenter: presenter)
        }
        let work = UncheckedSendable(body)
        let executor = QueueExecutor(context.session.queue(of: self))
        let cancellation = context.cancellation
        let task = Task(executorPreference: executor) {
            deferred.completed(await outcome(of: work))
        }
        cancellation?.add { task.cancel() }
        return deferred
    }
}

/// What a piece of work returns, or the failure it throws.
private func outcome(
    of work: UncheckedSendable<() async throws -> ActionPerformOutcome>
) async -> ActionPerformOutcome {
    do {
        return try await work.value()
    } catch {
        return .failure(error: error)
    }
}

/// Passes the cancellation of a task that waits for an action on to the tasks the action has started.
@usableFromInline
final class ActionCancellation: Sendable {
    private struct State {
        var isCancelled = false
        var handlers: [@Sendable () -> Void] = []
    }

    private let state = Protected(State())

    /// Creates one that has not been cancelled.
    init() {}

    /// Adds something to call when it is cancelled, at once if it has been.
    func add(_ handler: @escaping @Sendable () -> Void) {
        let isCancelled = state.withLock { state in
            if !state.isCancelled { state.handlers.append(handler) }
            return state.isCancelled
        }
        if isCancelled { handler() }
    }

    /// Calls everything that was added.
    func cancel() {
        let handlers = state.withLock { state in
            defer { state.handlers = [] }
            state.isCancelled = true
            return state.handlers
        }
        for handler in handlers { handler() }
    }

    /// Performs an action and waits for its outcome, cancelling what it has started if the waiting task is cancelled.
    ///
    /// - Parameters:
    ///   - isolation: Where the caller runs, which is not left.
    ///   - perform: Makes the request for the observer it is given.
    /// - Returns: The outcome, once the action has answered.
    static func outcome(
        isolation: isolated (any Actor)? = #isolation, perform: (_ observer: CompletionObserver?) -> Void
    ) async -> ActionOutcome {
        let cancellation = ActionCancellation()
        return await withTaskCancellationHandler {
            // Mentioned, so that this is not sent to the pool of threads first.
            _ = isolation
            return await withCheckedContinuation { continuation in
                perform(CompletionObserver({ continuation.resume(returning: $0) }, cancellation: cancellation))
            }
        } onCancel: {
            cancellation.cancel()
        }
    }
}
