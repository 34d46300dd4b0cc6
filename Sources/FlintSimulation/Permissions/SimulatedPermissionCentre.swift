public import FlintCore
import Synchronization

/// A system's permissions, simulated: what the user has decided, the prompts on the screen, and the settings.
///
/// It follows the rules of the real ones. The system asks only for what has not been determined; asking again returns
/// at once; what was denied stays denied until it is changed in the settings; what is restricted cannot be asked for;
/// what was allowed once lapses when the app is started again. Prompts are shown one at a time, and requests for the
/// same permission share one.
///
/// ```swift
/// let centre = SimulatedPermissionCentre(statuses: [.camera: .denied])
/// Flint.quickSetup(AppFeatures.self) { $0.permissionChecker = centre.checker }
/// // ... the app asks for a permission ...
/// centre.prompt?.permission                 // .location(usage: .whenInUse)
/// centre.answer(.allow, to: .location(usage: .whenInUse))
/// ```
///
/// All members may be called from any thread. Handlers run on the thread of the change, with no lock held.
public final class SimulatedPermissionCentre: Sendable {
    fileprivate typealias Completion = @Sendable (SystemPermissionStatus) -> Void

    fileprivate struct State {
        var statuses: [SystemPermissionConstraint: SystemPermissionStatus]
        /// What was allowed only until the app is started again.
        var allowedOnce: Set<SystemPermissionConstraint> = []
        var waiting: [SystemPermissionConstraint: [Completion]] = [:]
        /// The permissions being asked for, in the order of their prompts.
        var prompts: [SystemPermissionConstraint] = []
        var scripted: [SystemPermissionConstraint: PromptAnswer] = [:]
    }

    private let initial: [SystemPermissionConstraint: SystemPermissionStatus]
    private let usageDescriptions: [SystemPermissionConstraint: String]
    private let state: Mutex<State>
    /// The adapters of the checkers that are still there.
    private let connected = WeakObserverList<SimulatedPermissionAdapter>()

    /// Creates a centre.
    ///
    /// - Parameters:
    ///   - statuses: What holds at first; every other permission has not been determined.
    ///   - usageDescriptions: Why the app asks for each permission, as its prompt says.
    public init(
        statuses: [SystemPermissionConstraint: SystemPermissionStatus] = [:],
        usageDescriptions: [SystemPermissionConstraint: String] = [:]
    ) {
        initial = statuses
        self.usageDescriptions = usageDescriptions
        state = Mutex(State(statuses: statuses))
    }

    /// Adapters that connect a permission checker to the centre, one for every permission.
    public var adapters: [any SystemPermissionAdapter] {
        SystemPermissionConstraint.allCases.map { SimulatedPermissionAdapter(permission: $0, centre: self) }
    }

    /// A permission checker that asks the centre; a new one each time.
    public var checker: DefaultPermissionChecker { DefaultPermissionChecker(adapters: adapters) }

    /// How a permission stands.
    public func status(of permission: SystemPermissionConstraint) -> SystemPermissionStatus {
        state.withLock { $0.statuses[permission] ?? .notDetermined }
    }

    /// Why the app asks for a permission, or `nil` if it does not say.
    public func usageDescription(of permission: SystemPermissionConstraint) -> String? {
        usageDescriptions[permission]
    }

    /// The prompt on the screen, if there is one.
    public var prompt: SystemPrompt? {
        state.withLock { $0.prompts.first }.map {
            SystemPrompt(permission: $0, usage: usageDescriptions[$0] ?? "")
        }
    }

    /// Answers the prompt for a permission.
    ///
    /// - Returns: Whether there was one.
    @discardableResult
    public func answer(_ answer: PromptAnswer, to permission: SystemPermissionConstraint) -> Bool {
        let completions: [Completion]? = state.withLock { state in
            guard state.prompts.contains(permission) else { return nil }
            state.settle(permission, as: answer == .deny ? .denied : .authorized)
            if answer == .allowOnce { state.allowedOnce.insert(permission) }
            return state.waiting.removeValue(forKey: permission) ?? []
        }
        guard let completions else { return false }
        tell(permission, completions)
        return true
    }

    /// Has prompts for some permissions answered as soon as they appear.
    public func script(_ answers: [SystemPermissionConstraint: PromptAnswer]) {
        state.withLock { $0.scripted = answers }
    }

