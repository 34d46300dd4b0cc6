import FeatureGating
import Testing

@testable import FlintCore

/// Features that say themselves whether they are available.
struct OwnAvailabilityTests {
    @Test func itIsACondition() {
        let fixture = Fixture(Outspoken.self)
        fixture.run {
            #expect(Outspoken.requiresRuntimeEnabled)
            #expect(Outspoken.ping.request() == nil)
            Outspoken.value.withLock { $0 = true }
            #expect(Outspoken.ping.request() != nil)
            Outspoken.value.withLock { $0 = nil }
            #expect(Outspoken.ping.request() == nil)
        }
        #expect(fixture.changes.map(\.after.actual) == [.truth(.true), .truth(.unknown)])
    }

    @Test func itIsOneConditionBesideOthers() {
        let fixture = Fixture(Modest.self)
        fixture.run {
            #expect(Modest.isAvailable == true, "it is what the feature says")
            #expect(Flint.availabilityChecker.isAvailable(Modest.self) == nil, "a purchase is missing")
            fixture.tracker.set(true, Products.premium)
            #expect(Flint.availabilityChecker.isAvailable(Modest.self) == true)
            Modest.isOn.withLock { $0 = false }
            #expect(Flint.availabilityChecker.isAvailable(Modest.self) == false, "its switch counts too")
        }
    }

    @Test func aFeatureThatSaysNothingHasNoSwitch() {
        let fixture = Fixture(Quiet.self)
        fixture.run {
            #expect(!Quiet.requiresRuntimeEnabled)
            #expect(Quiet.isAvailable == true)
        }
    }

    @Test func itMayBeWhatAnotherFeatureIs() {
        let fixture = Fixture(Quiet.self, Follower.self)
        fixture.run {
            #expect(Follower.requiresRuntimeEnabled)
            #expect(Follower.ping.request() != nil)
            fixture.toggles.setEnabled(Quiet.self, enabled: false)
            #expect(Follower.ping.request() == nil)
        }
    }

    @Test func itMayAskTheEngineForItself() {
        let fixture = Fixture(Circular.self)
        #expect(fixture.run { Flint.availabilityChecker.isAvailable(Circular.self) } != true)
    }
}

private final class Outspoken: ConditionalFeature {
    static let description = "Says itself whether it is available"
    static let value = Protected<Bool?>(false)
    static var isAvailable: Bool? { value.withLock { $0 } }
    static let ping = action(PingAction.self)
    static func constraints(requirements: FeatureConstraintsBuilder) {}
    static func prepare(actions: FeatureActionsBuilder) { actions.declare(ping) }
}

private final class Modest: ConditionalFeature {
    static let description = "Has other conditions too"
    static let isOn = Protected<Bool?>(true)
    static var isEnabled: Bool? { isOn.withLock { $0 } }
    static var isAvailable: Bool? { true }
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.purchase(Products.premium) }
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class Quiet: ConditionalFeature {
    static let description = "Leaves it to the engine"
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.userToggled(defaultValue: true) }
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class Follower: ConditionalFeature {
    static let description = "Is what another is"
    static var isAvailable: Bool? { Quiet.isAvailable }
    static let ping = action(PingAction.self)
    static func constraints(requirements: FeatureConstraintsBuilder) {}
    static func prepare(actions: FeatureActionsBuilder) { actions.declare(ping) }
}

private final class Circular: ConditionalFeature {
    static let description = "Asks for itself"
    static var isAvailable: Bool? { Flint.availabilityChecker.isAvailable(Circular.self) }
    static func constraints(requirements: FeatureConstraintsBuilder) {}
    static func prepare(actions: FeatureActionsBuilder) {}
}
