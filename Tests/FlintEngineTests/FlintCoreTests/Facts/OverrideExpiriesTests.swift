import FeatureGating
import FlintTestSupport
import Foundation
import Testing

@testable import FlintCore

struct OverrideExpiriesTests {
    private let premium = FactKey.purchase(productID: "premium")

    @Test func `an override expires at its deadline`() throws {
        let fixture = Fixture(Export.self)
        fixture.tracker.set(false, Products.premium)
        fixture.facts.setOverride(
            .truth(.true), for: premium, reason: "a demo", expiry: .until(fixture.time.now + 60), cause: .user)
        #expect(fixture.facts[premium]?.override?.reason == "a demo")
        fixture.time.advance(seconds: 59)
        #expect(fixture.run { Export.isAvailable } == true)
        fixture.time.advance(seconds: 1)
        let change = try #require(fixture.changes.last)
        #expect(change.cause == .expiry)
        #expect(change.after.override == nil)
        #expect(change.availabilityChanges.map(\.after) == [.false])
        #expect(fixture.run { Export.isAvailable } == false)
        #expect(fixture.time.deadline == nil, "No deadline is scheduled.")
    }

    @Test func `an expired override is not visible before the timer fires`() {
        let fixture = Fixture(Export.self)
        fixture.facts.setOverride(.truth(.true), for: premium, expiry: .until(fixture.time.now + 60), cause: .user)
        fixture.time.pass(seconds: 60)
        #expect(fixture.run { Export.isAvailable } == nil)
        #expect(fixture.facts[premium]?.override == nil)
        #expect(fixture.changes.last?.cause == .expiry)
    }

    @Test(arguments: [3_600.0, 31_536_000])
    func `an override expires at its time even if the clock is set`(jump: Double) throws {
        let fixture = Fixture(Export.self)
        fixture.tracker.set(false, Products.premium)
        let end = fixture.time.now + 60
        fixture.facts.setOverride(.truth(.true), for: premium, expiry: .after(seconds: 60), cause: .user)
        fixture.time.advance(seconds: -jump)
        #expect(fixture.run { Export.isAvailable } == true)
        #expect(fixture.time.deadline == end)
        fixture.time.advance(seconds: jump + 59)
        #expect(fixture.run { Export.isAvailable } == true)
        fixture.time.advance(seconds: jump)
        #expect(fixture.run { Export.isAvailable } == false)
        #expect(fixture.changes.last?.cause == .expiry)
        // Setting the clock back does not restore the override.
        fixture.time.advance(seconds: -2 * jump)
        #expect(fixture.run { Export.isAvailable } == false)
        #expect(fixture.facts.overrides.isEmpty && fixture.time.deadline == nil)
    }

    @Test func `the timer waits for the next deadline regardless of the order`() {
        let fixture = Fixture(Export.self, Photos.self)
        let start = fixture.time.now
        fixture.facts.overridePurchase("premium", with: .true, expiry: .until(start + 60))
        fixture.facts.overridePermission(.photos, with: .authorized, expiry: .until(start + 30))
        #expect(fixture.time.deadline == start + 30)
        fixture.time.advance(seconds: 30)
        #expect(fixture.facts.overrides.keys.map(\.self) == [premium])
        #expect(fixture.time.deadline == start + 60)
        fixture.facts.overridePurchase("premium", with: .true)
        #expect(fixture.time.deadline == nil, "The new override does not expire.")
        fixture.time.advance(seconds: 90)
        #expect(fixture.facts.overrides.count == 1)
    }

    @Test func `removing the override that expires first schedules the next one`() {
        let fixture = Fixture()
        let start = fixture.time.now
        fixture.facts.overridePurchase("first", with: .true, expiry: .until(start + 30))
        fixture.facts.overridePurchase("second", with: .true, expiry: .until(start + 60))
        fixture.facts.overridePurchase("third", with: .true, expiry: .until(start + 90))
        fixture.facts.setOverride(nil, for: .purchase(productID: "first"), cause: .user)
        #expect(fixture.time.deadline == start + 60)
        fixture.time.advance(seconds: 60)
        #expect(fixture.facts.overrides.keys.map(\.self) == [.purchase(productID: "third")])
        #expect(fixture.time.deadline == start + 90)
    }

    @Test func `overrides expire one after the other`() {
        let fixture = Fixture()
        let start = fixture.time.now
        for (name, seconds) in [("first", 30.0), ("third", 90), ("second", 60)] {
            fixture.facts.overridePurchase(name, with: .true, expiry: .until(start + seconds))
        }
        fixture.time.advance(seconds: 30)
        #expect(fixture.facts.overrides.count == 2)
        #expect(fixture.time.deadline == start + 60)
    }

    @Test func `overrides that are due together expire in the order of their deadlines`() {
        let fixture = Fixture()
        let start = fixture.time.now
        for (name, seconds) in [("first", 60.0), ("second", 30), ("third", 45)] {
            fixture.facts.overridePurchase(name, with: .true, expiry: .until(start + seconds))
        }
        fixture.time.pass(seconds: 60)
        #expect(fixture.facts.overrides.isEmpty)
        let expired = fixture.changes.suffix(3).map(\.key)
        #expect(expired == ["second", "third", "first"].map { .purchase(productID: $0) })
    }

