// SPDX-License-Identifier: MIT

import FlintLocks

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
/// Async actions use the same dispatcher as other actions, so observers and the journal record their beginning and
/// their end. A thrown error becomes a failure.
///
/// The context and the presenter are passed as `sending` parameters, so the function may be isolated to the main actor.
/// Annotate it with `@MainActor` even in a module with default main actor isolation:
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
/// Unless it is isolated to an actor, the function starts on ``Action/queue``, by default the session's caller queue,
/// and resumes there after every `await`. It needs no other thread and therefore also runs in programs without a
/// cooperative thread pool. Before iOS 18, macOS 15, tvOS 18, watchOS 11, and visionOS 2, this applies only to modules
/// that enable `NonisolatedNonsendingByDefault`; in others, the function runs on the cooperative thread pool. The
/// request's runtime is current throughout.
///
/// Canceling a task that awaits a binding's `async` `perform` also cancels the task in which this function runs. The
/// value that the function then returns, or the error that it throws, is the outcome. A function that ignores the
/// cancellation completes as usual. Cancellation does not extend to other actions that the function performs with a
/// completion handler.
public protocol AsyncAction: Action {
    /// Performs the action.
    ///
    /// - Parameters:
    ///   - context: The input and the source of the request.
    ///   - presenter: The object that presents the results.
    /// - Returns: The outcome of the action.
    /// - Throws: Any error. The outcome is then a failure with that error.
    static func perform(
        context: sending ActionContext<InputType>, presenter: sending PresenterType
    ) async throws -> ActionPerformOutcome
}

extension AsyncAction {
    /// Starts the `async` function on the action's queue and completes with its result.
    public static func perform(
        context: ActionContext<InputType>, presenter: PresenterType, completion: Completion
    ) -> Completion.Status {
        let deferred = completion.willCompleteAsync()
        // The compiler cannot see that both values are handed over here and never used again.
        nonisolated(unsafe) let (context, presenter) = (context, presenter)
        let body: () async throws -> ActionPerformOutcome = {
            try await perform(context: context, presenter: presenter)
        }
        let work = UncheckedSendable(body)
        let queue = context.session.queue(of: self)
        let cancellation = context.cancellation
        let task = QueueTask.start(on: queue) { deferred.completed(await outcome(of: work)) }
        cancellation?.add { task.cancel() }
        return deferred
    }
}

private func outcome(
    of work: UncheckedSendable<() async throws -> ActionPerformOutcome>
) async -> ActionPerformOutcome {
    do {
        return try await work.value()
    } catch {
        return .failure(error: error)
    }
}

/// An object that cancels an action's tasks when the task that awaits the action is canceled.
///
/// The object can be used from any thread. Handlers are called at most once.
@usableFromInline
final class ActionCancellation: Sendable {
    private struct State {
        var isCancelled = false
        var handlers: [@Sendable () -> Void] = []
    }

    private let state = Protected(State())

    init() {}

    func add(_ handler: @escaping @Sendable () -> Void) {
        let isCancelled = state.withLock { state in
            if !state.isCancelled { state.handlers.append(handler) }
            return state.isCancelled
        }
        if isCancelled { handler() }
    }

    func cancel() {
        let handlers = state.withLock { state in
            defer { state.handlers = [] }
            state.isCancelled = true
            return state.handlers
        }
        for handler in handlers { handler() }
    }

    static func outcome(
        isolation: isolated (any Actor)? = #isolation, perform: (_ observer: CompletionObserver?) -> Void
    ) async -> ActionOutcome {
        let cancellation = ActionCancellation()
        return await withTaskCancellationHandler {
            // The reference to `isolation` prevents this closure from running on the cooperative thread pool.
            _ = isolation
            return await withCheckedContinuation { continuation in
                perform(CompletionObserver({ continuation.resume(returning: $0) }, cancellation: cancellation))
            }
        } onCancel: {
            cancellation.cancel()
        }
    }
}
