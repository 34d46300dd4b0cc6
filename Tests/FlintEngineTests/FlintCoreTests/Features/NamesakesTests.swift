import FeatureGating
import FlintLocks
import FlintTestSupport
import Foundation
import Testing

@testable import FlintCore

struct NamesakesTests {
    private func orders(
        _ first: FeatureDefinition.Type, _ second: FeatureDefinition.Type
    ) -> [[FeatureDefinition.Type]] {
        [[first, second], [second, first]]
    }

    @Test func `siblings with the same short name get their qualified names regardless of the order`() {
        for features in orders(Left.Share.self, Right.Share.self) {
            let fixture = Fixture()
            for feature in features { fixture.runtime.register(feature) }
            #expect(fixture.runtime.path(of: Left.Share.self) == "FlintEngineTests.Left.Share")
            #expect(fixture.runtime.path(of: Right.Share.self) == "FlintEngineTests.Right.Share")
            #expect(fixture.runtime.metadata(at: "Share") == nil)
            #expect(fixture.runtime.metadata(at: "FlintEngineTests.Left.Share")?.feature == Left.Share.self)
            #expect(fixture.runtime.metadata(at: "FlintEngineTests.Right.Share")?.feature == Right.Share.self)
        }
    }

    @Test func `an advisory names both siblings and the way to fix an identifier`() throws {
        let fixture = Fixture(Left.Share.self, Right.Share.self)
        let advisory = try #require(fixture.advisories.first { $0.contains("same name") })
        #expect(advisory.contains("FlintEngineTests.Left.Share") && advisory.contains("FlintEngineTests.Right.Share"))
        #expect(advisory.contains("static var identifier: FeaturePath"))
    }

    @Test func `a third sibling with the same short name gets its qualified name`() {
        let fixture = Fixture(Left.Share.self, Right.Share.self, Middle.Share.self)
        #expect(fixture.runtime.path(of: Middle.Share.self) == "FlintEngineTests.Middle.Share")
        #expect(fixture.advisories.filter { $0.contains("same name") }.count == 2)
    }

