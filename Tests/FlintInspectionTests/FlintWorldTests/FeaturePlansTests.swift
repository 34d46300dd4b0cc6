import FlintWorld
import Testing

struct NextStepTests {
    private let platform = Samples.row(.platform, "tvOS", .notSatisfied)
    private let restricted = Samples.permission("Photos", .restricted)
    private let unsupported = Samples.permission("Siri", .unsupported)
    private let purchase = Samples.purchase("Premium", .notPurchased)
    private let unknownPurchase = Samples.purchase("Supporter", .unknown)
    private let denied = Samples.permission("Camera", .denied)
    private let undetermined = Samples.permission("Location", .notDetermined)
    private let toggle = Samples.row(.userSetting, "User setting", .notSatisfied)

    /// Returns the next step for a feature whose blocking requirement is by default the first unsatisfied row.
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

    @Test func `an available feature has no next step`() {
        #expect(step(available: true) == .none)
        #expect(step(purchase, available: true) == .none, "The requirements of an available feature have no effect.")
    }

    @Test func `the blocking requirement decides regardless of the order of rows`() {
        #expect(step(undetermined, denied, purchase, toggle, blockedBy: toggle) == .explain([toggle]))
        #expect(step(undetermined, denied, purchase, blockedBy: purchase) == .offerPurchase([purchase]))
        #expect(step(undetermined, denied, blockedBy: denied) == .instructDenied([denied]))
        #expect(step(purchase, platform, blockedBy: platform) == .explain([platform]))
    }

    @Test func `a purchase is offered while more plans to unlock may exist`() {
        var feature = Samples.feature(available: false, requirements: [purchase], firstBlocking: 0, unlockPlans: [])
        #expect(NextStep(for: feature) == .explain([purchase]))
        feature.unlockPlansAreComplete = false
        #expect(NextStep(for: feature) == .offerPurchase([purchase]))
    }

    @Test func `a permission whose status is pending can still be requested`() {
        var pending = Samples.permission("Microphone", .notDetermined)
        pending.state = .absent(.pending)
        #expect(step(pending, undetermined) == .authorize([pending, undetermined]))
    }

    @Test func `restricted permissions are explained together, beginning with the blocking one`() {
        #expect(
            step(unsupported, purchase, restricted, blockedBy: restricted)
                == .explainRestricted([restricted, unsupported]))
    }

    @Test func `missing purchases are offered together`() {
        #expect(
            step(undetermined, purchase, Samples.purchase("Season", .purchased), unknownPurchase, blockedBy: purchase)
                == .offerPurchase([purchase, unknownPurchase]))
    }

    @Test func `a feature that cannot be unlocked is explained`() {
        #expect(step(purchase, restricted, canBeUnlocked: false) == .explain([purchase, restricted]))
        #expect(step(undetermined, platform, canBeUnlocked: false) == .explain([undetermined, platform]))
        #expect(step(denied, canBeUnlocked: false) == .explain([denied]))
    }

    @Test func `permissions are requested when no other requirement is missing`() {
        #expect(step(undetermined, Samples.purchase("Premium", .purchased)) == .authorize([undetermined]))
        #expect(step(undetermined, available: nil) == .authorize([undetermined]))
    }

    @Test func `permissions are requested from the feature with the blocking one`() {
        let inherited = Samples.permission("Microphone", .notDetermined, from: "App")
        #expect(step(undetermined, inherited, blockedBy: inherited) == .authorize([inherited]))
        #expect(step(undetermined, inherited, blockedBy: undetermined) == .authorize([undetermined]))
    }

    @Test func `an unregistered feature is explained`() {
        let row = Samples.row(.registration, "Playlists", .notSatisfied)
        #expect(step(row, canBeUnlocked: false) == .explain([row]))
    }

    @Test func `an unavailable parent is explained by its requirements`() {
        let parent = Samples.row(.parent, "Favourites", .notSatisfied)
        #expect(step(parent, purchase, blockedBy: purchase) == .offerPurchase([purchase]))
    }

    @Test func `parts of a satisfied alternative are not offered`() {
        let anyOf = Samples.row(.anyOf, "any of", .satisfied)
        let met = Samples.purchase("Premium", .purchased, depth: 1)
        let other = Samples.purchase("Supporter", .notPurchased, depth: 1)
        let nested = Samples.row(.allOf, "all of", .notSatisfied, depth: 1)
        let deep = Samples.purchase("Season", .notPurchased, depth: 2)
        let third = Samples.purchase("Credits", .unknown)
        #expect(step(anyOf, met, other, nested, deep, third, blockedBy: third) == .offerPurchase([third]))
    }

    @Test func `all parts of an unsatisfied alternative are offered`() {
        let anyOf = Samples.row(.anyOf, "any of", .notSatisfied)
        let first = Samples.purchase("Premium", .notPurchased, depth: 1)
        let second = Samples.purchase("Supporter", .unknown, depth: 1)
        #expect(step(anyOf, first, second) == .offerPurchase([first, second]))
    }

    @Test func `a satisfied alternative does not hide the parts of the next one`() {
        let anyOf = Samples.row(.anyOf, "any of", .notSatisfied)
        let first = Samples.purchase("Season", .notPurchased, depth: 1)
        let second = Samples.purchase("Supporter", .notPurchased, depth: 1)
        let met = Samples.purchase("Premium", .purchased, depth: 1)
        let satisfied = Samples.row(.anyOf, "any of", .satisfied)
        #expect(step(satisfied, met, anyOf, first, second) == .offerPurchase([first, second]))
    }

    @Test func `parts after a satisfied alternative are offered`() {
        let inner = Samples.row(.anyOf, "any of", .satisfied, depth: 1)
        let met = Samples.purchase("Premium", .purchased, depth: 2)
        let hidden = Samples.purchase("Supporter", .notPurchased, depth: 2)
        let after = Samples.purchase("Season", .notPurchased, depth: 1)
        #expect(
            step(Samples.row(.allOf, "all of", .notSatisfied), inner, met, hidden, after, blockedBy: after)
                == .offerPurchase([after]))
    }
}
