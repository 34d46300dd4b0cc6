// SPDX-License-Identifier: MIT

public import FlintCore
import FlintLocks

/// A conformance check for a permission checker.
///
/// ```swift
/// try await PermissionCheckerConformance(permissions: [.camera, .photos], unsupported: [.siriKit]) {
///     KioskPermissions(device: FakeDevice())
/// } change: { checker, permission, status in
///     checker.device.set(status, of: permission)
/// } answer: { checker, permission, status in
///     checker.device.answerPrompt(for: permission, with: status)
/// }.verify()
/// ```
///
/// In addition to the rules for every source of facts, a checker must call each request's completion exactly once, with
/// the resulting status, after it has notified its observers. If no prompt is needed, it must call the completion
/// before the request returns.
public struct PermissionCheckerConformance<Checker: SystemPermissionChecker>: ConformanceCheck {
    /// A closure that sets a permission's status.
    public typealias Change = (
        _ checker: Checker, _ permission: SystemPermissionConstraint, _ status: SystemPermissionStatus
    ) async throws -> Void

    private let examination: ConformanceRunner<Checker, SystemPermissionConstraint, SystemPermissionStatus>
    private let unsupported: [SystemPermissionConstraint]
    private let answer: Change?

    /// Creates the check.
    ///
    /// - Parameters:
    ///   - permissions: The permissions to query.
    ///   - unsupported: Permissions that the checker does not support.
    ///   - statuses: The statuses to set for each permission.
    ///   - timing: Whether changes are announced during the change or later, and the time limit.
    ///   - make: A closure that creates a checker. It is called several times.
    ///   - change: A closure that changes a permission outside the app, as the system settings do, and returns when the
    ///     change is complete.
    ///   - answer: A closure that answers the prompt of a request, or `nil` to skip requests that need a prompt.
    public init(
        permissions: [SystemPermissionConstraint], unsupported: [SystemPermissionConstraint] = [],
        statuses: [SystemPermissionStatus] = [.authorized, .denied, .notDetermined],
        timing: ConformanceTiming = .synchronous(), make: @escaping () async throws -> Checker,
        change: @escaping Change, answer: Change? = nil
    ) {
        self.unsupported = unsupported
        self.answer = answer
        examination = ConformanceRunner(
            timing: timing, keys: permissions, values: statuses, make: make, ask: { $0.status(of: $1) },
            change: change, announces: { $0.announcesChanges(of: $1) },
            observing: .init(
                make: { handler in CheckerObserver { handler([$0], nil) } },
                add: { checker, observer in
                    if let observer = observer as? CheckerObserver { checker.addObserver(observer) }
                },
                remove: { checker, observer in
                    if let observer = observer as? CheckerObserver { checker.removeObserver(observer) }
                }),
            describeKey: \.name, describeValue: \.description)
        examination.unknown = unsupported.map { ($0, .unsupported) }
        examination.affected = PermissionRules.affectedPermissions(by:)
    }

    /// Runs the check and returns its failures.
    public func failures() async -> [ConformanceFailure] {
        guard await examination.run() else { return examination.failures.all }
        await checkSets()
        await checkDelegate()
        await checkDetermined()
        if let answer { for key in examination.keys { await checkPrompt(key, answer) } }
        return examination.failures.all
    }

    private func checkSets() async {
        guard let checker = await examination.subject() else { return }
        for status in examination.values {
            for key in examination.keys { guard await examination.set(checker, key, status) else { return } }
            // The empty set is authorized, and a set with an unsupported permission never is.
            let sets = [[], examination.keys] + (examination.keys + unsupported).map { [$0] }
            for set in sets {
                let isAuthorised = set.allSatisfy { checker.status(of: $0) == .authorized }
                guard checker.isAuthorised(for: Set(set)) != isAuthorised else { continue }
                let names = set.isEmpty ? "no permission" : set.map(\.name).joined(separator: ", ")
                examination.failures.add(
                    .judgesSetsByStatus, names,
                    "It returns \(!isAuthorised) for the set, but the individual statuses result in \(isAuthorised).")
            }
        }
    }

