import FeatureGating
import FlintLocks
import Testing

@testable import FlintCore

/// Tests of features that declare optional members, and features that use the defaults.
struct DeclarationProbeTests {
    @Test func `an isAvailable that a feature declares is one of its conditions`() {
        let fixture = Fixture(Outspoken.self)
        fixture.run {
            #expect(Outspoken.declaresRuntimeEnabled)
            #expect(Outspoken.ping.request() == nil)
            Outspoken.value.withLock { $0 = true }
            #expect(Outspoken.ping.request() != nil)
            Outspoken.value.withLock { $0 = nil }
            #expect(Outspoken.ping.request() == nil)
        }
        #expect(fixture.changes.map(\.after.actual) == [.truth(.true), .truth(.unknown)])
    }

    @Test func `a declared isAvailable combines with the other conditions`() {
        let fixture = Fixture(Modest.self)
        fixture.run {
            #expect(Modest.isAvailable == true, "the feature returns it")
            #expect(Flint.availabilityChecker.isAvailable(Modest.self) == nil, "a purchase is missing")
            fixture.tracker.set(true, Products.premium)
            #expect(Flint.availabilityChecker.isAvailable(Modest.self) == true)
            Modest.isOn.withLock { $0 = false }
            #expect(Flint.availabilityChecker.isAvailable(Modest.self) == false, "its switch counts too")
        }
    }

    @Test func `a feature without its own isAvailable has no runtime switch`() {
        let fixture = Fixture(Quiet.self)
        fixture.run {
            #expect(!Quiet.declaresRuntimeEnabled)
            #expect(Quiet.isAvailable == true)
        }
    }

    @Test func `a declared isAvailable can return the availability of another feature`() {
        let fixture = Fixture(Quiet.self, Follower.self)
        fixture.run {
            #expect(Follower.declaresRuntimeEnabled)
            #expect(Follower.ping.request() != nil)
            fixture.toggles.setEnabled(Quiet.self, enabled: false)
            #expect(Follower.ping.request() == nil)
        }
    }

    @Test func `runtimeEnabled without an isEnabled is an advisory with the exact spelling`() throws {
        let fixture = Fixture(Miswritten.self)
        #expect(fixture.advisories.count == 1)
        let advisory = try #require(fixture.advisories.first)
        #expect(advisory.contains("FlintEngineTests.Miswritten declares runtimeEnabled()"))
        #expect(advisory.contains("`static var isEnabled: Bool`"))
    }

    @Test func `isEnabled is read as Bool and as Bool?, also of a subclass`() {
        let fixture = Fixture(Modest.self, Enabled.self, Firm.self, Soft.self)
        #expect(fixture.advisories.isEmpty)
        #expect(fixture.runtime.availability(of: Firm.self) == .false)
        #expect(fixture.runtime.availability(of: Soft.self) == .true)
        let definitions: [ConditionalFeatureDefinition.Type] = [Enabled.self, Firm.self, Soft.self]
        #expect(definitions.map { $0.isEnabled } == [true, false, true])
    }

    @Test func `an isEnabled that nothing requires is no advisory`() {
        #expect(Fixture(Quiet.self).advisories.isEmpty)
    }

    @Test func `misspelt constraints are an advisory with the exact spelling`() throws {
        let fixture = Fixture(oldest.mislabelled)
        #expect(
            fixture.runtime.availability(of: oldest.mislabelled) == .true,
            "there is no condition that could hold it back")
        #expect(fixture.advisories.count == 1)
        let advisory = try #require(fixture.advisories.first)
        #expect(advisory.contains("FlintEngineTests.Mislabelled is a conditional feature without conditions"))
        #expect(advisory.contains("`static func constraints(requirements: FeatureConstraintsBuilder)`"))
    }

    @Test func `a feature with empty constraints or the oldest style of condition is no advisory`() {
        #expect(Fixture(Outspoken.self, Follower.self, oldest.oldest, oldest.oldSwitch).advisories.isEmpty)
    }

    @Test func `runtimeEvaluated with isAvailable of type Bool is an advisory`() {
        let fixture = Fixture(oldest.oldMiswritten)
        #expect(fixture.advisories.count == 1)
        #expect(fixture.advisories.first?.contains("FlintEngineTests.OldMiswritten declares runtimeEnabled()") == true)
    }

    @Test func `a feature that moves into a group is not reported again`() {
        let fixture = Fixture(Miswritten.self)
        fixture.runtime.register(group: Group.self)
        #expect(fixture.advisories.count == 1)
    }

    @Test func `a feature registered during another's constraints is checked separately`() {
        let fixture = Fixture(Registering.self)
        #expect(fixture.advisories.count == 1)
        #expect(fixture.advisories.first?.contains("FlintEngineTests.Mislabelled is") == true)
    }

    @Test func `a malformed version names the feature in whose constraints it is`() {
        let fixture = Fixture(Malformed.self)
        #expect(fixture.advisories.count == 1)
        #expect(
            fixture.advisories.first?.hasPrefix("FlintEngineTests.Malformed requires a malformed platform version")
                == true)
        #expect(fixture.advisories.first?.contains("\"10..1\"") == true)
        #expect(fixture.runtime.availability(of: Malformed.self) == .false)
    }

    @Test func `a malformed version after a nested registration names the declaring feature`() {
        let fixture = Fixture(MalformedLater.self)
        #expect(fixture.advisories.count == 1)
        #expect(
            fixture.advisories.first?.hasPrefix("FlintEngineTests.MalformedLater requires a malformed platform version")
                == true)
    }

    @Test func `a malformed version outside constraints names no feature`() {
        let fixture = Fixture(MalformedSwitch.self)
        #expect(!fixture.advisories.isEmpty)
        #expect(fixture.advisories.allSatisfy { $0.hasPrefix("A feature requires a malformed platform version") })
    }

    @Test func `a feature can read its identifier while it declares its constraints`() {
        _ = Fixture(Introspective.self)
        #expect(Introspective.identifierSeen.withLock { $0 } == "Introspective")
        #expect(Introspective.availabilitySeen.withLock { $0 } == false, "it is not registered yet")
    }

    @Test func `a declared isAvailable that queries itself terminates`() {
        let fixture = Fixture(Circular.self)
        #expect(fixture.run { Flint.availabilityChecker.isAvailable(Circular.self) } == false)
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

private final class Miswritten: ConditionalFeature {
    static let description = "Leaves its switch to the default"
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.runtimeEnabled() }
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class Group: FeatureGroup {
    static var subfeatures: [FeatureDefinition.Type] { [Miswritten.self] }
}

private class Firm: ConditionalFeature {
    static let description = "Has a switch whose value is always known"
    class var isEnabled: Bool { false }
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.runtimeEnabled() }
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class Soft: Firm {
    override class var isEnabled: Bool { true }
}

private final class Enabled: ConditionalFeature {
    static let description = "Is enabled in code"
    static var isEnabled: Bool? { true }
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.runtimeEnabled() }
    static func prepare(actions: FeatureActionsBuilder) {}
}

