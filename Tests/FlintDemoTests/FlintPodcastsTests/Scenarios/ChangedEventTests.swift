// Written by "flint timeline bug.jsonl --at 1 --export-test ChangedEventTests.swift".

import FlintCore
import FlintTesting
import Testing

@testable import FlintPodcasts

/// Premium subscription: overridden, not purchased → purchased.
struct ChangedEventTests {
    private let premiumSubscription = AutoRenewingSubscriptionProduct(
        name: "Premium subscription", productID: "podcasts.premium")

    @Test func `event 1 of bug`() {
        let app = GatingTest.podcasts()
        app.set(premiumSubscription, to: .notPurchased)
        app.set(.location(usage: .whenInUse), to: .notDetermined)

        // Before the event
        #expect(app.availability(of: SmartPlaylistsFeature.self) == .false)

        // Premium subscription: overridden, not purchased → purchased
        app.set(premiumSubscription, to: .purchased)
        #expect(app.availability(of: SmartPlaylistsFeature.self) == .unknown)
    }
}
