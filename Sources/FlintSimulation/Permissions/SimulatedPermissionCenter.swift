// SPDX-License-Identifier: MIT

public import FlintCore
import FlintLocks

/// A simulated permission system with prompts, the user's decisions, and settings.
///
/// The simulation follows the rules of a real system. A prompt appears only for a permission that is not determined. A
/// denied permission stays denied until it is changed in the settings, and a restricted permission cannot be requested.
/// A permission that was allowed once expires when the app restarts. Prompts appear one at a time, and requests for the
/// same permission share one prompt.
///
/// The two location permissions share one setting, as on iOS. A user who allows access for a request to access the
/// location at any time grants it provisionally, until ``useLocationInBackground()``. The prompt that extends access
/// while the app is in use appears at most once.
///
/// ```swift
/// let center = SimulatedPermissionCenter(statuses: [.camera: .denied])
/// Flint.quickSetup(AppFeatures.self) { $0.permissionChecker = center.checker }
/// // ... the app asks for a permission ...
/// center.prompt?.permission                 // .location(usage: .whenInUse)
/// center.answer(.allow, to: .location(usage: .whenInUse))
/// ```
///
/// All members may be called from any thread. Handlers are called on the thread that makes a change, or on the main
/// queue for another program's change to a shared device. No lock is held during the calls.
public final class SimulatedPermissionCenter: Sendable {
    fileprivate typealias Completion = @Sendable (SystemPermissionStatus) -> Void

    fileprivate struct State {
        var statuses: [SystemPermissionConstraint: SystemPermissionStatus]
        var attributes: [SystemPermissionConstraint: [PermissionAttribute]] = [:]
        var waiting: [SystemPermissionConstraint: [Completion]] = [:]
        /// The requested permissions in the order of their prompts.
        var prompts: [SystemPermissionConstraint] = []
        var scripted: [SystemPermissionConstraint: PromptAnswer] = [:]
    }

    private let initialStatuses: [SystemPermissionConstraint: SystemPermissionStatus]
    private let usageDescriptions: [SystemPermissionConstraint: String]
    /// The permissions in memory or in a file, whose lock also serializes changes to them.
    private let memory = Protected(DeviceMemory())
    private let state: Protected<State>
    private let connected = WeakObserverList<SimulatedPermissionAdapter>()
    private let process: ProcessIdentity

    /// Creates a permission center.
    ///
    /// - Parameters:
    ///   - statuses: The initial statuses. Other permissions are not determined.
    ///   - usageDescriptions: The app's reasons for requesting permissions, which prompts show.
    public convenience init(
        statuses: [SystemPermissionConstraint: SystemPermissionStatus] = [:],
        usageDescriptions: [SystemPermissionConstraint: String] = [:]
    ) {
        self.init(statuses: statuses, usageDescriptions: usageDescriptions, process: .current)
    }

    init(
        statuses: [SystemPermissionConstraint: SystemPermissionStatus],
        usageDescriptions: [SystemPermissionConstraint: String] = [:], process: ProcessIdentity
    ) {
        initialStatuses = statuses
        self.usageDescriptions = usageDescriptions
        self.process = process
        state = Protected(State(statuses: Self.statuses(in: nil, initial: statuses)))
    }

    /// The adapters for a permission checker, one for each permission.
    public var adapters: [any SystemPermissionAdapter] {
        SystemPermissionConstraint.allCases.map { SimulatedPermissionAdapter(permission: $0, center: self) }
    }

    /// A new permission checker that uses the adapters.
    public var checker: DefaultPermissionChecker { DefaultPermissionChecker(adapters: adapters) }

    /// Returns the status of a permission.
    public func status(of permission: SystemPermissionConstraint) -> SystemPermissionStatus {
        state.withLock { $0.statuses[permission] ?? .notDetermined }
    }

    /// Returns limits on the granted access, such as reduced accuracy.
    public func attributes(of permission: SystemPermissionConstraint) -> [PermissionAttribute] {
        state.withLock { $0.attributes[permission] ?? [] }
    }

