import Dispatch
import FeatureGating
import FlintLocks
import Testing

@testable import FlintCore

struct FlintRuntimeFlagsTests {
    private let runtime = FlintRuntime()

    /// Sets up an app of three features: two require `player`, and one requires `offline`.
    private func setUp(_ providers: any FeatureFlagProvider...) {
        runtime.setUp(App.self) { $0.featureFlagProviders = providers }
    }

    private func row(_ feature: FeatureDefinition.Type) throws -> RequirementState {
        try #require(runtime.explanation(of: feature).requirements.first { $0.kind == .flag })
    }

    private var changes: [FactChange] { runtime.journal.changes }

    @Test func `a flag that no provider has is unknown`() throws {
        setUp(ReleaseFeatureFlagProvider([:]), DebugFeatureFlagProvider(userDefaults: InMemoryKeyValueStore()))
        #expect(runtime.bind { Player.isAvailable } == nil)
        let row = try row(Player.self)
        #expect(row.truth == .unknown && row.value == "unknown")
        #expect(row.source == "no provider has the flag (asked: debug, release)")
        #expect(row.isBlocking)
    }

    @Test func `explanation rows show the provider and its reason`() throws {
        setUp(ScriptedFlagProvider("remote", ["player": FlagEvaluation(value: true, reason: .targetingMatch)]))
        #expect(try row(Player.self).source == "remote, TARGETING_MATCH")
        runtime.facts.setOverride(.truth(.false), for: .featureFlag("player"), cause: "console")
        #expect(try row(Player.self).source == "override")
        #expect(runtime.bind { Player.isAvailable } == false)
    }

    @Test func `a flag change is a fact change with its cause and its dependents`() throws {
        let remote = ScriptedFlagProvider("remote", ["player": FlagEvaluation(value: false)])
        setUp(remote, ReleaseFeatureFlagProvider(["offline": true]))
        #expect(changes.isEmpty, "The first value is not a change.")
        remote.set(FlagEvaluation(value: true, reason: .split), for: "player", announcing: ["player"])
        let change = try #require(changes.first)
        #expect(changes.count == 1)
        #expect(change.key == .featureFlag("player"))
        #expect(change.cause == "remote")
        #expect(change.before?.source == "remote, STATIC" && change.after.source == "remote, SPLIT")
        #expect(change.availabilityChanges.map(\.feature) == ["App/Player", "App/Queue"])
        #expect(change.availabilityChanges.allSatisfy { $0.before == .false && $0.after == .true })
    }

    @Test func `a declared cause is the cause of a change`() {
        let provider = TestFeatureFlagProvider(["player": false])
        setUp(provider)
        Cause.withCause("console") { provider.setFeatureEnabled(feature: FeatureFlag(key: "player"), enabled: true) }
        #expect(changes.map(\.cause) == ["console"])
    }

    @Test func `only the changed flag is read again`() {
        let remote = ScriptedFlagProvider(
            "remote", ["player": FlagEvaluation(value: true), "offline": FlagEvaluation(value: true)])
        setUp(remote)
        let before = remote.questions
        remote.announce(["offline", "not-required"])
        #expect(remote.questions == before + 1)
        remote.announce(nil)
        #expect(remote.questions == before + 3, "Any flag may have changed.")
        #expect(changes.isEmpty)
    }

    @Test func `a new reason for the same value changes the source`() throws {
        let remote = ScriptedFlagProvider("remote", ["player": FlagEvaluation(value: true, reason: .targetingMatch)])
        setUp(remote)
        let since = try #require(runtime.facts[.featureFlag("player")]?.since)
        remote.set(FlagEvaluation(value: true, reason: .stale), for: "player", announcing: ["player"])
        let change = try #require(changes.first)
        #expect(change.before?.source == "remote, TARGETING_MATCH" && change.after.source == "remote, STALE")
        #expect(change.before?.actual == change.after.actual)
        #expect(change.after.since == since)
        #expect(change.availabilityChanges.isEmpty)
    }

