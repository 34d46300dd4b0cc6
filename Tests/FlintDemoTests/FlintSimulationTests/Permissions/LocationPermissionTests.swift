import FlintCore
import FlintLocks
import FlintSimulation
import FlintTestSupport
import Testing

struct LocationPermissionTests {
    private static let whenInUse = SystemPermissionConstraint.location(usage: .whenInUse)
    private static let always = SystemPermissionConstraint.location(usage: .always)

    private let center = SimulatedPermissionCenter()
    private let answers = Recorder<SystemPermissionStatus>()

    private func request(_ permission: SystemPermissionConstraint) {
        let answers = answers
        center.checker.requestAuthorization(for: permission) { _, status in answers.append(status) }
    }

    /// The statuses of access while the app is in use and at any time.
    private var statuses: [SystemPermissionStatus] {
        [center.status(of: Self.whenInUse), center.status(of: Self.always)]
    }

    // MARK: Prompts

    @Test func `denying access while the app is in use denies access at any time`() {
        request(Self.whenInUse)
        center.answer(.deny, to: Self.whenInUse)
        #expect(statuses == [.denied, .denied])
        request(Self.always)
        #expect(center.prompt == nil)
        #expect(answers.all == [.denied, .denied])
    }

    @Test func `denying access at any time at the first prompt denies access while the app is in use`() {
        request(Self.always)
        center.answer(.deny, to: Self.always)
        #expect(statuses == [.denied, .denied])
    }

    @Test func `one answer completes the requests of both permissions that it decides`() {
        request(Self.whenInUse)
        request(Self.always)
        center.answer(.deny, to: Self.whenInUse)
        #expect(answers.all == [.denied, .denied])
        #expect(center.prompt == nil)
    }

    @Test func `the prompt that extends access appears once`() {
        request(Self.whenInUse)
        center.answer(.allow, to: Self.whenInUse)
        #expect(statuses == [.authorized, .notDetermined])
        request(Self.always)
        #expect(center.prompt?.answers == [.allow, .deny])
        #expect(!center.answer(.allowOnce, to: Self.always))
        #expect(center.prompt?.permission == Self.always)
        center.answer(.deny, to: Self.always)
        #expect(statuses == [.authorized, .denied])
        request(Self.always)
        #expect(center.prompt == nil)
        #expect(answers.all == [.authorized, .denied, .denied])
    }

    @Test func `access that the user extends covers both`() {
        request(Self.whenInUse)
        center.answer(.allow, to: Self.whenInUse)
        request(Self.always)
        center.answer(.allow, to: Self.always)
        #expect(statuses == [.authorized, .authorized])
        #expect(!center.isAlwaysLocationProvisional)
    }

    @Test(arguments: [Self.whenInUse, Self.always])
    func `access that is allowed once cannot be extended and ends at a restart`(first: SystemPermissionConstraint) {
        request(first)
        center.answer(.allowOnce, to: first)
        #expect(statuses == [.authorized, .denied])
        request(Self.always)
        #expect(center.prompt == nil)
        center.restartApp()
        #expect(statuses == [.notDetermined, .notDetermined])
        request(Self.always)
        #expect(center.prompt?.permission == Self.always)
    }

    @Test(arguments: [PromptAnswer.allow, .deny])
    func `access at any time is provisional until the user confirms it`(answer: PromptAnswer) {
        request(Self.always)
        center.answer(.allow, to: Self.always)
        #expect(statuses == [.authorized, .authorized])
        #expect(center.isAlwaysLocationProvisional)
        #expect(center.prompt == nil)
        center.useLocationInBackground()
        center.useLocationInBackground()
        #expect(center.prompt?.answers == [.allow, .deny])
        #expect(center.answer(answer, to: Self.always))
        #expect(center.prompt == nil)
        #expect(statuses == [.authorized, answer == .allow ? .authorized : .denied])
        #expect(!center.isAlwaysLocationProvisional)
        center.useLocationInBackground()
        request(Self.always)
        #expect(center.prompt == nil)
    }

    // MARK: Settings

