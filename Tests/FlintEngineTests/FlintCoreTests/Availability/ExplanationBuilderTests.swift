import FeatureGating
import Testing

@testable import FlintCore

struct ExplanationBuilderTests {
    @Test func `rows come in a fixed order regardless of the declaration order`() {
        let fixture = Fixture(Everything.self)
        #expect(
            fixture.rows(of: Everything.self) == [
                "platform iOS 9.0 or later: iOS 17.2",
                "runtime-switch Runtime switch: on",
                "user-setting User setting: off",
                "purchase Premium: unknown",
                "permission Camera: not determined",
            ])
    }

    @Test func `the blocking row is the first unmet one by precedence`() throws {
        let fixture = Fixture(Everything.self)
        let explanation = fixture.runtime.explanation(of: Everything.self)
        #expect(explanation.verdict == .false)
        #expect(explanation.firstBlocking == 2)
        #expect(explanation.requirements.map(\.isBlocking) == [false, false, true, true, true])
        fixture.facts.setOverride(.truth(.true), for: .userSetting(feature: "Everything"), cause: .user)
        #expect(fixture.runtime.explanation(of: Everything.self).firstBlocking == 3)
    }

    @Test func `an available feature has no blocking row and no plan`() {
        let fixture = Fixture(Everything.self)
        fixture.facts.setOverride(.truth(.true), for: .userSetting(feature: "Everything"), cause: .user)
        fixture.tracker.set(true, Products.premium)
        fixture.permissions.set(.authorized, .camera)
        let explanation = fixture.runtime.explanation(of: Everything.self)
        #expect(explanation.verdict == .true)
        #expect(explanation.firstBlocking == nil)
        #expect(explanation.unlockPlans.isEmpty)
        #expect(explanation.summary.isEmpty)
        #expect(!explanation.requirements.contains { $0.isBlocking })
    }

    @Test func `a row names its source and its override`() throws {
        let fixture = Fixture(Everything.self)
        fixture.tracker.set(false, Products.premium)
        var row = fixture.runtime.explanation(of: Everything.self).requirements[3]
        #expect(row.source == "store" && row.override == nil && row.value == "not purchased")
        #expect(row.fact == .purchase(productID: "premium"))
        fixture.facts.setOverride(.truth(.true), for: .purchase(productID: "premium"), cause: .user)
        row = fixture.runtime.explanation(of: Everything.self).requirements[3]
        #expect(row.source == "override" && row.override == "purchased" && row.value == "purchased")
        #expect(row.truth == .true)
    }

    @Test func `nested purchase requirements have headings`() {
        let fixture = Fixture(Nested.self)
        fixture.tracker.set(true, Products.supporter)
        #expect(
            fixture.rows(of: Nested.self).dropFirst() == [
                "any-of any of: ",
                "  purchase Premium: unknown",
                "  purchase Supporter: purchased",
                "purchase 5 × Credits: unknown",
            ])
        let rows = fixture.runtime.explanation(of: Nested.self).requirements
        #expect(
            rows.map(\.isBlocking) == [false, false, false, false, true], "A met alternative no longer blocks.")
        #expect(rows[1].isHeading && rows[1].fact == nil)
    }

    @Test func `headings distinguish alternatives from parts`() {
        let fixture = Fixture(Bundled.self)
        let headings = fixture.runtime.explanation(of: Bundled.self).requirements.filter(\.isHeading)
        #expect(headings.map(\.title) == ["any of", "all of"])
        #expect(headings.map(\.statement) == ["No alternative is known to be met", "all of"])
    }

    @Test func `inherited requirements follow the parent row`() {
        let fixture = Fixture(Outer.self)
        #expect(
            fixture.rows(of: Leaf.self) == [
                "platform iOS, any version: iOS 17.2",
                "user-setting User setting: on",
                "parent Middle: undetermined",
                "platform iOS, any version: iOS 17.2 < Outer",
                "purchase Premium: unknown < Outer",
            ])
        let explanation = fixture.runtime.explanation(of: Leaf.self)
        #expect(explanation.firstBlocking == 4)
        #expect(explanation.summary == "Premium is undetermined", "The parent's requirement is more specific.")
        #expect(explanation.requirements[2].key == "Outer/Middle")
    }

    @Test func `a plain feature in a conditional group is explained by the group`() {
        let fixture = Fixture(Outer.self)
        fixture.tracker.set(false, Products.premium)
        #expect(
            fixture.rows(of: Plain.self) == [
                "parent Middle: not available",
                "platform iOS, any version: iOS 17.2 < Outer",
                "purchase Premium: not purchased < Outer",
            ])
        #expect(fixture.runtime.explanation(of: Plain.self).firstBlocking == 2)
    }

    @Test func `a plain feature without a conditional group needs no explanation`() {
        for root in [Unconditional.self, Family.self] as [FeatureDefinition.Type] {
            let fixture = Fixture(root)
            #expect(fixture.rows(of: Unconditional.self).isEmpty)
            #expect(fixture.runtime.explanation(of: Unconditional.self).verdict == .true)
        }
    }

    @Test func `a false parent takes precedence over an unknown requirement of the feature`() {
        let fixture = Fixture(Outer.self)
        fixture.facts.setOverride(.truth(.unknown), for: .userSetting(feature: "Outer/Middle/Leaf"), cause: .user)
        fixture.tracker.set(false, Products.premium)
        let explanation = fixture.runtime.explanation(of: Leaf.self)
        #expect(explanation.verdict == .false)
        #expect(
            explanation.firstBlocking.map { explanation.requirements[$0].line }
                == "purchase Premium: not purchased < Outer")
    }

    @Test func `the parent row blocks while the parent is not available`() {
        let fixture = Fixture(Outer.self)
        func parent() -> RequirementState? {
            fixture.runtime.explanation(of: Leaf.self).requirements.first { $0.kind == .parent }
        }
        #expect(parent()?.isBlocking == true)
        fixture.tracker.set(true, Products.premium)
        #expect(parent()?.isBlocking == false)
    }

    // MARK: Plans

    @Test func `unlock plans are the smallest sets of changes`() {
        let fixture = Fixture(Nested.self)
        #expect(
            plans(of: Nested.self, in: fixture) == [
                ["purchase premium", "purchase credits"], ["purchase supporter", "purchase credits"],
            ])
        fixture.tracker.set(true, Products.premium)
        #expect(plans(of: Nested.self, in: fixture) == [["purchase credits"]])
    }

    @Test func `unlock plans include inherited requirements`() {
        let fixture = Fixture(Outer.self)
        fixture.facts.setOverride(.truth(.false), for: .userSetting(feature: "Outer/Middle/Leaf"), cause: .user)
        #expect(plans(of: Leaf.self, in: fixture) == [["user-setting Outer/Middle/Leaf", "purchase premium"]])
    }

    @Test func `a product required by a feature and its group appears once in a plan`() {
        let fixture = Fixture(Twice.self)
        #expect(plans(of: TwiceInner.self, in: fixture) == [["purchase premium"], ["purchase supporter"]])
        #expect(
            fixture.runtime.explanation(of: TwiceInner.self).summary
                == "Premium is undetermined (or Supporter)")
    }

    @Test func `a plan shows the quantity that the nearest unmet requirement needs`() {
        let fixture = Fixture(Bulk.self)
        func row() -> RequirementState? {
            fixture.runtime.explanation(of: BulkInner.self).unlockPlans.first?.first
        }
        #expect(row()?.quantity == 2 && row()?.inheritedFrom == nil && row()?.isBlocking == true)
        fixture.tracker.setPast(true, BulkInner.self, announcing: Products.credits)
        #expect(row()?.quantity == 5 && row()?.inheritedFrom == "Bulk")
    }

    @Test(arguments: [SystemPermissionStatus.restricted, .unsupported])
    func `a restricted or unsupported permission has no unlock plan`(status: SystemPermissionStatus) {
        let fixture = Fixture(Everything.self)
        fixture.permissions.set(status, .camera)
        #expect(plans(of: Everything.self, in: fixture).isEmpty)
    }

    @Test func `an unsupported platform has no unlock plan`() {
        let fixture = Fixture(Everything.self, platform: CurrentPlatform("iOS 8.4"))
        #expect(plans(of: Everything.self, in: fixture).isEmpty)
    }

    @Test func `a denied permission is part of an unlock plan`() {
        let fixture = Fixture(Everything.self)
        fixture.permissions.set(.denied, .camera)
        #expect(
            plans(of: Everything.self, in: fixture)
                == [["user-setting Everything", "purchase premium", "permission camera"]])
    }

    private func plans(of feature: FeatureDefinition.Type, in fixture: Fixture) -> [[String]] {
        fixture.runtime.explanation(of: feature).unlockPlans.map { plan in
            plan.map { row in
                row.factReference.map { "\($0.kind.rawValue) \($0.key)" } ?? row.title
            }
        }
    }
}

