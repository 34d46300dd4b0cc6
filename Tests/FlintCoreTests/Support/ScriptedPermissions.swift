@testable import FlintCore

/// A permission checker that answers what a test has written down, also to requests, and announces changes unless it is
/// to be silent.
final class ScriptedPermissions: SystemPermissionChecker {
    private struct State {
        var statuses: [SystemPermissionConstraint: SystemPermissionStatus] = [:]
        var answers: [SystemPermissionConstraint: SystemPermissionStatus] = [:]
        var questions: [SystemPermissionConstraint] = []
    }

    private let isAnnouncing: Bool

    private let state = Protected(State())
    private let observers = WeakObserverList<any SystemPermissionCheckerDelegate>()

    /// Creates a checker to which nothing is determined.
    init(announcesChanges: Bool = true) {
        isAnnouncing = announcesChanges
    }

    func announcesChanges(of permission: SystemPermissionConstraint) -> Bool { isAnnouncing }

    /// The permissions it was asked for, in order.
    var questions: [SystemPermissionConstraint] { state.withLock { $0.questions } }

    var delegate: (any SystemPermissionCheckerDelegate)? {
        get { nil }
        set {}
    }

    /// Writes a status down, and announces it unless the checker is to be silent.
    func set(_ status: SystemPermissionStatus, _ permission: SystemPermissionConstraint) {
        state.withLock { $0.statuses[permission] = status }
        guard isAnnouncing else { return }
        observers.notify { $0.permissionStatusDidChange(permission) }
    }

    /// Writes down what the user will answer.
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
