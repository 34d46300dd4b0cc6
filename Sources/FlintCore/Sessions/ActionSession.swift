// SPDX-License-Identifier: MIT

public import Dispatch

/// A context in which actions are performed, such as a window, an open document, or background work.
///
/// The session's name is recorded with each of its actions. A session can be used from any thread.
///
/// ```swift
/// let background = ActionSession(
///     named: "background", userInitiatedActions: false, callerQueue: DispatchQueue(label: "processing"))
/// background.perform(LibraryFeature.refresh, input: feed)
/// ```
///
/// An action without an explicit queue is performed on the session's caller queue: synchronously if the caller is
/// already on that queue, otherwise asynchronously. In a module with main-actor isolation by default, an action for
/// another queue must be declared `nonisolated`.
public final class ActionSession: Sendable {
    /// The main session of the current runtime.
    public static var main: ActionSession { FlintRuntime.currentMainSession }

    /// The display name of the session.
    public let name: String
    /// Whether the user initiates the session's actions, unless a call overrides this value.
    public let userInitiatedActions: Bool

    /// The queue for actions without an explicit queue.
    public let callerQueue: DispatchQueue

    private let callerQueueMark: Int
    private let ownDispatcher: (any ActionDispatcher)?
    /// The runtime that the session was created in, set before the session is shared.
    @exclusivity(unchecked) nonisolated(unsafe) private var home: RuntimeReference?
    /// The runtime, if it is guaranteed to outlive the session.
    @exclusivity(unchecked) nonisolated(unsafe) private var unretainedRuntime: Unmanaged<FlintRuntime>?

    /// Creates a session in the current runtime.
    ///
    /// - Parameters:
    ///   - name: The display name of the session.
    ///   - userInitiatedActions: Whether the user initiates the session's actions.
    ///   - dispatcher: The dispatcher that performs the actions. The default is the runtime's dispatcher.
    ///   - callerQueue: The queue for actions without an explicit queue.
    public init(
        named name: String, userInitiatedActions: Bool, dispatcher: (any ActionDispatcher)? = nil,
        callerQueue: DispatchQueue = .main
    ) {
        self.callerQueue = callerQueue
        callerQueueMark = QueueIdentity.mark(of: callerQueue)
        self.name = name
        self.userInitiatedActions = userInitiatedActions
        ownDispatcher = dispatcher
        let home = RuntimeReference(keeping: .current)
        self.home = home
        unretainedRuntime = home.unmanagedRuntime
    }

    /// Creates the main session of a runtime that is still being initialized; see ``attach(to:)``.
    init() {
        callerQueue = .main
        callerQueueMark = QueueIdentity.mark(of: .main)
        name = "main"
        userInitiatedActions = true
        ownDispatcher = nil
        home = nil
    }

    func attach(to runtime: FlintRuntime) {
        let home = RuntimeReference(to: runtime)
        self.home = home
        unretainedRuntime = home.unmanagedRuntime
    }

    deinit {
        home?.runtime?.actionStacks.closeAll(of: ObjectIdentifier(self))
    }

    /// The dispatcher that performs the session's actions.
    public var dispatcher: any ActionDispatcher { ownDispatcher ?? runtime.dispatcher }

    var usesRuntimeDispatcher: Bool { ownDispatcher == nil }

    /// The runtime that the session was created in, or the current runtime if that runtime has been released.
    var runtime: FlintRuntime { unretainedRuntime?.takeUnretainedValue() ?? home?.runtime ?? .current }

    func queue<ActionType: Action>(of action: ActionType.Type) -> DispatchQueue {
        let queue = QueueIdentity.queue(of: action)
        return queue === QueueIdentity.callerQueueOfSession ? callerQueue : queue
    }

    /// Returns whether the caller is on the queue with the given mark.
    ///
    /// The mark can be the placeholder for the session's caller queue.
    func isCurrent(_ mark: Int) -> Bool {
        QueueIdentity.isCurrent(mark == QueueIdentity.callerQueueMark ? callerQueueMark : mark)
    }

    @inline(__always)
    func withRuntime<Result>(_ body: (FlintRuntime) -> Result) -> Result {
        // A runtime that outlives the session is passed without reference counting, which would take longer than most
        // closures.
        guard let unretainedRuntime else { return body(runtime) }
        return unretainedRuntime._withUnsafeGuaranteedRef(body)
    }
}

extension ActionSession {
    /// Starts logging the actions of the current runtime.
    ///
    /// Further calls have no effect.
    public static func quickSetupMainSession() {
        let runtime = FlintRuntime.current
        guard runtime.logging.startLoggingActions() else { return }
        runtime.dispatcher.add(observer: ActionLoggingDispatchObserver.instance)
    }
}
