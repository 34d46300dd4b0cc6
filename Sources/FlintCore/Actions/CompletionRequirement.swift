/// The promise an action or a coordinator makes to answer exactly once, now or later.
///
/// The compiler holds the receiver to it: the only way to obtain the ``Status`` that must be returned is to answer
/// with ``completedSync(_:)`` or to announce a later answer with ``willCompleteAsync()``.
///
/// ```swift
/// static func perform(context: ActionContext<NoInput>, presenter: Void, completion: Completion) -> Completion.Status {
///     let deferred = completion.willCompleteAsync()
///     DispatchQueue.main.async { deferred.completed(.success) }
///     return deferred
/// }
/// ```
///
/// The first answer counts. Any later one is dropped and reported as a programming advisory, and so is an announced
/// answer that can no longer be given because its ``DeferredStatus`` has been released; nothing traps. All members may
/// be called from any thread.
public class CompletionRequirement<T: Sendable>: @unchecked Sendable {
    /// Proof that the requirement is being met.
    public class Status: @unchecked Sendable {
        /// Whether the answer is still to come.
        public let isCompletingAsync: Bool

        fileprivate init(isCompletingAsync: Bool) {
            self.isCompletingAsync = isCompletingAsync
        }
    }

    /// The status of a requirement that has been answered already.
    public final class SyncCompletionStatus: Status, @unchecked Sendable {}

    /// The status of a requirement that will be answered later, through this object.
    public final class DeferredStatus: Status, @unchecked Sendable {
        private let requirement: CompletionRequirement<T>

        fileprivate init(requirement: CompletionRequirement<T>) {
            self.requirement = requirement
            super.init(isCompletingAsync: true)
        }

        deinit {
            requirement.forget()
        }

        /// Gives the answer that was announced; only the first call counts.
        public func completed(_ result: T) {
            requirement.answer(result, completedAsync: true)
        }
    }

    /// Receives the answer, and whether it came after the announcement returned.
    public typealias Handler = (_ result: T, _ completedAsync: Bool) -> Void
    /// Sees the answer before the handler does, and may replace it.
    public typealias ProxyHandler = (_ result: T, _ completedAsync: Bool) -> T

    private struct State {
        var handler: Handler?
        var proxies: [ProxyHandler] = []
        /// The identity of the status handed out; not a reference, so that requirement and status form no cycle.
        var statusID: ObjectIdentifier?
        var isAnswered = false
    }

    private let state: Protected<State>
    private let onMisuse: @Sendable (CompletionMisuse) -> Void

    /// Creates a requirement.
    ///
    /// - Parameter completionHandler: Called once with the answer, on the thread that gives it, with the runtime the
    ///   requirement was created in as the current one.
    public convenience init(completionHandler: @escaping Handler) {
        self.init(in: .current, completionHandler: completionHandler)
    }

    /// Creates a requirement whose handler is called in a given runtime.
    convenience init(in runtime: FlintRuntime, completionHandler: @escaping Handler) {
        self.init(
            completionHandler: { result, completedAsync in
                runtime.bind { completionHandler(result, completedAsync) }
            },
            onMisuse: { runtime.advise($0.description) })
    }

    /// Creates a requirement whose misuse is told to somebody.
    init(completionHandler: @escaping Handler, onMisuse: @escaping @Sendable (CompletionMisuse) -> Void) {
        state = Protected(State(handler: completionHandler))
        self.onMisuse = onMisuse
    }

    /// Whether a status is the one this requirement handed out.
    public func verify(_ status: Status) -> Bool {
        let id = ObjectIdentifier(status)
        return state.withLock { $0.statusID == id }
    }

    /// Answers now.
    public func completedSync(_ result: T) -> SyncCompletionStatus {
        let status = SyncCompletionStatus(isCompletingAsync: false)
        handOut(status)
        answer(result, completedAsync: false)
        return status
    }

    /// Announces an answer that will be given later with ``DeferredStatus/completed(_:)``.
    public func willCompleteAsync() -> DeferredStatus {
        let status = DeferredStatus(requirement: self)
        handOut(status)
        return status
    }

    /// Remembers a status as its own, unless the requirement is met already and the one that met it counts.
    private func handOut(_ status: Status) {
        state.withLock { state in
            if !state.isAnswered { state.statusID = ObjectIdentifier(status) }
        }
    }

    /// Reports an announced answer that nobody can give any more.
    private func forget() {
        let isOpen = state.withLock { $0.handler != nil }
        if isOpen { onMisuse(.abandoned) }
    }

    /// Lets a handler see, and possibly replace, the answer before those added earlier do.
    ///
    /// - Parameter handler: Called once, before the proxies that were added earlier and before the requirement's
    ///   own handler.
    public func addProxyCompletionHandler(_ handler: @escaping ProxyHandler) {
        state.withLock { $0.proxies.append(handler) }
    }

    private func answer(_ result: T, completedAsync: Bool) {
        let pending: (handler: Handler, proxies: [ProxyHandler])? = state.withLock { state in
            guard !state.isAnswered, let handler = state.handler else { return nil }
            state.isAnswered = true
            // Released here, so that whatever the handlers hold on to goes with the answer.
            let proxies = state.proxies
            state.handler = nil
            state.proxies = []
            return (handler, proxies)
        }
        guard let pending else {
            onMisuse(.answeredTwice)
            return
        }
        var result = result
        for proxy in pending.proxies.reversed() {
            result = proxy(result, completedAsync)
        }
        pending.handler(result, completedAsync)
    }
}
