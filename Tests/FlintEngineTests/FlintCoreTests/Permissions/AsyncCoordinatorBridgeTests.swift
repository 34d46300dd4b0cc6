import Testing

@testable import FlintCore

struct AsyncCoordinatorBridgeTests {
    @Test(.timeLimit(.minutes(20)))
    func `an async coordinator controls a flow`() async {
        let host = FakeHost()
        let (ends, end) = AsyncStream.makeStream(of: [SystemPermissionConstraint].self)
        let coordinator = AnsweringCoordinator(log: host.log, end: end) { permission in
            // The system's prompt follows this decision, and the host answers it immediately.
            permission == .photos ? .skip : .request
        }
        let controller = DefaultAuthorisationController(
            feature: CameraFeature.self, permissions: [.camera, .photos],
            coordinator: AsyncCoordinatorBridge(coordinator), host: SelfAnsweringHost(host))
        controller.begin(retryHandler: nil)
        for await outstanding in ends {
            #expect(outstanding == [.photos])
        }
        #expect(
            host.log.lines.filter { $0.hasPrefix("async") } == [
                "async begin", "async will photos", "async will camera", "async did camera authorized",
                "async complete false",
            ])
    }

    @Test(.timeLimit(.minutes(20)))
    func `a type on the main actor can be an async coordinator`() async {
        let host = FakeHost()
        let (ends, end) = AsyncStream.makeStream(of: Bool.self)
        let coordinator = await MainActorCoordinator(end: end)
        let controller = DefaultAuthorisationController(
            feature: CameraFeature.self, permissions: [.camera],
            coordinator: AsyncCoordinatorBridge(coordinator), host: host)
        controller.begin(retryHandler: nil)
        for await cancelled in ends { #expect(cancelled) }
    }
}

/// A coordinator of async functions that records its calls.
private struct AnsweringCoordinator: AsyncPermissionAuthorisationCoordinator {
    let log: Log
    let end: AsyncStream<[SystemPermissionConstraint]>.Continuation
    let decision: @Sendable (SystemPermissionConstraint) -> SystemPermissionRequestAction

    func willBeginPermissionAuthorisation(
        for permissions: Set<SystemPermissionConstraint>
    ) async -> [SystemPermissionConstraint] {
        log.append("async begin")
        return permissions.sorted { $0.name > $1.name }
    }

    func willRequestPermission(for permission: SystemPermissionConstraint) async -> SystemPermissionRequestAction {
        log.append("async will \(permission.name)")
        await Task.yield()
        return decision(permission)
    }

    func didRequestPermission(
        for permission: SystemPermissionConstraint, status: SystemPermissionStatus
    ) async -> PermissionAuthorisationCoordinatorVeto {
        log.append("async did \(permission.name) \(status)")
        return .requestNext
    }

    func didCompletePermissionAuthorisation(
        cancelled: Bool, outstandingPermissions: [SystemPermissionConstraint]
    ) async {
        log.append("async complete \(cancelled)")
        end.yield(outstandingPermissions)
        end.finish()
    }
}

/// A coordinator on the main actor, as in most user interfaces, that cancels every request.
@MainActor
private final class MainActorCoordinator: AsyncPermissionAuthorisationCoordinator {
    private let end: AsyncStream<Bool>.Continuation

    init(end: AsyncStream<Bool>.Continuation) {
        self.end = end
    }

    func willBeginPermissionAuthorisation(
        for permissions: Set<SystemPermissionConstraint>
    ) async -> [SystemPermissionConstraint] {
        Array(permissions)
    }

    func willRequestPermission(for permission: SystemPermissionConstraint) async -> SystemPermissionRequestAction {
        .cancelAll
    }

    func didRequestPermission(
        for permission: SystemPermissionConstraint, status: SystemPermissionStatus
    ) async -> PermissionAuthorisationCoordinatorVeto {
        .cancel
    }

    func didCompletePermissionAuthorisation(
        cancelled: Bool, outstandingPermissions: [SystemPermissionConstraint]
    ) async {
        end.yield(cancelled)
        end.finish()
    }
}

/// A host that grants every request immediately.
private final class SelfAnsweringHost: AuthorizationHost {
    private let host: FakeHost

    init(_ host: FakeHost) {
        self.host = host
    }

    var isOnMainQueue: Bool { false }

    func statuses(
        of permissions: [SystemPermissionConstraint]
    ) -> [SystemPermissionConstraint: SystemPermissionStatus] {
        host.statuses(of: permissions)
    }

    func requestAuthorisation(
        for permission: SystemPermissionConstraint, completion: @escaping @Sendable (SystemPermissionStatus) -> Void
    ) {
        host.requestAuthorisation(for: permission, completion: completion)
        host.answer(permission, .authorized)
    }

    func record(_ event: AuthorizationEvent, for feature: FeatureDefinition.Type) { host.record(event, for: feature) }

    func advise(_ text: String) { host.advise(text) }

    func runAppCode(_ body: () -> Void) { body() }

    func performOnMainQueue(_ body: @escaping @Sendable () -> Void) { body() }

    func retry(_ handler: @escaping () -> Void) { handler() }
}