    @Test func `a new provider of the same value changes the source`() {
        let store = InMemoryKeyValueStore()
        let debug = DebugFeatureFlagProvider(userDefaults: store)
        setUp(ReleaseFeatureFlagProvider(["player": true]), debug)
        debug.setFeatureEnabled(feature: FeatureFlag(key: "player"), enabled: true)
        #expect(changes.map(\.after.source) == ["debug, STATIC"])
        _ = debug.clearFeature(feature: FeatureFlag(key: "player"))
        #expect(changes.map(\.after.source) == ["debug, STATIC", "release, STATIC"])
    }

    @Test func `a flag that becomes known after setup is announced as a change`() {
        let remote = ScriptedFlagProvider("remote")
        setUp(remote)
        #expect(runtime.bind { Player.isAvailable } == nil)
        remote.set(FlagEvaluation(value: true), for: "player", announcing: ["player"])
        #expect(runtime.bind { Player.isAvailable } == true)
        #expect(changes.count == 1)
        remote.set(nil, for: "player", announcing: ["player"])
        #expect(runtime.bind { Player.isAvailable } == nil)
    }

    @Test func `the actual value of a flag is updated beneath an override`() {
        let remote = ScriptedFlagProvider("remote", ["player": FlagEvaluation(value: false)])
        setUp(remote)
        runtime.facts.setOverride(.truth(.false), for: .featureFlag("player"), cause: "console")
        remote.set(FlagEvaluation(value: true), for: "player", announcing: ["player"])
        #expect(runtime.bind { Player.isAvailable } == false)
        runtime.facts.setOverride(nil, for: .featureFlag("player"), cause: "console")
        #expect(runtime.bind { Player.isAvailable } == true)
    }

    @Test func `required and known flags are listed`() {
        setUp(ReleaseFeatureFlagProvider(["unused": true, "player": false]))
        #expect(runtime.flags.map(\.key) == ["offline", "player", "unused"])
        #expect(runtime.flags.map(\.evaluation.value) == [nil, false, true])
        #expect(FlintRuntime().flags.isEmpty)
    }

    @Test func `providers are read in the runtime and without a lock`() {
        let remote = ScriptedFlagProvider("remote", ["player": FlagEvaluation(value: true)])
        let runtime = runtime
        let isBound = Protected(true)
        remote.onQuestion = { _ in
            isBound.withLock { $0 = $0 && FlintRuntime.current === runtime }
            // Deadlocks if a lock is held.
            _ = runtime.facts.all
        }
        setUp(remote)
        #expect(isBound.withLock { $0 })
    }

    @Test func `a provider that announces a change while it is read terminates`() {
        let remote = ScriptedFlagProvider("remote", ["player": FlagEvaluation(value: true)])
        remote.onQuestion = { [weak remote] key in remote?.announce([key]) }
        setUp(remote)
        remote.announce(["player"])
        #expect(runtime.bind { Player.isAvailable } == true)
    }

    @Test func `concurrent flag changes end with the last value`() {
        let provider = TestFeatureFlagProvider(["player": false])
        setUp(provider)
        for round in 0..<50 {
            DispatchQueue.concurrentPerform(iterations: 8) { index in
                provider.setFeatureEnabled(feature: FeatureFlag(key: "player"), enabled: (index + round) % 2 == 0)
            }
            let last = provider.isFeatureEnabled("player")
            #expect(runtime.bind { Player.isAvailable } == last)
        }
    }

    @Test func `providers are not observed after a reset`() {
        let remote = ScriptedFlagProvider("remote", ["player": FlagEvaluation(value: true)])
        setUp(remote)
        runtime.reset()
        let before = remote.questions
        remote.announce(nil)
        #expect(remote.questions == before)
    }
}

private final class App: FeatureGroup {
    static var subfeatures: [FeatureDefinition.Type] { [Player.self, Queue.self, RequiresOfflineFlag.self] }
}

private final class Player: ConditionalFeature {
    static let description = "Waits for its flag"
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.featureFlag("player") }
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class Queue: ConditionalFeature {
    static let description = "Waits for its flag"
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.featureFlag("player") }
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class RequiresOfflineFlag: ConditionalFeature {
    static let description = "Waits for its flag"
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.featureFlag("offline") }
    static func prepare(actions: FeatureActionsBuilder) {}
}
