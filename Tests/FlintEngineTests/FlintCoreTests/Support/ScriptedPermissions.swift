import FlintLocks

@testable import FlintCore

/// A permission checker with statuses and answers that a test sets.
///
/// It can announce changes or stay silent.
final class ScriptedPermissions: SystemPermissionChecker {
    private struct State {
        var statuses: [SystemPermissionConstraint: SystemPermissionStatus] = [:]
        var answers: [SystemPermissionConstraint: SystemPermissionStatus] = [:]
        var questions: [SystemPermissionConstraint] = []
    }

    private let isAnnouncing: Bool

    private let state = Protected(State())
    private let observers = WeakObserverList<any SystemPermissionCheckerDelegate>()

    init(announcesChanges: Bool = true) {
        isAnnouncing = announcesChanges
    }

    func announcesChanges(of permission: SystemPermissionConstraint) -> Bool { isAnnouncing }

    /// The permissions that were read, in order.
    var questions: [SystemPermissionConstraint] { state.withLock { $0.questions } }

    var delegate: (any SystemPermissionCheckerDelegate)? {
        get { nil }
        set {}
    }

    /// Sets a status and announces it unless the checker is silent.
    func set(_ status: SystemPermissionStatus, _ permission: SystemPermissionConstraint) {
        state.withLock { $0.statuses[permission] = status }
        guard isAnnouncing else { return }
        observers.notify { $0.permissionStatusDidChange(permission) }
    }

    /// Sets the user's answer to requests.
    func willAnswer(_ status: SystemPermissionStatus, _ permission: SystemPermissionConstraint) {
        state.withLock { $0.answers[permission] = status }
    }

    func addObserver(_ observer: any SystemPermissionCheckerDelegate) { observers.add(observer) }
    func removeObserver(_ observer: any SystemPermissionCheckerDelegate) { observers.remove(observer) }

    func status(of permission: SystemPermissionConstraint) -> SystemPermissionStatus {
        state.withLock { state in
            state.questions.append(permission)
            return state.statuses[permission] ?? .notDetermined
        }
    }

    func requestAuthorization(
        for permission: SystemPermissionConstraint,
        completion: @escaping @Sendable (SystemPermissionConstraint, SystemPermissionStatus) -> Void
    ) {
        let answer = state.withLock { $0.answers[permission] ?? .denied }
        set(answer, permission)
        completion(permission, answer)
    }
}
