import FlintLocks
import Testing

@testable import FlintCore

struct AdoptedFlagsTests {
    private enum PlayerFlag: String, CaseIterable, Sendable {
        case queue, lyrics
    }

    /// The app's own values, which tests change.
    private final class Values: Sendable {
        private let values: Protected<[PlayerFlag: Bool]>
        private let writes = Protected<[String]>([])

        init(_ values: [PlayerFlag: Bool] = [:]) { self.values = Protected(values) }

        subscript(flag: PlayerFlag) -> Bool? {
            get { values.withLock { $0[flag] } }
            set { values.withLock { $0[flag] = newValue } }
        }

        func write(_ flag: PlayerFlag, _ value: Bool?) {
            self[flag] = value
            writes.withLock { $0.append("\(flag) \(value.map(String.init) ?? "removed")") }
        }

        var written: [String] { writes.withLock { $0 } }
    }

    private let runtime = FlintRuntime()
    private let overrides = Values()
    private let remote = Values([.lyrics: false])

    private func setUp(
        declaration: (PlayerFlag) -> Declaration = { _ in .unspecified }, allowsOverrides: Bool = true
    ) {
        Flint.withRuntime(runtime) {
            Flint.adopt(
                PlayerFlag.self,
                from: .builtIn { $0 == .lyrics }, .remote { [remote] in remote[$0] },
                .overrides(
                    read: { [overrides] in overrides[$0] }, write: { [overrides] in overrides.write($0, $1) }),
                declaration: declaration, fileID: "Player/Flags.swift", line: 7)
            Flint.setup { $0.allowsOverrides = allowsOverrides }
        }
    }

    private func override(_ flag: FeatureKey) -> Bool? {
        runtime.facts[.featureFlag(flag)]?.override?.value.truth.boolValue
    }

    private var events: [String] {
        runtime.journal.events.map { EventFormatter(runtime: runtime).record(of: $0).title }
    }

