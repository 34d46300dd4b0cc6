import FeatureGating
import FlintTestSupport
import Testing

@testable import FlintCore

struct EffectTimeTests {
    private let runtime = FlintRuntime()
    private let remote = ScriptedFlagProvider("remote", ["player": FlagEvaluation(value: false)])
    private let settings = StoredFeatureToggles()

    private func setUp(_ group: FeatureGroup.Type) {
        runtime.setUp(group) {
            $0.featureFlagProviders = [remote]
            $0.userFeatureToggles = settings
        }
    }

    private func setFlag(_ value: Bool?, reason: FlagReason = .static) {
        let evaluation =
            value.map { FlagEvaluation(value: $0, reason: reason) } ?? FlagEvaluation(errorCode: .providerNotReady)
        remote.set(evaluation, for: "player", announcing: ["player"])
    }

    private func beginSession() { runtime.bind { Flint.sessionBegan() } }

    private func isAvailable(_ feature: ConditionalFeatureDefinition.Type) -> Bool? {
        runtime.bind { feature.isAvailable }
    }

    private var flagRow: RequirementState? {
        runtime.explanation(of: NextSession.self).requirements.first { $0.kind == .flag }
    }

    private var waiting: WaitingValue? { runtime.facts[.featureFlag("player")]?.waiting }

    @Test func `a changed flag takes effect when a session begins`() throws {
        setUp(NextSessionGroup.self)
        setFlag(true)
        #expect(isAvailable(NextSession.self) == false)
        let row = try #require(flagRow)
        #expect(row.value == "off, on from the next session")
        #expect(row.statement == "Flag player is off, on from the next session")
        #expect(row.waiting == WaitingValue(.truth(.true), source: "remote, STATIC", takesEffect: .nextSession))
        beginSession()
        #expect(isAvailable(NextSession.self) == true && waiting == nil)
    }

    @Test func `a waiting value and its effect are two changes, and only the second changes availability`() {
        setUp(NextSessionGroup.self)
        setFlag(true)
        setFlag(true)
        beginSession()
        beginSession()
        let changes = runtime.journal.changes
        #expect(changes.map(\.layer) == [.waiting, .actual])
        #expect(changes.map { $0.availabilityChanges.count } == [0, 1])
        let titles = runtime.journal.events.suffix(2).map { EventFormatter(runtime: runtime).record(of: $0).title }
        #expect(titles == ["Flag player: still off, on from the next session", "Flag player: off → on"])
    }

    @Test func `a value that is withdrawn before the session has no effect`() {
        setUp(NextSessionGroup.self)
        setFlag(true)
        setFlag(false)
        #expect(waiting == nil)
        beginSession()
        #expect(isAvailable(NextSession.self) == false)
        #expect(runtime.journal.changes.map(\.layer) == [.waiting, .waiting])
    }

    @Test func `the first known value takes effect immediately`() {
        remote.write(FlagEvaluation(errorCode: .providerNotReady), for: "player")
        setUp(NextSessionGroup.self)
        #expect(isAvailable(NextSession.self) == nil)
        setFlag(true)
        #expect(isAvailable(NextSession.self) == true)
        setFlag(nil)
        #expect(isAvailable(NextSession.self) == true && waiting?.value == .absent(.pending))
    }

    @Test func `a value that waits for the next start stays until the end of the process`() {
        setUp(NextStartGroup.self)
        setFlag(true)
        beginSession()
        #expect(isAvailable(NextStart.self) == false && waiting?.takesEffect == .nextStart)
    }

    @Test func `another reason for the same value is not a waiting value`() {
        setUp(NextSessionGroup.self)
        setFlag(false, reason: .split)
        #expect(waiting == nil && runtime.facts[.featureFlag("player")]?.source == "remote, SPLIT")
    }

    @Test func `an override takes effect immediately, and the waiting value remains`() {
        setUp(NextSessionGroup.self)
        setFlag(true)
        runtime.facts.setOverride(.truth(.true), for: .featureFlag("player"), cause: "console")
        #expect(isAvailable(NextSession.self) == true)
        #expect(flagRow?.value == "on")
        runtime.facts.setOverride(nil, for: .featureFlag("player"), cause: "console")
        #expect(isAvailable(NextSession.self) == false && waiting != nil)
    }

    @Test func `the latest of two effect times of a flag applies`() {
        setUp(BothGroup.self)
        #expect(runtime.facts.effectTime(of: .featureFlag("player")) == .nextStart)
        #expect(runtime.facts.effectTime(of: .featureFlag("other")) == .now)
    }

    @Test func `a user setting can wait for a session`() {
        setUp(NextSessionGroup.self)
        setFlag(true)
        beginSession()
        runtime.bind { settings.setEnabled(NextSession.self, enabled: false) }
        #expect(isAvailable(NextSession.self) == true)
        beginSession()
        #expect(isAvailable(NextSession.self) == false)
    }

    @Test(arguments: 1...20)
    func `a flag follows a simple model of its changes`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let time = [EffectTime.now, .nextSession, .nextStart].randomElement(using: &random) ?? .now
        switch time {
        case .now: setUp(ImmediateGroup.self)
        case .nextSession: setUp(NextSessionGroup.self)
        case .nextStart: setUp(NextStartGroup.self)
        }
        var (seen, reported): (Bool?, Bool?) = (false, false)
        for step in 0..<200 {
            switch Int.random(in: 0..<4, using: &random) {
            case 0:
                beginSession()
                if time == .nextSession { seen = reported }
            case 1:
                setFlag(nil)
                reported = nil
                if time == .now || seen == nil { seen = nil }
            default:
                let value = Bool.random(using: &random)
                setFlag(value)
                reported = value
                if time == .now || seen == nil { seen = value }
            }
            let fact = runtime.facts[.featureFlag("player")]
            let expected = seen.map { FactValue.truth(Truth($0)) } ?? .absent(.pending)
            #expect(fact?.actual == expected, "step \(step)")
            #expect((fact?.waiting == nil) == (seen == reported), "step \(step)")
        }
    }
}

private final class NextSessionGroup: FeatureGroup {
    static var subfeatures: [FeatureDefinition.Type] { [NextSession.self] }
}

private final class NextStartGroup: FeatureGroup {
    static var subfeatures: [FeatureDefinition.Type] { [NextStart.self] }
}

private final class ImmediateGroup: FeatureGroup {
    static var subfeatures: [FeatureDefinition.Type] { [Immediate.self] }
}

private final class BothGroup: FeatureGroup {
    static var subfeatures: [FeatureDefinition.Type] { [NextStart.self, NextSession.self, Other.self] }
}

private final class NextSession: ConditionalFeature {
    static let description = "Waits for a session"
    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.featureFlag("player")
        requirements.userToggled(defaultValue: true)
        requirements.takesEffect(.nextSession)
    }
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class NextStart: ConditionalFeature {
    static let description = "Waits for a start"
    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.takesEffect(.nextStart)
        requirements.featureFlag("player")
    }
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class Immediate: ConditionalFeature {
    static let description = "Takes effect at once"
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.featureFlag("player") }
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class Other: ConditionalFeature {
    static let description = "Requires another flag"
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.featureFlag("other") }
    static func prepare(actions: FeatureActionsBuilder) {}
}
