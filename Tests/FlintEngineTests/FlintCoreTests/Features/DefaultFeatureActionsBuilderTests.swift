import Testing

@testable import FlintCore

struct DefaultFeatureActionsBuilderTests {
    @Test func `the metadata of a feature lists its actions in order with their inputs`() throws {
        let fixture = Fixture(Desk.self, Gate.self)
        let metadata = try #require(fixture.runtime.metadata(for: Desk.self))
        #expect(metadata.actions.map(\.id) == ["PingAction", "TextAction", "RunAction"])
        #expect(metadata.publishedActions.map(\.id) == ["TextAction"])
        let text = try #require(metadata.actionMetadata(action: TextAction.self))
        #expect(text.name == "Text" && text.description == "No description")
        #expect(text.takesInput && !text.hasPresenter && text.isInputDecodable)
        #expect(text.typeName == "FlintEngineTests.TextAction")
        let run = try #require(metadata.actionMetadata(action: RunAction.self))
        #expect(!run.takesInput && run.hasPresenter && run.isInputDecodable)
        #expect(metadata.actionMetadata(action: AnswerAction.self) == nil)
        #expect(fixture.runtime.metadata(for: Gate.self)?.publishedActions.map(\.name) == ["Ping"])
    }

    @Test func `declaring an action twice causes an advisory, and the first declaration counts`() {
        let fixture = Fixture(Repeating.self)
        #expect(fixture.runtime.metadata(for: Repeating.self)?.actions.map(\.isPublished) == [false])
        #expect(fixture.advisories == ["Repeating declares Ping twice; the first declaration is used."])
    }

    @Test func `declaring the action of another feature causes an advisory and is ignored`() {
        let fixture = Fixture(Borrowing.self)
        #expect(fixture.runtime.metadata(for: Borrowing.self)?.actions.isEmpty == true)
        #expect(fixture.advisories == ["Borrowing declares Ping, which is bound to Desk; declare it there."])
    }

    @Test func `bindings describe their topic path`() {
        let fixture = Fixture(Group.self)
        fixture.run {
            #expect(Gate.ping.logTopicPath == "Group/Gate/#PingAction")
            #expect(Desk.ping.logTopicPath == "Desk/#PingAction")
            #expect(Desk.ping.debugDescription == "PingAction of Desk")
            #expect(Gate.ping.debugDescription == "PingAction of Gate")
        }
    }
}

private final class Desk: Feature {
    static let description = "Has actions"
    static let ping = action(PingAction.self)
    static let text = action(TextAction.self)
    static let run = action(RunAction.self)
    static func prepare(actions: FeatureActionsBuilder) {
        actions.declare(ping)
        actions.publish(text)
        actions.declare(run)
    }
}

private final class Gate: ConditionalFeature {
    static let description = "Publishes an action"
    static let ping = action(PingAction.self)
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.userToggled(defaultValue: true) }
    static func prepare(actions: FeatureActionsBuilder) { actions.publish(ping) }
}

private final class Group: FeatureGroup {
    static var subfeatures: [FeatureDefinition.Type] { [Gate.self] }
}

private final class Repeating: Feature {
    static let description = "Declares an action twice"
    static let ping = action(PingAction.self)
    static func prepare(actions: FeatureActionsBuilder) {
        actions.declare(ping)
        actions.publish(ping)
    }
}

private final class Borrowing: Feature {
    static let description = "Declares another feature's action"
    static func prepare(actions: FeatureActionsBuilder) { actions.declare(Desk.ping) }
}