    @Test func `the facts of a use are determined only while uses of an override are counted`() {
        let fixture = Fixture(Export.self)
        let facts = fixture.facts
        func isAsked() -> Bool {
            var isAsked = false
            facts.countUse {
                isAsked = true
                return []
            }
            return isAsked
        }
        facts.overridePurchase("premium", with: .true, expiry: .until(fixture.time.now + 60))
        #expect(!isAsked())
        facts.overridePurchase("premium", with: .true, expiry: .uses(2))
        #expect(isAsked())
        facts.overridePurchase("premium", with: .true)
        #expect(!isAsked())
    }

    @Test func `an unavailable feature stays unavailable while an override expires later`() throws {
        let fixture = Fixture(Export.self, Photos.self)
        let node = try #require(fixture.runtime.catalog.metadata(for: Export.self)?.node).rawValue
        fixture.facts.overridePermission(.photos, with: .authorized, expiry: .until(fixture.time.now + 60))
        #expect(!fixture.facts.isAvailable(node))
        #expect(!fixture.facts.isAvailable(-1))
        fixture.tracker.set(true, Products.premium)
        #expect(fixture.facts.isAvailable(node))
    }

    @Test func `an override with a past deadline is not applied and removes the current one`() {
        let fixture = Fixture(Export.self)
        fixture.facts.overridePurchase("premium", with: .true, expiry: .until(fixture.time.now))
        #expect(fixture.facts.overrides.isEmpty)
        fixture.facts.overridePurchase("premium", with: .true)
        fixture.facts.overridePurchase("premium", with: .true, expiry: .until(fixture.time.now - 1))
        #expect(fixture.facts.overrides.isEmpty, "The newer override replaces it.")
        fixture.facts.overridePurchase("premium", with: .true, expiry: .uses(0))
        #expect(fixture.facts.overrides.isEmpty)
    }

    @Test func `an override expires after its number of uses`() throws {
        let fixture = Fixture(Export.self)
        fixture.facts.overridePurchase("premium", with: .true, expiry: .uses(2))
        for remaining in [OverrideExpiry.uses(1), nil] {
            let request = try #require(fixture.run { Export.ping.request() })
            #expect(fixture.facts[premium]?.override != nil, "A granted request is not a use.")
            fixture.run { request.perform(withInput: .noInput, presenter: ()) }
            #expect(fixture.facts[premium]?.override?.expiry == remaining)
        }
        #expect(fixture.run { Export.ping.request() } == nil)
        #expect(fixture.changes.map(\.cause) == [.app, .expiry], "Only the last use is a change.")
    }

    @Test func `a denied request counts as a use of an override`() {
        let fixture = Fixture(Export.self)
        fixture.tracker.set(true, Products.premium)
        fixture.facts.overridePurchase("premium", with: .false, expiry: .uses(1))
        #expect(fixture.run { Export.ping.request() } == nil)
        #expect(fixture.run { Export.ping.request() } != nil, "The actual value is restored.")
    }

    @Test func `requests of unrelated features are not uses`() {
        let fixture = Fixture(Export.self, Photos.self)
        fixture.facts.overridePurchase("premium", with: .true, expiry: .uses(1))
        #expect(fixture.run { Photos.ping.request() } == nil)
        #expect(fixture.facts[premium]?.override?.expiry == .uses(1))
    }

    @Test func `a new limit is announced as a change, and an equal limit is not`() {
        let fixture = Fixture(Export.self)
        fixture.facts.overridePurchase("premium", with: .true, expiry: .uses(1))
        fixture.facts.overridePurchase("premium", with: .true, expiry: .uses(3))
        fixture.facts.overridePurchase("premium", with: .true, expiry: .uses(3))
        fixture.facts.overridePurchase("premium", with: .true, reason: "why", expiry: .uses(3))
        #expect(fixture.changes.count == 3)
        #expect(fixture.changes.dropFirst().allSatisfy { $0.availabilityChanges.isEmpty })
    }

    @Test func `resetting removes scheduled expirations`() {
        let fixture = Fixture(Export.self)
        fixture.facts.overridePurchase("premium", with: .true, expiry: .until(fixture.time.now + 60))
        fixture.runtime.reset()
        #expect(fixture.time.deadline == nil)
        fixture.time.advance(seconds: 60)
        #expect(fixture.facts.overrides.isEmpty)
    }
}

private final class Export: ConditionalFeature {
    static let description = "Needs a purchase"
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.purchase(Products.premium) }
    static let ping = action(PingAction.self)
    static func prepare(actions: FeatureActionsBuilder) { actions.declare(ping) }
}

private final class Photos: ConditionalFeature {
    static let description = "Needs a permission"
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.permission(.photos) }
    static let ping = action(PingAction.self)
    static func prepare(actions: FeatureActionsBuilder) { actions.declare(ping) }
}
