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
    private let toggle = Samples.row(.toggle, "User setting", .notSatisfied)

    /// The next step for a feature whose blocking requirement is the first row that is open, unless another is named.
    private func step(
        _ rows: RequirementState..., blockedBy first: RequirementState? = nil, available: Bool? = false,
        canBeUnlocked: Bool = true
    ) -> NextStep {
        let blocking = first ?? rows.first { $0.status != .satisfied && !$0.kind.isHeading }
        let plan = UnlockStep(kind: .purchase, key: "plan", title: "do something")
        return NextStep(
            for: Samples.feature(
                available: available, requirements: rows, firstBlocking: blocking.flatMap { rows.firstIndex(of: $0) },
                unlockPlans: canBeUnlocked ? [[plan]] : []))
    }

    @Test func anAvailableFeatureNeedsNothing() {
        #expect(step(available: true) == .none)
        #expect(step(purchase, available: true) == .none, "whatever else is said of it")
    }

    @Test func `the blocking requirement decides, whatever the order of the rows`() {
        #expect(step(undetermined, denied, purchase, toggle, blockedBy: toggle) == .explain([toggle]))
        #expect(step(undetermined, denied, purchase, blockedBy: purchase) == .offerPurchase([purchase]))
        #expect(step(undetermined, denied, blockedBy: denied) == .instructDenied([denied]))
        #expect(step(purchase, platform, blockedBy: platform) == .explain([platform]))
    }

    @Test func `restricted permissions are explained together, the blocking one first`() {
        #expect(
            step(unsupported, purchase, restricted, blockedBy: restricted)
                == .explainRestricted([restricted, unsupported]))
    }

    @Test func `purchases are offered together, and nothing that is owned`() {
        #expect(
            step(undetermined, purchase, Samples.purchase("Season", .purchased), unknownPurchase, blockedBy: purchase)
                == .offerPurchase([purchase, unknownPurchase]))
    }

    @Test func `nothing is sold and nothing is asked for where the feature cannot be unlocked`() {
        #expect(step(purchase, restricted, canBeUnlocked: false) == .explain([purchase, restricted]))
        #expect(step(undetermined, platform, canBeUnlocked: false) == .explain([undetermined, platform]))
        #expect(step(denied, canBeUnlocked: false) == .explain([denied]))
    }

    @Test func permissionsAreAskedForWhenNothingElseIsMissing() {
        #expect(step(undetermined, Samples.purchase("Premium", .purchased)) == .authorise([undetermined]))
        #expect(step(undetermined, available: nil) == .authorise([undetermined]))
    }

    @Test func `permissions are asked for of the feature that declares the blocking one`() {
        let inherited = Samples.permission("Microphone", .notDetermined, from: "App")
        #expect(step(undetermined, inherited, blockedBy: inherited) == .authorise([inherited]))
        #expect(step(undetermined, inherited, blockedBy: undetermined) == .authorise([undetermined]))
    }

    @Test func `a feature that is not registered is explained`() {
        let row = Samples.row(.registration, "Playlists", .notSatisfied)
        #expect(step(row, canBeUnlocked: false) == .explain([row]))
    }

    @Test func `a parent that says nothing itself is explained by what it requires`() {
        let parent = Samples.row(.parent, "Favourites", .notSatisfied)
        #expect(step(parent, purchase, blockedBy: purchase) == .offerPurchase([purchase]))
    }

    @Test func alternativesOfWhichOneIsMetAreNotOffered() {
        let anyOf = Samples.row(.anyOf, "any of", .satisfied)
        let met = Samples.purchase("Premium", .purchased, depth: 1)
        let other = Samples.purchase("Supporter", .notPurchased, depth: 1)
        let nested = Samples.row(.allOf, "all of", .notSatisfied, depth: 1)
        let deep = Samples.purchase("Season", .notPurchased, depth: 2)
        let third = Samples.purchase("Credits", .unknown)
        #expect(step(anyOf, met, other, nested, deep, third, blockedBy: third) == .offerPurchase([third]))
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
            step(Samples.row(.allOf, "all of", .notSatisfied), inner, met, hidden, after, blockedBy: after)
                == .offerPurchase([after]))
    }
}
