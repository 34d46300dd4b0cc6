import FlintCore
import FlintSimulation
import Testing

struct SimulatedPermissionCentreTests {
    private let answers = Recorder<SystemPermissionStatus>()

    private func request(_ permission: SystemPermissionConstraint, of checker: DefaultPermissionChecker) {
        let answers = answers
        checker.requestAuthorization(for: permission) { _, status in answers.append(status) }
    }

    // MARK: Requests

    @Test func `a request shows a prompt and completes with its answer`() {
        let centre = SimulatedPermissionCentre(usageDescriptions: [.camera: "To make cover pictures."])
        let checker = centre.checker
        request(.camera, of: checker)
        #expect(answers.all == [])
        #expect(centre.prompt?.permission == .camera)
        #expect(centre.prompt?.usage == "To make cover pictures.")
        #expect(centre.answer(.allow, to: .camera))
        #expect(answers.all == [.authorized])
        #expect(centre.prompt == nil)
        #expect(checker.isAuthorised(for: [.camera]))
        #expect(checker.usageDescription(for: .camera) == "To make cover pictures.")
    }

    @Test func `a denied permission stays denied until the settings change it`() {
        let centre = SimulatedPermissionCentre()
        let checker = centre.checker
        request(.photos, of: checker)
        centre.answer(.deny, to: .photos)
        request(.photos, of: checker)
        #expect(answers.all == [.denied, .denied])
        #expect(centre.prompt == nil)
        centre.setStatus(.authorized, of: .photos)
        request(.photos, of: checker)
        #expect(answers.all == [.denied, .denied, .authorized])
    }

    @Test(arguments: [SystemPermissionStatus.authorized, .denied, .restricted, .unsupported])
    func `a request for a determined permission completes immediately`(status: SystemPermissionStatus) {
        let centre = SimulatedPermissionCentre(statuses: [.motion: status])
        let answers = answers
        request(.motion, of: centre.checker)
        for adapter in centre.adapters where adapter.permission == .motion {
            adapter.requestAuthorisation { _, status in answers.append(status) }
        }
        #expect(answers.all == [status, status])
        #expect(centre.prompt == nil)
    }

    @Test func `requests of several checkers share a prompt`() {
        let centre = SimulatedPermissionCentre()
        let checkers = [centre.checker, centre.checker]
        for checker in checkers { request(.camera, of: checker) }
        #expect(centre.answer(.allow, to: .camera))
        #expect(answers.all == [.authorized, .authorized])
        #expect(!centre.answer(.allow, to: .camera))
    }

    @Test func `prompts are shown one at a time`() {
        let centre = SimulatedPermissionCentre()
        let checker = centre.checker
        request(.camera, of: checker)
        request(.photos, of: checker)
        #expect(centre.prompt?.permission == .camera)
        centre.answer(.allow, to: .camera)
        #expect(centre.prompt?.permission == .photos)
        centre.answer(.deny, to: .photos)
        #expect(answers.all == [.authorized, .denied])
    }

    @Test func `an answer without a prompt is refused`() {
        let centre = SimulatedPermissionCentre()
        #expect(!centre.answer(.allow, to: .camera))
        #expect(centre.status(of: .camera) == .notDetermined)
    }

    @Test func `scripted answers complete requests without a prompt`() {
        let centre = SimulatedPermissionCentre()
        let checker = centre.checker
        centre.script([.camera: .allow, .photos: .deny])
        request(.camera, of: checker)
        request(.photos, of: checker)
        #expect(answers.all == [.authorized, .denied])
        #expect(centre.prompt == nil)
    }

    @Test(arguments: SystemPermissionConstraint.allCases)
    func `every permission can be requested`(permission: SystemPermissionConstraint) {
        let centre = SimulatedPermissionCentre()
        let checker = centre.checker
        request(permission, of: checker)
        #expect(centre.prompt?.permission == permission)
        centre.answer(.allow, to: permission)
        #expect(answers.all == [.authorized])
        #expect(checker.status(of: permission) == .authorized)
    }

    // MARK: Settings, resets and restarts

    @Test func `a change in the settings completes a pending prompt`() {
        let centre = SimulatedPermissionCentre()
        request(.camera, of: centre.checker)
        centre.setStatus(.restricted, of: .camera)
        #expect(answers.all == [.restricted])
        #expect(centre.prompt == nil)
    }