    /// Returns the app's reason for requesting a permission, or `nil` if the app gives no reason.
    public func usageDescription(of permission: SystemPermissionConstraint) -> String? {
        usageDescriptions[permission]
    }

    /// The prompt on the screen, or `nil` if no request is pending.
    public var prompt: SystemPrompt? {
        state.withLock { $0.prompts.first }.map {
            SystemPrompt(permission: $0, usage: usageDescriptions[$0] ?? "", answers: offeredAnswers(for: $0))
        }
    }

    package func offeredAnswers(for permission: SystemPermissionConstraint) -> [PromptAnswer] {
        guard state.withLock({ $0.prompts.contains(permission) }) else { return [] }
        guard case .location(let usage) = permission, location(in: restorableContent).extendsAccess(for: usage) else {
            return PromptAnswer.allCases
        }
        return [.allow, .deny]
    }

    /// Answers the prompt for a permission.
    ///
    /// - Parameters:
    ///   - answer: The user's answer.
    ///   - permission: The permission that the prompt requests.
    /// - Returns: Whether a prompt for the permission was visible or queued and offered the answer.
    @discardableResult
    public func answer(_ answer: PromptAnswer, to permission: SystemPermissionConstraint) -> Bool {
        // The prompt may be gone, or may not offer this answer.
        guard offeredAnswers(for: permission).contains(answer) else { return false }
        let hasPrompt = state.withLock { state in
            guard let index = state.prompts.firstIndex(of: permission) else { return false }
            state.prompts.remove(at: index)
            return true
        }
        // Another thread may have answered the prompt between the two checks.
        guard hasPrompt else { return false }
        change { [self] content in
            if case .location(let usage) = permission {
                changeLocation(in: &content) { location in
                    switch answer {
                    case .allow: location.allow(usage)
                    case .allowOnce: location.allowOnce()
                    case .deny: location.deny(usage)
                    }
                }
            } else {
                content.statuses[permission.name] = answer == .deny ? .denied : .authorized
                content.allowedOnce[permission.name] = answer == .allowOnce ? process.id : nil
            }
        }
        return true
    }

    /// Sets the automatic answers to prompts, by permission.
    ///
    /// A prompt with an automatic answer is answered as soon as its permission is requested. Other prompts wait for the
    /// user, as do prompts that do not offer the answer. The new answers replace all previous ones.
    public func script(_ answers: [SystemPermissionConstraint: PromptAnswer]) {
        state.withLock { $0.scripted = answers }
    }

    /// Changes a permission, as the system settings or an administrator would.
    ///
    /// A prompt for the permission is dismissed, and its pending requests complete with the new status. A permission
    /// that was allowed once no longer expires. The location permissions share one setting: denying access while the
    /// app is in use also denies access at any time.
    public func setStatus(_ status: SystemPermissionStatus, of permission: SystemPermissionConstraint) {
        let isOnce = restorableContent?.allowedOnce[permission.name] != nil
        let isTentative = permission == .location(usage: .always) && isAlwaysLocationProvisional
        // A choice in the settings makes temporary or provisional access permanent, even if the status stays the same.
        guard isOnce || isTentative || self.status(of: permission) != status else { return }
        change { [self] content in set(status, of: permission, in: &content) }
    }

    private func set(
        _ status: SystemPermissionStatus, of permission: SystemPermissionConstraint,
        in content: inout DeviceContent.Permissions
    ) {
        if case .location(let usage) = permission {
            changeLocation(in: &content) { $0.set(status, for: usage) }
        } else {
            content.statuses[permission.name] = status
            content.allowedOnce[permission.name] = nil
        }
    }

    // MARK: Location

    /// Whether access to the location at any time waits for the user's confirmation.
    ///
    /// Until then, the status of the permission is authorized.
    public var isAlwaysLocationProvisional: Bool { location(in: restorableContent).isProvisional }

    /// The accuracy with which the app receives the location.
    public var locationAccuracy: LocationAccuracy { restorableContent?.location?.accuracy ?? .full }