    /// Changes a permission, as the system's settings or an administrator would.
    ///
    /// A prompt for it that is on the screen goes away, and what was allowed once is no longer only that.
    public func setStatus(_ status: SystemPermissionStatus, of permission: SystemPermissionConstraint) {
        let completions: [Completion]? = state.withLock { state in
            guard state.statuses[permission] ?? .notDetermined != status else {
                state.allowedOnce.remove(permission)
                return nil
            }
            state.settle(permission, as: status)
            return state.waiting.removeValue(forKey: permission) ?? []
        }
        if let completions { tell(permission, completions) }
    }

    /// Makes a permission what it was at first.
    public func reset(_ permission: SystemPermissionConstraint) {
        setStatus(initial[permission] ?? .notDetermined, of: permission)
    }

    /// Makes every permission what it was at first.
    public func resetAll() {
        for permission in SystemPermissionConstraint.allCases { reset(permission) }
    }

    /// Starts the app again, as far as permissions are concerned: what was allowed once is undetermined, and prompts
    /// are gone together with the requests that the app had made.
    public func restartApp() {
        let lapsed = state.withLock { state in
            state.prompts = []
            state.waiting = [:]
            return state.allowedOnce
        }
        for permission in SystemPermissionConstraint.allCases where lapsed.contains(permission) {
            setStatus(.notDetermined, of: permission)
        }
    }

    // MARK: What adapters use

    /// Asks for a permission: shows a prompt if there is something to ask, and otherwise completes at once.
    fileprivate func request(
        _ permission: SystemPermissionConstraint, completion: @escaping @Sendable (SystemPermissionStatus) -> Void
    ) {
        let (settled, scripted): (SystemPermissionStatus?, PromptAnswer?) = state.withLock { state in
            let status = state.statuses[permission] ?? .notDetermined
            guard status == .notDetermined else { return (status, nil) }
            state.waiting[permission, default: []].append(completion)
            if !state.prompts.contains(permission) { state.prompts.append(permission) }
            return (nil, state.scripted[permission])
        }
        if let settled { return completion(settled) }
        if let scripted { answer(scripted, to: permission) }
    }

    /// Tells an adapter of changes for as long as it is there.
    fileprivate func connect(_ adapter: SimulatedPermissionAdapter) {
        connected.add(adapter)
    }

    /// Tells everybody who needs to know that a permission has changed, observers first.
    private func tell(_ permission: SystemPermissionConstraint, _ completions: [Completion]) {
        let status = status(of: permission)
        connected.notify { $0.permissionDidChange(permission) }
        for completion in completions { completion(status) }
    }
}

extension SimulatedPermissionCentre.State {
    /// Gives a permission a status and takes its prompt off the screen.
    fileprivate mutating func settle(_ permission: SystemPermissionConstraint, as status: SystemPermissionStatus) {
        statuses[permission] = status
        allowedOnce.remove(permission)
        prompts.removeAll { $0 == permission }
    }
}

/// Connects a permission checker to a simulated centre.
fileprivate final class SimulatedPermissionAdapter: SystemPermissionAdapter {
    let permission: SystemPermissionConstraint
    private let centre: SimulatedPermissionCentre
    private let handlers = Mutex<[@Sendable () -> Void]>([])

    init(permission: SystemPermissionConstraint, centre: SimulatedPermissionCentre) {
        self.permission = permission
        self.centre = centre
        centre.connect(self)
    }

    var status: SystemPermissionStatus { centre.status(of: permission) }

    var usageDescription: String? { centre.usageDescription(of: permission) }

    func requestAuthorisation(
        completion:
            @escaping @Sendable (_ adapter: any SystemPermissionAdapter, _ status: SystemPermissionStatus) -> Void
    ) {
        centre.request(permission) { [self] status in completion(self, status) }
    }

    func observeStatus(_ handler: @escaping @Sendable () -> Void) {
        handlers.withLock { $0.append(handler) }
    }

    /// Passes a change on, if it is of this adapter's permission.
    func permissionDidChange(_ permission: SystemPermissionConstraint) {
        guard permission == self.permission else { return }
        for handler in handlers.withLock({ $0 }) { handler() }
    }
}
