import FeatureGating
import FlintLocks
import Testing

@testable import FlintCore

struct RepeatedRequestTests {
    private let fixture = Fixture(Cellar.self, Lamp.self)

    @Test func `each denial explains the facts at its own time`() {
        fixture.run {
            #expect(Cellar.open.request() == nil)
            #expect(Cellar.open.request() == nil)
            fixture.facts.setOverride(.truth(.true), for: .userSetting(feature: "Cellar"), cause: .user)
            #expect(Cellar.open.request() == nil)
            #expect(Cellar.open.request() == nil)
            fixture.tracker.set(true, Products.premium)
            #expect(Cellar.open.request() != nil)
            fixture.tracker.set(false, Products.premium)
            #expect(Cellar.open.request() == nil)
        }
        #expect(
            fixture.denials.map(\.explanation.summary) == [
                "User setting is off, Premium is undetermined", "User setting is off, Premium is undetermined",
                "Premium is undetermined", "Premium is undetermined", "Premium is not purchased",
            ])
    }

    @Test func `denials share their facts until a fact changes`() throws {
        fixture.run {
            for _ in 0..<3 { #expect(Cellar.open.request() == nil) }
        }
        let metadata = try #require(fixture.runtime.metadata(for: Cellar.self))
        var first = try #require(metadata.denial)
        var moves: UInt64
        repeat {
            // Tests that run concurrently move features, which also ends the sharing.
            moves = FeatureMetadata.moves
            fixture.run { #expect(Cellar.open.request() == nil) }
            first = try #require(metadata.denial)
            fixture.run { #expect(Cellar.open.request() == nil) }
        } while FeatureMetadata.moves != moves
        #expect(metadata.denial === first)
        fixture.facts.setActual(.truth(.false), for: .featureFlag("unrelated"), source: "test", cause: .app)
        fixture.run { #expect(Cellar.open.request() == nil) }
        #expect(metadata.denial !== first)
    }

    @Test func `a runtime switch that the app reports is read again by the next request`() {
        fixture.run {
            Lamp.isOn.withLock { $0 = true }
            #expect(Lamp.shine.request() != nil)
            let key = FactKey.runtimeSwitch(feature: "Lamp")
            fixture.facts.setActual(.truth(.false), for: key, source: "app", cause: .app)
            #expect(fixture.facts[key]?.source == "app")
            #expect(Lamp.shine.request() != nil)
            #expect(fixture.facts[key]?.source == .program)
            Lamp.isOn.withLock { $0 = nil }
            #expect(Lamp.shine.request() == nil)
            #expect(fixture.facts[key]?.actual == .truth(.unknown))
        }
    }

    @Test func `an explanation without unlock plans is otherwise equal`() throws {
        let metadata = try #require(fixture.runtime.metadata(for: Cellar.self))
        let full = fixture.runtime.explanation(of: metadata)
        let short = fixture.runtime.explanation(of: metadata, includesPlans: false)
        #expect(short.requirements == full.requirements && short.summary == full.summary)
        #expect(short.unlockPlans.isEmpty && !short.unlockPlansAreComplete)
        #expect(!full.unlockPlans.isEmpty)
    }

    @Test func `the later of two reads of a runtime switch counts`() {
        let reading = SwitchReading()
        var answers = [reading.confirm(.true, number: 1), reading.begin(number: 2), reading.confirm(.true, number: 3)]
        #expect(answers == [false, true, false], "No value is known at first, and then one is being recorded.")
        reading.finish(.true, number: 2)
        answers = [reading.confirm(.true, number: 4), reading.begin(number: 3), reading.confirm(.false, number: 3)]
        #expect(answers == [true, false, true], "An older read changes nothing.")
        answers = [reading.confirm(.false, number: 5), reading.begin(number: 5)]
        #expect(answers == [false, true], "A newer read must be recorded.")
        reading.finish(.false, number: 5)
        answers = [reading.confirm(.false, number: 6), reading.confirm(.unknown, number: 7)]
        #expect(answers == [true, false])
    }
}

private final class Cellar: ConditionalFeature {
    static let description = "Needs the user's setting and a purchase"
    static let open = action(OpenAction.self)

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.userToggled(defaultValue: false)
        requirements.purchase(Products.premium)
    }
    static func prepare(actions: FeatureActionsBuilder) { actions.declare(open) }
}

private final class Lamp: ConditionalFeature {
    static let description = "Has a switch"
    static let isOn = Protected<Bool?>(false)
    static let shine = action(OpenAction.self)

    static var isEnabled: Bool? { isOn.withLock { $0 } }
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.runtimeEnabled() }
    static func prepare(actions: FeatureActionsBuilder) { actions.declare(shine) }
}

private final class OpenAction: Action {
    static func perform(context: ActionContext<NoInput>, presenter: Void, completion: Completion) -> Completion.Status {
        completion.completedSync(.success)
    }
}