    @Test func `a reset restores initial statuses`() {
        let centre = SimulatedPermissionCentre(statuses: [.camera: .restricted])
        centre.setStatus(.authorized, of: .camera)
        centre.setStatus(.denied, of: .photos)
        centre.reset(.camera)
        #expect(centre.status(of: .camera) == .restricted)
        #expect(centre.status(of: .photos) == .denied)
        centre.resetAll()
        #expect(centre.status(of: .photos) == .notDetermined)
    }

    @Test func `a permission allowed once expires at a restart`() {
        let centre = SimulatedPermissionCentre(statuses: [.photos: .authorized])
        request(.camera, of: centre.checker)
        centre.answer(.allowOnce, to: .camera)
        #expect(centre.status(of: .camera) == .authorized)
        centre.restartApp()
        #expect(centre.status(of: .camera) == .notDetermined)
        #expect(centre.status(of: .photos) == .authorized)
    }

    @Test func `a restart discards prompts and their requests`() {
        let centre = SimulatedPermissionCentre()
        request(.camera, of: centre.checker)
        centre.restartApp()
        #expect(centre.prompt == nil)
        request(.camera, of: centre.checker)
        centre.answer(.allow, to: .camera)
        #expect(answers.all == [.authorized])
    }

    @Test func `a permission that was allowed in the settings survives a restart`() {
        let centre = SimulatedPermissionCentre()
        request(.camera, of: centre.checker)
        centre.answer(.allowOnce, to: .camera)
        centre.setStatus(.authorized, of: .camera)
        centre.restartApp()
        #expect(centre.status(of: .camera) == .authorized)
    }

    // MARK: Observers

    @Test func `a checker notifies its observers of changes in the settings`() {
        let centre = SimulatedPermissionCentre()
        let checker = centre.checker
        let log = Recorder<String>()
        let delegate = CheckerDelegate(log)
        checker.addObserver(delegate)
        centre.setStatus(.authorized, of: .location(usage: .always))
        centre.setStatus(.authorized, of: .location(usage: .always))
        #expect(log.all == ["location-always", "location-when-in-use"])
        #expect(checker.status(of: .location(usage: .whenInUse)) == .authorized)
    }

    @Test func `observers are notified before the request completes`() {
        let centre = SimulatedPermissionCentre()
        let checker = centre.checker
        let log = Recorder<String>()
        let delegate = CheckerDelegate(log)
        checker.addObserver(delegate)
        checker.requestAuthorization(for: .camera) { permission, status in log.append("\(permission.name) \(status)") }
        centre.answer(.allow, to: .camera)
        #expect(log.all == ["camera", "camera authorized"])
    }

    @Test func `permissions expired by a restart are announced in a stable order`() {
        for _ in 0..<10 {
            let centre = SimulatedPermissionCentre()
            let checker = centre.checker
            let asked: [SystemPermissionConstraint] = [.health, .camera, .motion, .photos]
            for permission in asked {
                request(permission, of: checker)
                centre.answer(.allowOnce, to: permission)
            }
            let log = Recorder<String>()
            let delegate = CheckerDelegate(log)
            checker.addObserver(delegate)
            centre.restartApp()
            #expect(log.all == ["camera", "photos", "photos-add-only", "motion", "health"])
        }
    }

    @Test func `a checker without references is released`() {
        let centre = SimulatedPermissionCentre()
        var checker: DefaultPermissionChecker? = centre.checker
        weak let weakChecker = checker
        #expect(weakChecker != nil)
        checker = nil
        #expect(weakChecker == nil)
    }

    // MARK: Threads

    @Test func `concurrent requests complete exactly once`() async {
        let centre = SimulatedPermissionCentre()
        let answers = answers
        let checkers = (0..<10).map { _ in centre.checker }
        await withTaskGroup { group in
            for permission in SystemPermissionConstraint.allCases {
                for checker in checkers {
                    group.addTask {
                        checker.requestAuthorization(for: permission) { _, status in answers.append(status) }
                    }
                    group.addTask { centre.answer(.allow, to: permission) }
                }
            }
        }
        for permission in SystemPermissionConstraint.allCases { centre.answer(.allow, to: permission) }
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
