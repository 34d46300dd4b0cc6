public import Dispatch

/// A context that actions are performed in, such as a window, an open document, or background work.
///
/// The session's name appears with everything recorded about its actions. It may be used from any thread.
///
/// ```swift
/// let background = ActionSession(
///     named: "background", userInitiatedActions: false, callerQueue: DispatchQueue(label: "processing"))
/// background.perform(LibraryFeature.refresh, input: feed)
/// ```
///
/// An action that names no queue of its own is performed on the session's caller queue: at once if the caller is on it
/// already, else after a hop. In a module whose code belongs to the main actor by default, an action for another queue
/// must be declared `nonisolated`.
public final class ActionSession: Sendable {
    /// The main session of the current runtime.
    public static var main: ActionSession { FlintRuntime.currentMainSession }

    /// The name, as people read it.
    public let name: String
    /// Whether a person is behind the actions of the session, unless a call overrides it.
    public let userInitiatedActions: Bool

    /// The queue on which actions are performed that name none of their own.
    public let callerQueue: DispatchQueue

    /// What ``callerQueue`` is marked with.
    private let callerQueueMark: Int
    private let ownDispatcher: (any ActionDispatcher)?
    /// The runtime the session was made in; set before the session is shared.
    @exclusivity(unchecked) nonisolated(unsafe) private var home: RuntimeReference?
    /// The same, if it stays as long as this does.
    @exclusivity(unchecked) nonisolated(unsafe) private var lasting: Unmanaged<FlintRuntime>?

    /// Creates a session in the current runtime.
    ///
    /// - Parameters:
    ///   - name: The name, as people read it.
    ///   - userInitiatedActions: Whether a person is behind the session's actions.
    ///   - dispatcher: Performs the actions; by default, the runtime's.
    ///   - callerQueue: The queue on which actions are performed that name none of their own.
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
        lasting = home.lasting
    }

    /// Creates the main session of a runtime that is being made; see ``belong(to:)``.
    init() {
        callerQueue = .main
        callerQueueMark = QueueIdentity.mark(of: .main)
        name = "main"
        userInitiatedActions = true
        ownDispatcher = nil
        home = nil
    }

    /// Makes this the main session of a runtime; called once, by the runtime that keeps it.
    func belong(to runtime: FlintRuntime) {
        let home = RuntimeReference(to: runtime)
        self.home = home
        lasting = home.lasting
    }

    deinit {
        home?.runtime?.actionStacks.closeAll(of: ObjectIdentifier(self))
    }

    /// Performs the session's actions.
    public var dispatcher: any ActionDispatcher { ownDispatcher ?? runtime.dispatcher }

    /// Whether the session leaves it to its runtime what performs its actions.
    var isPlain: Bool { ownDispatcher == nil }

    /// The runtime the session was made in.
    var runtime: FlintRuntime { lasting?.takeUnretainedValue() ?? home?.runtime ?? .current }

    /// Returns the queue on which an action is performed in this session.
    func queue<ActionType: Action>(of action: ActionType.Type) -> DispatchQueue {
        let queue = QueueIdentity.queue(of: action)
        return queue === QueueIdentity.callerQueueOfSession ? callerQueue : queue
    }

    /// Whether the caller runs on the queue that an action with a queue mark is performed on in this session.
    func isCurrent(_ mark: Int) -> Bool {
        QueueIdentity.isCurrent(mark == QueueIdentity.callerQueueMark ? callerQueueMark : mark)
    }

    /// Runs a body with the runtime the session was made in.
    ///
    /// References to one that stays as long as the session does are not counted, which would take longer than most of
    /// what is done with it.
    @inline(__always)
    func withRuntime<Result>(_ body: (FlintRuntime) -> Result) -> Result {
        guard let lasting else { return body(runtime) }
        return lasting._withUnsafeGuaranteedRef(body)
    }
}

extension ActionSession {
    /// Has what is done in the current runtime written to its log, once however often it is called.
    public static func quickSetupMainSession() {
        let runtime = FlintRuntime.current
        guard runtime.logging.startLoggingActions() else { return }
        runtime.dispatcher.add(observer: ActionLoggingDispatchObserver.instance)
    }
}
