import FlintLocks
import FlintTestSupport
import Testing

@testable import FlintCore

struct FeatureFlagsTests {
    @Test func `the provider with the highest priority that has the flag decides`() {
        let flags = FeatureFlags([
            ScriptedFlagProvider("low", priority: -7, ["a": FlagEvaluation(value: true)]),
            ScriptedFlagProvider("high", priority: 99, ["b": FlagEvaluation(value: true)]),
            ScriptedFlagProvider("middle", priority: 0, ["a": FlagEvaluation(value: false)]),
        ])
        #expect(flags.resolve("a").answers.map(\.provider) == ["high", "middle", "low"])
        #expect(flags.resolve("a").answers.map(\.priority) == [99, 0, -7])
        #expect(flags.resolve("a").provider == "middle")
        #expect(flags.resolve("a").evaluation.value == false)
        #expect(flags.resolve("b").provider == "high")
    }

    @Test func `providers of equal priority keep their order`() {
        let flags = FeatureFlags(
            ["one", "two", "three"].map { ScriptedFlagProvider($0, ["a": FlagEvaluation(value: true)]) })
        #expect(flags.providers.map { FeatureFlags.name(of: $0) } == ["one", "two", "three"])
        #expect(flags.resolve("a").provider == "one")
    }

    @Test func `the minimum and maximum priorities are ordered`() {
        let flags = FeatureFlags([
            ScriptedFlagProvider("last", priority: .min), ScriptedFlagProvider("first", priority: .max),
        ])
        #expect(flags.resolve("a").answers.map(\.provider) == ["first", "last"])
    }

    @Test func `a provider that claims a flag without a value defers to the other providers`() throws {
        let provider = ScriptedFlagProvider("inconsistent", has: ["a"])
        let resolution = FeatureFlags([provider, ReleaseFeatureFlagProvider(["a": true])]).resolve("a")
        #expect(resolution.provider == "release")
        let answer = try #require(resolution.answers[0].evaluation)
        #expect(answer.value == nil && answer.reason == .error && answer.errorCode == .general)
        #expect(FeatureFlags([provider]).resolve("a").evaluation.errorCode == .general)
    }

    @Test func `a provider that does not claim a flag is not read`() {
        let provider = ScriptedFlagProvider("inconsistent", ["a": FlagEvaluation(value: true)], has: [])
        #expect(FeatureFlags([provider]).resolve("a").answers[0].evaluation == nil)
        #expect(provider.questions == 0)
    }

    @Test func `a value with an error is ignored`() {
        var confused = FlagEvaluation(errorCode: .providerNotReady)
        confused.value = false
        let provider = ScriptedFlagProvider("confused", ["a": confused])
        #expect(FeatureFlags([provider]).resolve("a").evaluation.value == nil)
        #expect(FeatureFlags([provider]).resolve("a").evaluation.errorCode == .providerNotReady)
    }

    @Test func `an evaluation without a value and without an error resolves to a general error`() {
        var empty = FlagEvaluation(value: true)
        empty.value = nil
        let resolution = FeatureFlags([ScriptedFlagProvider("empty", ["a": empty])]).resolve("a")
        #expect(resolution.evaluation.reason == .error && resolution.evaluation.errorCode == .general)
        #expect(resolution.winner == nil)
    }

    @Test func `a provider without a name has the name of its type`() {
        let flags = FeatureFlags([ScriptedFlagProvider("", type: .test, ["a": FlagEvaluation(value: true)])])
        #expect(flags.resolve("a").provider == "ScriptedFlagProvider")
        #expect(FeatureFlags([PlainFlags()]).resolve("a").source == "PlainFlags, STATIC")
    }

    @Test func `known flags are those of all providers, sorted`() {
        let flags = FeatureFlags([
            ReleaseFeatureFlagProvider(["c": true, "a": true]), ReleaseFeatureFlagProvider(["b": true, "a": false]),
        ])
        #expect(flags.knownFeatures == ["a", "b", "c"])
    }

    @Test func `changes of every provider are observed until the token is released`() {
        let first = ScriptedFlagProvider("one")
        let second = ScriptedFlagProvider("two")
        let seen = Protected<[[FeatureKey]?]>([])
        var token: ObservationToken? = FeatureFlags([first, second]).observeProviders { _, keys in
            seen.withLock { $0.append(keys) }
        }
        first.announce(["a"])
        second.announce(nil)
        #expect(seen.withLock { $0 } == [["a"], nil])
        #expect(token != nil)
        token = nil
        first.announce(["a"])
        #expect(seen.withLock { $0.count } == 2)
    }

    /// The provider with the highest priority among those with a value decides.
    ///
    /// Between equal priorities, the first decides.
    @Test(arguments: 0..<200)
    func `random provider chains resolve by priority and then by order`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let keys: [FeatureKey] = ["a", "b", "c"]
        var scripts: [(priority: Int, answers: [FeatureKey: FlagEvaluation])] = []
        for _ in 0..<Int.random(in: 0...7, using: &random) {
            var answers: [FeatureKey: FlagEvaluation] = [:]
            for key in keys {
                switch Int.random(in: 0..<4, using: &random) {
                case 0: answers[key] = FlagEvaluation(value: true, reason: .targetingMatch)
                case 1: answers[key] = FlagEvaluation(value: false, reason: .static)
                case 2: answers[key] = FlagEvaluation(errorCode: .parseError)
                default: break
                }
            }
            scripts.append((Int.random(in: -2...2, using: &random), answers))
        }
        let flags = FeatureFlags(
            scripts.enumerated().map { ScriptedFlagProvider("\($0)", priority: $1.priority, $1.answers) })
        for key in keys {
            var best: Int?
            for (index, script) in scripts.enumerated() where script.answers[key]?.value != nil {
                if best.map({ scripts[$0].priority < script.priority }) ?? true { best = index }
            }
            let resolution = flags.resolve(key)
            #expect(resolution.provider == best.map { "\($0)" })
            #expect(resolution.evaluation.value == best.flatMap { scripts[$0].answers[key]?.value })
            #expect(resolution.answers.count == scripts.count)
            #expect(
                resolution.answers.map(\.priority) == scripts.map(\.priority).sorted(by: >),
                "The answers are in order of priority.")
            let isKnown = scripts.contains { $0.answers[key] != nil }
            #expect((resolution.evaluation.errorCode == .flagNotFound) == !isKnown)
        }
    }
}

/// An app's provider without a name and without reasons.
private final class PlainFlags: FeatureFlagProvider {
    let priority = FeaturePriority.mediumPriority
    let type = FeatureFlagProviderType.release
    func isFeatureEnabled(_ featureKey: FeatureKey) -> Bool { true }
    func hasFeature(_ featureKey: FeatureKey) -> Bool { true }
}
