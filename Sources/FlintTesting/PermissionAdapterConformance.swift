// SPDX-License-Identifier: MIT

public import FlintCore

/// A conformance check for the adapter of a single permission, as used by `DefaultPermissionChecker`.
///
/// ```swift
/// try await PermissionAdapterConformance(for: .camera) {
///     CameraAdapter(system: FakeCamera())
/// } change: { adapter, status in
///     adapter.system.status = status
/// }.verify()
/// ```
///
/// The adapter must report its permission's status on every thread. A request for a permission that is already
/// determined must complete once, with the adapter and the status. If the adapter declares that it announces changes,
/// it must call every handler.
public struct PermissionAdapterConformance<Adapter: SystemPermissionAdapter>: ConformanceCheck {
    private let permission: SystemPermissionConstraint
    private let examination: ConformanceRunner<Adapter, SystemPermissionConstraint, SystemPermissionStatus>

    /// Creates the check.
    ///
    /// - Parameters:
    ///   - permission: The permission that the adapter must be for.
    ///   - statuses: The statuses to set.
    ///   - timing: Whether changes are announced during the change or later, and the time limit.
    ///   - make: A closure that creates an adapter. It is called several times.
    ///   - change: A closure that changes the permission, as the system settings do, and returns when the change is
    ///     complete.
    public init(
        for permission: SystemPermissionConstraint,
        statuses: [SystemPermissionStatus] = [.authorized, .denied, .notDetermined],
        timing: ConformanceTiming = .synchronous(), make: @escaping () async throws -> Adapter,
        change: @escaping (_ adapter: Adapter, _ status: SystemPermissionStatus) async throws -> Void
    ) {
        self.permission = permission
        examination = ConformanceRunner(
            timing: timing, keys: [permission], values: statuses, make: make, ask: { adapter, _ in adapter.status },
            change: { adapter, _, status in try await change(adapter, status) },
            announces: { adapter, _ in adapter.announcesChanges },
            observing: .init(
                make: { HandlerObserver<SystemPermissionConstraint>($0) },
                add: { adapter, observer in
                    guard let observer = observer as? HandlerObserver<SystemPermissionConstraint> else { return }
                    adapter.observeStatus { [handler = observer.handler] in handler(nil) }
                },
                remove: { _, _ in }, addsOnce: false, removes: false),
            describeKey: \.name, describeValue: \.description)
    }

    /// Runs the check and returns its failures.
    public func failures() async -> [ConformanceFailure] {
        guard await examination.run() else { return examination.failures.all }
        await checkPermission()
        for status in examination.values where status != .notDetermined { await checkRequest(status) }
        return examination.failures.all
    }

    private func checkPermission() async {
        guard let adapter = await examination.subject() else { return }
        if adapter.permission != permission {
            examination.add(.declaresOnce, permission, "It is for \(adapter.permission.name).")
        }
    }

    /// Requests a permission that is already determined, so that no prompt appears.
    private func checkRequest(_ status: SystemPermissionStatus) async {
        guard let adapter = await examination.subject(), await examination.set(adapter, permission, status),
            adapter.status == status
        else { return }
        let completions = Recorder<SystemPermissionConstraint, SystemPermissionStatus>()
        let identifier = ObjectIdentifier(adapter)
        adapter.requestAuthorisation { passed, status in
            // Here, `isOwned` records whether the adapter passed itself.
            completions.record(.init(keys: nil, isOwned: ObjectIdentifier(passed) == identifier, answer: status))
        }
        _ = await completions.wait(for: 1, about: permission, examination.timing)
        let calls = completions.calls(about: permission)
        guard calls.count != 1 || calls.first?.answer != status || calls.first?.isOwned != true else { return }
        examination.add(
            .completesRequests, permission,
            "The permission is \(status), but a request for it completed \(calls.count) times, first with "
                + "\(calls.first?.answer?.description ?? "no status")"
                + (calls.first?.isOwned == false ? " and another adapter." : "."))
    }
}