    /// Changes the accuracy with which the app receives the location, as the system settings would.
    public func setLocationAccuracy(_ accuracy: LocationAccuracy) {
        guard locationAccuracy != accuracy else { return }
        change { content in
            content.location = content.location ?? DeviceContent.Location()
            content.location?.accuracy = accuracy
        }
    }

    /// Simulates the app's use of the location in the background.
    ///
    /// If access at any time is provisional, a prompt asks the user to confirm it.
    public func useLocationInBackground() {
        guard isAlwaysLocationProvisional else { return }
        let permission = SystemPermissionConstraint.location(usage: .always)
        let scripted = state.withLock { state in
            if !state.prompts.contains(permission) { state.prompts.append(permission) }
            return state.scripted[permission]
        }
        if let scripted { answer(scripted, to: permission) }
    }

    private func location(in content: DeviceContent.Permissions?) -> LocationAuthorization {
        Self.location(in: content, initial: initialStatuses)
    }

    private static func location(
        in content: DeviceContent.Permissions?, initial: [SystemPermissionConstraint: SystemPermissionStatus]
    ) -> LocationAuthorization {
        func status(_ usage: LocationUsage) -> SystemPermissionStatus {
            let permission = SystemPermissionConstraint.location(usage: usage)
            return content?.statuses[permission.name] ?? initial[permission] ?? .notDetermined
        }
        let whenInUse = SystemPermissionConstraint.location(usage: .whenInUse)
        return LocationAuthorization(
            whenInUse: status(.whenInUse), always: status(.always),
            isAllowedOnce: content?.allowedOnce[whenInUse.name] != nil,
            isProvisional: content?.location?.isProvisional ?? false,
            hasAskedForAlways: content?.location?.hasAskedForAlways ?? false)
    }

    private func changeLocation(
        in content: inout DeviceContent.Permissions, _ body: (inout LocationAuthorization) -> Void
    ) {
        let before = location(in: content)
        var location = before
        body(&location)
        guard location != before else { return }
        let names = LocationUsage.allCases.map { ($0, SystemPermissionConstraint.location(usage: $0).name) }
        for (usage, name) in names {
            content.statuses[name] = location.status(for: usage)
            content.allowedOnce[name] = usage == .whenInUse && location.isAllowedOnce ? process.id : nil
        }
        // The file has no part for the location until it differs from the default.
        guard location.isProvisional || location.hasAskedForAlways || content.location != nil else { return }
        content.location = content.location ?? DeviceContent.Location()
        content.location?.isProvisional = location.isProvisional
        content.location?.hasAskedForAlways = location.hasAskedForAlways
    }

    // MARK: Resets and restarts

    /// Resets a permission to its initial status.
    public func reset(_ permission: SystemPermissionConstraint) {
        setStatus(initialStatuses[permission] ?? .notDetermined, of: permission)
    }

    /// Resets every permission to its initial status.
    public func resetAll() {
        for permission in SystemPermissionConstraint.allCases { reset(permission) }
    }

    /// Simulates an app restart.
    ///
    /// Permissions that were allowed once become undetermined. Prompts are dismissed, and the completion handlers of
    /// pending requests are never called.
    public func restartApp() {
        state.withLock { state in
            state.prompts = []
            state.waiting = [:]
        }
        expireAllowedOnce { _ in true }
    }

    // MARK: Memory

    var restorableContent: DeviceContent.Permissions? { memory.withLock { $0.content.permissions } }

    func restore(_ permissions: DeviceContent.Permissions?) {
        let changes = memory.withLock { memory in
            memory.update { $0.permissions = permissions }
            return adopt(memory.content)
        }
        notifyObservers(of: changes)
    }

    func statuses(
        in permissions: DeviceContent.Permissions?
    ) -> [SystemPermissionConstraint: SystemPermissionStatus] {
        Self.statuses(in: permissions, initial: initialStatuses)
    }

