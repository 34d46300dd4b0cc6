import FeatureGating
import FlintLocks
import Testing

@testable import FlintCore

struct DeclarationProbeTests {
    @Test func `an isAvailable property that a feature declares is one of its conditions`() {
        let fixture = Fixture(DeclaresIsAvailable.self)
        fixture.run {
            #expect(DeclaresIsAvailable.declaresRuntimeEnabled)
            #expect(DeclaresIsAvailable.ping.request() == nil)
            DeclaresIsAvailable.value.withLock { $0 = true }
            #expect(DeclaresIsAvailable.ping.request() != nil)
            DeclaresIsAvailable.value.withLock { $0 = nil }
            #expect(DeclaresIsAvailable.ping.request() == nil)
        }
        #expect(fixture.changes.map(\.after.actual) == [.truth(.true), .truth(.unknown)])
    }

    @Test func `a declared isAvailable combines with the other conditions`() {
        let fixture = Fixture(DeclaresIsEnabledAndIsAvailable.self)
        fixture.run {
            #expect(DeclaresIsEnabledAndIsAvailable.isAvailable == true, "The feature returns its own availability.")
            #expect(
                Flint.availabilityChecker.isAvailable(DeclaresIsEnabledAndIsAvailable.self) == nil,
                "A purchase is missing.")
            fixture.tracker.set(true, Products.premium)
            #expect(Flint.availabilityChecker.isAvailable(DeclaresIsEnabledAndIsAvailable.self) == true)
            DeclaresIsEnabledAndIsAvailable.isOn.withLock { $0 = false }
            #expect(
                Flint.availabilityChecker.isAvailable(DeclaresIsEnabledAndIsAvailable.self) == false,
                "The feature's switch also applies.")
        }
    }

    @Test func `a feature without its own isAvailable has no runtime switch`() {
        let fixture = Fixture(DeclaresUserSetting.self)
        fixture.run {
            #expect(!DeclaresUserSetting.declaresRuntimeEnabled)
            #expect(DeclaresUserSetting.isAvailable == true)
        }
    }

    @Test func `a declared isAvailable can return the availability of another feature`() {
        let fixture = Fixture(DeclaresUserSetting.self, ReturnsOtherAvailability.self)
        fixture.run {
            #expect(ReturnsOtherAvailability.declaresRuntimeEnabled)
            #expect(ReturnsOtherAvailability.ping.request() != nil)
            fixture.toggles.setEnabled(DeclaresUserSetting.self, enabled: false)
            #expect(ReturnsOtherAvailability.ping.request() == nil)
        }
    }

    @Test func `runtimeEnabled without an isEnabled causes an advisory with the exact spelling`() throws {
        let fixture = Fixture(OmitsIsEnabled.self)
        #expect(fixture.advisories.count == 1)
        let advisory = try #require(fixture.advisories.first)
        #expect(advisory.contains("FlintEngineTests.OmitsIsEnabled declares runtimeEnabled()"))
        #expect(advisory.contains("`static var isEnabled: Bool`"))
    }

    @Test func `isEnabled is read as Bool and as Bool?, and also from a subclass`() {
        let fixture = Fixture(
            DeclaresIsEnabledAndIsAvailable.self, DeclaresIsEnabled.self, DeclaresIsEnabledAsBool.self,
            OverridesIsEnabled.self)
        #expect(fixture.advisories.isEmpty)
        #expect(fixture.runtime.availability(of: DeclaresIsEnabledAsBool.self) == .false)
        #expect(fixture.runtime.availability(of: OverridesIsEnabled.self) == .true)
        let definitions: [ConditionalFeatureDefinition.Type] = [
            DeclaresIsEnabled.self, DeclaresIsEnabledAsBool.self, OverridesIsEnabled.self,
        ]
        #expect(definitions.map { $0.isEnabled } == [true, false, true])
    }

    @Test func `an isEnabled property that no constraint requires is not an advisory`() {
        #expect(Fixture(DeclaresUserSetting.self).advisories.isEmpty)
    }

    @Test func `misspelled constraints cause an advisory with the exact spelling`() throws {
        let fixture = Fixture(oldest.misspellsConstraints)
        #expect(
            fixture.runtime.availability(of: oldest.misspellsConstraints) == .true,
            "No condition blocks the feature.")
        #expect(fixture.advisories.count == 1)
        let advisory = try #require(fixture.advisories.first)
        #expect(advisory.contains("FlintEngineTests.MisspellsConstraints is a conditional feature without conditions"))
        #expect(advisory.contains("`static func constraints(requirements: FeatureConstraintsBuilder)`"))
    }

    @Test func `a feature with empty constraints or the oldest style of condition is not an advisory`() {
        #expect(
            Fixture(DeclaresIsAvailable.self, ReturnsOtherAvailability.self, oldest.oldest, oldest.oldSwitch).advisories
                .isEmpty)
    }

    @Test func `runtimeEvaluated with an isAvailable property of type Bool causes an advisory`() {
        let fixture = Fixture(oldest.oldIsAvailableAsBool)
        #expect(fixture.advisories.count == 1)
        #expect(
            fixture.advisories.first?.contains("FlintEngineTests.OldIsAvailableAsBool declares runtimeEnabled()")
                == true)
    }

    @Test func `a feature that moves into a group is not reported again`() {
        let fixture = Fixture(OmitsIsEnabled.self)
        fixture.runtime.register(group: Group.self)
        #expect(fixture.advisories.count == 1)
    }

    @Test func `a feature registered during another's constraints is checked separately`() {
        let fixture = Fixture(RegistersInConstraints.self)
        #expect(fixture.advisories.count == 1)
        #expect(fixture.advisories.first?.contains("FlintEngineTests.MisspellsConstraints is") == true)
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
        _ = Fixture(ReadsItsIdentifier.self)
        #expect(ReadsItsIdentifier.identifierSeen.withLock { $0 } == "ReadsItsIdentifier")
        #expect(ReadsItsIdentifier.availabilitySeen.withLock { $0 } == false, "The feature is not registered yet.")
    }

    @Test func `a declared isAvailable that queries itself terminates`() {
        let fixture = Fixture(QueriesItself.self)
        #expect(fixture.run { Flint.availabilityChecker.isAvailable(QueriesItself.self) } == false)
    }
}

