import Dispatch
import FlintCore
import FlintInspector
import FlintInspectorTestSupport
import FlintSimulation
import FlintWorld
import Testing

@MainActor struct PermissionFlowControllerTests {
    private func begin(_ bench: Bench, then action: String? = "PingAction") -> CommandResult {
        bench.send(
            .beginFlow(
                feature: "TestApp/Clips",
                thenPerform: action.map { ActionInvocation(feature: "TestApp/Clips", action: $0) }))
    }

    /// The stage, the current permission, and the progress of each permission.
    private func state(_ bench: Bench) -> String {
        guard let flow = bench.snapshot.flow else { return "none" }
        let items = flow.permissions.map { "\($0.permission) \($0.progress.rawValue) \($0.status.rawValue)" }
        return ([flow.stage.rawValue, flow.current ?? "-"] + items).joined(separator: ", ")
    }

    @Test func `the action is performed after every permission is allowed`() async {
        let bench = Bench()
        #expect(begin(bench).message == "Clips: requesting permissions.")
        #expect(
            state(bench)
                == "card, camera, camera current not-determined, microphone waiting not-determined, "
                + "photos waiting not-determined")
        let flow = bench.snapshot.flow
        #expect(flow?.featureID == "TestApp/Clips" && flow?.featureName == "Clips" && flow?.actionName == "Ping")
        #expect(flow?.currentItem?.usage == "To film your clip.")
        #expect(flow?.outstanding == ["camera", "microphone", "photos"])

