import FlintConfigurationFlags
import FlintCore
import FlintLocks
import FlintTesting
import FlintUserDefaults
import Foundation
import Testing

/// Tests of the conformance check for flag providers.
///
/// Correct providers pass, each fault is detected, and the package's own providers pass.
@Suite(.timeLimit(.minutes(20)))
struct FeatureFlagProviderConformanceTests {
    private static let flags: [FeatureKey] = ["new-player", "offline.mode"]

    static let rules: [FaultyFlags.Fault: ConformanceRule] = [
        .hasWithoutAnAnswer: .answersAgree, .givesAValueWithAnError: .answersAgree, .contradictsItself: .answersAgree,
        .listsTwice: .listsEachFlagOnce, .ignoresWhatIsSet: .settingCounts, .clearsNothing: .settingCounts,
        .changesItsPriority: .declaresOnce, .keepsEndedObservations: .removesObservers,
        .hasEveryFlag: .unknownStaysUnknown,
    ]

    private func check(_ fault: FaultyFlags.Fault) -> FeatureFlagProviderConformance<FaultyFlags> {
        FeatureFlagProviderConformance(flags: Self.flags) {
            FaultyFlags(fault)
        } change: { provider, flag, isOn in
            provider.set(isOn, of: flag)
        }
    }

    @Test func `a correct provider passes`() async throws {
        try await check(.none).verify()
    }

    @Test(arguments: FaultyFlags.Fault.allCases.filter { $0 != .none })
    func `every fault breaks its rule`(fault: FaultyFlags.Fault) async throws {
        let (rule, failures) = (try #require(Self.rules[fault]), await check(fault).failures())
        #expect(failures.contains { $0.rule == rule.rawValue }, "\(failures)")
    }

    @Test func `a provider that is not ready has its flags from the beginning and conforms`() async throws {
        try await FeatureFlagProviderConformance(flags: Self.flags) {
            StartingFlags()
        } change: { provider, flag, isOn in
            provider.set(isOn, of: flag)
        }.verify()
    }

    @Test func `a flag of a provider that is not ready is pending in an app`() {
        let app = GatingTest(StartedFeatures.self) { $0.featureFlagProviders = [StartingFlags()] }
        #expect(app.runtime.facts[.featureFlag("new-player")]?.actual == .absent(.pending))
    }

    @Test func `a plain provider whose answers change cannot declare that it announces them`() async {
        let failures = await FeatureFlagProviderConformance(flags: Self.flags) {
            PlainFlags()
        } change: { provider, flag, isOn in
            provider.values.withLock { $0[flag] = isOn }
        }.failures()
        #expect(failures.map(\.rule) == [ConformanceRule.canAnnounce.rawValue])
    }

    @Test func `the built-in provider conforms`() async throws {
        let values: [FeatureKey: Bool] = ["new-player": true, "offline.mode": false]
        try await FeatureFlagProviderConformance(flags: Self.flags, initially: values) {
            ReleaseFeatureFlagProvider(values)
        }.verify()
    }

    @Test func `the debug provider conforms over a store that announces changes and over one that does not`()
        async throws
    {
        try await FeatureFlagProviderConformance(flags: Self.flags, initially: ["new-player": true]) {
            DebugFeatureFlagProvider(userDefaults: InMemoryKeyValueStore(), newFeatures: ["new-player"])
        } change: { provider, flag, isOn in
            provider.setFeatureEnabled(feature: FeatureFlag(key: flag), enabled: isOn)
        }.verify()
        let suite = "flint-testing-\(UUID().uuidString)"
        let defaults = try #require(UserDefaults(suiteName: suite))
        defer { defaults.removePersistentDomain(forName: suite) }
        try await FeatureFlagProviderConformance(flags: Self.flags) {
            defaults.removePersistentDomain(forName: suite)
            return DebugFeatureFlagProvider(userDefaults: UserDefaultsStore(defaults))
        } change: { provider, flag, isOn in
            provider.setFeatureEnabled(feature: FeatureFlag(key: flag), enabled: isOn)
        }.verify()
    }

    @Test func `the debug provider conforms if other code changes its store`() async throws {
        var store = InMemoryKeyValueStore()
        try await FeatureFlagProviderConformance(flags: Self.flags) {
            store = InMemoryKeyValueStore()
            return DebugFeatureFlagProvider(userDefaults: store)
        } change: { _, flag, isOn in
            store.set(isOn, forKey: flag.rawValue)
        }.verify()
    }

    @Test func `the provider for tests conforms`() async throws {
        try await FeatureFlagProviderConformance(flags: Self.flags) {
            TestFeatureFlagProvider()
        } change: { provider, flag, isOn in
            provider.setFeatureEnabled(feature: FeatureFlag(key: flag), enabled: isOn)
        }.verify()
    }

    @Test func `the remote provider conforms over built-in answers and over a server's answers`() async throws {
        var source = StagedFlags()
        try await FeatureFlagProviderConformance(flags: Self.flags, initially: ["new-player": false]) {
            source = StagedFlags()
            return RemoteFeatureFlagProvider(
                featurePairs: [FeaturePair("new-player", isEnabled: false)], remoteSync: source)
        } change: { _, flag, isOn in
            source.set(isOn, of: flag)
        }.verify()
    }

    #if Configuration
        @Test func `the provider of arguments, environment and a file conforms`() async throws {
            let provider = { (file: String?) in
                ConfigurationFlagProvider(
                    file: file, environment: ["FLAGS_OFFLINE_MODE": "no"],
                    arguments: ["program", "--flags-new-player"])
            }
            try await FeatureFlagProviderConformance(
                flags: Self.flags, initially: ["new-player": true, "offline.mode": false]
            ) { provider(nil) }.verify()
        }

        @MainActor
        @Test func `the provider of a file conforms as the file changes`() async throws {
            try await withFolder { folder in
                var (path, values): (String, [String: Bool]) = ("", [:])
                // The main queue may read the file first and then announce the change itself.
                try await FeatureFlagProviderConformance(flags: ["one", "two"], timing: .asynchronous()) {
                    let directory = folder.next()
                    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
                    (path, values) = ("\(directory)/settings.json", [:])
                    return ConfigurationFlagProvider(file: path, environment: [:], arguments: ["program"])
                } change: { provider, flag, isOn in
                    values[flag.rawValue] = isOn
                    try JSONEncoder().encode(["flags": values]).write(to: URL(filePath: path), options: .atomic)
                    provider.reload()
                }.verify()
            }
        }
    #endif
}

/// A server's flags, set by a test.
private final class StagedFlags: RemoteFlagSource {
    let announcesChanges = true
    private let values = Protected<[FeatureKey: FlagEvaluation]>([:])
    private let handlers = FlagHandlers()

