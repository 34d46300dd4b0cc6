import FlintCore
import FlintSimulation
import Testing

struct SimulatedPermissionCenterTests {
    private let answers = Recorder<SystemPermissionStatus>()

    private func request(_ permission: SystemPermissionConstraint, of checker: DefaultPermissionChecker) {
        let answers = answers
        checker.requestAuthorization(for: permission) { _, status in answers.append(status) }
    }

    // MARK: Requests

    @Test func `a request shows a prompt and completes with its answer`() {
        let center = SimulatedPermissionCenter(usageDescriptions: [.camera: "To make cover pictures."])
        let checker = center.checker
        request(.camera, of: checker)
        #expect(answers.all == [])
        #expect(center.prompt?.permission == .camera)
        #expect(center.prompt?.usage == "To make cover pictures.")
        #expect(center.answer(.allow, to: .camera))
        #expect(answers.all == [.authorized])
        #expect(center.prompt == nil)
        #expect(checker.isAuthorised(for: [.camera]))
        #expect(checker.usageDescription(for: .camera) == "To make cover pictures.")
    }

    @Test func `a denied permission stays denied until the settings change it`() {
        let center = SimulatedPermissionCenter()
        let checker = center.checker
        request(.photos, of: checker)
        center.answer(.deny, to: .photos)
        request(.photos, of: checker)
        #expect(answers.all == [.denied, .denied])
        #expect(center.prompt == nil)
        center.setStatus(.authorized, of: .photos)
        request(.photos, of: checker)
        #expect(answers.all == [.denied, .denied, .authorized])
    }

    @Test(arguments: [SystemPermissionStatus.authorized, .denied, .restricted, .unsupported])
    func `a request for a determined permission completes immediately`(status: SystemPermissionStatus) {
        let center = SimulatedPermissionCenter(statuses: [.motion: status])
        let answers = answers
        request(.motion, of: center.checker)
        for adapter in center.adapters where adapter.permission == .motion {
            adapter.requestAuthorisation { _, status in answers.append(status) }
        }
        #expect(answers.all == [status, status])
        #expect(center.prompt == nil)
    }

    @Test func `requests of several checkers share a prompt`() {
        let center = SimulatedPermissionCenter()
        let checkers = [center.checker, center.checker]
        for checker in checkers { request(.camera, of: checker) }
        #expect(center.answer(.allow, to: .camera))
        #expect(answers.all == [.authorized, .authorized])
        #expect(!center.answer(.allow, to: .camera))
    }

    @Test func `prompts are shown one at a time`() {
        let center = SimulatedPermissionCenter()
        let checker = center.checker
        request(.camera, of: checker)
        request(.photos, of: checker)
        #expect(center.prompt?.permission == .camera)
        center.answer(.allow, to: .camera)
        #expect(center.prompt?.permission == .photos)
        center.answer(.deny, to: .photos)
        #expect(answers.all == [.authorized, .denied])
    }

    @Test func `an answer without a prompt is refused`() {
        let center = SimulatedPermissionCenter()
        #expect(!center.answer(.allow, to: .camera))
        #expect(center.status(of: .camera) == .notDetermined)
    }

    @Test func `scripted answers complete requests without a prompt`() {
        let center = SimulatedPermissionCenter()
        let checker = center.checker
        center.script([.camera: .allow, .photos: .deny])
        request(.camera, of: checker)
        request(.photos, of: checker)
        #expect(answers.all == [.authorized, .denied])
        #expect(center.prompt == nil)
    }

    @Test(arguments: SystemPermissionConstraint.allCases)
    func `every permission can be requested`(permission: SystemPermissionConstraint) {
        let center = SimulatedPermissionCenter()
        let checker = center.checker
        request(permission, of: checker)
        #expect(center.prompt?.permission == permission)
        center.answer(.allow, to: permission)
        #expect(answers.all == [.authorized])
        #expect(checker.status(of: permission) == .authorized)
    }

    // MARK: Settings, resets and restarts

    @Test func `a change in the settings completes a pending prompt`() {
        let center = SimulatedPermissionCenter()
        request(.camera, of: center.checker)
        center.setStatus(.restricted, of: .camera)
        #expect(answers.all == [.restricted])
        #expect(center.prompt == nil)
    }

