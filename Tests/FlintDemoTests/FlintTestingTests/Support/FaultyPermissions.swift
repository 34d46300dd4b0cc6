import FlintCore
import FlintLocks

/// A permission checker that is correct except for one fault.
final class FaultyChecker: SystemPermissionChecker {
    enum Fault: CaseIterable, Sendable {
        case none
        case takesOneForAll
        case forgetsTheDelegate
        case keepsTheDelegateAlive
        case neverCompletes
        case completesTwice
        case completesWithAnotherStatus
        case completesLaterAlthoughDetermined
        case completesBeforeItNotifies
        case guessesWhatItDoesNotKnow
        case holdsObserversStrongly
    }

    private typealias Completion = @Sendable (SystemPermissionConstraint, SystemPermissionStatus) -> Void

    private struct State {
        var statuses: [SystemPermissionConstraint: SystemPermissionStatus] = [:]
        var waiting: [SystemPermissionConstraint: [Completion]] = [:]
        var buffer: [any SystemPermissionCheckerDelegate] = []
        weak var delegate: (any SystemPermissionCheckerDelegate)?
    }

    private let fault: Fault
    private let known: Set<SystemPermissionConstraint>
    private let state = Protected(Carrier(State()))
    private let observers = WeakObserverList<any SystemPermissionCheckerDelegate>()

    /// A sendable box.
    ///
    /// The delegates belong to the test and are used by a single test.
    private struct Carrier: @unchecked Sendable {
        var value: State

        init(_ value: State) {
            self.value = value
        }
    }

    init(_ fault: Fault, known: Set<SystemPermissionConstraint>) {
        self.fault = fault
        self.known = known
    }

    func announcesChanges(of permission: SystemPermissionConstraint) -> Bool { true }

    var delegate: (any SystemPermissionCheckerDelegate)? {
        get { state.withLock { Carried($0.value.delegate) }.value }
        set {
            let new = Carried(newValue)
            state.withLock { state in
                state.value.delegate = new.value
                if fault == .keepsTheDelegateAlive, let delegate = new.value { state.value.buffer.append(delegate) }
            }
        }
    }

    func addObserver(_ observer: any SystemPermissionCheckerDelegate) {
        observers.add(observer)
        let new = Carried(observer)
        if fault == .holdsObserversStrongly { state.withLock { $0.value.buffer.append(new.value) } }
    }

    func removeObserver(_ observer: any SystemPermissionCheckerDelegate) { observers.remove(observer) }

    func isAuthorised(for permissions: Set<SystemPermissionConstraint>) -> Bool {
        fault == .takesOneForAll
            ? permissions.contains { status(of: $0) == .authorized }
            : permissions.allSatisfy { status(of: $0) == .authorized }
    }

    func status(of permission: SystemPermissionConstraint) -> SystemPermissionStatus {
        guard known.contains(permission) else {
            return fault == .guessesWhatItDoesNotKnow ? .notDetermined : .unsupported
        }
        return state.withLock { $0.value.statuses[permission] ?? .notDetermined }
    }

    func set(_ status: SystemPermissionStatus, of permission: SystemPermissionConstraint) {
        guard self.status(of: permission) != status else { return }
        state.withLock { $0.value.statuses[permission] = status }
        if fault != .forgetsTheDelegate { delegate?.permissionStatusDidChange(permission) }
        observers.notify { $0.permissionStatusDidChange(permission) }
    }

    func answer(_ status: SystemPermissionStatus, to permission: SystemPermissionConstraint) {
        let waiting = state.withLock { $0.value.waiting.removeValue(forKey: permission) ?? [] }
        if fault == .completesBeforeItNotifies { for completion in waiting { completion(permission, status) } }
        set(status, of: permission)
        if fault == .completesBeforeItNotifies || fault == .neverCompletes { return }
        for completion in waiting {
            completion(permission, fault == .completesWithAnotherStatus ? .denied : status)
            if fault == .completesTwice { completion(permission, status) }
        }
    }

    func requestAuthorization(
        for permission: SystemPermissionConstraint,
        completion: @escaping @Sendable (SystemPermissionConstraint, SystemPermissionStatus) -> Void
    ) {
        let status = status(of: permission)
        if status == .notDetermined || fault == .completesLaterAlthoughDetermined {
            return state.withLock { $0.value.waiting[permission, default: []].append(completion) }
        }
        completion(permission, status)
    }
}

/// A box that carries a value out of a lock without checking that it is sendable.
private struct Carried<Value>: @unchecked Sendable {
    let value: Value

    init(_ value: Value) {
        self.value = value
    }
}

/// An adapter that is correct except for one fault.
final class FaultyAdapter: SystemPermissionAdapter {
    enum Fault: CaseIterable, Sendable {
        case none
        case isForAnother
        case passesAnotherAdapter
        case neverCompletes
        case keepsOneHandlerOnly
        case announcesNothing
    }

    let permission: SystemPermissionConstraint
    let usageDescriptionKey = ""
    let announcesChanges = true
    private let fault: Fault
    private let current = Protected(SystemPermissionStatus.notDetermined)
    private let handlers = Protected<[@Sendable () -> Void]>([])

    init(_ fault: Fault) {
        self.fault = fault
        permission = fault == .isForAnother ? .photos : .camera
    }

    var status: SystemPermissionStatus { current.withLock { $0 } }

    func set(_ status: SystemPermissionStatus) {
        let hasChanged = current.withLock { current in
            defer { current = status }
            return current != status
        }
        guard hasChanged, fault != .announcesNothing else { return }
        for handler in handlers.withLock({ $0 }) { handler() }
    }

    func requestAuthorisation(
        completion: @escaping @Sendable (any SystemPermissionAdapter, SystemPermissionStatus) -> Void
    ) {
        if fault == .neverCompletes { return }
        completion(fault == .passesAnotherAdapter ? FaultyAdapter(.none) : self, status)
    }

    func observeStatus(_ handler: @escaping @Sendable () -> Void) {
        handlers.withLock { handlers in
            if fault == .keepsOneHandlerOnly { handlers = [] }
            handlers.append(handler)
        }
    }
}
