import FeatureGating
import FlintLocks
import FlintTestSupport
import Foundation
import Testing

@testable import FlintCore

struct FactStoreTests {
    private let premium = FactKey.purchase(productID: "premium")

    @Test func `an override is applied over the actual value`() throws {
        let fixture = Fixture(Export.self)
        fixture.tracker.set(false, Products.premium)
        let change = fixture.facts.setOverride(.truth(.true), for: premium, cause: "console")
        #expect(change?.before?.override == nil && change?.after.override?.value == .truth(.true))
        let fact = try #require(fixture.facts[premium])
        #expect(fact.actual == .truth(.false))
        #expect(fact.effective == .truth(.true))
        #expect(fact.override?.cause == "console")
        #expect(fact.source == .store)
        #expect(fixture.run { Export.isAvailable } == true)
    }

    @Test func `changing an override returns the change`() {
        let fixture = Fixture(Export.self)
        fixture.facts.setOverride(.truth(.true), for: premium, cause: .user)
        let change = fixture.facts.setOverride(.truth(.unknown), for: premium, cause: .user)
        #expect(change?.before?.override?.value == .truth(.true))
        #expect(change?.availabilityChanges.map(\.after) == [.unknown])
        #expect(fixture.run { Export.isAvailable } == nil)
        #expect(fixture.facts.setOverride(.truth(.unknown), for: premium, cause: .user) == nil)
        #expect(fixture.changes.count == 2, "An equal override is not a change.")
    }

    @Test func `removing an override restores the actual value`() {
        let fixture = Fixture(Export.self)
        fixture.tracker.set(true, Products.premium)
        fixture.facts.setOverride(.truth(.false), for: premium, cause: .user)
        #expect(fixture.run { Export.isAvailable } == false)
        #expect(fixture.facts.setOverride(nil, for: premium, cause: .user)?.before?.override?.value == .truth(.false))
        #expect(fixture.run { Export.isAvailable } == true)
        #expect(fixture.facts.setOverride(nil, for: premium, cause: .user) == nil)
    }

    @Test func `removing all overrides records one change per override`() {
        let fixture = Fixture(Export.self, Photos.self)
        fixture.facts.setOverride(.truth(.true), for: premium, cause: .user)
        fixture.facts.setOverride(.permission(.authorized), for: .permission(.photos), cause: .user)
        fixture.facts.setOverride(.platform(CurrentPlatform("tvOS 17")!), for: .platform, cause: .user)
        #expect(fixture.facts.overrides.count == 3)
        fixture.facts.removeAllOverrides(cause: "console")
        #expect(fixture.facts.overrides.isEmpty)
        let removals = fixture.changes.suffix(3)
        #expect(removals.map(\.key) == [premium, .permission(.photos), .platform], "The removals have a stable order.")
        #expect(removals.allSatisfy { $0.after.override == nil && $0.cause == "console" })
    }

    @Test func `removing the overrides of one kind leaves those of other kinds`() {
        let fixture = Fixture()
        let purchases = ["b", "c", "a"].map { FactKey.purchase(productID: $0) }
        for key in purchases { fixture.facts.setOverride(.truth(.true), for: key, cause: .user) }
        fixture.facts.setOverride(.permission(.authorized), for: .permission(.photos), cause: .user)
        fixture.facts.removeOverrides(of: .purchase, cause: "console")
        #expect(fixture.facts.overrides.keys.map(\.self) == [.permission(.photos)])
        #expect(fixture.changes.suffix(3).map(\.key) == [purchases[2], purchases[0], purchases[1]])
    }

    @Test func `the actual value is updated beneath an override`() throws {
        let fixture = Fixture(Export.self)
        fixture.facts.setOverride(.truth(.false), for: premium, cause: .user)
        fixture.tracker.set(true, Products.premium)
        let change = try #require(fixture.changes.last)
        #expect(change.layer == .actual)
        #expect(change.after.actual == .truth(.true))
        #expect(change.after.effective == .truth(.false))
        #expect(change.availabilityChanges.isEmpty, "Features see the override.")
        fixture.facts.setOverride(nil, for: premium, cause: .user)
        #expect(fixture.run { Export.isAvailable } == true)
    }

