import FlintCore
import FlintInspector
import FlintInspectorTestSupport
import FlintSimulation
import FlintTestSupport
import FlintWorld
import Foundation
import Testing

@MainActor struct EventFormatterTests {
    @Test func `an action is recorded as two events`() throws {
        let bench = Bench()
        bench.send(.perform(ActionInvocation(feature: "TestApp/Shop", action: "BuyAction", input: ["item": "hat"])))
        let (began, completed) = (bench.events[0], bench.events[1])
        #expect(began.kind == .actionBegan && began.title == "Shop: Buy began")
        #expect(began.action?.session == "main" && began.featureID == "TestApp/Shop")
        #expect(began.action?.id == "BuyAction" && began.action?.name == "Buy")
        #expect(began.outcome == nil && began.duration == nil)
        #expect(
            lines(began) == [
                "Request: #1", "Source: application", "User initiated: yes", "Input: hat", "Input count: 1",
                "Input item: hat",
            ])
        #expect(completed.kind == .actionCompleted && completed.title == "Shop: Buy")
        #expect(completed.outcome == .success)
        #expect(try #require(completed.duration) >= 0)
        #expect(lines(completed).last == "Outcome: success")
        #expect([began.id, completed.id] == [1, 2])
    }

    @Test func `a failed action is recorded with its error`() {
        let bench = Bench()
        bench.send(.perform(ActionInvocation(feature: "TestApp/Shop", action: "FailAction")))
        #expect(bench.events.last?.outcome == .failure)
        #expect(bench.events.last?.details.last?.value == "failure: the till is empty")
    }

    @Test func `a denied request is recorded with its explanation`() throws {
        let bench = Bench()
        bench.send(.perform(ActionInvocation(feature: "TestApp/Playlists", action: "BuyAction", input: [:])))
        let event = try #require(bench.events.first)
        #expect(event.kind == .requestDenied && event.outcome == .denied)
        #expect(
            event.title == "Playlists: “Buy” denied: Premium is not purchased, Location when in use is not determined")
        #expect(
            lines(event) == [
                "platform: iOS, any version: iOS 17.2 (met)",
                "purchase: Premium: not purchased (not met)",
                "permission: Location when in use: not determined (undetermined)",
                "parent: Test App: available (met)",
            ])
    }

    @Test func `a changed fact is recorded with both values and the affected features`() throws {
        let bench = Bench(permissions: [.location(usage: .whenInUse): .authorized])
        bench.send(.setPurchase(productID: "premium", status: .purchased))
        bench.send(.override(.purchase, "premium", to: "not-purchased"))
        bench.send(.setPurchase(productID: "premium", status: .unknown))
        bench.send(.override(.purchase, "premium", to: nil))
        #expect(bench.events.allSatisfy { $0.kind == .factChanged && $0.cause == "console" })
        #expect(
            bench.events.map(\.title) == [
                "Premium: not purchased → purchased", "Premium: overridden, purchased → not purchased",
                "Premium: unknown, hidden by the override", "Premium: override removed, unknown",
            ])
        #expect(
            lines(bench.events[1]) == [
                "Actual: purchased, from store", "Override: not purchased, by console",
            ])
        let changed = bench.events[1].features
        #expect(changed.map(\.featureName) == ["Playlists", "Premiere"])
        #expect(changed.allSatisfy { $0.before != false && $0.after == false })
        #expect(bench.events.map(\.change?.featureCount) == [2, 2, 0, 2])
        #expect(bench.events.map(\.featureID) == [nil, nil, nil, nil])
    }

    @Test func `every kind of fact has a name in event titles`() {
        let bench = Bench()
        bench.send(.override(.permission, "camera", to: "denied"))
        bench.send(.setUserSetting(feature: "TestApp/Clips", isOn: false))
        bench.send(.override(.runtimeSwitch, "TestApp/Shop/Discounts", to: "on"))
        bench.send(.override(.platform, FactReference.platformKey, to: "watchOS 9.0"))
        bench.device.store.setUnlocked(true, feature: Premiere.self)
        #expect(
            bench.events.map(\.title) == [
                "Camera: overridden, not determined → denied", "User setting of Clips: on → off",
                "Runtime switch of Discounts: overridden, off → on", "Platform: overridden, iOS 17.2 → watchOS 9.0",
                "Past purchases for Premiere: not unlocked → unlocked",
            ])
        #expect(bench.events[1].featureID == "TestApp/Clips")
        #expect(bench.events[4].cause == "store")
    }

    @Test func `a permission flow is recorded with its prompts and its end`() {
        let bench = Bench(permissions: [.microphone: .authorized])
        bench.send(.beginFlow(feature: "TestApp/Clips", thenPerform: nil))
        for answer in [FlowAnswer.proceed, .allow, .next, .proceed, .deny, .next] { bench.send(.answerFlow(answer)) }
        #expect(
            bench.events.map { "\($0.kind.rawValue): \($0.title)" } == [
                "flow-began: Clips: requesting Camera, Photos",
                "prompt-shown: Camera: prompt shown",
                "fact-changed: Camera: not determined → authorized",
                "prompt-answered: Camera: answered, authorized",
                "prompt-shown: Photos: prompt shown",
                "fact-changed: Photos: not determined → denied",
                "prompt-answered: Photos: answered, denied",
                "flow-ended: Clips: permissions done. Still missing: Photos",
            ])
        #expect(bench.events.map(\.outcome) == [nil, nil, nil, .success, nil, nil, .denied, .denied])
        #expect(bench.events.map { $0.subject?.key } == [nil, "camera", nil, "camera", "photos", nil, "photos", nil])
        #expect(bench.events[0].featureID == "TestApp/Clips" && bench.events[1].featureID == "TestApp/Clips")
    }

    @Test func `an advisory is recorded unchanged`() {
        let bench = Bench()
        bench.runtime.advise("Careful.")
        #expect(bench.events.map(\.title) == ["Careful."])
        #expect(bench.events.map(\.kind) == [.advisory])
    }

    @Test func `events after an identifier are the later ones`() {
        let bench = Bench()
        for text in ["a", "b", "c"] { bench.runtime.advise(text) }
        #expect(bench.inspector.events(after: 2).map(\.title) == ["c"])
        #expect(bench.inspector.events(after: 3).isEmpty)
    }

    private func lines(_ event: EventRecord) -> [String] {
        event.labeledValues.map { "\($0.label): \($0.value)" }
    }

    // MARK: Overrides that expire

    @Test func `an override is recorded with its expiry and reason`() {
        let bench = Bench()
        bench.send(.override(.premium(reason: "the demo", expiry: .uses(3))))
        #expect(
            bench.events.map(\.title) == [
                "Premium: overridden, not purchased → purchased for 3 uses, because of “the demo”"
            ])
        let details = bench.events[0].details
        #expect(details.contains(.init(label: "Reason", value: "the demo")))
        #expect(details.contains(.init(label: "Expires", value: "for 3 uses")))
    }

    @Test func `a changed expiry of an override is recorded as such`() {
        let bench = Bench()
        bench.send(.override(.premium()))
        bench.send(.override(.premium(expiry: .untilQuit)))
        #expect(bench.events.last?.title == "Premium: overridden, still purchased for this session")
    }

    @Test func `an expired override is recorded as expired`() {
        let time = ManualTime(now: Date())
        let bench = Bench(time: time)
        bench.send(.override(.premium(reason: "the demo", expiry: .inSeconds(600))))
        time.advance(seconds: 700)
        #expect(bench.snapshot.overrides.isEmpty)
        let event = bench.events.last
        #expect(event?.title == "Premium: override expired, not purchased")
        #expect(event?.cause == "expiry")
        #expect(event?.details.contains(.init(label: "Reason", value: "the demo")) == true)
        #expect(event?.details.contains { $0.label == "Would have expired" && $0.value.hasPrefix("until ") } == true)
        let changed = event?.features.first { $0.featureID == "TestApp/Playlists" }
        #expect(changed?.featureName == "Playlists" && changed?.after == false)
        #expect(event?.change?.featureCount == event?.features.count)
    }

    @Test func `a removed override is not recorded as expired`() {
        let bench = Bench()
        bench.send(.override(.premium(expiry: .uses(1))))
        bench.send(.override(.purchase, "premium", to: nil))
        #expect(bench.events.last?.title == "Premium: override removed, not purchased")
    }
}
