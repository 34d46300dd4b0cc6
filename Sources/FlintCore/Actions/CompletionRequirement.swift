// SPDX-License-Identifier: MIT

import Dispatch
import FlintLocks

/// A completion that must be called exactly once, synchronously or later.
///
/// A function that receives a requirement must return a ``Status``. The compiler enforces the call, because the only
/// ways to obtain a status are to complete with ``completedSync(_:)`` or to promise a later completion with
/// ``willCompleteAsync()``.
///
/// ```swift
/// static func perform(context: ActionContext<NoInput>, presenter: Void, completion: Completion) -> Completion.Status {
///     let deferred = completion.willCompleteAsync()
///     DispatchQueue.main.async { deferred.completed(.success) }
///     return deferred
/// }
/// ```
///
/// Only the first completion counts. Later completions are ignored and reported as advisories. A further promise before
/// the completion is also reported, and so is the release of the last ``DeferredStatus`` without a completion, because
/// the caller then waits forever. Misuse never stops the process. All members can be called from any thread.
public class CompletionRequirement<T: Sendable>: @unchecked Sendable {
    /// A value that proves that a requirement was or will be completed.
    public typealias Status = CompletionStatus

    /// The status of a requirement that was completed synchronously.
    public typealias SyncCompletionStatus = FlintCore.SyncCompletionStatus

    /// The status of a requirement that is completed later, by calling ``completed(_:)``.
    public final class DeferredStatus: CompletionStatus, @unchecked Sendable {
        private let requirement: CompletionRequirement<T>

        fileprivate init(requirement: CompletionRequirement<T>) {
            self.requirement = requirement
            super.init(requirementID: ObjectIdentifier(requirement))
        }

        deinit {
            requirement.releasePromise()
        }

        /// Completes the requirement with a result; only the first call counts.
        public func completed(_ result: T) {
            requirement.complete(result, completedAsync: true)
        }
    }

    /// A closure that receives the result, and whether the completion was asynchronous.
    public typealias Handler = (_ result: T, _ completedAsync: Bool) -> Void
    /// A closure that receives the result before the requirement's handler does, and may replace it.
    public typealias ProxyHandler = (_ result: T, _ completedAsync: Bool) -> T

    private let lock = Lock()
    // Accessed only with the lock held, so the check for overlapping access is not needed.
    @exclusivity(unchecked) private var proxies: [ProxyHandler] = []
    @exclusivity(unchecked) private var promiseCount = 0
    @exclusivity(unchecked) private var isCompleted = false

    /// Whether the requirement was completed synchronously.
    ///
    /// Only then is ``SyncCompletionStatus/completed`` a valid status.
    private let isCompletedSynchronously = Atomic(false)

    @usableFromInline let runtime: FlintRuntime
    /// Accessed only by the call whose result counts.
    @exclusivity(unchecked) private var handler: Handler?

    /// Creates a requirement with a handler that is called on the completing thread.
    ///
    /// - Parameter completionHandler: A closure to call once with the result. The runtime that is current at
    ///   initialization is also current during the call.
    public convenience init(completionHandler: @escaping Handler) {
        self.init(in: .current, completionHandler: completionHandler)
    }

    init(in runtime: FlintRuntime, completionHandler: Handler?) {
        handler = completionHandler
        self.runtime = runtime
    }

    /// Returns whether a status belongs to this requirement.
    ///
    /// The shared status of synchronous completion belongs to every requirement that was completed synchronously. Such
    /// a requirement has no other status.
    public final func verify(_ status: Status) -> Bool {
        // The flag is set before the synchronous status is returned, so a relaxed load is sufficient.
        let isSynchronous = isCompletedSynchronously.load(ordering: .relaxed)
        if status === SyncCompletionStatus.completed { return isSynchronous }
        return !isSynchronous && status.requirementID == ObjectIdentifier(self)
    }

    // Most results are action outcomes, for which the specialized version is several times faster.
    /// Completes the requirement synchronously, and returns the resulting status.
    @_specialize(where T == ActionPerformOutcome)
    public final func completedSync(_ result: T) -> SyncCompletionStatus {
        complete(result, completedAsync: false)
        return .completed
    }

    /// Promises to complete the requirement later, by calling ``DeferredStatus/completed(_:)``.
    ///
    /// Call this method once. Another call before the completion is reported as an advisory. It returns a status with
    /// the same effect.
    public final func willCompleteAsync() -> DeferredStatus {
        let isRepeated = lock.withLock {
            defer { promiseCount += 1 }
            return promiseCount > 0 && !isCompleted
        }
        if isRepeated { report(.promisedTwice) }
        return DeferredStatus(requirement: self)
    }