    private static func statuses(
        in permissions: DeviceContent.Permissions?, initial: [SystemPermissionConstraint: SystemPermissionStatus]
    ) -> [SystemPermissionConstraint: SystemPermissionStatus] {
        let location = location(in: permissions, initial: initial)
        var statuses: [SystemPermissionConstraint: SystemPermissionStatus] = [:]
        for permission in SystemPermissionConstraint.allCases {
            statuses[permission] =
                if case .location(let usage) = permission {
                    location.status(for: usage)
                } else {
                    permissions?.statuses[permission.name] ?? initial[permission] ?? .notDetermined
                }
        }
        return statuses
    }

    private func attributes(
        of statuses: [SystemPermissionConstraint: SystemPermissionStatus], in permissions: DeviceContent.Permissions?
    ) -> [SystemPermissionConstraint: [PermissionAttribute]] {
        let isProvisional = location(in: permissions).isProvisional
        var all: [SystemPermissionConstraint: [PermissionAttribute]] = [:]
        for (permission, status) in statuses where status == .authorized {
            var attributes: [PermissionAttribute] = []
            if permission == .location(usage: .always), isProvisional { attributes.append(.provisional) }
            if permissions?.allowedOnce[permission.name] != nil { attributes.append(.allowedOnce) }
            if case .location = permission, permissions?.location?.accuracy == .reduced {
                attributes.append(.reducedAccuracy)
            }
            if !attributes.isEmpty { all[permission] = attributes }
        }
        return all
    }

    func permissions(
        _ permissions: DeviceContent.Permissions?, setting status: SystemPermissionStatus,
        of permission: SystemPermissionConstraint
    ) -> DeviceContent.Permissions {
        var content = permissions ?? DeviceContent.Permissions()
        set(status, of: permission, in: &content)
        return content
    }

    func permissionsAfterRestart(_ permissions: DeviceContent.Permissions?) -> DeviceContent.Permissions? {
        guard var content = permissions else { return nil }
        expireAllowedOnce(in: &content) { _ in true }
        return content
    }

    /// Replaces the device memory and adopts the statuses that the new memory holds.
    ///
    /// Permissions that were allowed once expire, unless they were allowed to another process that is still running.
    func attach(_ new: DeviceMemory) {
        memory.withLock { $0 = new }
        new.onChange { [weak self] in self?.reload() }
        reload()
        // Access that this process was allowed once belongs to an earlier process with the same identifier.
        expireAllowedOnce { [process] owner in owner == process.id }
    }

    func reload() {
        notifyObservers(of: memory.withLock { memory in adopt(memory.content) })
        expireAllowedOnce { [process] owner in !process.isRunning(owner) }
    }

    private func expireAllowedOnce(_ isOver: @escaping @Sendable (_ owner: Int32) -> Bool) {
        let allowed = memory.withLock { $0.content.permissions?.allowedOnce ?? [:] }
        // Without expired access the file need not be locked and written.
        guard allowed.values.contains(where: isOver) else { return }
        change { [self] content in expireAllowedOnce(in: &content, where: isOver) }
    }

    private func expireAllowedOnce(
        in content: inout DeviceContent.Permissions, where isOver: (_ owner: Int32) -> Bool
    ) {
        for (name, owner) in content.allowedOnce where isOver(owner) {
            content.allowedOnce[name] = nil
            // A newer version of the program can have written names that this one does not know.
            if let permission = SystemPermissionConstraint(name: name) {
                set(.notDetermined, of: permission, in: &content)
            } else {
                content.statuses[name] = .notDetermined
            }
        }
    }

    private func change(_ body: @escaping @Sendable (inout DeviceContent.Permissions) -> Void) {
        let changes = memory.withLock { memory in
            memory.update { content in
                var permissions = content.permissions ?? DeviceContent.Permissions()
                body(&permissions)
                content.permissions = permissions
            }
            return adopt(memory.content)
        }
        notifyObservers(of: changes)
    }

    /// Every permission, with each wider permission before those that it includes.
    private static let announcementOrder = SystemPermissionConstraint.allCases
        .filter { PermissionRules.wider(than: $0) == nil }.flatMap(PermissionRules.affectedPermissions)