    @Test func `the age of a fact starts at the last change of its value`() {
        let fixture = Fixture(Export.self)
        fixture.facts.setActual(.truth(.true), for: premium, source: .store, cause: .store)
        let start = fixture.time.now
        #expect(fixture.facts[premium]?.since == start)
        fixture.time.pass(seconds: 10)
        fixture.facts.setActual(.truth(.true), for: premium, source: .system, cause: .store)
        #expect(fixture.facts[premium]?.source == .system)
        #expect(fixture.facts[premium]?.since == start)
        fixture.facts.setActual(.truth(.false), for: premium, source: .system, cause: .store)
        #expect(fixture.facts[premium]?.since == start + 10)
    }

    @Test func `resetting clears the verdicts`() throws {
        let fixture = Fixture(Export.self)
        fixture.tracker.set(true, Products.premium)
        let node = try #require(fixture.runtime.catalog.metadata(for: Export.self)?.node).rawValue
        #expect(fixture.facts.isAvailable(node))
        fixture.runtime.reset()
        #expect(!fixture.facts.isAvailable(node))
    }

    @Test func `a value of another kind of fact is ignored`() {
        let fixture = Fixture(Export.self)
        fixture.facts.setActual(.permission(.authorized), for: premium, source: .store, cause: .store)
        fixture.facts.setOverride(.permission(.authorized), for: premium, cause: .user)
        #expect(fixture.facts[premium]?.actual == .truth(.unknown))
        #expect(fixture.facts[premium]?.override == nil)
        #expect(fixture.changes.isEmpty)
    }

    @Test func `a change of past purchases starts from a false value of the same source`() throws {
        let fixture = Fixture(Levels.self)
        let key = FactKey.pastPurchases(feature: "Levels")
        fixture.facts.setOverride(.truth(.false), for: key, cause: .user)
        fixture.tracker.setPast(true, Levels.self, announcing: Products.credits)
        let change = try #require(fixture.changes.last)
        #expect(change.key == key && change.layer == .actual)
        #expect(change.before?.actual == .truth(.false) && change.before?.source == .store)
        #expect(change.after.actual == .truth(.true) && change.after.source == .store)
    }

