// Written by "flint timeline bug.jsonl --at 1 --export-test DeniedEventTests.swift".

import FlintCore
import FlintTesting
import Testing

@testable import FlintPodcasts

/// Smart playlists: “create” denied: Premium subscription is not purchased, Location when in use is not determined.
struct DeniedEventTests {
    private let premiumSubscription = AutoRenewingSubscriptionProduct(
        name: "Premium subscription", productID: "podcasts.premium")

    @Test func `event 1 of bug`() {
        let app = GatingTest.podcasts()
        app.set(premiumSubscription, to: .notPurchased)

        // Smart playlists: “create” denied: Premium subscription is not purchased, Location when in use is not determined
        #expect(app.availability(of: SmartPlaylistsFeature.self) == .false)
    }
}