    /// Checks that the delegate is notified along with the observers, and referenced weakly.
    private func checkDelegate() async {
        guard let checker = await examination.subject(),
            let key = examination.keys.first(where: { checker.announcesChanges(of: $0) })
        else { return }
        let calls = Recorder<SystemPermissionConstraint, SystemPermissionStatus>()
        let delegate = CheckerObserver { calls.record(.init(keys: [$0], isOwned: nil, answer: nil)) }
        checker.delegate = delegate
        guard await examination.setOther(checker, key) != nil else { return }
        let isNotified = await calls.wait(for: 1, about: key, examination.timing)
        if checker.delegate !== delegate || !isNotified {
            examination.add(.notifiesTheDelegate, key, "The delegate was not notified of a change.")
        }
        setReleasedDelegate(of: checker)
        if checker.delegate != nil {
            examination.add(.notifiesTheDelegate, nil, "It retains a delegate that has no other references.")
        }
    }

    // This is a separate function, so that no local variable retains the delegate.
    private func setReleasedDelegate(of checker: Checker) { checker.delegate = CheckerObserver { _ in } }

    // MARK: Requests

    private func checkDetermined() async {
        for status in examination.values where status != .notDetermined {
            guard let key = examination.keys.first, let checker = await examination.subject(),
                await examination.set(checker, key, status), checker.status(of: key) == status
            else { continue }
            checkImmediateCompletion(of: checker, key, status)
        }
        for key in unsupported {
            guard let checker = await examination.subject() else { return }
            checkImmediateCompletion(of: checker, key, .unsupported)
        }
    }

    private func checkImmediateCompletion(
        of checker: Checker, _ key: SystemPermissionConstraint, _ status: SystemPermissionStatus
    ) {
        let calls = Recorder<SystemPermissionConstraint, SystemPermissionStatus>()
        checker.requestAuthorization(for: key) { calls.record(.init(keys: [$0], isOwned: nil, answer: $1)) }
        // The completion must have run before the call returned, so the check does not wait.
        let completions = calls.calls(about: key)
        if completions.isEmpty {
            examination.add(
                .completesAtOnceIfDetermined, key,
                "The permission is \(status), but a request for it had not completed when the call returned.")
        } else if completions.count > 1 || completions.first?.answer != status {
            examination.add(
                .completesRequests, key,
                "The permission is \(status), but a request for it completed \(completions.count) times, first with "
                    + "\(completions.first?.answer?.description ?? "no status").")
        }
    }

    /// Makes two concurrent requests for an undetermined permission and answers the prompt.
    private func checkPrompt(_ key: SystemPermissionConstraint, _ answer: Change) async {
        guard let checker = await examination.subject() else { return }
        if checker.status(of: key) != .notDetermined {
            guard examination.values.contains(.notDetermined),
                await examination.set(checker, key, .notDetermined)
            else { return }
        }
        let changes = Recorder<SystemPermissionConstraint, SystemPermissionStatus>()
        let observer = CheckerObserver { changes.record(.init(keys: [$0], isOwned: nil, answer: nil)) }
        checker.addObserver(observer)
        defer { checker.removeObserver(observer) }
        let announces = checker.announcesChanges(of: key)
        let completions = Recorder<SystemPermissionConstraint, SystemPermissionStatus>()
        // Two requests share one prompt, and each of them must be completed.
        for _ in 0..<2 {
            checker.requestAuthorization(for: key) { permission, status in
                // Here, `isOwned` records whether the observers were notified first.
                completions.record(.init(keys: [permission], isOwned: changes.count(about: key) > 0, answer: status))
            }
        }
        do {
            try await answer(checker, key, .authorized)
        } catch {
            return examination.add(.fixtureWorks, key, "The closure that answers the prompt threw \(error).")
        }
        _ = await completions.wait(for: 2, about: key, examination.timing)
        let calls = completions.calls(about: key)
        if calls.count != 2 || calls.contains(where: { $0.answer != .authorized }) {
            examination.add(
                .completesRequests, key,
                "Two requests were answered with authorized, but there were \(calls.count) completions with "
                    + "\(calls.compactMap { $0.answer?.description }.joined(separator: ", ")).")
        }
        if announces, calls.contains(where: { $0.isOwned == false }) {
            examination.add(.notifiesBeforeItCompletes, key, "A request completed before observers were notified.")
        }
    }
}

private final class CheckerObserver: SystemPermissionCheckerDelegate {
    let handler: @Sendable (_ permission: SystemPermissionConstraint) -> Void

    init(_ handler: @escaping @Sendable (_ permission: SystemPermissionConstraint) -> Void) {
        self.handler = handler
    }

    func permissionStatusDidChange(_ permission: SystemPermissionConstraint) { handler(permission) }
}
