import FeatureGating
import Testing

@testable import FlintCore

/// Availability of features, and the outcome of requests.
struct FlintRuntimeAvailabilityTests {
    // MARK: Requests

    @Test func `a request is granted only when availability is true`() {
        let fixture = Fixture(Export.self)
        fixture.permissions.set(.authorized, .photos)
        fixture.run {
            #expect(Export.ping.request() == nil, "unknown is not granted")
            fixture.tracker.set(false, Products.premium)
            #expect(Export.ping.request() == nil)
            fixture.tracker.set(true, Products.premium)
            #expect(Export.ping.request() != nil)
            #expect(Export.request(Export.ping) != nil)
        }
    }

    @Test func `a feature from before a reset is not registered`() throws {
        let fixture = Fixture(Hierarchy.level(0))
        let runtime = fixture.runtime
        let before = try #require(runtime.metadata(for: Hierarchy.level(0)))
        #expect(runtime.verdict(of: before) == .true)
        runtime.reset()
        #expect(runtime.verdict(of: before) == .false)
        runtime.setUp(EmptyApp.self)
        runtime.register(Hierarchy.level(1))
        #expect(runtime.features.contains { $0.node == before.node && runtime.verdict(of: $0) == .true })
        #expect(runtime.verdict(of: before) == .false)
        #expect(runtime.explanation(of: before).requirements.map(\.kind) == [.registration])
        runtime.register(Hierarchy.level(0))
        #expect(runtime.verdict(of: before) == .false)
        let after = try #require(runtime.metadata(for: Hierarchy.level(0)))
        #expect(runtime.verdict(of: after) == .true)
        #expect(Fixture().runtime.verdict(of: after) == .false)
    }

    @Test func `a denial is recorded with its full explanation`() throws {
        let fixture = Fixture(Export.self)
        fixture.run { _ = Export.ping.request() }
        let denial = try #require(fixture.denials.first)
        #expect(denial.feature == "Export")
        #expect(denial.featureName == "Export")
        #expect(denial.actionID == "PingAction")
        #expect(denial.actionName == "Ping")
        #expect(denial.sessionName == nil)
        #expect(denial.explanation.verdict == .unknown)
        #expect(denial.explanation.summary == "Premium is undetermined, Photos is not determined")
        #expect(denial.explanation.requirements.map(\.title) == ["iOS, any version", "Premium", "Photos"])
    }

    @Test func `a denial explains the state at the time of the request`() throws {
        let fixture = Fixture(Export.self)
        fixture.run { _ = Export.ping.request() }
        let denial = try #require(fixture.denials.first)
        fixture.permissions.set(.authorized, .photos)
        fixture.tracker.set(true, Products.premium)
        fixture.runtime.facts.setOverride(.truth(.false), for: .purchase(productID: "premium"), cause: "test")
        #expect(denial.explanation.verdict == .unknown)
        #expect(denial.explanation.summary == "Premium is undetermined, Photos is not determined")
        fixture.runtime.reset()
        #expect(denial.feature == "Export")
        #expect(denial.explanation.requirements.map(\.value) == ["iOS 17.2", "unknown", "not determined"])
        #expect(denial.explanation.unlockPlans.map { $0.map(\.title) } == [["Premium", "Photos"]])
    }

    @Test func `an explanation follows a feature that moves into a group`() throws {
        let fixture = Fixture(Moving.self)
        let before = fixture.runtime.explanation(of: Moving.self)
        fixture.run { _ = Moving.ping.request() }
        fixture.runtime.register(Destination.self)
        let path = try #require(fixture.runtime.metadata(for: Moving.self)).path
        #expect(path == "Destination/Moving")
        let after = fixture.runtime.explanation(of: Moving.self)
        #expect(before.requirements.map(\.kind) == [.platform, .permission])
        #expect(after.requirements.map(\.kind) == [.platform, .permission, .parent, .platform, .purchase])
        #expect(fixture.denials.first?.feature == "Moving")
        #expect(fixture.denials.first?.explanation.requirements.count == 2)
    }