    @Test func `a change contains its fact, its cause and the affected features`() throws {
        let fixture = Fixture(Export.self, Photos.self)
        fixture.tracker.set(false, Products.premium)
        let change = try #require(fixture.changes.last)
        #expect(change.key == premium)
        #expect(change.layer == .actual)
        #expect(change.before?.actual == .truth(.unknown))
        #expect(change.after.actual == .truth(.false))
        #expect(change.cause == .store)
        #expect(
            change.availabilityChanges == [AvailabilityChange(feature: "Export", before: .unknown, after: .false)])
    }

    @Test func `a declared cause replaces the default cause`() {
        let fixture = Fixture(Export.self)
        Cause.withCause("script") {
            fixture.tracker.set(true, Products.premium)
            fixture.facts.setOverride(.truth(.false), for: premium, cause: .app)
        }
        #expect(fixture.changes.map(\.cause) == ["script", "script"])
        #expect(fixture.facts[premium]?.override?.cause == "script")
    }

    @Test func `a fact keeps its age while its value is unchanged`() throws {
        let fixture = Fixture(Toggled.self)
        let key = FactKey.userSetting(feature: "Toggled")
        let before = try #require(fixture.facts[key])
        #expect(before.source == .declaredDefault)
        fixture.toggles.setEnabled(Toggled.self, enabled: true)
        let after = try #require(fixture.facts[key])
        #expect(after.source == .user, "The user has chosen the default value.")
        #expect(after.since == before.since)
    }

    @Test func `a change affects only the dependents of its fact`() {
        let fixture = Fixture(Export.self, Photos.self, Both.self)
        let received = Protected<[FactChange]>([])
        let token = fixture.facts.observe { change in received.withLock { $0.append(change) } }
        fixture.permissions.set(.authorized, .photos)
        token.cancel()
        #expect(
            received.withLock { $0 }.map { $0.availabilityChanges.map(\.feature) } == [["Photos"]],
            "The feature Both stays unknown, and Export does not depend on the fact.")
    }

    @Test func `observers are called without a lock, and not after cancellation`() {
        let fixture = Fixture(Export.self)
        let runtime = fixture.runtime
        let seen = Protected<[Truth]>([])
        let token = fixture.facts.observe { _ in
            let truth = runtime.availability(of: Export.self)
            seen.withLock { $0.append(truth) }
        }
        fixture.tracker.set(true, Products.premium)
        token.cancel()
        token.cancel()
        fixture.tracker.set(false, Products.premium)
        #expect(seen.withLock { $0 } == [.true], "A handler finds the verdict up to date.")
    }

    @Test func `releasing the token ends the observation`() {
        let fixture = Fixture(Export.self)
        let count = Protected(0)
        _ = fixture.facts.observe { _ in count.withLock { $0 += 1 } }
        fixture.tracker.set(true, Products.premium)
        #expect(count.withLock { $0 } == 0)
    }

    @Test func `an override set before registration applies to the registered feature`() {
        let fixture = Fixture()
        fixture.facts.setOverride(.truth(.true), for: premium, cause: .saved)
        #expect(fixture.facts[premium]?.source == .unreported)
        fixture.runtime.register(Export.self)
        #expect(fixture.run { Export.isAvailable } == true)
        #expect(fixture.changes.count == 1, "The tracker's first value is not an event.")
    }

    @Test func `an override takes precedence over past purchases`() {
        let fixture = Fixture(Levels.self)
        let credits = FactKey.purchase(productID: "credits")
        fixture.tracker.setPast(true, Levels.self, announcing: Products.credits)
        #expect(fixture.run { Levels.isAvailable } == true)
        fixture.facts.setOverride(.truth(.false), for: credits, cause: .user)
        #expect(fixture.run { Levels.isAvailable } == false, "An override takes precedence over past purchases.")
        fixture.facts.setOverride(nil, for: credits, cause: .user)
        #expect(fixture.run { Levels.isAvailable } == true)
    }

    @Test(
        arguments: [
            (FactKey.purchase(productID: "premium"), FactValue.truth(.true)),
            (.purchase(productID: "premium"), .truth(.false)),
            (.permission(.photos), .permission(.authorized)),
            (.permission(.photos), .permission(.restricted)),
            (.userSetting(feature: "Toggled"), .truth(.false)),
            (.platform, .platform(CurrentPlatform("watchOS 9")!)),
        ])
    func `a preview of an override equals the resulting changes`(key: FactKey, value: FactValue) throws {
        let fixture = Fixture(Export.self, Photos.self, Both.self, Toggled.self, PhoneOnly.self)
        let preview = fixture.runtime.preview(overriding: [key: value])
        #expect(!preview.isEmpty)
        #expect(fixture.changes.isEmpty, "A preview changes nothing.")
        fixture.facts.setOverride(value, for: key, cause: .user)
        #expect(fixture.changes.last?.availabilityChanges == preview)
        let back = fixture.runtime.preview(overriding: [key: nil])
        fixture.facts.setOverride(nil, for: key, cause: .user)
        #expect(fixture.changes.last?.availabilityChanges == back)
    }

    @Test func `a preview of several facts combines them`() {
        let fixture = Fixture(Both.self)
        let preview = fixture.runtime.preview(
            overriding: [premium: .truth(.true), .permission(.photos): .permission(.authorized)])
        #expect(preview == [AvailabilityChange(feature: "Both", before: .unknown, after: .true)])
    }
}

private final class Export: ConditionalFeature {
    static let description = "Needs a purchase"
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.purchase(Products.premium) }
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class Levels: ConditionalFeature {
    static let description = "Needs credits"
    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.purchase(Products.credits, quantity: 5)
    }
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class Photos: ConditionalFeature {
    static let description = "Needs a permission"
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.permission(.photos) }
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class Both: ConditionalFeature {
    static let description = "Needs both"
    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.purchase(Products.premium)
        requirements.permission(.photos)
    }
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class Toggled: ConditionalFeature {
    static let description = "Is up to the user"
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.userToggled(defaultValue: true) }
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class PhoneOnly: ConditionalFeature {
    static let description = "Is for phones"
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.iOSOnly = 9 }
    static func prepare(actions: FeatureActionsBuilder) {}
}
