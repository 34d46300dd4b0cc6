import FeatureGating
import Testing

@testable import FlintCore

@MainActor struct TimelineTests {
    @Test func `an action records its beginning and its end`() throws {
        let fixture = Fixture(Desk.self)
        fixture.run { Desk.text.perform(withInput: "hello") }
        let entries = fixture.run { Timeline.instance.entries }
        #expect(entries.map(\.kind) == [.begin, .complete])
        #expect(entries.map(\.action.requestID) == [1, 1])
        let action = entries[1].action
        #expect(action.feature == "Desk" && action.featureName == "Desk")
        #expect(action.actionID == "TextAction" && action.actionName == "Text")
        #expect(action.inputDescription == "hello")
        #expect(action.source == .application && action.userInitiated)
        #expect(entries[0].outcome == nil && entries[0].duration == nil)
        #expect(entries[1].outcome?.isSuccess == true)
        #expect(try #require(entries[1].duration) >= .zero)
        #expect(
            entries.map(\.description) == [
                "main: began Text of Desk", "main: completed Text of Desk, success",
            ])
    }

    @Test func `the timeline contains only actions`() {
        let fixture = Fixture(Desk.self, Gate.self)
        fixture.run {
            fixture.toggles.setEnabled(Gate.self, enabled: false)
            _ = Gate.ping.request()
            FlintRuntime.current.advise("something")
        }
        #expect(fixture.runtime.journal.events.count == 3)
        #expect(fixture.runtime.timeline.entries.isEmpty)
    }

    @Test func `hidden actions are not recorded`() {
        let fixture = Fixture(Desk.self)
        fixture.run { Desk.hidden.perform() }
        #expect(fixture.runtime.journal.events.isEmpty)
    }

    @Test func `recording can be disabled and enabled while the app runs`() {
        let fixture = Fixture(Desk.self, Gate.self)
        fixture.run {
            #expect(TimelineFeature.isAvailable == true)
            Desk.ping.perform()
            TimelineFeature.isEnabled = false
            Desk.ping.perform()
            #expect(TimelineFeature.isAvailable == false)
            #expect(Timeline.instance.entries.count == 2)
            fixture.toggles.setEnabled(Gate.self, enabled: false)
            _ = Gate.ping.request()
            #expect(fixture.denials.count == 1, "Denials are always recorded.")
            TimelineFeature.isEnabled = true
            Desk.ping.perform()
            #expect(Timeline.instance.entries.count == 4)
        }
        let switches = fixture.changes.filter { $0.key == .runtimeSwitch(feature: TimelineFeature.path(in: fixture)) }
        #expect(
            switches.map(\.after.effective) == [.truth(.false), .truth(.true)], "The switch announces its changes.")
    }

    @Test func `an override of the timeline switch stops recording`() {
        let fixture = Fixture(Desk.self)
        let key = FactKey.runtimeSwitch(feature: TimelineFeature.path(in: fixture))
        fixture.facts.setOverride(.truth(.false), for: key, cause: "console")
        fixture.run { Desk.ping.perform() }
        #expect(fixture.runtime.timeline.entries.isEmpty)
        fixture.facts.setOverride(nil, for: key, cause: "console")
        fixture.run { Desk.ping.perform() }
        #expect(fixture.runtime.timeline.entries.count == 2)
    }

    @Test func `the timeline switch belongs to one runtime`() {
        let first = Fixture(Desk.self)
        let second = Fixture(Desk.self)
        first.run { TimelineFeature.isEnabled = false }
        second.run { Desk.ping.perform() }
        #expect(second.runtime.timeline.entries.count == 2)
        #expect(first.run { TimelineFeature.isEnabled } == false)
    }

    @Test func `sensitive inputs are never recorded`() {
        let fixture = Fixture(Desk.self)
        fixture.run {
            Desk.login.perform(withInput: Password(text: "swordfish"))
            Desk.maybeLogin.perform(withInput: Password(text: "swordfish"))
        }
        for entry in fixture.runtime.timeline.entries {
            #expect(entry.action.inputDescription == "(hidden)")
            #expect(entry.action.inputInfo == nil)
        }
        #expect(fixture.runtime.timeline.entries.count == 4)
        #expect(!String(reflecting: fixture.runtime.journal.events).contains("swordfish"))
    }

    @Test func `a mutable input is described in its state at the beginning of the action`() {
        let fixture = Fixture(Desk.self)
        let draft = Draft("first")
        fixture.run {
            Desk.edit.perform(withInput: draft)
            Desk.maybeEdit.perform(withInput: draft)
        }
        #expect(draft.text == "first!!")
        #expect(
            fixture.runtime.timeline.entries.map(\.action.inputDescription)
                == ["first", "first", "first!", "first!"],
            "The end of an action has the same description as its beginning.")
    }

    @Test func `the parts of an input are recorded by name`() {
        let fixture = Fixture(Desk.self)
        fixture.run { Desk.edit.perform(withInput: Draft("x")) }
        #expect(fixture.runtime.timeline.entries[0].action.inputInfo == ["length": "1"])
        fixture.run { Desk.ping.perform() }
        #expect(fixture.runtime.timeline.entries[2].action.inputDescription == nil, "The action has no input.")
    }
}

