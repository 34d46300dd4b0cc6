import FlintCore
import FlintInspector
import FlintInspectorTestSupport
import FlintLocks
import FlintWorld
import Testing

struct FlagCommandHandlerTests {
    private let runtime = FlintRuntime()
    private let store = InMemoryKeyValueStore()
    private let debug: DebugFeatureFlagProvider
    private let source = RemoteAnswers()

    init() {
        debug = DebugFeatureFlagProvider(userDefaults: store, newFeatures: ["fresh"])
    }

    private func inspector(_ providers: any FeatureFlagProvider...) -> RuntimeInspector {
        runtime.setUp(Radio.self) { $0.featureFlagProviders = providers }
        return RuntimeInspector(runtime: runtime, configuration: .init(appName: "Radio", cause: "console"))
    }

    /// Returns an inspector of an app with a remote, a debug, and a release provider, in order of precedence.
    private func allThree() -> RuntimeInspector {
        inspector(
            ReleaseFeatureFlagProvider(["tuner": false, "unused": true]), debug,
            RemoteFeatureFlagProvider(remoteSync: source))
    }

    private func send(_ command: Command, to inspector: RuntimeInspector) -> CommandResult {
        let results = Protected<[CommandResult]>([])
        inspector.send(command) { result in results.withLock { $0.append(result) } }
        return results.withLock { $0.count == 1 ? $0[0] : CommandResult(status: .failed, message: "\($0.count)") }
    }

    private func flag(_ key: String, in inspector: RuntimeInspector) throws -> FlagSnapshot {
        try #require(inspector.snapshot().flags.first { $0.key == key })
    }

    // MARK: Snapshots

    @Test func `required and known flags are listed by key`() throws {
        let inspector = allThree()
        #expect(inspector.snapshot().flags.map(\.key) == ["fresh", "presets", "tuner", "unused"])
        #expect(try flag("tuner", in: inspector).features == ["Radio/Tuner", "Radio/Scan"])
        #expect(try flag("unused", in: inspector).features == [])
        #expect(try flag("unused", in: inspector).effective == true)
    }

    @Test func `the answers of a flag are listed in order of precedence`() throws {
        source.set(FlagEvaluation(value: true, reason: .targetingMatch, variant: "b"), for: "tuner")
        let flag = try flag("tuner", in: allThree())
        #expect(flag.answers.map(\.provider) == ["remote", "debug", "release"])
        #expect(flag.answers.map(\.priority) == [10, 5, 1])
        #expect(flag.answers.map(\.isMutable) == [false, true, false])
        #expect(flag.answers.map(\.hasFlag) == [true, false, true])
        #expect(flag.answers.map(\.value) == [true, nil, false])
        #expect(flag.answers.map(\.reason) == ["TARGETING_MATCH", nil, "STATIC"])
        #expect(flag.answers[0].variant == "b")
        #expect(flag.provider == "remote" && flag.value == true && flag.reason == "TARGETING_MATCH")
        #expect(flag.variant == "b" && flag.errorCode == nil)
    }

    @Test func `a flag of a provider that is not ready is pending, not missing`() throws {
        source.set(FlagEvaluation(errorCode: .providerNotReady), for: "presets")
        let inspector = allThree()
        func isMissing() -> Bool {
            inspector.world(of: nil).lint().findings.contains {
                $0.kind == .undeclaredFlag && $0.fact?.key == "presets"
            }
        }
        func row() -> RequirementState? {
            inspector.detail(of: "Radio/Presets")?.requirements.first { $0.kind == .flag }
        }
        var flag = try flag("presets", in: inspector)
        #expect(flag.isPending && flag.value == nil && flag.reasonText == "pending")
        #expect(flag.answers.map(\.reasonText) == ["pending", nil, nil])
        #expect(row()?.value == "pending" && row()?.source == "remote, PROVIDER_NOT_READY")
        #expect(!isMissing())

        source.set(FlagEvaluation(value: true), for: "presets")
        flag = try self.flag("presets", in: inspector)
        #expect(!flag.isPending && flag.reasonText == "fixed")
        #expect(row()?.value == "on" && row()?.source == "remote, STATIC")

        source.set(nil, for: "presets")
        #expect(isMissing())
    }