        #expect(bench.send(.answerFlow(.proceed)).message == "Camera: prompt shown.")
        #expect(bench.snapshot.flow?.stage == .prompt)
        #expect(bench.device.permissions.prompt?.permission == .camera)
        #expect(bench.send(.answerFlow(.allow)).message == "Camera: authorized.")
        #expect(
            state(bench)
                == "outcome, camera, camera answered authorized, microphone waiting not-determined, "
                + "photos waiting not-determined")
        bench.send(.answerFlow(.next))
        for answer in [FlowAnswer.proceed, .allowOnce, .next, .proceed, .allow, .next] {
            #expect(bench.send(.answerFlow(answer)).status == .done)
        }
        #expect(
            state(bench)
                == "summary, -, camera answered authorized, microphone answered authorized, photos answered authorized")
        #expect(bench.snapshot.flow?.outstanding == [] && bench.snapshot.flow?.cancelled == false)
        #expect(bench.snapshot.flow?.retryMessage == nil, "The action is performed after the flow.")
        await mainQueue()
        #expect(bench.snapshot.flow?.retryMessage == "Clips: Ping: success.")
        #expect(bench.snapshot.flow?.retryStatus == .done)
        #expect(bench.events.last?.kind == .actionCompleted && bench.events.last?.cause == "console")
        let entry = bench.inspector.history().last
        #expect(entry?.message == "Clips: Ping: success." && entry?.source == "console" && entry?.canBeUndone == false)
        #expect(bench.send(.answerFlow(.dismiss)).message == "Done.")
        #expect(bench.snapshot.flow == nil)
        #expect(
            bench.send(.undo).message.hasSuffix(" Later changes that cannot be undone: Clips: Ping: success."))
    }

    @Test func `the action is performed after the flow is dismissed early`() async {
        let bench = Bench(permissions: [.microphone: .authorized, .photos: .authorized])
        _ = begin(bench)
        for answer in [FlowAnswer.proceed, .allow, .next, .dismiss] { bench.send(.answerFlow(answer)) }
        await mainQueue()
        #expect(bench.events.suffix(2).map(\.kind) == [.actionBegan, .actionCompleted])
        #expect(bench.snapshot.flow == nil)
    }

    @Test func `a skipped permission stays outstanding and the flow continues`() async {
        let bench = Bench()
        _ = begin(bench)
        #expect(bench.send(.answerFlow(.askLater)).message == "Camera: skipped.")
        #expect(
            state(bench)
                == "card, microphone, camera skipped not-determined, microphone current not-determined, "
                + "photos waiting not-determined")
        for answer in [FlowAnswer.proceed, .allow, .next, .proceed, .allow, .next] { bench.send(.answerFlow(answer)) }
        #expect(bench.snapshot.flow?.stage == .summary)
        #expect(bench.snapshot.flow?.outstanding == ["camera"])
        await mainQueue()
        #expect(bench.snapshot.flow?.retryMessage == nil, "A permission is missing, so that the action is not retried.")
    }

    @Test func `a denied permission stays outstanding and the flow continues`() async {
        let bench = Bench()
        _ = begin(bench)
        bench.send(.answerFlow(.proceed))
        #expect(bench.send(.answerFlow(.deny)).message == "Camera: denied.")
        bench.send(.answerFlow(.next))
        #expect(bench.snapshot.flow?.current == "microphone")
        for answer in [FlowAnswer.proceed, .allow, .next, .proceed, .allow, .next] { bench.send(.answerFlow(answer)) }
        #expect(bench.snapshot.flow?.outstanding == ["camera"])
        #expect(bench.snapshot.flow?.cancelled == false)
        await mainQueue()
        #expect(!bench.events.contains { $0.kind == .actionBegan })
    }

    @Test func `canceling at a card leaves the remaining permissions outstanding`() async {
        let bench = Bench()
        _ = begin(bench)
        for answer in [FlowAnswer.proceed, .allow, .next] { bench.send(.answerFlow(answer)) }
        #expect(bench.send(.answerFlow(.cancelAll)).message == "No more permissions are requested.")
        #expect(
            state(bench)
                == "summary, -, camera answered authorized, microphone cancelled not-determined, "
                + "photos cancelled not-determined")
        #expect(bench.snapshot.flow?.cancelled == true)
        #expect(bench.snapshot.flow?.outstanding == ["microphone", "photos"])
        await mainQueue()
        #expect(bench.snapshot.flow?.retryMessage == nil)
    }

    @Test func `stopping at an outcome cancels the remaining permissions`() {
        let bench = Bench()
        _ = begin(bench)
        for answer in [FlowAnswer.proceed, .deny, .stop] { bench.send(.answerFlow(answer)) }
        #expect(bench.snapshot.flow?.cancelled == true)
        #expect(bench.snapshot.flow?.outstanding == ["camera", "microphone", "photos"])
    }

    @Test func `a flow without an action performs no action`() async {
        let bench = Bench(permissions: [.microphone: .authorized, .photos: .authorized])
        _ = begin(bench, then: nil)
        for answer in [FlowAnswer.proceed, .allow, .next] { bench.send(.answerFlow(answer)) }
        await mainQueue()
        #expect(bench.snapshot.flow?.actionName == nil)
        #expect(bench.snapshot.flow?.retryMessage == nil)
        #expect(bench.feature("TestApp/Clips")?.available == true)
    }

    @Test func `an answer to another stage is refused`() {
        let bench = Bench()
        _ = begin(bench)
        let before = bench.snapshot
        #expect(bench.send(.answerFlow(.allow)).message == "\"allow\" answers the prompt, not the card.")
        #expect(bench.send(.answerFlow(.dismiss)).status == .failed)
        #expect(bench.snapshot == before)
        bench.send(.answerFlow(.proceed))
        #expect(bench.send(.answerFlow(.proceed)).message == "\"continue\" answers the card, not the prompt.")
    }

    @Test func `a second flow is refused until the first ends`() {
        let bench = Bench()
        _ = begin(bench)
        let second = bench.send(.beginFlow(feature: "TestApp/Playlists", thenPerform: nil))
        #expect(second.status == .failed)
        #expect(second.message == "Permissions for Clips are being requested; finish that first.")
        #expect(bench.send(.answerFlow(.abandon)).status == .done)
        #expect(bench.snapshot.flow?.stage == .summary)
        #expect(bench.send(.answerFlow(.abandon)).status == .failed, "A completed flow accepts no answer.")
        bench.send(.answerFlow(.cancelAll))
        #expect(bench.send(.beginFlow(feature: "TestApp/Playlists", thenPerform: nil)).status == .done)
        #expect(bench.snapshot.flow?.featureID == "TestApp/Playlists", "A completed flow is replaced.")
    }

    @Test func `the prompt of a real system cannot be answered by a command`() {
        let bench = Bench(isSimulated: false)
        _ = begin(bench)
        bench.send(.answerFlow(.proceed))
        let result = bench.send(.answerFlow(.allow))
        #expect(result.message == "The system's own prompt must be answered where it is shown.")
        bench.device.permissions.answer(.allow, to: .camera)
        #expect(bench.snapshot.flow?.stage == .outcome, "The flow continues after the system's answer.")
    }

    @Test func `the prompt of a real system offers no answers`() {
        let bench = Bench(isSimulated: false)
        _ = begin(bench)
        #expect(bench.snapshot.flow?.offeredAnswers == [.proceed, .askLater, .cancelAll])
        bench.send(.answerFlow(.proceed))
        #expect(bench.snapshot.flow?.offeredAnswers == [])
    }

    @Test(arguments: [SystemPermissionStatus.notDetermined, .authorized])
    func `the flow offers exactly the answers that are accepted`(whenInUse: SystemPermissionStatus) throws {
        func prompt() -> Bench {
            let bench = Bench(permissions: [.location(usage: .whenInUse): whenInUse])
            bench.runtime.register(Walks.self)
            bench.send(.beginFlow(feature: "Walks", thenPerform: nil))
            bench.send(.answerFlow(.proceed))
            return bench
        }
        let offered = try #require(prompt().snapshot.flow?.offeredAnswers)
        #expect(offered == (whenInUse == .authorized ? [.allow, .deny] : [.allow, .allowOnce, .deny]))
        for answer in FlowAnswer.allCases where answer != .abandon {
            #expect((prompt().send(.answerFlow(answer)).status == .done) == offered.contains(answer), "\(answer)")
        }
    }

    @Test func `a permission granted during the flow is not requested`() {
        let bench = Bench()
        _ = begin(bench)
        bench.send(.setPermission(permission: "camera", status: .authorized))
        #expect(bench.send(.answerFlow(.proceed)).message == "Camera: no longer requested.")
        #expect(bench.device.permissions.prompt == nil)
        #expect(
            state(bench)
                == "card, microphone, camera answered authorized, microphone current not-determined, "
                + "photos waiting not-determined")
        #expect(!bench.events.contains { $0.kind == .promptShown })
    }

    @Test func `a permission denied before the flow is listed as outstanding at its end`() {
        let bench = Bench(permissions: [.microphone: .denied])
        _ = begin(bench)
        for answer in [FlowAnswer.proceed, .allow, .next, .proceed, .allow, .next] { bench.send(.answerFlow(answer)) }
        #expect(
            state(bench)
                == "summary, -, camera answered authorized, microphone answered denied, photos answered authorized")
        #expect(bench.snapshot.flow?.outstanding == ["microphone"])
    }

    /// Waits until the main queue has run all blocks that are already enqueued.
    private func mainQueue() async {
        await withCheckedContinuation { continuation in
            DispatchQueue.main.async { DispatchQueue.main.async { continuation.resume() } }
        }
    }
}

private final class Walks: ConditionalFeature {
    static let description = "Records walks"
    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.permission(.location(usage: .always))
    }
    static func prepare(actions: FeatureActionsBuilder) {}
}
