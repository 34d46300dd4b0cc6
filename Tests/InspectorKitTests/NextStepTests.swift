import InspectorKit
import Testing

/// The one thing to deal with next.
struct NextStepTests {
    private let platform = Samples.row(.platform, "tvOS", .notSatisfied)
    private let restricted = Samples.permission("Photos", .restricted)
    private let unsupported = Samples.permission("Siri", .unsupported)
    private let purchase = Samples.purchase("Premium", .notPurchased)
    private let unknownPurchase = Samples.purchase("Supporter", .unknown)
    private let denied = Samples.permission("Camera", .denied)
    private let undetermined = Samples.permission("Location", .notDetermined)
    private let toggle = Samples.row(.userToggle, "Turned on by the user", .notSatisfied)

    private func step(_ rows: RequirementSnapshot..., available: Bool? = false) -> NextStep {
        NextStep(for: Samples.feature(available: available, requirements: rows))
    }

    @Test func anAvailableFeatureNeedsNothing() {
        #expect(step(available: true) == .none)
        #expect(step(purchase, available: true) == .none, "whatever else is said of it")
    }

    @Test func restrictedPermissionsComeFirst() {
        #expect(
            step(toggle, undetermined, denied, purchase, platform, unsupported, restricted)
                == .explainRestricted([unsupported, restricted]))
    }

    @Test func nothingIsSoldThatCannotBeUsedHere() {
        #expect(step(purchase, platform) == .explain([platform]))
        #expect(step(Samples.row(.registration, "Gone", .notSatisfied)) != .none)
    }

    @Test func purchasesComeBeforeDeniedAndUndeterminedPermissions() {
        #expect(step(undetermined, denied, purchase, unknownPurchase) == .offerPurchase([purchase, unknownPurchase]))
    }

    @Test func deniedPermissionsComeBeforeUndeterminedOnes() {
        #expect(step(undetermined, denied) == .instructDenied([denied]))
    }

    @Test func permissionsAreAskedForWhenNothingElseIsMissing() {
        #expect(step(undetermined, Samples.purchase("Premium", .purchased), toggle) == .authorise([undetermined]))
        #expect(step(undetermined, available: nil) == .authorise([undetermined]))
    }

    @Test func whatIsLeftIsExplained() {
        let parent = Samples.row(.parent, "Favourites", .notSatisfied)
        #expect(step(toggle, parent) == .explain([toggle, parent]))
    }

    @Test func alternativesOfWhichOneIsMetAreNotOffered() {
        let anyOf = Samples.row(.anyOf, "any of", .satisfied)
        let met = Samples.purchase("Premium", .purchased, depth: 1)
        let other = Samples.purchase("Supporter", .notPurchased, depth: 1)
        let nested = Samples.row(.allOf, "all of", .notSatisfied, depth: 1)
        let deep = Samples.purchase("Season", .notPurchased, depth: 2)
        let third = Samples.purchase("Credits", .unknown)
        #expect(step(anyOf, met, other, nested, deep, third) == .offerPurchase([third]))
    }

    @Test func alternativesOfWhichNoneIsMetAreAllOffered() {
        let anyOf = Samples.row(.anyOf, "any of", .notSatisfied)
        let first = Samples.purchase("Premium", .notPurchased, depth: 1)
        let second = Samples.purchase("Supporter", .unknown, depth: 1)
        #expect(step(anyOf, first, second) == .offerPurchase([first, second]))
    }

    @Test func theEndOfAnAlternativeThatIsMetEndsItsEffect() {
        let inner = Samples.row(.anyOf, "any of", .satisfied, depth: 1)
        let met = Samples.purchase("Premium", .purchased, depth: 2)
        let hidden = Samples.purchase("Supporter", .notPurchased, depth: 2)
        let after = Samples.purchase("Season", .notPurchased, depth: 1)
        #expect(
            step(Samples.row(.allOf, "all of", .notSatisfied), inner, met, hidden, after) == .offerPurchase([after]))
    }
}
