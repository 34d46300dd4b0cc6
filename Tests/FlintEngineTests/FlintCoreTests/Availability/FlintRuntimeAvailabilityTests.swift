import FeatureGating
import FlintLocks
import Testing

@testable import FlintCore

struct FlintRuntimeAvailabilityTests {
    // MARK: Requests

    @Test func `a request is granted only when availability is true`() {
        let fixture = Fixture(Export.self)
        fixture.permissions.set(.authorized, .photos)
        fixture.run {
            #expect(Export.ping.request() == nil, "An unknown availability does not grant the request.")
            fixture.tracker.set(false, Products.premium)
            #expect(Export.ping.request() == nil)
            fixture.tracker.set(true, Products.premium)
            #expect(Export.ping.request() != nil)
            #expect(Export.request(Export.ping) != nil)
        }
    }

    @Test func `a feature that was registered before a reset is not registered`() throws {
        let fixture = Fixture(Hierarchy.level(0))
        let runtime = fixture.runtime
        let before = try #require(runtime.metadata(for: Hierarchy.level(0)))
        #expect(runtime.explanation(of: before).verdict == .true)
        runtime.reset()
        #expect(runtime.explanation(of: before).verdict == .false)
        runtime.setUp(EmptyApp.self)
        runtime.register(Hierarchy.level(1))
        #expect(runtime.features.contains { $0.node == before.node && runtime.explanation(of: $0).verdict == .true })
        #expect(runtime.explanation(of: before).verdict == .false)
        #expect(runtime.explanation(of: before).requirements.map(\.kind) == [.registration])
        runtime.register(Hierarchy.level(0))
        #expect(runtime.explanation(of: before).verdict == .false)
        let after = try #require(runtime.metadata(for: Hierarchy.level(0)))
        #expect(runtime.explanation(of: after).verdict == .true)
        #expect(Fixture().runtime.explanation(of: after).verdict == .false)
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
        #expect(fixture.run { Timeline.instance.entries.count } == 2, "The second request performs no action.")
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
        #expect(fixture.advisories.contains { $0.contains("one of its ancestors is not") })
    }

    @Test func `a false requirement takes precedence over an unknown one`() {
        let fixture = Fixture(WatchPhotos.self)
        #expect(fixture.run { WatchPhotos.isAvailable } == false, "The platform decides before any source is read.")
        #expect(fixture.run { WatchPhotos.permissions.notDetermined } == [.photos])
    }

    @Test func `false takes precedence over unknown between a feature and its parent`() {
        let fixture = Fixture(Locked.self)
        fixture.facts.setOverride(.truth(.false), for: .userSetting(feature: "Locked/Inner"), cause: .user)
        #expect(fixture.run { Inner.isAvailable } == false)
        fixture.facts.setOverride(.truth(.unknown), for: .userSetting(feature: "Locked/Inner"), cause: .user)
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
        #expect(fixture.advisories.filter { $0.contains("no purchase tracker is configured") }.count == 1)
        fixture.facts.setOverride(.truth(.true), for: .purchase(productID: "supporter"), cause: .user)
        #expect(fixture.runtime.availability(of: Locked.self) == .true, "An override needs no tracker.")
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
            fixture.facts.setOverride(.truth(.true), for: .userSetting(feature: "Gate"), cause: "console")
            #expect(Gate.isAvailable == true)
            #expect(fixture.toggles.isEnabled(Gate.self) == false, "The user's choice is unchanged.")
            fixture.toggles.setEnabled(Bonus.self, enabled: nil)
            #expect(Bonus.isAvailable == false, "Without a choice, the default applies again.")
        }
        #expect(fixture.changes.map(\.cause) == [.user, .user, "console", .user])
    }

    @Test func `a feature exposes its declared requirements`() {
        let fixture = Fixture(Gate.self, HeldBack.self, Export.self)
        fixture.run {
            #expect(Gate.declaresUserSetting && !Gate.declaresRuntimeEnabled)
            #expect(!HeldBack.declaresUserSetting && HeldBack.declaresRuntimeEnabled)
            #expect(Export.purchases.requiredToUnlock == [PurchaseRequirement(Products.premium)])
            #expect(Export.descriptionOfUnsatisfiedConstraints == "Premium is undetermined, Photos is not determined")
            #expect(Gate.descriptionOfUnsatisfiedConstraints == nil)
        }
    }

    @Test func `requiresUserToggle and requiresRuntimeEnabled are true while they block the feature`() {
        let fixture = Fixture(Gate.self, HeldBack.self, Export.self)
        fixture.run {
            #expect(!Gate.requiresUserToggle, "The setting is on by default.")
            fixture.toggles.setEnabled(Gate.self, enabled: false)
            #expect(Gate.requiresUserToggle && !Gate.requiresRuntimeEnabled)
            #expect(HeldBack.requiresRuntimeEnabled && !HeldBack.requiresUserToggle)
            HeldBack.value.withLock { $0 = true }
            #expect(!HeldBack.requiresRuntimeEnabled, "The switch is read again.")
            HeldBack.value.withLock { $0 = nil }
            #expect(HeldBack.requiresRuntimeEnabled, "An undetermined switch also blocks the feature.")
            #expect(!Export.requiresUserToggle && !Export.requiresRuntimeEnabled)
        }
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

private final class HeldBack: ConditionalFeature {
    static let description = "Declares isEnabled"
    static let value = Protected<Bool?>(false)
    static var isEnabled: Bool? { value.withLock { $0 } }
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.runtimeEnabled() }
    static func prepare(actions: FeatureActionsBuilder) {}
}

/// A feature that is registered alone first, then as part of a group.
private final class Moving: ConditionalFeature {
    static let description = "Moves into a group"
    static let ping = action(PingAction.self)
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.permission(.photos) }
    static func prepare(actions: FeatureActionsBuilder) { actions.declare(ping) }
}

private final class Destination: ConditionalFeature, FeatureGroup {
    static let description = "Contains the moved feature"
    static var subfeatures: [FeatureDefinition.Type] { [Moving.self] }
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.purchase(Products.premium) }
    static func prepare(actions: FeatureActionsBuilder) {}
}