extension TimelineFeature {
    fileprivate static func path(in fixture: Fixture) -> FeaturePath { fixture.runtime.path(of: self) }
}

private struct Password: FlintLoggable {
    static let isSensitiveForLogging = true
    let text: String
    var loggingInfo: [String: String]? { ["text": text] }
}

private final class Draft: FlintLoggable {
    static let isImmutableForLogging = false
    var text: String

    init(_ text: String) {
        self.text = text
    }

    var loggingDescription: String { text }
    var loggingInfo: [String: String]? { ["length": "\(text.count)"] }
}

private final class LoginAction: Action {
    typealias InputType = Password

    static func perform(
        context: ActionContext<Password>, presenter: Void, completion: Completion
    ) -> Completion.Status {
        #expect(context.debugDescriptionOfInput == nil)
        return completion.completedSync(.success)
    }
}

private final class MaybeLoginAction: Action {
    typealias InputType = Password?

    static func perform(
        context: ActionContext<Password?>, presenter: Void, completion: Completion
    ) -> Completion.Status {
        completion.completedSync(.success)
    }
}

private final class EditAction: Action {
    typealias InputType = Draft

    static func perform(context: ActionContext<Draft>, presenter: Void, completion: Completion) -> Completion.Status {
        context.input.text += "!"
        return completion.completedSync(.success)
    }
}

private final class MaybeEditAction: Action {
    typealias InputType = Draft?

    static func perform(context: ActionContext<Draft?>, presenter: Void, completion: Completion) -> Completion.Status {
        context.input?.text += "!"
        return completion.completedSync(.success)
    }
}

private final class HiddenAction: Action {
    static let hideFromTimeline = true

    static func perform(context: ActionContext<NoInput>, presenter: Void, completion: Completion) -> Completion.Status {
        completion.completedSync(.success)
    }
}

private final class Desk: Feature {
    static let description = "Has actions with all kinds of inputs"
    static let ping = action(PingAction.self)
    static let text = action(TextAction.self)
    static let login = action(LoginAction.self)
    static let maybeLogin = action(MaybeLoginAction.self)
    static let edit = action(EditAction.self)
    static let maybeEdit = action(MaybeEditAction.self)
    static let hidden = action(HiddenAction.self)

    static func prepare(actions: FeatureActionsBuilder) {
        actions.declare(ping)
        actions.declare(text)
        actions.declare(login)
        actions.declare(maybeLogin)
        actions.declare(edit)
        actions.declare(maybeEdit)
        actions.declare(hidden)
    }
}

private final class Gate: ConditionalFeature {
    static let description = "Is on by default"
    static let ping = action(PingAction.self)
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.userToggled(defaultValue: true) }
    static func prepare(actions: FeatureActionsBuilder) { actions.declare(ping) }
}