    @Test func `a choice stored under an ambiguous short name is not adopted by either sibling`() {
        let store = InMemoryKeyValueStore()
        store.set(true, forKey: "features.user.toggle.Share")
        store.set(true, forKey: "features.user.toggle.FlintEngineTests.Right.Share")
        for features in orders(Left.Share.self, Right.Share.self) {
            let runtime = FlintRuntime()
            runtime.setUp(EmptyApp.self) { $0.userFeatureToggles = StoredFeatureToggles(store: store) }
            for feature in features { runtime.register(feature) }
            #expect(
                runtime.availability(of: Left.Share.self) == .false, "No choice is stored under its qualified name.")
            #expect(runtime.availability(of: Right.Share.self) == .true, "Its qualified name is not ambiguous.")
        }
    }

    @Test func `an override and its saved record follow the renamed sibling`() {
        let fixture = Fixture(Left.Share.self)
        fixture.facts.setOverride(.truth(.true), for: .userSetting(feature: "Share"), cause: .user)
        #expect(fixture.runtime.availability(of: Left.Share.self) == .true)
        let seen = Protected<[FactChange]>([])
        let token = fixture.facts.observe { change in seen.withLock { $0.append(change) } }
        fixture.runtime.register(Right.Share.self)
        token.cancel()
        #expect(fixture.runtime.availability(of: Left.Share.self) == .true)
        #expect(fixture.runtime.availability(of: Right.Share.self) == .false)
        #expect(fixture.facts[.userSetting(feature: "Share")] == nil)
        let overrides = seen.withLock { $0 }.filter { $0.layer == .override }
        #expect(
            overrides.map(\.key) == [
                .userSetting(feature: "Share"), .userSetting(feature: "FlintEngineTests.Left.Share"),
            ])
        #expect(overrides.map { $0.after.override?.value } == [nil, .truth(.true)])
        fixture.facts.setOverride(nil, for: .userSetting(feature: "FlintEngineTests.Left.Share"), cause: .user)
        #expect(fixture.runtime.availability(of: Left.Share.self) == .false)
    }

    @Test func `an override under the new identifier replaces that of the renamed sibling, which is removed`() {
        let fixture = Fixture(Left.Share.self)
        let old = FactKey.userSetting(feature: "Share")
        let new = FactKey.userSetting(feature: "FlintEngineTests.Left.Share")
        fixture.facts.setOverride(.truth(.true), for: old, cause: .user)
        fixture.facts.setOverride(.truth(.false), for: new, cause: .user)
        let count = fixture.changes.count
        fixture.runtime.register(Right.Share.self)
        let overrides = fixture.changes.dropFirst(count).filter { $0.layer == .override }
        #expect(overrides.map(\.key) == [old])
        #expect(overrides.allSatisfy { $0.before?.override != nil && $0.after.override == nil })
        #expect(fixture.facts.overrides.keys.map(\.self) == [new])
        #expect(fixture.runtime.availability(of: Left.Share.self) == .false)
    }

    @Test func `past purchases and the focus follow the renamed sibling`() {
        let fixture = Fixture(Left.Paid.self)
        fixture.tracker.setPast(true, Left.Paid.self, announcing: Products.credits)
        fixture.runtime.focus.focus("Paid")
        fixture.runtime.register(Right.Paid.self)
        #expect(fixture.runtime.availability(of: Left.Paid.self) == .true)
        #expect(fixture.runtime.availability(of: Right.Paid.self) != .true)
        #expect(fixture.runtime.focus.selected == ["FlintEngineTests.Left.Paid"])
        fixture.tracker.setPast(false, Left.Paid.self, announcing: Products.credits)
        #expect(fixture.runtime.availability(of: Left.Paid.self) == .unknown)
    }

    @Test func `an override of a product takes precedence over past purchases of a renamed sibling`() {
        let fixture = Fixture(Left.Paid.self)
        fixture.tracker.setPast(true, Left.Paid.self, announcing: Products.credits)
        fixture.runtime.register(Right.Paid.self)
        fixture.facts.setOverride(.truth(.false), for: .purchase(productID: "credits"), cause: .user)
        #expect(fixture.runtime.availability(of: Left.Paid.self) == .false)
        fixture.facts.setOverride(nil, for: .purchase(productID: "credits"), cause: .user)
        #expect(fixture.runtime.availability(of: Left.Paid.self) == .true)
    }

    @Test func `an override keeps a single deadline after its feature is renamed`() {
        let fixture = Fixture(Left.Share.self)
        let key = FactKey.userSetting(feature: "FlintEngineTests.Left.Share")
        fixture.facts.setOverride(
            .truth(.true), for: .userSetting(feature: "Share"), expiry: .until(fixture.time.now + 60), cause: .user)
        fixture.runtime.register(Right.Share.self)
        #expect(fixture.facts[key]?.override?.expiry == .until(fixture.time.now + 60))
        fixture.facts.setOverride(nil, for: key, cause: .user)
        #expect(fixture.time.deadline == nil)
    }

    @Test func `subfeatures follow a renamed group`() {
        let fixture = Fixture(Left.Tools.self)
        fixture.facts.setOverride(.truth(.true), for: .userSetting(feature: "Tools/Share"), cause: .user)
        fixture.runtime.register(group: Right.Tools.self)
        #expect(fixture.runtime.path(of: Left.Share.self) == "FlintEngineTests.Left.Tools/Share")
        #expect(
            fixture.runtime.path(of: Right.Share.self) == "FlintEngineTests.Right.Tools/Share",
            "The features are not siblings.")
        #expect(fixture.runtime.availability(of: Left.Share.self) == .true)
        #expect(fixture.runtime.availability(of: Right.Share.self) == .false)
    }

    @Test func `a change of an identifier is an event with the old and the new identifier`() {
        let fixture = Fixture(Left.Share.self, Right.Share.self)
        let changes = fixture.runtime.journal.events.compactMap { event in
            if case .identifierChanged(let type, let old, let new) = event.kind {
                "\(type): \(old) > \(new)"
            } else {
                nil
            }
        }
        #expect(changes == ["FlintEngineTests.Left.Share: Share > FlintEngineTests.Left.Share"])
    }

    @Test func `the only remaining sibling gets its short name back`() {
        let fixture = Fixture(Left.Share.self, Right.Share.self)
        fixture.runtime.register(group: Left.Tools.self)
        #expect(fixture.runtime.path(of: Left.Share.self) == "Tools/Share")
        #expect(fixture.runtime.path(of: Right.Share.self) == "Share")
    }

    @Test func `a feature with a fixed identifier does not share its name, regardless of the order`() {
        for features in orders(Fixed.Share.self, Right.Share.self) {
            let fixture = Fixture()
            for feature in features { fixture.runtime.register(feature) }
            #expect(fixture.runtime.path(of: Fixed.Share.self) == "sharing")
            #expect(fixture.runtime.path(of: Right.Share.self) == "Share")
            #expect(!fixture.advisories.contains { $0.contains("same name") })
        }
    }

    @Test func `siblings with the same short name keep their own constraints`() {
        let fixture = Fixture(Left.Paid.self, Right.Paid.self)
        fixture.tracker.set(true, Products.supporter)
        #expect(fixture.runtime.availability(of: Left.Paid.self) == .unknown)
        #expect(fixture.runtime.availability(of: Right.Paid.self) == .true)
    }
}

private protocol UpToTheUser: ConditionalFeature {}

extension UpToTheUser {
    static var description: String { "Is up to the user" }
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.userToggled(defaultValue: false) }
    static func prepare(actions: FeatureActionsBuilder) {}
}

private enum Left {
    final class Share: UpToTheUser {}

    final class Tools: FeatureGroup {
        static var subfeatures: [FeatureDefinition.Type] { [Left.Share.self] }
    }

    final class Paid: ConditionalFeature {
        static let description = "Must be bought"
        static func constraints(requirements: FeatureConstraintsBuilder) {
            requirements.purchase(Products.credits, quantity: 5)
        }
        static func prepare(actions: FeatureActionsBuilder) {}
    }
}

private enum Right {
    final class Share: UpToTheUser {}

    final class Tools: FeatureGroup {
        static var subfeatures: [FeatureDefinition.Type] { [Right.Share.self] }
    }

    final class Paid: ConditionalFeature {
        static let description = "Must be bought"
        static func constraints(requirements: FeatureConstraintsBuilder) { requirements.purchase(Products.supporter) }
        static func prepare(actions: FeatureActionsBuilder) {}
    }
}

private enum Middle {
    final class Share: UpToTheUser {}
}

private enum Fixed {
    final class Share: UpToTheUser {
        static let identifier: FeaturePath = "sharing"
    }
}