    @Test func `a reset restores initial statuses`() {
        let center = SimulatedPermissionCenter(statuses: [.camera: .restricted])
        center.setStatus(.authorized, of: .camera)
        center.setStatus(.denied, of: .photos)
        center.reset(.camera)
        #expect(center.status(of: .camera) == .restricted)
        #expect(center.status(of: .photos) == .denied)
        center.resetAll()
        #expect(center.status(of: .photos) == .notDetermined)
    }

    @Test func `a permission allowed once expires at a restart`() {
        let center = SimulatedPermissionCenter(statuses: [.photos: .authorized])
        request(.camera, of: center.checker)
        center.answer(.allowOnce, to: .camera)
        #expect(center.status(of: .camera) == .authorized)
        center.restartApp()
        #expect(center.status(of: .camera) == .notDetermined)
        #expect(center.status(of: .photos) == .authorized)
    }

    @Test func `a restart discards prompts and their requests`() {
        let center = SimulatedPermissionCenter()
        request(.camera, of: center.checker)
        center.restartApp()
        #expect(center.prompt == nil)
        request(.camera, of: center.checker)
        center.answer(.allow, to: .camera)
        #expect(answers.all == [.authorized])
    }

    @Test func `a permission that was allowed in the settings survives a restart`() {
        let center = SimulatedPermissionCenter()
        request(.camera, of: center.checker)
        center.answer(.allowOnce, to: .camera)
        center.setStatus(.authorized, of: .camera)
        center.restartApp()
        #expect(center.status(of: .camera) == .authorized)
    }

    // MARK: Observers

    @Test func `a checker notifies its observers of changes in the settings`() {
        let center = SimulatedPermissionCenter()
        let checker = center.checker
        let log = Recorder<String>()
        let delegate = CheckerDelegate(log)
        checker.addObserver(delegate)
        center.setStatus(.authorized, of: .location(usage: .always))
        center.setStatus(.authorized, of: .location(usage: .always))
        #expect(log.all == ["location-always", "location-when-in-use"])
        #expect(checker.status(of: .location(usage: .whenInUse)) == .authorized)
    }

    @Test func `observers are notified before the request completes`() {
        let center = SimulatedPermissionCenter()
        let checker = center.checker
        let log = Recorder<String>()
        let delegate = CheckerDelegate(log)
        checker.addObserver(delegate)
        checker.requestAuthorization(for: .camera) { permission, status in log.append("\(permission.name) \(status)") }
        center.answer(.allow, to: .camera)
        #expect(log.all == ["camera", "camera authorized"])
    }

    @Test func `permissions expired by a restart are announced in a stable order`() {
        for _ in 0..<10 {
            let center = SimulatedPermissionCenter()
            let checker = center.checker
            let asked: [SystemPermissionConstraint] = [.health, .camera, .motion, .photos]
            for permission in asked {
                request(permission, of: checker)
                center.answer(.allowOnce, to: permission)
            }
            let log = Recorder<String>()
            let delegate = CheckerDelegate(log)
            checker.addObserver(delegate)
            center.restartApp()
            #expect(log.all == ["camera", "photos", "photos-add-only", "motion", "health"])
        }
    }

    @Test func `a checker without references is released`() {
        let center = SimulatedPermissionCenter()
        var checker: DefaultPermissionChecker? = center.checker
        weak let weakChecker = checker
        #expect(weakChecker != nil)
        checker = nil
        #expect(weakChecker == nil)
    }

    // MARK: Threads

    @Test func `concurrent requests complete exactly once`() async {
        let center = SimulatedPermissionCenter()
        let answers = answers
        let checkers = (0..<10).map { _ in center.checker }
        await withTaskGroup { group in
            for permission in SystemPermissionConstraint.allCases {
                for checker in checkers {
                    group.addTask {
                        checker.requestAuthorization(for: permission) { _, status in answers.append(status) }
                    }
                    group.addTask { center.answer(.allow, to: permission) }
                }
            }
        }
        for permission in SystemPermissionConstraint.allCases { center.answer(.allow, to: permission) }
        #expect(answers.all.count == SystemPermissionConstraint.allCases.count * 10)
        #expect(answers.all.allSatisfy { $0 == .authorized })
    }
}

private final class CheckerDelegate: SystemPermissionCheckerDelegate {
    private let log: Recorder<String>

    init(_ log: Recorder<String>) {
        self.log = log
    }

    func permissionStatusDidChange(_ permission: SystemPermissionConstraint) {
        log.append(permission.name)
    }
}
