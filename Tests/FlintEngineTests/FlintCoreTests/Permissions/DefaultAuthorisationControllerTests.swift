import Testing

@testable import FlintCore

struct DefaultAuthorisationControllerTests {
    private let host = FakeHost()
    private let log: Log

    init() {
        log = host.log
    }

    private func controller(
        asking permissions: [SystemPermissionConstraint], coordinator: (any PermissionAuthorisationCoordinator)? = nil
    ) -> DefaultAuthorisationController {
        DefaultAuthorisationController(
            feature: CameraFeature.self, permissions: permissions, coordinator: coordinator, host: host)
    }

    private func retryHandler() -> () -> Void {
        let log = log
        return { log.append("retry") }
    }

    @Test func `the prompt precedes the answer, and the answer precedes the retry`() {
        let controller = controller(asking: [.camera])
        controller.begin(retryHandler: retryHandler())
        host.answer(.camera, .authorized)
        #expect(
            log.lines == [
                "began camera", "prompt camera", "request camera", "engine camera authorized",
                "answer camera authorized", "ended outstanding ", "retry",
            ])
    }

    @Test func `a denied permission prevents the retry`() {
        let controller = controller(asking: [.camera, .photos])
        controller.begin(retryHandler: retryHandler())
        host.answer(.camera, .denied)
        host.answer(.photos, .authorized)
        #expect(log.lines.last == "ended outstanding camera")
        #expect(!log.lines.contains("retry"))
    }

    @Test func `a retry handler that will not be called is released when the flow ends`() {
        let controller = controller(asking: [.camera])
        weak let captured = {
            let captured = Log()
            controller.begin { captured.append("retry") }
            return captured
        }()
        #expect(captured != nil)
        host.answer(.camera, .denied)
        #expect(captured == nil)
        withExtendedLifetime(controller) {}
    }

    @Test func `a missing permission outside the flow prevents the retry`() {
        host.set(.restricted, for: .motion)
        let controller = controller(asking: [.camera, .motion])
        controller.begin(retryHandler: retryHandler())
        host.answer(.camera, .authorized)
        #expect(log.lines.first == "began camera", "A determined permission is not requested.")
        #expect(log.lines.last == "ended outstanding motion")
        #expect(!log.lines.contains("retry"))
    }

    @Test func `a flow continues without a reference to its controller`() {
        controller(asking: [.camera, .photos]).begin(retryHandler: retryHandler())
        host.answer(.camera, .authorized)
        host.answer(.photos, .authorized)
        #expect(log.lines.last == "retry")
    }

    @Test func `a flow without a reference to its controller waits for its coordinator`() {
        let coordinator = ScriptedCoordinator(log: log)
        coordinator.isDeferring = true
        controller(asking: [.camera], coordinator: coordinator).begin(retryHandler: retryHandler())
        coordinator.giveDeferredAnswer()
        coordinator.giveDeferredAnswer()
        host.answer(.camera, .authorized)
        coordinator.giveDeferredAnswer()
        #expect(log.lines.last == "retry")
    }

    @Test func `an ended flow is released together with its coordinator`() {
        var coordinator: ScriptedCoordinator? = ScriptedCoordinator(log: log)
        weak let weakCoordinator = coordinator
        weak let weakController = {
            let controller = controller(asking: [.camera], coordinator: coordinator)
            coordinator?.keep = controller
            controller.begin(retryHandler: retryHandler())
            return controller
        }()
        #expect(weakController != nil)
        host.answer(.camera, .authorized)
        #expect(log.lines.last == "retry")
        coordinator = nil
        #expect(weakCoordinator == nil)
        #expect(weakController == nil)
    }

    @Test func `the coordinator receives every step in order`() {
        let coordinator = ScriptedCoordinator(log: log)
        coordinator.order = [.photos, .camera]
        coordinator.decisions = [.photos: .skip]
        let controller = controller(asking: [.camera, .photos], coordinator: coordinator)
        controller.begin(retryHandler: retryHandler())
        host.answer(.camera, .authorized)
        #expect(
            log.lines == [
                "began camera,photos", "willBegin camera,photos", "willRequest photos", "willRequest camera",
                "prompt camera", "request camera", "engine camera authorized", "answer camera authorized",
                "didRequest camera authorized", "ended outstanding photos", "didComplete outstanding photos",
            ])
    }

    @Test func `the coordinator can complete every step asynchronously`() {
        let coordinator = ScriptedCoordinator(log: log)
        coordinator.isDeferring = true
        let controller = controller(asking: [.camera], coordinator: coordinator)
        controller.begin(retryHandler: retryHandler())
        #expect(log.lines.last == "willBegin camera")
        coordinator.giveDeferredAnswer()
        #expect(log.lines.last == "willRequest camera")
        coordinator.giveDeferredAnswer()
        #expect(log.lines.last == "request camera")
        host.answer(.camera, .authorized)
        #expect(log.lines.last == "didRequest camera authorized")
        coordinator.giveDeferredAnswer()
        #expect(log.lines.suffix(2) == ["didComplete outstanding ", "retry"])
    }

    @Test func `a late answer of the system after cancellation is ignored`() {
        let coordinator = ScriptedCoordinator(log: log)
        let controller = controller(asking: [.camera, .photos], coordinator: coordinator)
        controller.begin(retryHandler: retryHandler())
        controller.cancel()
        #expect(log.lines.suffix(2) == ["ended cancelled camera,photos", "didComplete cancelled camera,photos"])
        host.answer(.camera, .authorized)
        #expect(log.lines.last?.hasPrefix("advice The system's answer about camera arrived after") == true)
        #expect(log.lines.count { $0.hasPrefix("didComplete") } == 1)
        #expect(!log.lines.contains("retry"))
    }

    @Test func `a late answer of the coordinator after cancellation is ignored`() {
        let coordinator = ScriptedCoordinator(log: log)
        coordinator.isDeferring = true
        let controller = controller(asking: [.camera], coordinator: coordinator)
        controller.begin(retryHandler: nil)
        controller.cancel()
        coordinator.giveDeferredAnswer()
        coordinator.giveDeferredAnswer()
        #expect(log.lines.count { $0.hasPrefix("advice") } == 2)
        #expect(!log.lines.contains("willRequest camera"))
    }

    @Test func `canceling in a callback does not recurse`() {
        let coordinator = ScriptedCoordinator(log: log)
        let controller = controller(asking: [.camera], coordinator: coordinator)
        coordinator.onComplete = { controller.cancel() }
        coordinator.onWillRequest = { controller.cancel() }
        controller.begin(retryHandler: retryHandler())
        #expect(log.lines.count { $0.hasPrefix("didComplete") } == 1)
        #expect(!log.lines.contains("request camera"))
        #expect(!log.lines.contains("retry"))
    }

    @Test func `canceling in a callback takes effect after the callback returns`() {
        let coordinator = ScriptedCoordinator(log: log)
        let controller = controller(asking: [.camera], coordinator: coordinator)
        let log = log
        coordinator.onWillRequest = {
            controller.cancel()
            log.append("cancelled")
        }
        controller.begin(retryHandler: nil)
        let lines = log.lines.filter { !$0.hasPrefix("advice") }
        #expect(lines.suffix(3) == ["cancelled", "ended cancelled camera", "didComplete cancelled camera"])
    }

    @Test func `beginning or canceling twice has no effect`() {
        let controller = controller(asking: [.camera])
        controller.begin(retryHandler: retryHandler())
        let log = log
        controller.begin(retryHandler: { log.append("second retry") })
        host.answer(.camera, .authorized)
        controller.cancel()
        controller.cancel()
        controller.begin(retryHandler: { log.append("third retry") })
        #expect(log.lines.filter { $0.hasSuffix("retry") } == ["retry"])
        #expect(log.lines.count { $0.hasPrefix("ended") } == 1)
        #expect(log.lines.count { $0.hasPrefix("advice") } == 2)
    }

    @Test func `canceling before the start completes the coordinator`() {
        let controller = controller(asking: [.camera], coordinator: ScriptedCoordinator(log: log))
        controller.cancel()
        #expect(log.lines == ["didComplete cancelled camera"])
    }

    @Test func `returning the status of another completion cancels the flow`() {
        let coordinator = ScriptedCoordinator(log: log)
        coordinator.returnsForeignStatus = true
        let controller = controller(asking: [.camera], coordinator: coordinator)
        controller.begin(retryHandler: nil)
        #expect(log.lines.contains { $0.hasPrefix("advice ScriptedCoordinator returned the status") })
        #expect(log.lines.last == "didComplete cancelled camera")
    }

    @Test func `a permission determined during the flow shows no prompt`() {
        let controller = controller(asking: [.camera, .photos])
        controller.begin(retryHandler: nil)
        host.set(.authorized, for: .photos)
        host.answer(.camera, .authorized)
        #expect(!log.lines.contains("prompt photos"))
        #expect(!log.lines.contains("request photos"))
        #expect(log.lines.last == "ended outstanding ")
    }

    @Test func `a flow begun on the main queue stays on the main queue`() {
        host.isOnMainQueue = true
        let coordinator = ScriptedCoordinator(log: log)
        let controller = controller(asking: [.camera], coordinator: coordinator)
        controller.begin(retryHandler: retryHandler())
        host.isOnMainQueue = false
        host.answer(.camera, .authorized)
        #expect(log.lines.last == "answer camera authorized")
        host.isOnMainQueue = true
        host.runMainQueue()
        #expect(
            log.lines.suffix(4) == [
                "didRequest camera authorized", "ended outstanding ", "didComplete outstanding ", "retry",
            ])
    }

    @Test func `a scheduled prompt is not shown after cancellation`() {
        host.isOnMainQueue = true
        let coordinator = ScriptedCoordinator(log: log)
        coordinator.isDeferring = true
        let controller = controller(asking: [.camera], coordinator: coordinator)
        controller.begin(retryHandler: nil)
        coordinator.giveDeferredAnswer()
        host.isOnMainQueue = false
        coordinator.giveDeferredAnswer()
        controller.cancel()
        host.isOnMainQueue = true
        host.runMainQueue()
        #expect(!log.lines.contains("request camera"))
        #expect(log.lines.last == "didComplete cancelled camera")
    }

    @Test func `a scheduled review is not requested after cancellation`() {
        host.isOnMainQueue = true
        let controller = controller(asking: [.camera], coordinator: ScriptedCoordinator(log: log))
        controller.begin(retryHandler: retryHandler())
        host.isOnMainQueue = false
        host.answer(.camera, .authorized)
        controller.cancel()
        host.isOnMainQueue = true
        host.runMainQueue()
        #expect(!log.lines.contains("didRequest camera authorized"))
        #expect(log.lines.suffix(2) == ["ended cancelled ", "didComplete cancelled "])
    }

    @Test func `concurrent callers end the flow once`() async {
        for _ in 0..<50 {
            let host = FakeHost()
            let controller = DefaultAuthorisationController(
                feature: CameraFeature.self, permissions: [.camera],
                coordinator: ScriptedCoordinator(log: host.log), host: host)
            await withTaskGroup { group in
                group.addTask { controller.begin(retryHandler: nil) }
                group.addTask { controller.cancel() }
                group.addTask { controller.begin(retryHandler: nil) }
                group.addTask { host.answer(.camera, .authorized) }
                group.addTask { controller.cancel() }
            }
            #expect(host.log.lines.count { $0.hasPrefix("didComplete") } == 1)
        }
    }
}