    var evaluations: [FeatureKey: FlagEvaluation] { values.withLock { $0 } }

    func set(_ isOn: Bool, of flag: FeatureKey) {
        let old = values.withLock { $0.updateValue(FlagEvaluation(value: isOn), forKey: flag) }
        if old?.value != isOn { handlers.call([flag]) }
    }

    func observeChanges(_ handler: @escaping @Sendable ([FeatureKey]?) -> Void) -> ObservationToken {
        handlers.add(handler)
    }
}

/// A provider whose changes cannot be observed.
private final class PlainFlags: FeatureFlagProvider, Sendable {
    let priority = FeaturePriority.minPriority
    let type = FeatureFlagProviderType.release
    let announcesChanges = true
    let values = Protected<[FeatureKey: Bool]>([:])

    func isFeatureEnabled(_ featureKey: FeatureKey) -> Bool { values.withLock { $0[featureKey] ?? false } }

    func hasFeature(_ featureKey: FeatureKey) -> Bool { values.withLock { $0[featureKey] != nil } }
}

/// A provider that has its flags from the beginning, and their values later.
private final class StartingFlags: DetailedFeatureFlagProvider, Sendable {
    let name = "starting"
    let priority = FeaturePriority.maxPriority
    let type = FeatureFlagProviderType.remote
    let announcesChanges = true
    let knownFeatures: [FeatureKey] = ["new-player", "offline.mode"]
    private let values = Protected<[FeatureKey: Bool]>([:])
    private let handlers = FlagHandlers()

    func hasFeature(_ featureKey: FeatureKey) -> Bool { evaluation(of: featureKey) != nil }

    func isFeatureEnabled(_ featureKey: FeatureKey) -> Bool { evaluation(of: featureKey)?.value ?? false }

    func evaluation(of featureKey: FeatureKey) -> FlagEvaluation? {
        guard knownFeatures.contains(featureKey) else { return nil }
        return values.withLock { $0[featureKey] }.map { FlagEvaluation(value: $0) }
            ?? FlagEvaluation(errorCode: .providerNotReady)
    }

    func set(_ isOn: Bool, of flag: FeatureKey) {
        if values.withLock({ $0.updateValue(isOn, forKey: flag) }) != isOn { handlers.call([flag]) }
    }

    func observeChanges(_ handler: @escaping @Sendable ([FeatureKey]?) -> Void) -> ObservationToken {
        handlers.add(handler)
    }
}

private final class StartedFeature: ConditionalFeature {
    static let description = "Requires a flag"
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.featureFlag("new-player") }
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class StartedFeatures: FeatureGroup {
    static let description = "Has a feature that requires a flag"
    static var subfeatures: [FeatureDefinition.Type] { [StartedFeature.self] }
}
