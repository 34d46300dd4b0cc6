import Dispatch
import Synchronization

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
    public typealias Status = CompletionStatus

    /// The status of a requirement that has been answered already.
    public typealias SyncCompletionStatus = FlintCore.SyncCompletionStatus

    /// The status of a requirement that will be answered later, through this object.
    public final class DeferredStatus: CompletionStatus, @unchecked Sendable {
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

    private let lock = Lock()
    // What follows is only touched while the lock is held, so a second check for overlapping access is spared.
    @exclusivity(unchecked) private var proxies: [ProxyHandler] = []
    /// The identity of the status that promises an answer; not a reference, so that the two form no cycle.
    @exclusivity(unchecked) private var promiseID: ObjectIdentifier?
    @exclusivity(unchecked) private var isAnswered = false

    /// Whether the answer came at once, so that the status of all such answers is its own.
    private let isAnsweredAtOnce = Atomic(false)

    /// The runtime that is current while the answer is passed on.
    @usableFromInline let runtime: FlintRuntime
    /// Only touched by the caller that gives the answer that counts.
    @exclusivity(unchecked) private var handler: Handler?

    /// Creates a requirement.
    ///
    /// - Parameter completionHandler: Called once with the answer, on the thread that gives it, with the runtime the
    ///   requirement was created in as the current one.
    public convenience init(completionHandler: @escaping Handler) {
        self.init(in: .current, completionHandler: completionHandler)
    }

    /// Creates a requirement whose handler, if there is one, is called in a given runtime.
    init(in runtime: FlintRuntime, completionHandler: Handler?) {
        handler = completionHandler
        self.runtime = runtime
    }

    /// Whether a status is the one this requirement handed out.
    public final func verify(_ status: Status) -> Bool {
        if status === SyncCompletionStatus.answered { return isAnsweredAtOnce.load(ordering: .relaxed) }
        return lock.withLock { promiseID == ObjectIdentifier(status) }
    }

    // Actions nearly all answer with an outcome, and a version made for that is several times as fast.
    /// Answers now.
    @_specialize(where T == ActionPerformOutcome)
    public final func completedSync(_ result: T) -> SyncCompletionStatus {
        answer(result, completedAsync: false)
        return .answered
    }

    /// Announces an answer that will be given later with ``DeferredStatus/completed(_:)``.
    public final func willCompleteAsync() -> DeferredStatus {
        let status = DeferredStatus(requirement: self)
        lock.withLock {
            // The status that has met the requirement already is the one that counts.
            if !isAnswered { promiseID = ObjectIdentifier(status) }
        }
        return status
    }

    /// Reports an announced answer that can no longer be given.
    private func forget() {
        if lock.withLock({ !isAnswered }) { report(.abandoned) }
    }

    /// Reports that the answer is no longer awaited.
    @usableFromInline var cancellation: ActionCancellation? { nil }

    /// Reports that the requirement was not met as it should be.
    @usableFromInline
    func report(_ misuse: CompletionMisuse) {
        runtime.advise(misuse.description)
    }

    /// Lets a handler see, and possibly replace, the answer before those added earlier do.
    ///
    /// - Parameter handler: Called once, before the proxies that were added earlier and before the requirement's
    ///   own handler.
    public final func addProxyCompletionHandler(_ handler: @escaping ProxyHandler) {
        lock.withLock {
            if !isAnswered { proxies.append(handler) }
        }
    }

    @_specialize(where T == ActionPerformOutcome)
    private func answer(_ result: T, completedAsync: Bool) {
        lock.lock()
        guard !isAnswered else {
            lock.unlock()
            return report(.answeredTwice)
        }
        isAnswered = true
        if !completedAsync {
            isAnsweredAtOnce.store(true, ordering: .relaxed)
            promiseID = nil
        }
        guard !proxies.isEmpty else {
            lock.unlock()
            return deliver(result, completedAsync: completedAsync)
        }
        // Released here, so that whatever they hold on to goes with the answer.
        let proxies = self.proxies
        self.proxies = []
        lock.unlock()
        runtime.bind {
            var result = result
            for proxy in proxies.reversed() { result = proxy(result, completedAsync) }
            deliver(result, completedAsync: completedAsync)
        }
    }

    /// Passes the answer on; called once.
    @usableFromInline
    func deliver(_ result: T, completedAsync: Bool) {
        guard let handler = handler.take() else { return }
        runtime.bind { handler(result, completedAsync) }
    }
}

/// Proof that a ``CompletionRequirement`` is being met.
public class CompletionStatus: @unchecked Sendable {
    /// Whether the answer is still to come.
    public let isCompletingAsync: Bool

    init(isCompletingAsync: Bool) {
        self.isCompletingAsync = isCompletingAsync
    }
}

/// The status of a requirement that has been answered already.
public final class SyncCompletionStatus: CompletionStatus, @unchecked Sendable {
    /// The only one there is: that a requirement has been answered is known to the requirement itself.
    static let answered = SyncCompletionStatus(isCompletingAsync: false)
}

extension CompletionRequirement {
    /// Creates a requirement whose handler is called on a queue.
    ///
    /// - Parameters:
    ///   - queue: The queue to call the handler on; `nil` for the thread that gives the answer. The answer never
    ///     waits for the handler.
    ///   - completionHandler: Called once with the answer, with the runtime the requirement was created in as the
    ///     current one.
    public convenience init(queue: DispatchQueue?, completionHandler: @escaping Handler) {
        guard let queue else {
            self.init(completionHandler: completionHandler)
            return
        }
        let runtime = FlintRuntime.current
        let handler = UncheckedSendable(completionHandler)
        self.init { result, completedAsync in
            queue.async {
                runtime.bind { handler.value(result, completedAsync) }
            }
        }
    }
}

/// A requirement of the engine's own, whose misuse is reported to the caller that made it.
final class ReportingCompletion<T: Sendable>: CompletionRequirement<T>, @unchecked Sendable {
    private let onMisuse: @Sendable (CompletionMisuse) -> Void
    private let waiting: ActionCancellation?

    /// Creates a requirement.
    ///
    /// - Parameters:
    ///   - runtime: Current while the answer is passed on.
    ///   - completionHandler: Called once with the answer, on the thread that gives it.
    ///   - cancellation: Reports that the answer is no longer awaited.
    ///   - onMisuse: Called when an answer is given again or can no longer be given.
    init(
        in runtime: FlintRuntime, completionHandler: @escaping Handler, cancellation: ActionCancellation? = nil,
        onMisuse: @escaping @Sendable (CompletionMisuse) -> Void
    ) {
        self.onMisuse = onMisuse
        waiting = cancellation
        super.init(in: runtime, completionHandler: completionHandler)
    }

    override var cancellation: ActionCancellation? { waiting }

    override func report(_ misuse: CompletionMisuse) {
        onMisuse(misuse)
    }
}

/// A wrong use of a completion.
@usableFromInline
enum CompletionMisuse: Sendable, Hashable, CustomStringConvertible {
    /// It was answered more than once.
    case answeredTwice
    /// An answer was announced that can no longer be given.
    case abandoned

    /// Describes the wrong use of a completion without an owner.
    @usableFromInline var description: String { description(of: "A completion") }

    /// Describes the wrong use.
    ///
    /// - Parameter completion: Whose completion it is, as the subject of a sentence.
    /// - Returns: What is wrong, as a sentence.
    func description(of completion: String) -> String {
        switch self {
        case .answeredTwice:
            "\(completion) was called more than once; only the first answer counts."
        case .abandoned:
            "\(completion) was released unanswered after an answer had been announced; its caller waits for ever."
        }
    }
}
