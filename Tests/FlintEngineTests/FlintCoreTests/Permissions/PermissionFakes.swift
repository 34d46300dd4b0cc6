import FlintLocks

@testable import FlintCore

/// An adapter with statuses that a test sets.
final class FakeAdapter: SystemPermissionAdapter {
    typealias Completion = @Sendable (any SystemPermissionAdapter, SystemPermissionStatus) -> Void

    private struct State {
        var status: SystemPermissionStatus
        var attributes: [PermissionAttribute]
        var requests = 0
        var completions: [Completion] = []
        var handlers: [@Sendable () -> Void] = []
        var afterNextRead: (@Sendable () -> Void)?
    }

    let permission: SystemPermissionConstraint
    let usageDescriptionKey = ""
    let announcesChanges = true
    private let state: Protected<State>

    init(
        _ permission: SystemPermissionConstraint, status: SystemPermissionStatus = .notDetermined,
        attributes: [PermissionAttribute] = []
    ) {
        self.permission = permission
        state = Protected(State(status: status, attributes: attributes))
    }

    var status: SystemPermissionStatus {
        let (status, afterwards) = state.withLock { state in
            defer { state.afterNextRead = nil }
            return (state.status, state.afterNextRead)
        }
        afterwards?()
        return status
    }

    var attributes: [PermissionAttribute] { state.withLock { $0.attributes } }

    var requests: Int { state.withLock { $0.requests } }

    func requestAuthorisation(completion: @escaping Completion) {
        state.withLock { state in
            state.requests += 1
            state.completions.append(completion)
        }
    }

    func observeStatus(_ handler: @escaping @Sendable () -> Void) {
        state.withLock { $0.handlers.append(handler) }
    }

    /// Answers a request, by default the last one.
    func answer(_ status: SystemPermissionStatus, times: Int = 1, request index: Int? = nil) {
        let completion = state.withLock { state in
            state.status = status
            return state.completions[index ?? state.completions.count - 1]
        }
        for _ in 0..<times { completion(self, status) }
    }

    /// Calls a handler after the next read of the status, before the reader receives it.
    func afterNextRead(_ handler: @escaping @Sendable () -> Void) {
        state.withLock { $0.afterNextRead = handler }
    }

    func announceChange() {
        for handler in state.withLock({ $0.handlers }) { handler() }
    }

    /// Changes the attributes like the system's settings.
    func change(attributes: [PermissionAttribute]) {
        state.withLock { $0.attributes = attributes }
        announceChange()
    }

    /// Changes the status without notifying observers.
    func changeUnannounced(to status: SystemPermissionStatus) {
        state.withLock { $0.status = status }
    }

    /// Changes the status like the system's settings.
    func change(to status: SystemPermissionStatus) {
        changeUnannounced(to: status)
        announceChange()
    }
}

final class Answers: Sendable {
    struct Answer: Equatable {
        let permission: SystemPermissionConstraint
        let status: SystemPermissionStatus
    }

    private let answers = Protected<[Answer]>([])

    var all: [Answer] { answers.withLock { $0 } }

    @Sendable func record(_ permission: SystemPermissionConstraint, _ status: SystemPermissionStatus) {
        answers.withLock { $0.append(Answer(permission: permission, status: status)) }
    }
}

/// A delegate that passes changes to a closure.
final class RecordingDelegate: SystemPermissionCheckerDelegate {
    private let onChange: (SystemPermissionConstraint) -> Void

    init(_ onChange: @escaping (SystemPermissionConstraint) -> Void) {
        self.onChange = onChange
    }

    func permissionStatusDidChange(_ permission: SystemPermissionConstraint) {
        onChange(permission)
    }
}