private final class DeclaresIsAvailable: ConditionalFeature {
    static let description = "Declares isAvailable"
    static let value = Protected<Bool?>(false)
    static var isAvailable: Bool? { value.withLock { $0 } }
    static let ping = action(PingAction.self)
    static func constraints(requirements: FeatureConstraintsBuilder) {}
    static func prepare(actions: FeatureActionsBuilder) { actions.declare(ping) }
}

private final class DeclaresIsEnabledAndIsAvailable: ConditionalFeature {
    static let description = "Declares isEnabled, isAvailable, and a purchase"
    static let isOn = Protected<Bool?>(true)
    static var isEnabled: Bool? { isOn.withLock { $0 } }
    static var isAvailable: Bool? { true }
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.purchase(Products.premium) }
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class DeclaresUserSetting: ConditionalFeature {
    static let description = "Declares only a user setting"
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.userToggled(defaultValue: true) }
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class ReturnsOtherAvailability: ConditionalFeature {
    static let description = "Returns another feature's availability"
    static var isAvailable: Bool? { DeclaresUserSetting.isAvailable }
    static let ping = action(PingAction.self)
    static func constraints(requirements: FeatureConstraintsBuilder) {}
    static func prepare(actions: FeatureActionsBuilder) { actions.declare(ping) }
}

private final class QueriesItself: ConditionalFeature {
    static let description = "Queries its own availability"
    static var isAvailable: Bool? { Flint.availabilityChecker.isAvailable(QueriesItself.self) }
    static func constraints(requirements: FeatureConstraintsBuilder) {}
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class OmitsIsEnabled: ConditionalFeature {
    static let description = "Requires a runtime switch without declaring isEnabled"
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.runtimeEnabled() }
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class Group: FeatureGroup {
    static var subfeatures: [FeatureDefinition.Type] { [OmitsIsEnabled.self] }
}

private class DeclaresIsEnabledAsBool: ConditionalFeature {
    static let description = "Declares isEnabled as Bool"
    class var isEnabled: Bool { false }
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.runtimeEnabled() }
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class OverridesIsEnabled: DeclaresIsEnabledAsBool {
    override class var isEnabled: Bool { true }
}

private final class DeclaresIsEnabled: ConditionalFeature {
    static let description = "Declares isEnabled"
    static var isEnabled: Bool? { true }
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.runtimeEnabled() }
    static func prepare(actions: FeatureActionsBuilder) {}
}

/// Features with deprecated declarations, accessible through members that are not deprecated.
private protocol OldestFeatures {
    static var misspellsConstraints: FeatureDefinition.Type { get }
    static var oldest: FeatureDefinition.Type { get }
    static var oldSwitch: FeatureDefinition.Type { get }
    static var oldIsAvailableAsBool: FeatureDefinition.Type { get }
}

private enum Oldest: OldestFeatures {
    @available(*, deprecated)
    static var misspellsConstraints: FeatureDefinition.Type { MisspellsConstraints.self }
    @available(*, deprecated)
    static var oldest: FeatureDefinition.Type { OldAlways.self }
    @available(*, deprecated)
    static var oldSwitch: FeatureDefinition.Type { OldSwitch.self }
    @available(*, deprecated)
    static var oldIsAvailableAsBool: FeatureDefinition.Type { OldIsAvailableAsBool.self }
}

private var oldest: any OldestFeatures.Type { Oldest.self }

@available(*, deprecated, message: "The constraints are never read.")
private final class MisspellsConstraints: ConditionalFeature {
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
private final class OldIsAvailableAsBool: ConditionalFeature {
    static let description = "Has a switch of the oldest style and another type"
    static let availability: FeatureAvailability = .runtimeEvaluated
    static var isAvailable: Bool { false }
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class RegistersInConstraints: ConditionalFeature {
    static let description = "Registers another feature while it declares its constraints"
    static func constraints(requirements: FeatureConstraintsBuilder) {
        FlintRuntime.current.register(oldest.misspellsConstraints)
        requirements.userToggled(defaultValue: true)
    }
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class MalformedLater: ConditionalFeature {
    static let description = "Registers another feature before declaring a malformed version"
    static func constraints(requirements: FeatureConstraintsBuilder) {
        FlintRuntime.current.register(DeclaresIsEnabled.self)
        requirements.iOS = "10..1"
    }
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class Malformed: ConditionalFeature {
    static let description = "Requires a malformed version"
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.iOS = "10..1" }
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class MalformedSwitch: ConditionalFeature {
    static let description = "Compares with a malformed version"
    static var isEnabled: Bool? {
        let version: PlatformVersionConstraint = "10..1"
        return version == .any
    }
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.runtimeEnabled() }
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class ReadsItsIdentifier: ConditionalFeature {
    static let description = "Reads its identifier and its availability"
    static let identifierSeen = Protected<FeaturePath?>(nil)
    static let availabilitySeen = Protected<Bool?>(nil)
    static func constraints(requirements: FeatureConstraintsBuilder) {
        identifierSeen.withLock { $0 = identifier }
        availabilitySeen.withLock { $0 = isAvailable }
        requirements.userToggled(defaultValue: true)
    }
    static func prepare(actions: FeatureActionsBuilder) {}
}
