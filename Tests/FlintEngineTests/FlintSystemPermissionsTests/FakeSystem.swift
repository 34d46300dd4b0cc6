import FlintCore
import FlintLocks

@testable import FlintSystemPermissions

/// A system permission that a test controls.
final class FakeSystem: SystemPermissionSource {
    private struct State {
        var answer = AuthorizationQuestion.captureDevice.answer(0) as AuthorizationAnswer?
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

    var answer: AuthorizationAnswer? { state.withLock { $0.answer } }

    var questions: Int { state.withLock { $0.completions.count } }

    func request(_ completion: @escaping @Sendable () -> Void) {
        state.withLock { $0.completions.append(completion) }
    }

    func observe(_ handler: @escaping @Sendable () -> Void) {
        state.withLock { $0.observers.append(handler) }
    }

    /// Changes the status like the system's settings.
    func change(to status: SystemPermissionStatus) {
        change(to: Self.answer(for: status))
    }

    /// Changes the answer like the system's settings.
    func change(to answer: AuthorizationAnswer?) {
        let observers = state.withLock { state in
            state.answer = answer
            return state.observers
        }
        for observer in observers { observer() }
    }

    /// Completes every request that has been made, including requests that are already complete.
    func answer(_ status: SystemPermissionStatus) {
        answer(Self.answer(for: status))
    }

    /// Completes every request that has been made, including requests that are already complete.
    func answer(_ answer: AuthorizationAnswer?) {
        let completions = state.withLock { state in
            state.answer = answer
            return state.completions
        }
        for completion in completions { completion() }
    }

    private static func answer(for status: SystemPermissionStatus) -> AuthorizationAnswer? {
        AuthorizationQuestion.captureDevice.answers.first { $0.status(hasAskedForMore: false) == status }
    }
}
