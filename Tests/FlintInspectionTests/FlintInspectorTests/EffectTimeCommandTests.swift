import FlintCore
import FlintInspector
import FlintInspectorTestSupport
import FlintLocks
import FlintWorld
import Testing

struct EffectTimeCommandTests {
    private let runtime = FlintRuntime()
    private let inspector: RuntimeInspector

    init() {
        let debug = DebugFeatureFlagProvider(userDefaults: InMemoryKeyValueStore())
        runtime.setUp(Cinema.self) { config in
            config.featureFlagProviders = [debug, ReleaseFeatureFlagProvider(["trailers": true, "credits": true])]
            config.userFeatureToggles = StoredFeatureToggles()
        }
        inspector = RuntimeInspector(runtime: runtime, configuration: .init(appName: "Cinema", cause: "console"))
    }

    private func send(_ command: Command) -> CommandResult {
        let result = Protected<CommandResult?>(nil)
        inspector.send(command) { answer in result.withLock { $0 = answer } }
        return result.withLock { $0 } ?? CommandResult(status: .failed, message: "no answer")
    }

    private func flag(_ key: String) throws -> FlagSnapshot {
        try #require(inspector.snapshot().flags.first { $0.key == key })
    }

    @Test func `setting a flag states when the value takes effect and previews no earlier effect`() throws {
        let command = Command.setFlag(key: "trailers", isOn: false)
        #expect(inspector.preview(command).changes.isEmpty)
        #expect(
            send(command).message == "debug reports trailers: off, which takes effect from the next session.")
        let flag = try flag("trailers")
        #expect(flag.effective == true && flag.waiting == false && flag.takesEffect == .nextSession)
        #expect(try self.flag("credits").takesEffect == .nextStart)
    }

    @Test func `beginning a session applies waiting values, as previewed`() throws {
        _ = send(.setFlag(key: "trailers", isOn: false))
        _ = send(.setFlag(key: "credits", isOn: false))
        #expect(inspector.preview(.beginSession).changes.map(\.featureID) == ["Cinema/Trailers"])
        let result = send(.beginSession)
        #expect(result.message == "Flag trailers: off; Trailers is not available.")
        #expect(result.inverse == nil)
        #expect(try flag("trailers").effective == false && flag("trailers").waiting == nil)
        #expect(try flag("credits").effective == true && flag("credits").waiting == false)
        #expect(send(.beginSession).message == "A session has begun. No value was waiting for it.")
    }

    @Test func `beginning a session cannot be undone, as previewed`() {
        _ = send(.setFlag(key: "trailers", isOn: false))
        let preview = inspector.preview([.beginSession, .undo], limit: .max)
        #expect(preview.changes.map(\.featureID) == ["Cinema/Trailers"])
        _ = send(.beginSession)
        #expect(send(.undo).message.hasPrefix("Undone. debug has reset trailers"))
        #expect(inspector.detail(of: "Cinema/Trailers")?.available == false)
    }

    @Test func `a user setting can wait for a session`() {
        let command = Command.setUserSetting(feature: "Cinema/Trailers", isOn: false)
        #expect(inspector.preview(command).changes.isEmpty)
        #expect(send(command).message == "The user has turned Trailers off, which takes effect from the next session.")
        #expect(inspector.preview(.beginSession).changes.map(\.featureID) == ["Cinema/Trailers"])
    }

    @Test func `a world knows waiting values and begins sessions like the app`() throws {
        _ = send(.setFlag(key: "trailers", isOn: false))
        let world = inspector.world(of: nil)
        #expect(world.records(of: nil).first { $0.key == .featureFlag("trailers") }?.fact.waiting != nil)
        #expect(world.plan([.setUserSetting(feature: "Cinema/Trailers", isOn: false)]).records.isEmpty)
        let after = world.applying(world.plan([.beginSession]))
        _ = send(.beginSession)
        #expect(after.detail(of: "Cinema/Trailers")?.available == false)
        #expect(inspector.detail(of: "Cinema/Trailers")?.available == false)
    }
}

private final class Cinema: FeatureGroup {
    static let description = "Films"
    static var subfeatures: [FeatureDefinition.Type] { [Trailers.self, Credits.self] }
}

private final class Trailers: ConditionalFeature {
    static let description = "Previews of films"
    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.featureFlag("trailers")
        requirements.userToggled(defaultValue: true)
        requirements.takesEffect(.nextSession)
    }
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class Credits: ConditionalFeature {
    static let description = "Who made a film"
    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.featureFlag("credits")
        requirements.takesEffect(.nextStart)
    }
    static func prepare(actions: FeatureActionsBuilder) {}
}