    @MainActor @Test func `a granted request is verified again when it is performed`() {
        let fixture = Fixture(Export.self)
        fixture.permissions.set(.authorized, .photos)
        fixture.tracker.set(true, Products.premium)
        let request = fixture.run { Export.ping.request() }
        var outcomes: [ActionOutcome] = []
        request?.perform { outcomes.append($0) }
        fixture.tracker.set(false, Products.premium)
        request?.perform { outcomes.append($0) }
        #expect(
            outcomes == [
                .success, .failure(error: ActionPerformError.requiredFeatureNotAvailable(feature: Export.self)),
            ])
        #expect(fixture.denials.map(\.sessionName) == ["main"])
        #expect(fixture.run { Timeline.instance.entries.count } == 2, "nothing ran the second time")
    }

    @Test func `an unregistered feature is unavailable because of its registration`() {
        let fixture = Fixture()
        fixture.run {
            #expect(Export.isAvailable == false)
            #expect(Export.descriptionOfUnsatisfiedConstraints == "Export is not registered")
            #expect(Export.ping.request() == nil)
            #expect(Export.permissions.all.isEmpty)
            #expect(Export.purchases.all.isEmpty)
            #expect(!Export.requiresUserToggle)
            #expect(Export.permissionAuthorisationController(using: nil) == nil)
        }
        #expect(fixture.rows(of: Export.self) == ["registration Export: not registered"])
        #expect(fixture.denials.map(\.explanation.firstBlocking) == [0])
        #expect(fixture.advisories.contains { $0.contains("add it to a feature group") })
    }

    @MainActor @Test func `performing an action of an unregistered plain feature fails`() {
        let fixture = Fixture()
        var outcome: ActionOutcome?
        fixture.run { Shelf.ping.perform { outcome = $0 } }
        #expect(outcome == .failure(error: ActionPerformError.featureNotRegistered(feature: Shelf.self)))
    }

    @MainActor @Test func `an undeclared action is refused`() {
        let fixture = Fixture(Shelf.self, Gate.self)
        var outcome: ActionOutcome?
        fixture.run {
            Shelf.undeclared.perform(withInput: "x") { outcome = $0 }
            #expect(Gate.undeclared.request() == nil)
        }
        #expect(
            outcome == .failure(error: ActionPerformError.actionNotDeclared(action: "Text", feature: Shelf.self)))
        #expect(fixture.advisories.count == 2)
        #expect(fixture.advisories.allSatisfy { $0.contains("declare it in prepare(actions:)") })
    }

    // MARK: The hierarchy

    @MainActor @Test func `a plain feature in an unavailable group is not available`() {
        let fixture = Fixture(Locked.self)
        var outcomes: [ActionOutcome] = []
        fixture.run { Shelf.ping.perform { outcomes.append($0) } }
        fixture.tracker.set(true, Products.supporter)
        fixture.run { Shelf.ping.perform { outcomes.append($0) } }
        #expect(
            outcomes == [.failure(error: ActionPerformError.ancestorNotAvailable(feature: Shelf.self)), .success])
        #expect(fixture.denials.count == 1)
        #expect(fixture.advisories.contains { $0.contains("a feature above it is not") })
    }

    @Test func `a false requirement takes precedence over an unknown one`() {
        let fixture = Fixture(WatchPhotos.self)
        #expect(fixture.run { WatchPhotos.isAvailable } == false, "the platform decides before any source is read")
        #expect(fixture.run { WatchPhotos.permissions.notDetermined } == [.photos])
    }

    @Test func `false takes precedence over unknown between a feature and its parent`() {
        let fixture = Fixture(Locked.self)
        fixture.facts.setOverride(.truth(.false), for: .userToggle(feature: "Locked/Inner"), cause: .user)
        #expect(fixture.run { Inner.isAvailable } == false)
        fixture.facts.setOverride(.truth(.unknown), for: .userToggle(feature: "Locked/Inner"), cause: .user)
        #expect(fixture.run { Inner.isAvailable } == nil)
        fixture.tracker.set(false, Products.supporter)
        #expect(fixture.run { Inner.isAvailable } == false)
    }

    @Test func `children follow their parent immediately`() {
        let fixture = Fixture(Locked.self)
        fixture.tracker.set(true, Products.supporter)
        #expect(fixture.run { Inner.isAvailable } == true)
        fixture.tracker.set(false, Products.supporter)
        #expect(fixture.run { Inner.isAvailable } == false)
        #expect(fixture.changes.last?.availabilityChanges.map(\.feature) == ["Locked", "Locked/Shelf", "Locked/Inner"])
    }

    // MARK: Purchases without a tracker

    @Test func `purchases without a tracker are unknown and reported once`() {
        let fixture = Fixture(Export.self, Locked.self, withoutTracker: true)
        #expect(fixture.run { Export.isAvailable } == nil)
        #expect(fixture.runtime.availability(of: Locked.self) == .unknown)
        #expect(fixture.advisories.filter { $0.contains("Give a purchase tracker to Flint.setup") }.count == 1)
        fixture.facts.setOverride(.truth(.true), for: .purchase(productID: "supporter"), cause: .user)
        #expect(fixture.runtime.availability(of: Locked.self) == .true, "an override needs no tracker")
    }

    // MARK: Permissions

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
        #expect(fixture.run { Tracking.isAvailable } == false, "when in use is not enough for always")
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

    // MARK: User toggles

    @Test func `a toggle resolves its override, then the user's choice, then its default`() {
        let fixture = Fixture(Gate.self, Bonus.self)
        fixture.run {
            #expect(Gate.isAvailable == true)
            #expect(Bonus.isAvailable == false)
            fixture.toggles.setEnabled(Bonus.self, enabled: true)
            fixture.toggles.setEnabled(Gate.self, enabled: false)
            #expect(Bonus.isAvailable == true)
            #expect(Gate.isAvailable == false)
            fixture.facts.setOverride(.truth(.true), for: .userToggle(feature: "Gate"), cause: "console")
            #expect(Gate.isAvailable == true)
            #expect(fixture.toggles.isEnabled(Gate.self) == false, "the user's choice is left alone")
            fixture.toggles.setEnabled(Bonus.self, enabled: nil)
            #expect(Bonus.isAvailable == false, "without a choice the default counts again")
        }
        #expect(fixture.changes.map(\.cause) == [.user, .user, "console", .user])
    }

    @Test func `a feature exposes its declared requirements`() {
        let fixture = Fixture(Gate.self, Switch.self, Export.self)
        fixture.run {
            #expect(Gate.declaresUserToggle && !Gate.declaresRuntimeEnabled)
            #expect(!Switch.declaresUserToggle && Switch.declaresRuntimeEnabled)
            #expect(Export.purchases.requiredToUnlock == [PurchaseRequirement(Products.premium)])
            #expect(Export.descriptionOfUnsatisfiedConstraints == "Premium is undetermined, Photos is not determined")
            #expect(Gate.descriptionOfUnsatisfiedConstraints == nil)
        }
    }

    @Test func `requiresUserToggle and requiresRuntimeEnabled are true while they block the feature`() {
        let fixture = Fixture(Gate.self, HeldBack.self, Export.self)
        fixture.run {
            #expect(!Gate.requiresUserToggle, "it is on by default")
            fixture.toggles.setEnabled(Gate.self, enabled: false)
            #expect(Gate.requiresUserToggle && !Gate.requiresRuntimeEnabled)
            #expect(HeldBack.requiresRuntimeEnabled && !HeldBack.requiresUserToggle)
            HeldBack.value.withLock { $0 = true }
            #expect(!HeldBack.requiresRuntimeEnabled, "the switch is read again")
            HeldBack.value.withLock { $0 = nil }
            #expect(HeldBack.requiresRuntimeEnabled, "what is undetermined holds it back too")
            #expect(!Export.requiresUserToggle && !Export.requiresRuntimeEnabled)
        }
    }

    // MARK: The program's switch

    @Test func `a runtime switch is on by default`() {
        let fixture = Fixture(Defaulted.self)
        #expect(fixture.run { Defaulted.isAvailable } == true)
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
        #expect(fixture.changes.count == 1, "a feature without the switch has nothing to announce")
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

    @Test func `runtime switches that query each other terminate`() {
        let fixture = Fixture(Snake.self, Tail.self)
        #expect(fixture.run { Snake.isAvailable } != true)
        #expect(fixture.run { Tail.isAvailable } != true)
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

private final class Shelf: Feature {
    static let description = "Has no conditions"
    static let ping = action(PingAction.self)
    static let undeclared = action(TextAction.self)
    static func prepare(actions: FeatureActionsBuilder) { actions.declare(ping) }
}

private final class Locked: ConditionalFeature, FeatureGroup {
    static let description = "A group that needs a purchase"
    static var subfeatures: [FeatureDefinition.Type] { [Shelf.self, Inner.self] }
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.purchase(Products.supporter) }
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class Inner: ConditionalFeature {
    static let description = "Is up to the user"
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.userToggled(defaultValue: true) }
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class WatchPhotos: ConditionalFeature {
    static let description = "Is for watches, and needs a permission"
    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.watchOSOnly = .any
        requirements.permission(.photos)
    }
    static func prepare(actions: FeatureActionsBuilder) {}
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

private final class Gate: ConditionalFeature {
    static let description = "Is on by default"
    static let undeclared = action(TextAction.self)
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.userToggled(defaultValue: true) }
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class Bonus: ConditionalFeature {
    static let description = "Is off by default"
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.userToggled(defaultValue: false) }
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class Defaulted: ConditionalFeature {
    static let description = "Leaves its switch alone"
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
    static let description = "Is on where another feature is available"
    static var isEnabled: Bool? { Export.isAvailable }
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.runtimeEnabled() }
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class Snake: ConditionalFeature {
    static let description = "Follows its tail"
    static var isEnabled: Bool? { Tail.isAvailable }
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.runtimeEnabled() }
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class Tail: ConditionalFeature {
    static let description = "Is followed by the snake"
    static var isEnabled: Bool? { Snake.isAvailable }
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.runtimeEnabled() }
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class HeldBack: ConditionalFeature {
    static let description = "Is enabled in code"
    static let value = Protected<Bool?>(false)
    static var isEnabled: Bool? { value.withLock { $0 } }
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.runtimeEnabled() }
    static func prepare(actions: FeatureActionsBuilder) {}
}

/// Is registered alone first, then as part of a group.
private final class Moving: ConditionalFeature {
    static let description = "Moves"
    static let ping = action(PingAction.self)
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.permission(.photos) }
    static func prepare(actions: FeatureActionsBuilder) { actions.declare(ping) }
}

/// A group that requires a purchase.
private final class Destination: ConditionalFeature, FeatureGroup {
    static let description = "Holds what moved"
    static var subfeatures: [FeatureDefinition.Type] { [Moving.self] }
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.purchase(Products.premium) }
    static func prepare(actions: FeatureActionsBuilder) {}
}
