import FlintCore
import FlintLocks
import FlintTesting
import Testing

@testable import FlintSystemPermissions

struct SystemPermissionSourceAdapterTests {
    @Test func `an adapter passes every check for an app's adapters`() async throws {
        try await PermissionAdapterConformance(for: .camera) {
            AdapterWithSystem()
        } change: { adapter, status in
            adapter.system.change(to: status)
        }.verify()
    }

    @Test func `without a usage description, the permission is unsupported and never requested`() {
        let system = FakeSystem(key: "NSCameraUsageDescription")
        let adapter = SystemPermissionSourceAdapter(system) { _ in nil }
        let answers = Protected<[SystemPermissionStatus]>([])
        adapter.requestAuthorisation { _, status in answers.withLock { $0.append(status) } }
        #expect(adapter.status == .unsupported)
        #expect(answers.withLock { $0 } == [.unsupported])
        #expect(system.questions == 0)
        #expect(adapter.usageDescriptionKey == "NSCameraUsageDescription")
        #expect(adapter.usageDescription == nil)
    }

    @Test(arguments: ["", " ", "\n\t"])
    func `a blank usage description counts as missing`(text: String) {
        let adapter = SystemPermissionSourceAdapter(FakeSystem(key: "NSCameraUsageDescription")) { _ in text }
        #expect(adapter.status == .unsupported)
        #expect(adapter.usageDescription == nil)
    }

    @Test func `with a usage description, the system is asked and its answer is forwarded`() {
        let system = FakeSystem(key: "NSCameraUsageDescription")
        let adapter = SystemPermissionSourceAdapter(system) { ["NSCameraUsageDescription": "To scan codes."][$0] }
        let answers = Protected<[SystemPermissionStatus]>([])
        adapter.requestAuthorisation { _, status in answers.withLock { $0.append(status) } }
        #expect(answers.withLock { $0.isEmpty }, "The user has not answered.")
        system.answer(.authorized)
        #expect(answers.withLock { $0 } == [.authorized])
        #expect(adapter.usageDescription == "To scan codes.")
    }

    @Test func `the second of two answers from the system is ignored`() {
        let system = FakeSystem()
        let adapter = SystemPermissionSourceAdapter(system) { _ in nil }
        let answers = Protected<[SystemPermissionStatus]>([])
        adapter.requestAuthorisation { _, status in answers.withLock { $0.append(status) } }
        system.answer(.denied)
        system.answer(.authorized)
        #expect(answers.withLock { $0 } == [.denied])
    }

    @Test(arguments: [SystemPermissionStatus.authorized, .denied, .restricted, .unsupported])
    func `a determined permission is not requested again`(status: SystemPermissionStatus) {
        let system = FakeSystem()
        system.change(to: status)
        let answers = Protected<[SystemPermissionStatus]>([])
        SystemPermissionSourceAdapter(system) { _ in nil }.requestAuthorisation { _, status in
            answers.withLock { $0.append(status) }
        }
        #expect(system.questions == 0)
        #expect(answers.withLock { $0 } == [status])
    }

    @Test func `an app that may only add events is prompted once and then referred to the settings`() {
        let system = FakeSystem(.calendarEvents)
        let adapter = SystemPermissionSourceAdapter(system) { _ in nil }
        let answers = Protected<[SystemPermissionStatus]>([])
        let writeOnly = AuthorizationQuestion.calendarEvents.answer(4)
        system.change(to: writeOnly)
        #expect(adapter.status == .notDetermined)
        for _ in 0..<2 { adapter.requestAuthorisation { _, status in answers.withLock { $0.append(status) } } }
        #expect(system.questions == 2)
        system.answer(writeOnly)
        #expect(answers.withLock { $0 } == [.denied, .denied])
        #expect(adapter.status == .denied)
        adapter.requestAuthorisation { _, status in answers.withLock { $0.append(status) } }
        #expect(system.questions == 2, "The system does not prompt again.")
        system.change(to: .notDetermined)
        #expect(adapter.status == .notDetermined, "The settings have reset the permission.")
        system.change(to: writeOnly)
        #expect(adapter.status == .notDetermined)
    }

    @Test func `a change in the system's settings reaches the checker's delegate`() {
        let system = FakeSystem()
        let checker = DefaultPermissionChecker(adapters: [SystemPermissionSourceAdapter(system) { _ in nil }])
        let observer = ChangeObserver()
        checker.addObserver(observer)
        system.change(to: .authorized)
        #expect(observer.changes.withLock { $0 } == [.camera])
        #expect(checker.status(of: .camera) == .authorized)
    }

    @Test func `the app's own adapters are used if the system has none`() {
        let checker = DefaultPermissionChecker.system(with: [SystemPermissionSourceAdapter(FakeSystem()) { _ in nil }])
        #expect(checker.status(of: .camera) == .notDetermined)
        #if !canImport(Darwin)
            for permission in SystemPermissionConstraint.allCases where permission != .camera {
                #expect(checker.status(of: permission) == .unsupported)
            }
        #endif
    }

    @Test func `provisional, ephemeral, and limited access are attributes, and their changes are announced`() {
        let system = FakeSystem(.notifications)
        let checker = DefaultPermissionChecker(adapters: [SystemPermissionSourceAdapter(system) { _ in nil }])
        let observer = ChangeObserver()
        checker.addObserver(observer)
        let question = AuthorizationQuestion.notifications
        for (code, expected) in [(2, []), (3, [PermissionAttribute.provisional]), (4, [.ephemeral]), (1, [])] {
            system.change(to: question.answer(code))
            #expect(checker.attributes(of: .notifications) == expected)
        }
        #expect(observer.changes.withLock { $0.count } == 4)
        system.change(to: AuthorizationQuestion.photoLibrary.answer(4))
        #expect(checker.attributes(of: .notifications) == [.limited])
    }
}

/// An adapter that exposes its system to a conformance check.
private final class AdapterWithSystem: SystemPermissionAdapter {
    let system = FakeSystem()
    private let adapter: SystemPermissionSourceAdapter

    init() {
        adapter = SystemPermissionSourceAdapter(system) { _ in nil }
    }

    var permission: SystemPermissionConstraint { adapter.permission }
    var usageDescriptionKey: String { adapter.usageDescriptionKey }
    var status: SystemPermissionStatus { adapter.status }

    func requestAuthorisation(
        completion: @escaping @Sendable (any SystemPermissionAdapter, SystemPermissionStatus) -> Void
    ) {
        adapter.requestAuthorisation { [self] _, status in completion(self, status) }
    }

    func observeStatus(_ handler: @escaping @Sendable () -> Void) {
        adapter.observeStatus(handler)
    }
}

private final class ChangeObserver: SystemPermissionCheckerDelegate {
    let changes = Protected<[SystemPermissionConstraint]>([])

    func permissionStatusDidChange(_ permission: SystemPermissionConstraint) {
        changes.withLock { $0.append(permission) }
    }
}