    /// Adopts the statuses stored in the device's memory.
    ///
    /// The result contains the permissions whose status or attributes changed, with the completion handlers of the
    /// requests that the status answers.
    private func adopt(_ content: DeviceContent) -> [(SystemPermissionConstraint, [Completion])] {
        let statuses = statuses(in: content.permissions)
        let attributes = attributes(of: statuses, in: content.permissions)
        // Provisional access counts as authorized, but its confirmation prompt may still be open.
        let provisional: SystemPermissionConstraint? =
            location(in: content.permissions).isProvisional ? .location(usage: .always) : nil
        return state.withLock { state in
            // A prompt whose permission was decided elsewhere, such as in the settings, disappears.
            state.prompts.removeAll { statuses[$0] != .notDetermined && $0 != provisional }
            let before = state.attributes
            state.attributes = attributes
            return Self.announcementOrder.compactMap { permission in
                let status = statuses[permission] ?? .notDetermined
                guard state.statuses[permission] ?? .notDetermined != status else {
                    return before[permission] == attributes[permission] ? nil : (permission, [])
                }
                state.statuses[permission] = status
                return (permission, state.waiting.removeValue(forKey: permission) ?? [])
            }
        }
    }

    // MARK: Members for adapters

    /// Requests a permission, with a prompt if it is not determined.
    ///
    /// Otherwise, the request completes immediately.
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
        // Completions run without the lock, because they may request another permission.
        if let settled { return completion(settled) }
        if let scripted { answer(scripted, to: permission) }
    }

    fileprivate func connect(_ adapter: SimulatedPermissionAdapter) {
        connected.add(adapter)
    }

    private func notifyObservers(of changes: [(SystemPermissionConstraint, [Completion])]) {
        for (permission, completions) in changes {
            let status = status(of: permission)
            connected.notify { $0.permissionDidChange(permission) }
            for completion in completions { completion(status) }
        }
    }
}

fileprivate final class SimulatedPermissionAdapter: SystemPermissionAdapter, ImmediateSource {
    let permission: SystemPermissionConstraint
    let usageDescriptionKey = ""
    private let center: SimulatedPermissionCenter
    private let handlers = Protected<[@Sendable () -> Void]>([])

    init(permission: SystemPermissionConstraint, center: SimulatedPermissionCenter) {
        self.permission = permission
        self.center = center
        center.connect(self)
    }

    var status: SystemPermissionStatus { center.status(of: permission) }

    var announcesChanges: Bool { true }

    var answersImmediately: Bool { true }

    var usageDescription: String? { center.usageDescription(of: permission) }

    var attributes: [PermissionAttribute] { center.attributes(of: permission) }

    func requestAuthorisation(
        completion:
            @escaping @Sendable (_ adapter: any SystemPermissionAdapter, _ status: SystemPermissionStatus) -> Void
    ) {
        center.request(permission) { [self] status in completion(self, status) }
    }

    func observeStatus(_ handler: @escaping @Sendable () -> Void) {
        handlers.withLock { $0.append(handler) }
    }

    func permissionDidChange(_ permission: SystemPermissionConstraint) {
        guard permission == self.permission else { return }
        for handler in handlers.withLock({ $0 }) { handler() }
    }
}

/// A prompt in which the system requests a permission from the user.
///
/// Answer it with ``SimulatedPermissionCenter/answer(_:to:)``.
public struct SystemPrompt: Sendable, Hashable {
    /// The requested permission.
    public let permission: SystemPermissionConstraint
    /// The app's reason for the request, which is empty if the app gives no reason.
    public let usage: String
    /// The answers that the prompt offers.
    ///
    /// A prompt that extends access to the location cannot be answered with ``/FlintModel/PromptAnswer/allowOnce``.
    public let answers: [PromptAnswer]
}

/// The accuracy with which an app receives the device's location.
public enum LocationAccuracy: String, Codable, Sendable, Hashable, CaseIterable {
    /// The precise location.
    case full
    /// An approximate location in an area of a few kilometers.
    case reduced
}

/// The former spelling of ``SimulatedPermissionCenter``.
@available(*, deprecated, renamed: "SimulatedPermissionCenter")
public typealias SimulatedPermissionCentre = SimulatedPermissionCenter
