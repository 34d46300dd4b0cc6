public import FlintCore

/// A system's permissions, simulated: what the user has decided, the prompts on the screen, and the settings.
///
/// It follows the rules of the real ones. The system asks only for what has not been determined; asking again returns
/// at once; what was denied stays denied until it is changed in the settings; what is restricted cannot be requested;
/// what was allowed once expires when the app is started again. Prompts are shown one at a time, and requests for the
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
        var waiting: [SystemPermissionConstraint: [Completion]] = [:]
        /// The permissions being requested, in the order of their prompts.
        var prompts: [SystemPermissionConstraint] = []
        var scripted: [SystemPermissionConstraint: PromptAnswer] = [:]
    }

    private let initial: [SystemPermissionConstraint: SystemPermissionStatus]
    private let usageDescriptions: [SystemPermissionConstraint: String]
    /// Changes go through it one at a time.
    private let memory = Protected(DeviceMemory())
    private let state: Protected<State>
    /// The adapters of the checkers that are still there.
    private let connected = WeakObserverList<SimulatedPermissionAdapter>()
    /// The app's process, to which permissions are allowed once.
    private let process: DeviceProcess

    /// Creates a centre.
    ///
    /// - Parameters:
    ///   - statuses: The initial statuses; every other permission is not determined.
    ///   - usageDescriptions: Why the app asks for each permission, as its prompt shows it.
    public convenience init(
        statuses: [SystemPermissionConstraint: SystemPermissionStatus] = [:],
        usageDescriptions: [SystemPermissionConstraint: String] = [:]
    ) {
        self.init(statuses: statuses, usageDescriptions: usageDescriptions, process: .current)
    }

    /// Creates the centre of another process than this one.
    init(
        statuses: [SystemPermissionConstraint: SystemPermissionStatus],
        usageDescriptions: [SystemPermissionConstraint: String] = [:], process: DeviceProcess
    ) {
        initial = statuses
        self.usageDescriptions = usageDescriptions
        self.process = process
        state = Protected(State(statuses: statuses))
    }

    /// Adapters for a permission checker, one for each permission.
    public var adapters: [any SystemPermissionAdapter] {
        SystemPermissionConstraint.allCases.map { SimulatedPermissionAdapter(permission: $0, centre: self) }
    }

    /// A new permission checker over the adapters.
    public var checker: DefaultPermissionChecker { DefaultPermissionChecker(adapters: adapters) }

    /// The status of a permission.
    public func status(of permission: SystemPermissionConstraint) -> SystemPermissionStatus {
        state.withLock { $0.statuses[permission] ?? .notDetermined }
    }

    /// Returns the app's explanation for requesting a permission.
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
        guard state.withLock({ $0.prompts.contains(permission) }) else { return false }
        change { [process] content in
            content.statuses[permission.name] = answer == .deny ? .denied : .authorized
            content.allowedOnce[permission.name] = answer == .allowOnce ? process.id : nil
        }
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
        let isOnce = memory.withLock { $0.content.permissions?.allowedOnce[permission.name] != nil }
        guard isOnce || self.status(of: permission) != status else { return }
        change { content in
            content.statuses[permission.name] = status
            content.allowedOnce[permission.name] = nil
        }
    }

    /// Resets a permission to its initial status.
    public func reset(_ permission: SystemPermissionConstraint) {
        setStatus(initial[permission] ?? .notDetermined, of: permission)
    }

    /// Resets every permission to its initial status.
    public func resetAll() {
        for permission in SystemPermissionConstraint.allCases { reset(permission) }
    }

    /// Starts the app again, as far as permissions are concerned: what was allowed once is undetermined, and prompts
    /// are removed together with the requests that the app had made.
    public func restartApp() {
        state.withLock { state in
            state.prompts = []
            state.waiting = [:]
        }
        expireAllowedOnce { _ in true }
    }

    // MARK: What is remembered

    /// What has ever been changed of the permissions; `nil` if nothing has.
    var remembered: DeviceContent.Permissions? { memory.withLock { $0.content.permissions } }

    /// Makes the permissions what they were when they were remembered; `nil` for what they were at first.
    func restore(_ permissions: DeviceContent.Permissions?) {
        let changes = memory.withLock { memory in
            memory.update { $0.permissions = permissions }
            return adopt(memory.content)
        }
        tell(changes)
    }

    /// Returns every status as it was when the permissions were remembered.
    func statuses(
        in permissions: DeviceContent.Permissions?
    ) -> [SystemPermissionConstraint: SystemPermissionStatus] {
        var statuses: [SystemPermissionConstraint: SystemPermissionStatus] = [:]
        for permission in SystemPermissionConstraint.allCases {
            statuses[permission] =
                permissions?.statuses[permission.name] ?? initial[permission] ?? .notDetermined
        }
        return statuses
    }

    /// Remembers everything somewhere else from now on, and takes over what is remembered there.
    ///
    /// What was allowed once to an app that is no longer running expires.
    func attach(_ new: DeviceMemory) {
        memory.withLock { $0 = new }
        new.onChange { [weak self] in self?.reload() }
        reload()
        expireAllowedOnce { [process] owner in owner == process.id || !process.isRunning(owner) }
    }

    /// Takes over what another process has made of the permissions.
    func reload() {
        tell(memory.withLock { memory in adopt(memory.content) })
    }

    /// Resets what was allowed once to some processes.
    private func expireAllowedOnce(_ isOver: @escaping @Sendable (_ owner: Int32) -> Bool) {
        let allowed = memory.withLock { $0.content.permissions?.allowedOnce ?? [:] }
        guard allowed.values.contains(where: isOver) else { return }
        change { content in
            for (name, owner) in content.allowedOnce where isOver(owner) {
                content.allowedOnce[name] = nil
                content.statuses[name] = .notDetermined
            }
        }
    }

    /// Makes a change, saves it and announces its results.
    private func change(_ body: @escaping @Sendable (inout DeviceContent.Permissions) -> Void) {
        let changes = memory.withLock { memory in
            memory.update { content in
                var permissions = content.permissions ?? DeviceContent.Permissions()
                body(&permissions)
                content.permissions = permissions
            }
            return adopt(memory.content)
        }
        tell(changes)
    }

    /// Takes over what is remembered and returns what that changed, with who waits for each change.
    private func adopt(_ content: DeviceContent) -> [(SystemPermissionConstraint, [Completion])] {
        let saved = content.permissions?.statuses ?? [:]
        return state.withLock { state in
            SystemPermissionConstraint.allCases.compactMap { permission in
                let status = saved[permission.name] ?? initial[permission] ?? .notDetermined
                guard state.statuses[permission] ?? .notDetermined != status else { return nil }
                state.statuses[permission] = status
                state.prompts.removeAll { $0 == permission }
                return (permission, state.waiting.removeValue(forKey: permission) ?? [])
            }
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

    /// Notifies an adapter of changes for as long as it exists.
    fileprivate func connect(_ adapter: SimulatedPermissionAdapter) {
        connected.add(adapter)
    }

    /// Notifies observers of changed permissions, then calls the completions of their requests.
    private func tell(_ changes: [(SystemPermissionConstraint, [Completion])]) {
        for (permission, completions) in changes {
            let status = status(of: permission)
            connected.notify { $0.permissionDidChange(permission) }
            for completion in completions { completion(status) }
        }
    }
}

/// Connects a permission checker to a simulated centre.
fileprivate final class SimulatedPermissionAdapter: SystemPermissionAdapter {
    let permission: SystemPermissionConstraint
    let usageDescriptionKey = ""
    private let centre: SimulatedPermissionCentre
    private let handlers = Protected<[@Sendable () -> Void]>([])

    init(permission: SystemPermissionConstraint, centre: SimulatedPermissionCentre) {
        self.permission = permission
        self.centre = centre
        centre.connect(self)
    }

    var status: SystemPermissionStatus { centre.status(of: permission) }

    var announcesChanges: Bool { true }

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

/// A question the system asks the user.
public struct SystemPrompt: Sendable, Hashable {
    /// The permission that is requested.
    public let permission: SystemPermissionConstraint
    /// Why, in the app's words; empty if the app does not say.
    public let usage: String
}

/// What a person answers when the system asks for a permission.
public enum PromptAnswer: String, Sendable, Hashable, CaseIterable {
    /// Allow, until it is revoked in the settings.
    case allow
    /// Allow until the app is started again.
    case allowOnce
    /// Don't allow.
    case deny
}
