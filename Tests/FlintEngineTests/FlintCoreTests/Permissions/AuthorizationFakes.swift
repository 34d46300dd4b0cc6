import FlintLocks

@testable import FlintCore

final class CameraFeature: FeatureDefinition {
    static let description = "Takes pictures"

    static func prepare(actions: FeatureActionsBuilder) {}
}

/// A host that records the effects of a flow, with prompts that a test answers.
///
/// Blocks for the main queue are collected until the test runs them, so that a test controls the order of all steps.
final class FakeHost: AuthorizationHost, @unchecked Sendable {
    private struct State {
        var statuses: [SystemPermissionConstraint: SystemPermissionStatus] = [:]
        var waiting: [SystemPermissionConstraint: @Sendable (SystemPermissionStatus) -> Void] = [:]
        var mainQueue: [@Sendable () -> Void] = []
        var isOnMainQueue = false
    }

    let log = Log()
    private let state = Protected(State())

    /// Whether the current code counts as running on the main queue.
    var isOnMainQueue: Bool {
        get { state.withLock { $0.isOnMainQueue } }
        set { state.withLock { $0.isOnMainQueue = newValue } }
    }

    func set(_ status: SystemPermissionStatus, for permission: SystemPermissionConstraint) {
        state.withLock { $0.statuses[permission] = status }
    }

    func answer(_ permission: SystemPermissionConstraint, _ status: SystemPermissionStatus) {
        let completion = state.withLock { state in
            state.statuses[permission] = status
            return state.waiting.removeValue(forKey: permission)
        }
        log.append("engine \(permission.name) \(status)")
        completion?(status)
    }

    /// Runs the blocks enqueued on the main queue.
    func runMainQueue() {
        while let body = state.withLock({ $0.mainQueue.isEmpty ? nil : $0.mainQueue.removeFirst() }) { body() }
    }

    func statuses(
        of permissions: [SystemPermissionConstraint]
    ) -> [SystemPermissionConstraint: SystemPermissionStatus] {
        state.withLock { state in state.statuses.filter { permissions.contains($0.key) } }
    }

    func requestAuthorisation(
        for permission: SystemPermissionConstraint, completion: @escaping @Sendable (SystemPermissionStatus) -> Void
    ) {
        log.append("request \(permission.name)")
        state.withLock { $0.waiting[permission] = completion }
    }

    func record(_ event: AuthorizationEvent, for feature: FeatureDefinition.Type) {
        switch event {
        case .began(let permissions): log.append("began \(names(permissions))")
        case .promptShown(let permission): log.append("prompt \(permission.name)")
        case .promptAnswered(let permission, let status): log.append("answer \(permission.name) \(status)")
        case .ended(let cancelled, let outstanding):
            log.append("ended \(cancelled ? "cancelled" : "outstanding") \(names(outstanding))")
        }
    }

    func advise(_ text: String) {
        log.append("advice \(text)")
    }

    func runAppCode(_ body: () -> Void) {
        body()
    }

    func performOnMainQueue(_ body: @escaping @Sendable () -> Void) {
        state.withLock { $0.mainQueue.append(body) }
    }

    func retry(_ handler: @escaping () -> Void) {
        handler()
    }
}

/// A coordinator that records its calls, with decisions that a test sets.
final class ScriptedCoordinator: PermissionAuthorisationCoordinator, @unchecked Sendable {
    let log: Log
    /// The order of the requests, or `nil` for the order by name.
    var order: [SystemPermissionConstraint]?
    /// The decision for each permission, which is `.request` by default.
    var decisions: [SystemPermissionConstraint: SystemPermissionRequestAction] = [:]
    /// Whether completions wait for ``giveDeferredAnswer()``.
    var isDeferring = false
    var returnsForeignStatus = false
    var onWillRequest: () -> Void = {}
    var onComplete: () -> Void = {}
    /// A strong reference, like a view controller's reference to its controller.
    var keep: AnyObject?
    private var deferredAnswer: () -> Void = {}

    init(log: Log) {
        self.log = log
    }

    func giveDeferredAnswer() {
        deferredAnswer()
    }

    func willBeginPermissionAuthorisation(
        for permissions: Set<SystemPermissionConstraint>, completionRequirement: BeginCompletion
    ) -> BeginCompletion.Status {
        let inOrder = permissions.sorted { $0.name < $1.name }
        log.append("willBegin \(names(inOrder))")
        if returnsForeignStatus { return BeginCompletion(completionHandler: { _, _ in }).completedSync([]) }
        return answer(completionRequirement, order ?? inOrder)
    }

    func willRequestPermission(
        for permission: SystemPermissionConstraint, completionRequirement: WillRequestCompletion
    ) -> WillRequestCompletion.Status {
        log.append("willRequest \(permission.name)")
        onWillRequest()
        return answer(completionRequirement, decisions[permission] ?? .request)
    }

    func didRequestPermission(
        for permission: SystemPermissionConstraint, status: SystemPermissionStatus,
        completionRequirement: DidRequestCompletion
    ) -> DidRequestCompletion.Status {
        log.append("didRequest \(permission.name) \(status)")
        return answer(completionRequirement, .requestNext)
    }

    func didCompletePermissionAuthorisation(
        cancelled: Bool, outstandingPermissions: [SystemPermissionConstraint]?
    ) {
        let outstanding = outstandingPermissions.map(names) ?? "nil"
        log.append("didComplete \(cancelled ? "cancelled" : "outstanding") \(outstanding)")
        onComplete()
    }

    private func answer<Answer>(
        _ requirement: CompletionRequirement<Answer>, _ answer: Answer
    ) -> CompletionRequirement<Answer>.Status {
        guard isDeferring else { return requirement.completedSync(answer) }
        let deferred = requirement.willCompleteAsync()
        deferredAnswer = { deferred.completed(answer) }
        return deferred
    }
}

private func names(_ permissions: [SystemPermissionConstraint]) -> String {
    permissions.map(\.name).joined(separator: ",")
}
