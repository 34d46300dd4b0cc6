@testable import FlintCore

/// A permission checker that says what a test has written down, and answers requests with what is written for them.
final class ScriptedPermissions: SystemPermissionChecker {
    private struct State {
        var statuses: [SystemPermissionConstraint: SystemPermissionStatus] = [:]
        var answers: [SystemPermissionConstraint: SystemPermissionStatus] = [:]
    }

    private let state = Protected(State())
    private let observers = WeakObserverList<any SystemPermissionCheckerDelegate>()

    var delegate: (any SystemPermissionCheckerDelegate)? {
        get { nil }
        set {}
    }

    /// Writes a status down and announces it.
    func set(_ status: SystemPermissionStatus, _ permission: SystemPermissionConstraint) {
        state.withLock { $0.statuses[permission] = status }
        observers.notify { $0.permissionStatusDidChange(permission) }
    }

    /// Writes down what the user will answer.
    func willAnswer(_ status: SystemPermissionStatus, _ permission: SystemPermissionConstraint) {
        state.withLock { $0.answers[permission] = status }
    }

    func addObserver(_ observer: any SystemPermissionCheckerDelegate) { observers.add(observer) }
    func removeObserver(_ observer: any SystemPermissionCheckerDelegate) { observers.remove(observer) }

    func status(of permission: SystemPermissionConstraint) -> SystemPermissionStatus {
        state.withLock { $0.statuses[permission] ?? .notDetermined }
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
