import FeatureGating
import Testing

@testable import FlintCore

struct BlockingPrecedenceTests {
    @Test
    func `requirements block in the order platform, code, setting, flag, restricted, purchase, denied, undetermined`() {
        let fixture = Fixture(RequiresEachKind.self, platform: CurrentPlatform("iOS 8.4"))
        fixture.permissions.set(.denied, .camera)
        fixture.permissions.set(.restricted, .photos)
        #expect(fixture.blocking == "iOS 9.0 or later is required, but this is iOS 8.4")
        fixture.facts.setOverride(.platform(CurrentPlatform("iOS 17.2") ?? .real), for: .platform, cause: .user)
        #expect(fixture.blocking == "Runtime switch is off")
        fixture.facts.setOverride(.truth(.true), for: .runtimeSwitch(feature: "RequiresEachKind"), cause: .user)
        #expect(fixture.blocking == "User setting is off")
        fixture.toggles.setEnabled(RequiresEachKind.self, enabled: true)
        #expect(fixture.blocking == "Flag beta is undetermined")
        fixture.facts.setOverride(.truth(.true), for: .featureFlag("beta"), cause: .user)
        #expect(fixture.blocking == "Photos is restricted")
        fixture.permissions.set(.authorized, .photos)
        #expect(fixture.blocking == "Premium is undetermined")
        fixture.tracker.set(true, Products.premium)
        #expect(fixture.blocking == "Camera is denied")
        fixture.permissions.set(.authorized, .camera)
        #expect(fixture.blocking == "Microphone is not determined")
        fixture.permissions.set(.authorized, .microphone)
        #expect(fixture.blocking == nil)
        #expect(fixture.runtime.availability(of: RequiresEachKind.self) == .true)
    }

    @Test func `among requirements of one kind, the first declared one blocks`() {
        let fixture = Fixture(Several.self)
        #expect(fixture.runtime.explanation(of: Several.self).firstBlocking == 1)
        #expect(
            fixture.runtime.explanation(of: Several.self).summary
                == "Supporter is undetermined, Premium is undetermined")
        fixture.tracker.set(true, Products.supporter)
        #expect(fixture.runtime.explanation(of: Several.self).summary == "Premium is undetermined")
    }

    @Test func `ancestors block before the feature's own requirements other than its platform`() throws {
        let fixture = Fixture(Top.self)
        func blocking() throws -> String {
            let explanation = fixture.runtime.explanation(of: Bottom.self)
            return explanation.requirements[try #require(explanation.firstBlocking)].line
        }
        #expect(try blocking() == "user-setting User setting: off < Top")
        #expect(
            fixture.runtime.explanation(of: Bottom.self).summary
                == "User setting of Top is off, Premium is undetermined, User setting is off")
        fixture.toggles.setEnabled(Top.self, enabled: true)
        #expect(try blocking() == "purchase Premium: unknown < Top/Between")
        fixture.facts.setOverride(.platform(CurrentPlatform("macOS 15.0") ?? .real), for: .platform, cause: .user)
        #expect(
            try blocking() == "platform iOS 9.0 or later: macOS 15.0",
            "Meeting other requirements would not help on this platform.")
    }

    @Test func `the summary begins with the blocking requirement`() {
        let fixture = Fixture(RequiresEachKind.self)
        fixture.permissions.set(.restricted, .photos)
        let explanation = fixture.runtime.explanation(of: RequiresEachKind.self)
        let first = explanation.firstBlocking.map { explanation.requirements[$0].statement }
        #expect(first == "Runtime switch is off")
        #expect(
            explanation.summary
                == "Runtime switch is off, User setting is off, Flag beta is undetermined, Photos is restricted, "
                + "Premium is undetermined, Camera is not determined, Microphone is not determined")
    }

    @Test func `an unsupported platform is named in a sentence`() {
        let fixture = Fixture(RequiresEachKind.self, platform: CurrentPlatform("watchOS 4.0"))
        #expect(fixture.blocking == "iOS 9.0 or later is required, but this is watchOS 4.0")
        let elsewhere = Fixture(NotOnWatches.self, platform: CurrentPlatform("watchOS 4.0"))
        #expect(elsewhere.runtime.explanation(of: NotOnWatches.self).summary == "watchOS is not supported")
    }

    @Test func `the summary states one of several alternatives and names the others`() {
        let fixture = Fixture(Choice.self)
        let summary = fixture.runtime.explanation(of: Choice.self).summary
        #expect(summary == "Premium is undetermined (or Supporter and Season), Camera is not determined")
        fixture.run { _ = Choice.ping.request() }
        #expect(fixture.denials.first?.explanation.summary == summary)
    }

    @Test func `the summary counts alternatives with several parts and those beyond the third`() {
        let fixture = Fixture(ManyChoices.self)
        #expect(
            fixture.runtime.explanation(of: ManyChoices.self).summary
                == "Option 1 is undetermined (or Option 2, or Option 3, or Option 4, or 2 other ways)")
    }

    @Test func `a requirement of every alternative is stated separately`() {
        let fixture = Fixture(ChoiceAndMore.self)
        #expect(
            fixture.runtime.explanation(of: ChoiceAndMore.self).summary
                == "Premium is undetermined (or Supporter), Season is undetermined")
        fixture.tracker.set(true, Products.premium)
        #expect(fixture.runtime.explanation(of: ChoiceAndMore.self).summary == "Season is undetermined")
    }

    @Test func `a group that is also required directly is stated without its alternatives`() {
        let fixture = Fixture(Shared.self)
        #expect(
            fixture.runtime.explanation(of: Shared.self).summary
                == "Season is undetermined (or 1 other way), Premium is undetermined (or Supporter)")
    }

    @Test func `a purchase requirement without alternatives blocks by its heading`() {
        let fixture = Fixture(Impossible.self)
        let explanation = fixture.runtime.explanation(of: Impossible.self)
        #expect(explanation.firstBlocking == 1)
        #expect(explanation.summary == "No alternative is met")
        #expect(explanation.unlockPlans.isEmpty)
    }
}

