import FlintCore

@testable import FlintSystemPermissions

/// A system permission that a test controls.
final class FakeSystem: SystemPermissionSource {
    private struct State {
        var status = SystemPermissionStatus.notDetermined
        var completions: [@Sendable () -> Void] = []
        var observers: [@Sendable () -> Void] = []
    }

    let permission: SystemPermissionConstraint
    let usageDescriptionKey: String?
    private let state = Protected(State())

    init(_ permission: SystemPermissionConstraint = .camera, key: String? = nil) {
        self.permission = permission
        usageDescriptionKey = key
    }

    var status: SystemPermissionStatus { state.withLock { $0.status } }

    var questions: Int { state.withLock { $0.completions.count } }

    func request(_ completion: @escaping @Sendable () -> Void) {
        state.withLock { $0.completions.append(completion) }
    }

    func observe(_ handler: @escaping @Sendable () -> Void) {
        state.withLock { $0.observers.append(handler) }
    }

    /// Changes the status like the system's settings.
    func change(to status: SystemPermissionStatus) {
        let observers = state.withLock { state in
            state.status = status
            return state.observers
        }
        for observer in observers { observer() }
    }

    /// Completes every request that has been made, including requests that are already complete.
    func answer(_ status: SystemPermissionStatus) {
        let completions = state.withLock { state in
            state.status = status
            return state.completions
        }
        for completion in completions { completion() }
    }
}
