import Dispatch

/// A context that actions are performed in, such as a window, an open document, or background work.
///
/// The session's name appears with everything recorded about its actions. It may be used from any thread.
///
/// ```swift
/// let background = ActionSession(named: "background", userInitiatedActions: false)
/// background.perform(LibraryFeature.refresh, input: feed)
/// ```
public final class ActionSession: Sendable {
    /// The main session of the current runtime.
    public static var main: ActionSession { FlintRuntime.current.mainSession }

    /// The name, as people read it.
    public let name: String
    /// Whether a person is behind the actions of the session, unless a call says otherwise.
    public let userInitiatedActions: Bool

    private let ownDispatcher: (any ActionDispatcher)?
    private let boundRuntime: WeakRuntime

    /// Creates a session in the current runtime.
    ///
    /// - Parameters:
    ///   - name: The name, as people read it.
    ///   - userInitiatedActions: Whether a person is behind the session's actions.
    ///   - dispatcher: Performs the actions; by default, the runtime's.
    public convenience init(
        named name: String, userInitiatedActions: Bool, dispatcher: (any ActionDispatcher)? = nil
    ) {
        self.init(
            named: name, userInitiatedActions: userInitiatedActions, dispatcher: dispatcher,
            runtime: .current)
    }

    init(
        named name: String, userInitiatedActions: Bool, dispatcher: (any ActionDispatcher)?, runtime: FlintRuntime
    ) {
        self.name = name
        self.userInitiatedActions = userInitiatedActions
        ownDispatcher = dispatcher
        boundRuntime = WeakRuntime(runtime)
    }

    /// Performs the session's actions.
    public var dispatcher: any ActionDispatcher { ownDispatcher ?? runtime.dispatcher }

    /// The runtime the session was made in.
    ///
    /// Held weakly, because a runtime owns its main session.
    var runtime: FlintRuntime { boundRuntime.runtime ?? .current }

    /// Performs an action.
    ///
    /// - Parameters:
    ///   - binding: The action and its feature.
    ///   - input: What the action works on.
    ///   - presenter: What it shows its results through.
    ///   - userInitiated: Whether a person asked for it.
    ///   - source: Where the request came from.
    ///   - completionRequirement: The promise to keep.
    /// - Returns: The proof that it is kept.
    public func perform<FeatureType: FeatureDefinition, ActionType: Action>(
        _ binding: StaticActionBinding<FeatureType, ActionType>, input: ActionType.InputType,
        presenter: ActionType.PresenterType, userInitiated: Bool, source: ActionSource,
        completionRequirement: ActionType.Completion
    ) -> ActionType.Completion.Status {
        perform(
            FeatureType.self, ActionType.self, input: input, presenter: presenter, userInitiated: userInitiated,
            source: source, completionRequirement: completionRequirement)
    }

    /// Performs an action whose request has been granted.
    ///
    /// - Parameters:
    ///   - binding: The granted request.
    ///   - input: What the action works on.
    ///   - presenter: What it shows its results through.
    ///   - userInitiated: Whether a person asked for it.
    ///   - source: Where the request came from.
    ///   - completionRequirement: The promise to keep.
    /// - Returns: The proof that it is kept.
    public func perform<FeatureType: ConditionalFeature, ActionType: Action>(
        _ binding: VerifiedActionBinding<FeatureType, ActionType>, input: ActionType.InputType,
        presenter: ActionType.PresenterType, userInitiated: Bool, source: ActionSource,
        completionRequirement: ActionType.Completion
    ) -> ActionType.Completion.Status {
        perform(
            FeatureType.self, ActionType.self, input: input, presenter: presenter, userInitiated: userInitiated,
            source: source, completionRequirement: completionRequirement)
    }

    /// Performs an action of either kind of feature, after the checks both need.
    private func perform<FeatureType: FeatureDefinition, ActionType: Action>(
        _ feature: FeatureType.Type, _ action: ActionType.Type, input: ActionType.InputType,
        presenter: ActionType.PresenterType, userInitiated: Bool, source: ActionSource,
        completionRequirement: ActionType.Completion
    ) -> ActionType.Completion.Status {
        let runtime = self.runtime
        return runtime.bind {
            if let error = runtime.refusal(of: action, feature: feature, session: self) {
                return completionRequirement.completedSync(.failure(error: error))
            }
            let request = ActionRequest<FeatureType, ActionType>(
                uniqueID: runtime.nextRequestID(), session: self, runtime: runtime, input: input,
                presenter: presenter, userInitiated: userInitiated, source: source)
            return dispatcher.perform(request: request, completion: completionRequirement)
        }
    }
}

/// A runtime that does not keep it alive.
private final class WeakRuntime: @unchecked Sendable {
    /// Weak references are read and cleared atomically, so this needs no lock.
    private(set) weak var runtime: FlintRuntime?

    init(_ runtime: FlintRuntime) {
        self.runtime = runtime
    }
}