private final class Everything: ConditionalFeature {
    static let description = "Requires one fact of each kind"
    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.permission(.camera)
        requirements.purchase(Products.premium)
        requirements.userToggled(defaultValue: false)
        requirements.runtimeEnabled()
        requirements.iOS = 9
    }
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class Nested: ConditionalFeature {
    static let description = "(Premium or Supporter) and credits"
    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.purchase(anyOf: Products.premium, Products.supporter)
        requirements.purchase(Products.credits, quantity: 5)
    }
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class Outer: ConditionalFeature, FeatureGroup {
    static let description = "A conditional group"
    static var subfeatures: [FeatureDefinition.Type] { [Middle.self] }
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.purchase(Products.premium) }
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class Middle: FeatureGroup {
    static var subfeatures: [FeatureDefinition.Type] { [Leaf.self, Plain.self] }
}

private final class Leaf: ConditionalFeature {
    static let description = "Is up to the user"
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.userToggled(defaultValue: true) }
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class Plain: Feature {
    static let description = "Has no conditions"
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class Unconditional: Feature {
    static let description = "Has neither conditions nor a group"
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class Family: FeatureGroup {
    static var subfeatures: [FeatureDefinition.Type] { [Unconditional.self] }
}

private final class Twice: ConditionalFeature, FeatureGroup {
    static let description = "A group that needs either product"
    static var subfeatures: [FeatureDefinition.Type] { [TwiceInner.self] }
    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.purchase(anyOf: Products.premium, Products.supporter)
    }
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class TwiceInner: ConditionalFeature {
    static let description = "Needs either product too"
    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.purchase(anyOf: Products.premium, Products.supporter)
    }
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class Bulk: ConditionalFeature, FeatureGroup {
    static let description = "A group that needs many credits"
    static var subfeatures: [FeatureDefinition.Type] { [BulkInner.self] }
    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.purchase(Products.credits, quantity: 5)
    }
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class BulkInner: ConditionalFeature {
    static let description = "Needs some credits"
    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.purchase(Products.credits, quantity: 2)
    }
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class Bundled: ConditionalFeature {
    static let description = "Needs one product or two others"
    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.purchase(
            anyOf: PurchaseRequirement(Products.premium),
            PurchaseRequirement(allOf: [Products.supporter, Products.monthly]))
    }
    static func prepare(actions: FeatureActionsBuilder) {}
}