    @Test func `a flag without a provider is unknown`() throws {
        let inspector = allThree()
        let flag = try flag("presets", in: inspector)
        #expect(flag.value == nil && flag.effective == nil && flag.provider == nil)
        #expect(flag.reason == "ERROR" && flag.errorCode == "FLAG_NOT_FOUND")
        #expect(flag.errorMessage == "No provider has the flag presets (asked: remote, debug, release).")
        let presets = inspector.snapshot().features.first { $0.id == "Radio/Presets" }
        #expect(presets?.available == .some(nil))
        let row = presets?.requirements.first { $0.kind == .flag }
        #expect(row?.source == "no provider has the flag (asked: remote, debug, release)")
    }

    @Test func `a flag's override is listed with its provider's value`() throws {
        let inspector = allThree()
        _ = send(.override(.flag, "tuner", to: "on"), to: inspector)
        let flag = try flag("tuner", in: inspector)
        #expect(flag.value == false && flag.override == true && flag.effective == true)
    }

    // MARK: Setting

    @Test func `setting a flag changes dependent features and is undone`() throws {
        let inspector = allThree()
        let before = inspector.snapshot()
        let preview = inspector.preview(.setFlag(key: "tuner", isOn: true))
        #expect(preview.changes.map(\.featureID) == ["Radio/Tuner", "Radio/Scan"])
        let result = send(.setFlag(key: "tuner", isOn: true), to: inspector)
        #expect(
            result
                == CommandResult(
                    done: CommandChange(
                        [CommandChange.Part("debug reports tuner", "on")],
                        effect: CommandEffect(text: "Tuner is available, Scan is available", count: 2)),
                    inverse: .setFlag(key: "tuner", isOn: nil)))
        #expect(result.message == "debug reports tuner: on; Tuner is available, Scan is available.")
        #expect(store.bool(forKey: "tuner") == true)
        #expect(inspector.snapshot().features.first { $0.id == "Radio/Tuner" }?.available == true)
        #expect(inspector.events(after: 0).last?.cause == "console")
        let undone = send(try #require(result.inverse), to: inspector)
        #expect(
            undone.message
                == "debug has reset tuner: release reports off; Tuner is not available, Scan is not available.")
        #expect(undone.inverse == .setFlag(key: "tuner", isOn: true))
        #expect(inspector.snapshot() == before)
    }

    @Test func `undoing a second setting of a flag restores the first setting`() {
        let inspector = allThree()
        _ = send(.setFlag(key: "tuner", isOn: true), to: inspector)
        #expect(send(.setFlag(key: "tuner", isOn: false), to: inspector).inverse == .setFlag(key: "tuner", isOn: true))
    }

    @Test func `a default of a flag is not a setting`() {
        let inspector = allThree()
        #expect(
            send(.setFlag(key: "fresh", isOn: nil), to: inspector).message == "No value was set for fresh in debug.")
        let result = send(.setFlag(key: "fresh", isOn: false), to: inspector)
        #expect(result.inverse == .setFlag(key: "fresh", isOn: nil))
        #expect(
            send(.setFlag(key: "fresh", isOn: nil), to: inspector).message
                == "debug has reset fresh: debug reports on.")
    }

    @Test func `resetting the only value of a flag makes it unknown`() {
        let inspector = allThree()
        _ = send(.setFlag(key: "presets", isOn: true), to: inspector)
        #expect(
            send(.setFlag(key: "presets", isOn: nil), to: inspector).message
                == "debug has reset presets: no provider has a value for it now; Presets is undetermined.")
    }

    @Test func `a flag that a higher provider decides cannot be set`() throws {
        source.set(FlagEvaluation(value: false), for: "tuner")
        let inspector = allThree()
        let reason =
            "tuner was not set in debug, because remote reports off and takes precedence, so the value would have no "
            + "effect. Override the flag instead."
        let command = Command.setFlag(key: "tuner", isOn: true)
        #expect(inspector.preview(command).refusal == reason)
        #expect(send(command, to: inspector) == CommandResult(status: .failed, message: reason))
        #expect(send(.sequence([command]), to: inspector).status == .failed)
        // An override hides the providers' values, and has no influence on which of them takes precedence.
        _ = send(.override(.flag, "tuner", to: "on"), to: inspector)
        #expect(send(command, to: inspector).message == reason)
        _ = send(.override(.flag, "tuner", to: nil), to: inspector)
        #expect(store.bool(forKey: "tuner") == nil)
        source.set(FlagEvaluation(errorCode: .general, message: "The server does not respond."), for: "tuner")
        #expect(runtime.availability(of: Tuner.self) == .false)
        #expect(send(command, to: inspector).status == .done, "The value now has an effect.")
    }

    @Test func `a set value that no longer has an effect can be removed, and the removal can be undone`() throws {
        let inspector = allThree()
        _ = send(.setFlag(key: "tuner", isOn: true), to: inspector)
        source.set(FlagEvaluation(value: false), for: "tuner")
        let removed = send(.setFlag(key: "tuner", isOn: nil), to: inspector)
        #expect(removed.status == .done && store.bool(forKey: "tuner") == nil)
        #expect(inspector.preview([.undo], limit: 10).refusal == nil)
        #expect(send(.undo, to: inspector).status == .done)
        #expect(store.bool(forKey: "tuner") == true)
    }

    @Test func `while a provider is not ready, the next one decides, and every answer states this`() throws {
        source.set(FlagEvaluation(errorCode: .providerNotReady), for: "tuner")
        let inspector = allThree()
        func row() -> RequirementState? {
            inspector.detail(of: "Radio/Tuner")?.requirements.first { $0.kind == .flag }
        }
        let flag = try flag("tuner", in: inspector)
        #expect(flag.value == false && flag.provider == "release" && !flag.isPending)
        #expect(flag.reasonText == "fixed; remote has not answered")
        #expect(row()?.source == "release, STATIC; remote has not answered")
        #expect(row()?.sourceText == "release, fixed; remote has not answered")
        let set = send(.setFlag(key: "tuner", isOn: true), to: inspector)
        #expect(set.message == "debug reports tuner: on; Tuner is available, Scan is available.")
        #expect(row()?.sourceText == "debug, fixed; remote has not answered")
        source.set(FlagEvaluation(errorCode: .general), for: "tuner")
        #expect(row()?.sourceText == "debug, fixed; remote failed")
        source.set(FlagEvaluation(value: true), for: "tuner")
        #expect(row()?.sourceText == "remote, fixed")
    }

    @Test func `setting an overridden flag reports the override`() {
        let inspector = allThree()
        _ = send(.override(.flag, "tuner", to: "off"), to: inspector)
        #expect(
            send(.setFlag(key: "tuner", isOn: true), to: inspector).message
                == "debug reports tuner: on, but it is overridden, so the effective value is off.")
    }

    @Test func `setting a flag without a mutable provider fails with a message`() {
        let inspector = inspector(ReleaseFeatureFlagProvider(["tuner": false]))
        let result = send(.setFlag(key: "tuner", isOn: true), to: inspector)
        #expect(
            result
                == CommandResult(
                    status: .failed,
                    message: "The flag tuner cannot be set, because no provider accepts values; override it."))
        #expect(inspector.preview(.setFlag(key: "tuner", isOn: true)).changes.isEmpty)
        #expect(send(.setFlag(key: "tunr", isOn: true), to: inspector).message == "There is no flag tunr.")
    }

    @Test func `a flag is set in the first mutable provider`() {
        let test = TestFeatureFlagProvider()
        let inspector = inspector(debug, test)
        #expect(send(.setFlag(key: "tuner", isOn: true), to: inspector).message.hasPrefix("test reports"))
        #expect(store.bool(forKey: "tuner") == nil)
    }

    @Test func `a flag is set in a provider without change notifications`() {
        let plain = PlainSwitches(storesValues: true)
        let inspector = inspector(plain)
        let result = send(.setFlag(key: "tuner", isOn: true), to: inspector)
        #expect(result.message == "PlainSwitches reports tuner: on; Tuner is available, Scan is available.")
        #expect(inspector.snapshot().features.first { $0.id == "Radio/Tuner" }?.available == true)
        let undone = send(.setFlag(key: "tuner", isOn: nil), to: inspector)
        #expect(undone.status == .failed)
        #expect(undone.message == "PlainSwitches cannot reset tuner; set it to on or off instead.")
    }

    @Test func `a provider that ignores a setting is reported`() {
        let inspector = inspector(PlainSwitches(storesValues: false))
        let result = send(.setFlag(key: "tuner", isOn: true), to: inspector)
        #expect(result.status == .failed)
        #expect(result.message == "PlainSwitches still reports another value after tuner was set to on.")
    }

    @Test func `a flag setting that cannot be saved is reported`() {
        let file = FileKeyValueStore(path: "/dev/null/flags.json")
        let inspector = inspector(DebugFeatureFlagProvider(userDefaults: file))
        let result = send(.setFlag(key: "presets", isOn: true), to: inspector)
        #expect(result.status == .done)
        #expect(
            result.message.hasPrefix(
                "debug reports presets: on; Presets is available. Not saved: The state file"))
    }

    // MARK: Events

    @Test func `a changed reason of an unchanged flag is recorded`() throws {
        source.set(FlagEvaluation(value: true, reason: .targetingMatch), for: "tuner")
        let inspector = allThree()
        source.set(FlagEvaluation(value: true, reason: .stale), for: "tuner")
        let event = try #require(inspector.events(after: 0).last)
        #expect(event.title == "Flag tuner: still on, now from remote, STALE")
        #expect(event.cause == "remote")
    }
}