    private func releasePromise() {
        let isAbandoned = lock.withLock {
            promiseCount -= 1
            return promiseCount == 0 && !isCompleted
        }
        if isAbandoned { report(.abandoned) }
    }

    @usableFromInline var cancellation: ActionCancellation? { nil }

    @usableFromInline
    func report(_ misuse: CompletionMisuse) {
        runtime.advise(misuse.description)
    }

    /// Adds a handler that can replace the result before it is delivered.
    ///
    /// Handlers are called in reverse order of addition, before the requirement's own handler. A handler that is added
    /// after the completion is ignored.
    ///
    /// - Parameter handler: A closure to call once with the result. Its return value replaces the result.
    public final func addProxyCompletionHandler(_ handler: @escaping ProxyHandler) {
        lock.withLock {
            if !isCompleted { proxies.append(handler) }
        }
    }

    @_specialize(where T == ActionPerformOutcome)
    private func complete(_ result: T, completedAsync: Bool) {
        lock.lock()
        guard !isCompleted else {
            lock.unlock()
            return report(.completedTwice)
        }
        isCompleted = true
        if !completedAsync { isCompletedSynchronously.store(true, ordering: .relaxed) }
        guard !proxies.isEmpty else {
            lock.unlock()
            return deliver(result, completedAsync: completedAsync)
        }
        // The handlers are removed here, so that the objects they capture are released after the call.
        let proxies = self.proxies
        self.proxies = []
        // The handlers are the app's code, so they are called with no lock held.
        lock.unlock()
        runtime.bind {
            var result = result
            for proxy in proxies.reversed() { result = proxy(result, completedAsync) }
            deliver(result, completedAsync: completedAsync)
        }
    }

    @usableFromInline
    func deliver(_ result: T, completedAsync: Bool) {
        guard let handler = handler.take() else { return }
        runtime.bind { handler(result, completedAsync) }
    }
}

/// A value that proves that a ``CompletionRequirement`` was or will be completed.
///
/// Only a requirement can create a status: call ``CompletionRequirement/completedSync(_:)`` or
/// ``CompletionRequirement/willCompleteAsync()``, and return the result.
public class CompletionStatus: @unchecked Sendable {
    /// Whether the requirement is completed asynchronously.
    public var isCompletingAsync: Bool { requirementID != nil }

    fileprivate let requirementID: ObjectIdentifier?

    fileprivate init(requirementID: ObjectIdentifier?) {
        self.requirementID = requirementID
    }
}

/// The status of a requirement that was completed synchronously.
public final class SyncCompletionStatus: CompletionStatus, @unchecked Sendable {
    /// The only instance, which all requirements share.
    ///
    /// The instance has no state, because each requirement records its own completion.
    static let completed = SyncCompletionStatus(requirementID: nil)
}

extension CompletionRequirement {
    /// Creates a requirement whose handler is called on a queue.
    ///
    /// - Parameters:
    ///   - queue: The queue on which to call the handler, or `nil` for the thread that completes the requirement. The
    ///     completing call does not wait for the handler.
    ///   - completionHandler: A closure to call once with the result. The runtime that is current at initialization is
    ///     also current during the call.
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

/// A requirement whose misuse is reported to its creator.
///
/// Other requirements report misuse as an advisory in their runtime. The engine uses this subclass if the advisory
/// needs more context, or if another requirement already reports the misuse.
final class ReportingCompletion<T: Sendable>: CompletionRequirement<T>, @unchecked Sendable {
    private let onMisuse: @Sendable (CompletionMisuse) -> Void
    private let callerCancellation: ActionCancellation?

    init(
        in runtime: FlintRuntime, completionHandler: @escaping Handler, cancellation: ActionCancellation? = nil,
        onMisuse: @escaping @Sendable (CompletionMisuse) -> Void
    ) {
        self.onMisuse = onMisuse
        callerCancellation = cancellation
        super.init(in: runtime, completionHandler: completionHandler)
    }

    override var cancellation: ActionCancellation? { callerCancellation }

    override func report(_ misuse: CompletionMisuse) {
        onMisuse(misuse)
    }
}

@usableFromInline
enum CompletionMisuse: Sendable, Hashable, CustomStringConvertible {
    case completedTwice
    case promisedTwice
    /// A deferred status was released before it was completed.
    case abandoned

    @usableFromInline var description: String { description(of: "A completion") }

    func description(of completion: String) -> String {
        switch self {
        case .completedTwice:
            "\(completion) was called more than once; only the first result is used."
        case .promisedTwice:
            "\(completion) was promised more than once; call willCompleteAsync once and keep its result."
        case .abandoned:
            "\(completion) was released before it was called; its caller waits forever."
        }
    }
}
