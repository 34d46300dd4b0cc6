import FeatureGating
import FlintLocks
import Testing

@testable import FlintCore

struct RuntimeSwitchAvailabilityTests {
    @Test func `a runtime switch is on by default`() {
        let fixture = Fixture(DeclaresNoSwitch.self)
        #expect(fixture.run { DeclaresNoSwitch.isAvailable } == true)
    }

    @Test func `a runtime switch is read at every request and changes are recorded`() {
        let fixture = Fixture(Switch.self)
        fixture.run {
            #expect(Switch.ping.request() == nil)
            Switch.value.withLock { $0 = true }
            #expect(Switch.ping.request() != nil)
            Switch.value.withLock { $0 = nil }
            #expect(Switch.ping.request() == nil)
            #expect(Switch.isAvailable == nil)
        }
        #expect(fixture.changes.map(\.after.actual) == [.truth(.true), .truth(.unknown)])
        #expect(fixture.changes.allSatisfy { $0.cause == .app && $0.after.source == .program })
    }

    @Test func `the runtime switch of a parent is read for its children`() {
        let fixture = Fixture(SwitchedGroup.self)
        #expect(fixture.run { SwitchedChild.ping.request() } == nil)
        SwitchedGroup.value.withLock { $0 = true }
        #expect(fixture.run { SwitchedChild.ping.request() } != nil)
        SwitchedGroup.value.withLock { $0 = false }
        #expect(fixture.run { SwitchedChild.isAvailable } == false)
    }

    @Test func `an announced runtime switch changes availability immediately`() {
        let fixture = Fixture(Announced.self)
        Announced.value.withLock { $0 = true }
        #expect(fixture.runtime.facts[.runtimeSwitch(feature: "Announced")]?.effective == .truth(.false))
        fixture.run { Flint.runtimeSwitchChanged(Announced.self) }
        #expect(fixture.changes.last?.availabilityChanges.map(\.after) == [.true])
        fixture.run { Flint.runtimeSwitchChanged(Export.self) }
        #expect(fixture.changes.count == 1, "A feature without the switch announces no change.")
    }

    @Test func `reading unannounced facts reads every runtime switch`() {
        let fixture = Fixture(Refreshed.self)
        Refreshed.value.withLock { $0 = true }
        fixture.runtime.readUnannouncedFacts()
        #expect(fixture.changes.map(\.key) == [.runtimeSwitch(feature: "Refreshed")])
    }

    @Test func `an override of a runtime switch does not assign isEnabled`() {
        let fixture = Fixture(Off.self)
        fixture.facts.setOverride(.truth(.true), for: .runtimeSwitch(feature: "Off"), cause: .user)
        #expect(fixture.run { Off.isAvailable } == true)
        #expect(Off.isEnabled == false)
    }

    @Test func `a runtime switch can query another feature`() {
        let fixture = Fixture(Export.self, Follower.self)
        #expect(fixture.run { Follower.isAvailable } == nil)
        fixture.permissions.set(.authorized, .photos)
        fixture.tracker.set(true, Products.premium)
        #expect(fixture.run { Follower.isAvailable } == true)
    }

    @Test func `runtime switches that query each other terminate and are named once`() {
        let fixture = Fixture(First.self, Second.self)
        // Both were read before the other one was registered.
        #expect(fixture.run { First.isAvailable } == false)
        #expect(fixture.run { Second.isAvailable } == false)
        let cycles = fixture.runtime.declarationMistakes.filter { $0.kind == .cyclicSwitch }
        #expect(cycles.map { $0.feature?.path.description } == ["First"])
        #expect(
            cycles.first?.message.hasPrefix("The isEnabled properties of First and Second depend on each other") == true
        )
        #expect(fixture.runtime.journal.advisories.filter { $0 == cycles.first?.message }.count == 1)
    }

    @Test func `a runtime switch that queries one feature twice is not a cycle`() {
        let fixture = Fixture(Export.self, Follower.self, Twice.self)
        _ = fixture.run { Twice.isAvailable }
        #expect(!fixture.runtime.declarationMistakes.contains { $0.kind == .cyclicSwitch })
    }
}

private final class Export: ConditionalFeature {
    static let description = "Needs a purchase and a permission"
    static let ping = action(PingAction.self)
    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.permission(.photos)
        requirements.purchase(Products.premium)
    }
    static func prepare(actions: FeatureActionsBuilder) { actions.declare(ping) }
}

private final class DeclaresNoSwitch: ConditionalFeature {
    static let description = "Requires a switch without declaring it"
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.runtimeEnabled() }
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class Switch: ConditionalFeature {
    static let description = "Has a switch"
    static let value = Protected<Bool?>(false)
    static var isEnabled: Bool? { value.withLock { $0 } }
    static let ping = action(PingAction.self)
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.runtimeEnabled() }
    static func prepare(actions: FeatureActionsBuilder) { actions.declare(ping) }
}

private final class SwitchedGroup: ConditionalFeature, FeatureGroup {
    static let description = "A group with a switch"
    static let value = Protected<Bool?>(false)
    static var isEnabled: Bool? { value.withLock { $0 } }
    static var subfeatures: [FeatureDefinition.Type] { [SwitchedChild.self] }
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.runtimeEnabled() }
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class SwitchedChild: ConditionalFeature {
    static let description = "Is under a switch"
    static let ping = action(PingAction.self)
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.userToggled(defaultValue: true) }
    static func prepare(actions: FeatureActionsBuilder) { actions.declare(ping) }
}

private final class Announced: ConditionalFeature {
    static let description = "Announces its switch"
    static let value = Protected<Bool?>(false)
    static var isEnabled: Bool? { value.withLock { $0 } }
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.runtimeEnabled() }
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class Refreshed: ConditionalFeature {
    static let description = "Is read again"
    static let value = Protected<Bool?>(false)
    static var isEnabled: Bool? { value.withLock { $0 } }
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.runtimeEnabled() }
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class Off: ConditionalFeature {
    static let description = "Is off"
    static var isEnabled: Bool? { false }
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.runtimeEnabled() }
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class Follower: ConditionalFeature {
    static let description = "Is on if another feature is available"
    static var isEnabled: Bool? { Export.isAvailable }
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.runtimeEnabled() }
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class Twice: ConditionalFeature {
    static let description = "Queries a feature twice that queries another one"
    static var isEnabled: Bool? { Follower.isAvailable == true || Follower.isAvailable == nil }
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.runtimeEnabled() }
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class First: ConditionalFeature {
    static let description = "Queries the second feature"
    static var isEnabled: Bool? { Second.isAvailable }
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.runtimeEnabled() }
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class Second: ConditionalFeature {
    static let description = "Queries the first feature"
    static var isEnabled: Bool? { First.isAvailable }
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.runtimeEnabled() }
    static func prepare(actions: FeatureActionsBuilder) {}
}