private final class RemoteAnswers: RemoteFlagSource {
    private let values = Protected<[FeatureKey: FlagEvaluation]>([:])
    private let handlers = Protected<[@Sendable ([FeatureKey]?) -> Void]>([])

    var evaluations: [FeatureKey: FlagEvaluation] { values.withLock { $0 } }

    func set(_ evaluation: FlagEvaluation?, for key: FeatureKey) {
        values.withLock { $0[key] = evaluation }
        for handler in handlers.withLock({ $0 }) { handler([key]) }
    }

    func observeChanges(_ handler: @escaping @Sendable (_ keys: [FeatureKey]?) -> Void) -> ObservationToken {
        handlers.withLock { $0.append(handler) }
        return ObservationToken {}
    }
}

/// A provider without reasons and change notifications.
private final class PlainSwitches: MutatingFeatureFlagProvider {
    let priority = FeaturePriority.mediumPriority
    let type = FeatureFlagProviderType.debug
    private let storesValues: Bool
    private let values = Protected<[String: Bool]>([:])

    init(storesValues: Bool) {
        self.storesValues = storesValues
    }

    func isFeatureEnabled(_ featureKey: FeatureKey) -> Bool { values.withLock { $0[featureKey.rawValue] } ?? false }
    func hasFeature(_ featureKey: FeatureKey) -> Bool { true }
    func setFeatureEnabled(feature: FeatureFlag, enabled: Bool) {
        if storesValues { values.withLock { $0[feature.key] = enabled } }
    }
}

private final class Radio: FeatureGroup {
    static var subfeatures: [FeatureDefinition.Type] { [Tuner.self, Scan.self, Presets.self] }
}

private final class Tuner: ConditionalFeature {
    static let description = "Finds stations"
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.featureFlag("tuner") }
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class Scan: ConditionalFeature {
    static let description = "Finds all stations"
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.featureFlag("tuner") }
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class Presets: ConditionalFeature {
    static let description = "Stores favorite stations"
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.featureFlag("presets") }
    static func prepare(actions: FeatureActionsBuilder) {}
}