    @Test func `each case is a flag with its values, without a feature`() {
        setUp { $0 == .queue ? Declaration(owner: "Playback", location: nil) : .unspecified }
        #expect(runtime.flags.map(\.source) == ["PlayerFlag remote, STATIC", "PlayerFlag, DEFAULT"])
        #expect(
            runtime.flags[0].answers.map { [$0.provider, "\($0.priority)", "\($0.evaluation?.value as Any)"] } == [
                ["PlayerFlag remote", "10", "Optional(false)"], ["PlayerFlag", "1", "Optional(true)"],
            ])
        #expect(runtime.facts[.featureFlag("queue")]?.actual == .truth(.false))
        #expect(
            [runtime.declaration(of: "queue"), runtime.declaration(of: "lyrics")] == [
                Declaration(owner: "Playback", location: CodeLocation(fileID: "Player/Flags.swift", line: 7)),
                Declaration(location: CodeLocation(fileID: "Player/Flags.swift", line: 7)),
            ])
    }

    @Test func `a flag needs only a value`() {
        Flint.withRuntime(runtime) {
            Flint.adopt(PlayerFlag.self) { $0 == .queue }
            Flint.setup()
        }
        #expect(runtime.flags.map(\.evaluation.value) == [false, true])
    }

    @Test func `a change of a value is recorded when the flag is read`() {
        setUp()
        remote[.queue] = true
        runtime.readUnannouncedFacts()
        #expect(events == ["Flag queue: off → on"])
    }

    @Test func `an override in the app's own store is an override of the app`() {
        overrides[.queue] = true
        setUp()
        #expect(runtime.facts.overrides.map { ($0.key, $0.value.cause) }.first?.1 == .app)
        #expect(override("queue") == true && runtime.facts[.featureFlag("queue")]?.actual == .truth(.false))
        overrides[.queue] = nil
        overrides[.lyrics] = true
        Flint.withRuntime(runtime) { Flint.featureFlagsChanged() }
        #expect([override("queue"), override("lyrics")] == [nil, true])
        #expect(overrides.written == [])
    }

    @Test func `an override reaches the app's own store and leaves it when it is removed`() {
        setUp()
        runtime.facts.overrideFeatureFlag("queue", with: true)
        runtime.facts.overrideFeatureFlag("queue", with: false)
        runtime.readUnannouncedFacts()
        runtime.facts.overrideFeatureFlag("queue", with: nil)
        runtime.readUnannouncedFacts()
        #expect(overrides.written == ["queue true", "queue false", "queue removed"])
        #expect(override("queue") == nil)
    }

    @Test func `a store that announces its changes is written to once`() {
        let runtime = runtime
        Flint.withRuntime(runtime) {
            Flint.adopt(
                PlayerFlag.self,
                from: .overrides(
                    read: { [overrides] in overrides[$0] },
                    write: { [overrides] flag, value in
                        Flint.featureFlagsChanged()
                        overrides.write(flag, value)
                        Flint.featureFlagsChanged()
                    }))
            Flint.setup { $0.allowsOverrides = true }
        }
        runtime.facts.overrideFeatureFlag("queue", with: true)
        #expect(overrides.written == ["queue true"] && override("queue") == true)
    }

    @Test func `a store can refuse an override`() {
        let runtime = runtime
        Flint.withRuntime(runtime) {
            Flint.adopt(PlayerFlag.self, from: .overrides(read: { _ in nil }, write: { _, _ in }))
            Flint.setup { $0.allowsOverrides = true }
        }
        runtime.facts.overrideFeatureFlag("queue", with: true)
        runtime.readUnannouncedFacts()
        #expect(override("queue") == nil)
    }

    @Test func `the store is the first source of values if overrides are refused`() {
        overrides[.queue] = true
        setUp(allowsOverrides: false)
        #expect(runtime.flags[1].source == "PlayerFlag overrides, STATIC")
        #expect(runtime.facts.overrides.isEmpty)
        runtime.facts.overrideFeatureFlag("queue", with: false)
        #expect(overrides.written == [])
    }

    @Test(arguments: [true, false])
    func `a rule precedes values of the server and of the app, and an override precedes a rule`(
        allowsOverrides: Bool
    ) {
        let rules = Values()
        Flint.withRuntime(runtime) {
            Flint.adopt(
                PlayerFlag.self,
                from: .builtIn { _ in true }, .remote { [remote] in remote[$0] }, .rules { rules[$0] },
                .overrides(
                    read: { [overrides] in overrides[$0] }, write: { [overrides] in overrides.write($0, $1) }))
            Flint.setup { $0.allowsOverrides = allowsOverrides }
            Flint.register(QueueFeature.self)
            remote[.queue] = true
            rules[.queue] = false
            #expect(QueueFeature.isAvailable == false)
            #expect(runtime.resolution(of: "queue").source == "PlayerFlag rules, TARGETING_MATCH")
            #expect(
                runtime.resolution(of: "lyrics").source == "PlayerFlag remote, STATIC", "No rule decides.")
            overrides[.queue] = true
            #expect(QueueFeature.isAvailable == true)
            overrides[.queue] = nil
            rules[.queue] = nil
            #expect(QueueFeature.isAvailable == true)
        }
    }

    @Test func `an app without a store is asked for the override`() {
        Flint.withRuntime(runtime) {
            Flint.adopt(PlayerFlag.self) { _ in false }
            Flint.setup { $0.allowsOverrides = true }
            #expect(Flint.override(of: PlayerFlag.queue) == nil)
            runtime.facts.overrideFeatureFlag("queue", with: true)
            #expect(Flint.override(of: PlayerFlag.queue) == true)
        }
    }

    @Test func `a feature can require an adopted flag later`() {
        setUp()
        Flint.withRuntime(runtime) {
            Flint.register(QueueFeature.self)
            #expect(QueueFeature.isAvailable == false)
            overrides[.queue] = true
            #expect(QueueFeature.isAvailable == true)
        }
    }

    @Test func `flags that are adopted after setup are reported`() {
        Flint.withRuntime(runtime) {
            Flint.setup()
            Flint.adopt(PlayerFlag.self) { _ in true }
        }
        #expect(runtime.flags == [])
        #expect(
            events == [
                "Flags, such as queue, were adopted after setup and are not used. Call Flint.adopt before Flint.setup."
            ])
    }

    private final class QueueFeature: ConditionalFeature {
        static let description = "The list of the next episodes"

        static func constraints(requirements: FeatureConstraintsBuilder) { requirements.featureFlag("queue") }

        static func prepare(actions: FeatureActionsBuilder) {}
    }
}