/// Features with deprecated declarations, accessible through members that are not deprecated.
private protocol OldestFeatures {
    static var mislabelled: FeatureDefinition.Type { get }
    static var oldest: FeatureDefinition.Type { get }
    static var oldSwitch: FeatureDefinition.Type { get }
    static var oldMiswritten: FeatureDefinition.Type { get }
}

private enum Oldest: OldestFeatures {
    @available(*, deprecated)
    static var mislabelled: FeatureDefinition.Type { Mislabelled.self }
    @available(*, deprecated)
    static var oldest: FeatureDefinition.Type { OldAlways.self }
    @available(*, deprecated)
    static var oldSwitch: FeatureDefinition.Type { OldSwitch.self }
    @available(*, deprecated)
    static var oldMiswritten: FeatureDefinition.Type { OldMiswritten.self }
}

private var oldest: any OldestFeatures.Type { Oldest.self }

@available(*, deprecated, message: "It is left with the default.")
private final class Mislabelled: ConditionalFeature {
    static let description = "Misspells the label of its constraints"
    static func constraints(requirement: FeatureConstraintsBuilder) { requirement.purchase(Products.premium) }
    static func prepare(actions: FeatureActionsBuilder) {}
}

@available(*, deprecated, message: "It is of the oldest style.")
private final class OldAlways: ConditionalFeature {
    static let description = "Has a condition of the oldest style"
    static let availability: FeatureAvailability = .always
    static func prepare(actions: FeatureActionsBuilder) {}
}

@available(*, deprecated, message: "It is of the oldest style.")
private final class OldSwitch: ConditionalFeature {
    static let description = "Has a switch of the oldest style"
    static let availability: FeatureAvailability = .runtimeEvaluated
    static var isAvailable: Bool? { true }
    static func prepare(actions: FeatureActionsBuilder) {}
}

@available(*, deprecated, message: "It is of the oldest style.")
private final class OldMiswritten: ConditionalFeature {
    static let description = "Has a switch of the oldest style and another type"
    static let availability: FeatureAvailability = .runtimeEvaluated
    static var isAvailable: Bool { false }
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class Registering: ConditionalFeature {
    static let description = "Registers another feature while it declares its constraints"
    static func constraints(requirements: FeatureConstraintsBuilder) {
        FlintRuntime.current.register(oldest.mislabelled)
        requirements.userToggled(defaultValue: true)
    }
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class MalformedLater: ConditionalFeature {
    static let description = "Registers another feature before its mistake"
    static func constraints(requirements: FeatureConstraintsBuilder) {
        FlintRuntime.current.register(Enabled.self)
        requirements.iOS = "10..1"
    }
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class Malformed: ConditionalFeature {
    static let description = "Requires a version that is none"
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.iOS = "10..1" }
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class MalformedSwitch: ConditionalFeature {
    static let description = "Compares with a version that is none"
    static var isEnabled: Bool? {
        let version: PlatformVersionConstraint = "10..1"
        return version == .any
    }
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.runtimeEnabled() }
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class Introspective: ConditionalFeature {
    static let description = "Reads what is known about itself"
    static let identifierSeen = Protected<FeaturePath?>(nil)
    static let availabilitySeen = Protected<Bool?>(nil)
    static func constraints(requirements: FeatureConstraintsBuilder) {
        identifierSeen.withLock { $0 = identifier }
        availabilitySeen.withLock { $0 = isAvailable }
        requirements.userToggled(defaultValue: true)
    }
    static func prepare(actions: FeatureActionsBuilder) {}
}