extension Fixture {
    /// The blocking requirement of ``RequiresEachKind`` as a sentence.
    fileprivate var blocking: String? {
        let explanation = runtime.explanation(of: RequiresEachKind.self)
        return explanation.firstBlocking.map { explanation.requirements[$0].statement }
    }
}

/// Declares one requirement of each kind, in a different order than the blocking precedence.
private final class RequiresEachKind: ConditionalFeature {
    static let description = "Requires one fact of each kind"
    static var isEnabled: Bool? { false }
    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.permissions(.camera, .microphone, .photos)
        requirements.purchase(Products.premium)
        requirements.featureFlag("beta")
        requirements.userToggled(defaultValue: false)
        requirements.runtimeEnabled()
        requirements.iOSOnly = 9
    }
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class Several: ConditionalFeature {
    static let description = "Requires two products"
    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.purchase(Products.supporter)
        requirements.purchase(Products.premium)
    }
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class Choice: ConditionalFeature {
    static let description = "Requires Premium, or both Supporter and Season pass; and a permission"
    static let ping = action(PingAction.self)
    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.purchase(
            PurchaseRequirement(anyOf: [
                PurchaseRequirement(Products.premium),
                PurchaseRequirement(allOf: [Products.supporter, Products.season]),
            ]))
        requirements.permission(.camera)
    }
    static func prepare(actions: FeatureActionsBuilder) { actions.declare(ping) }
}

private final class ManyChoices: ConditionalFeature {
    static let description = "Requires one of many products"
    static func constraints(requirements: FeatureConstraintsBuilder) {
        let options = (1...5).map { NonConsumableProduct(name: "Option \($0)", productID: "option\($0)") }
        let choice = PurchaseRequirement(anyOf: [
            PurchaseRequirement(Products.premium), PurchaseRequirement(Products.supporter),
        ])
        requirements.purchase(
            PurchaseRequirement(
                anyOf: options.map { PurchaseRequirement($0) } + [
                    PurchaseRequirement(
                        products: [Products.season], matchingCriteria: .all, dependencies: [choice])
                ]))
    }
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class ChoiceAndMore: ConditionalFeature {
    static let description = "Requires one of two products, and a third"
    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.purchase(anyOf: Products.premium, Products.supporter)
        requirements.purchase(Products.season)
    }
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class Shared: ConditionalFeature {
    static let description = "Requires one of two products in two places"
    static func constraints(requirements: FeatureConstraintsBuilder) {
        let choice = PurchaseRequirement(anyOf: [Products.premium, Products.supporter])
        requirements.purchase(PurchaseRequirement(anyOf: [PurchaseRequirement(Products.season), choice]))
        requirements.purchase(choice)
    }
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class Top: ConditionalFeature, FeatureGroup {
    static let description = "Is up to the user"
    static var subfeatures: [FeatureDefinition.Type] { [Between.self] }
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.userToggled(defaultValue: false) }
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class Between: ConditionalFeature, FeatureGroup {
    static let description = "Requires a product"
    static var subfeatures: [FeatureDefinition.Type] { [Bottom.self] }
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.purchase(Products.premium) }
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class Bottom: ConditionalFeature {
    static let description = "Is up to the user and to the platform"
    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.userToggled(defaultValue: false)
        requirements.iOSOnly = 9
    }
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class NotOnWatches: ConditionalFeature {
    static let description = "Runs on every platform except watchOS"
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.watchOS = .unsupported }
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class Impossible: ConditionalFeature {
    static let description = "Offers no alternatives"
    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.purchase(PurchaseRequirement(products: [], matchingCriteria: .any))
    }
    static func prepare(actions: FeatureActionsBuilder) {}
}