    @Test(arguments: SystemPermissionStatus.allCases, SystemPermissionStatus.allCases)
    func `the settings never produce a pair of statuses that the system does not have`(
        first: SystemPermissionStatus, second: SystemPermissionStatus
    ) {
        for (one, other) in [(Self.whenInUse, Self.always), (Self.always, Self.whenInUse)] {
            center.resetAll()
            center.setStatus(first, of: one)
            #expect(center.status(of: one) == first)
            center.setStatus(second, of: other)
            #expect(center.status(of: other) == second || other == Self.always || first == .unsupported)
            let (whenInUse, always) = (statuses[0], statuses[1])
            if always != .unsupported && whenInUse != .authorized { #expect(always == whenInUse) }
            if always == .authorized { #expect(whenInUse == .authorized) }
        }
    }

    @Test func `removing access at any time leaves access while the app is in use`() {
        center.setStatus(.authorized, of: Self.always)
        #expect(statuses == [.authorized, .authorized])
        center.setStatus(.denied, of: Self.always)
        #expect(statuses == [.authorized, .denied])
        center.setStatus(.authorized, of: Self.always)
        center.setStatus(.authorized, of: Self.whenInUse)
        #expect(statuses == [.authorized, .authorized], "The status was already authorized.")
    }

    @Test func `choosing to ask next time resets the request for more access`() {
        request(Self.whenInUse)
        center.answer(.allow, to: Self.whenInUse)
        request(Self.always)
        center.answer(.deny, to: Self.always)
        center.setStatus(.denied, of: Self.whenInUse)
        center.setStatus(.authorized, of: Self.whenInUse)
        #expect(statuses == [.authorized, .denied], "The system asks at most once.")
        center.setStatus(.notDetermined, of: Self.whenInUse)
        center.setStatus(.authorized, of: Self.whenInUse)
        #expect(statuses == [.authorized, .notDetermined])
    }

    @Test func `invalid initial statuses are corrected`() {
        let denied = SimulatedPermissionCenter(statuses: [Self.whenInUse: .denied])
        #expect(denied.status(of: Self.always) == .denied)
        let always = SimulatedPermissionCenter(statuses: [Self.always: .authorized])
        #expect(always.status(of: Self.whenInUse) == .authorized)
        let unsupported = SimulatedPermissionCenter(statuses: [Self.always: .unsupported])
        #expect(unsupported.status(of: Self.whenInUse) == .notDetermined)
    }

    // MARK: Accuracy and memory

    @Test func `the accuracy is an attribute that does not change the status`() {
        center.setStatus(.authorized, of: Self.whenInUse)
        #expect(center.locationAccuracy == .full)
        center.setLocationAccuracy(.reduced)
        #expect(center.locationAccuracy == .reduced)
        #expect(statuses == [.authorized, .notDetermined])
    }

    @Test func `limits on the access are attributes, and the checker announces their changes`() {
        let checker = center.checker
        let observer = ChangeObserver()
        checker.addObserver(observer)
        checker.requestAuthorization(for: Self.always) { _, _ in }
        center.answer(.allow, to: Self.always)
        #expect(checker.attributes(of: Self.always) == [.provisional])
        #expect(checker.attributes(of: Self.whenInUse) == [])
        _ = observer.take()
        center.setLocationAccuracy(.reduced)
        #expect(checker.attributes(of: Self.always) == [.provisional, .reducedAccuracy])
        #expect(checker.attributes(of: Self.whenInUse) == [.reducedAccuracy])
        #expect(Set(observer.take()) == [Self.always, Self.whenInUse])
        center.useLocationInBackground()
        center.answer(.allow, to: Self.always)
        #expect(checker.attributes(of: Self.always) == [.reducedAccuracy])
        #expect(observer.take() == [Self.always], "Confirmed access has the same status.")
        center.setStatus(.denied, of: Self.whenInUse)
        #expect(checker.attributes(of: Self.always) == [], "Missing access has no limits.")
        center.script([.camera: .allowOnce])
        checker.requestAuthorization(for: .camera) { _, _ in }
        #expect(checker.attributes(of: .camera) == [.allowedOnce])
    }

    @Test func `a device saves the complete setting`() throws {
        let folder = try TemporaryFolder()
        func device() -> SimulatedDevice { SimulatedDevice(file: "\(folder.path)/device.json", platform: .real) }
        let first = device().permissions
        first.checker.requestAuthorization(for: Self.always) { _, _ in }
        first.answer(.allow, to: Self.always)
        first.setLocationAccuracy(.reduced)
        let second = device().permissions
        #expect(second.isAlwaysLocationProvisional)
        #expect(second.locationAccuracy == .reduced)
        #expect(second.status(of: Self.whenInUse) == .authorized)
    }
}

private final class ChangeObserver: SystemPermissionCheckerDelegate {
    private let changes = Protected<[SystemPermissionConstraint]>([])

    func permissionStatusDidChange(_ permission: SystemPermissionConstraint) {
        changes.withLock { $0.append(permission) }
    }

    /// Returns the announced permissions since the last call.
    func take() -> [SystemPermissionConstraint] {
        changes.withLock { changes in
            defer { changes = [] }
            return changes
        }
    }
}
