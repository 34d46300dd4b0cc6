import FeatureGating
import Testing

@testable import FlintCore

struct PermissionAvailabilityTests {
    @Test(
        arguments: [
            (SystemPermissionStatus.authorized, true), (.notDetermined, nil), (.denied, false), (.restricted, false),
            (.unsupported, false),
        ] as [(SystemPermissionStatus, Bool?)])
    func `only an authorized permission grants access`(status: SystemPermissionStatus, isAvailable: Bool?) {
        let fixture = Fixture(Nearby.self)
        fixture.permissions.set(status, .location(usage: .whenInUse))
        #expect(fixture.run { Nearby.isAvailable } == isAvailable)
    }

    @Test func `always authorization satisfies when in use`() {
        let fixture = Fixture(Nearby.self, Tracking.self)
        fixture.permissions.set(.denied, .location(usage: .whenInUse))
        fixture.permissions.set(.authorized, .location(usage: .always))
        #expect(fixture.run { Nearby.isAvailable } == true)
        fixture.permissions.set(.authorized, .location(usage: .whenInUse))
        fixture.permissions.set(.denied, .location(usage: .always))
        #expect(fixture.run { Nearby.isAvailable } == true)
        #expect(fixture.run { Tracking.isAvailable } == false, "When in use is not sufficient for always.")
    }

    @Test func `an override of always satisfies when in use and is named as the source`() throws {
        let fixture = Fixture(Nearby.self)
        fixture.facts.setOverride(
            .permission(.authorized), for: .permission(.location(usage: .always)), cause: .user)
        #expect(fixture.run { Nearby.isAvailable } == true)
        let row = try #require(fixture.runtime.explanation(of: Nearby.self).requirements.last)
        #expect(row.value == "authorized")
        #expect(row.source == "override")
    }

    @Test func `an override of when in use takes precedence over always`() {
        let fixture = Fixture(Nearby.self)
        fixture.permissions.set(.authorized, .location(usage: .always))
        #expect(fixture.run { Nearby.isAvailable } == true)
        fixture.facts.setOverride(.permission(.denied), for: .permission(.location(usage: .whenInUse)), cause: .user)
        #expect(fixture.run { Nearby.isAvailable } == false)
        #expect(fixture.run { Nearby.permissions.denied } == [.location(usage: .whenInUse)])
    }

    @Test func `a permission change in the system's settings changes availability`() {
        let fixture = Fixture(Nearby.self)
        fixture.permissions.set(.authorized, .location(usage: .whenInUse))
        #expect(fixture.run { Nearby.isAvailable } == true)
        fixture.permissions.set(.denied, .location(usage: .whenInUse))
        #expect(fixture.run { Nearby.isAvailable } == false)
        #expect(fixture.changes.count == 2)
    }

    @Test func `the status of a permission that no feature requires is known`() {
        let fixture = Fixture()
        fixture.permissions.set(.denied, .camera)
        #expect(fixture.runtime.effectiveStatus(of: .camera) == .denied)
        fixture.facts.setOverride(.permission(.authorized), for: .permission(.camera), cause: .user)
        #expect(fixture.runtime.effectiveStatus(of: .camera) == .authorized)
        #expect(fixture.runtime.actualStatus(of: .camera) == .denied)
    }

    @Test func `permissions are grouped by their effective status`() {
        let fixture = Fixture(Selfie.self)
        fixture.permissions.set(.restricted, .photos)
        fixture.permissions.set(.denied, .camera)
        fixture.facts.setOverride(.permission(.unsupported), for: .permission(.microphone), cause: .user)
        let permissions = fixture.run { Selfie.permissions }
        #expect(permissions.ordered == [.photos, .camera, .microphone, .contacts(entity: .contacts)])
        #expect(permissions.restricted == [.photos])
        #expect(permissions.denied == [.camera])
        #expect(permissions.unsupported == [.microphone])
        #expect(permissions.notDetermined == [.contacts(entity: .contacts)])
    }
}

private final class Nearby: ConditionalFeature {
    static let description = "Needs the location"
    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.permission(.location(usage: .whenInUse))
    }
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class Tracking: ConditionalFeature {
    static let description = "Needs the location at all times"
    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.permission(.location(usage: .always))
    }
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class Selfie: ConditionalFeature {
    static let description = "Needs several permissions"
    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.permissions(.photos, .camera, .microphone, .contacts(entity: .contacts))
    }
    static func prepare(actions: FeatureActionsBuilder) {}
}
