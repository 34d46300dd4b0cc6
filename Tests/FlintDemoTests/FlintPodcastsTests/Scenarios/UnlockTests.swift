// Written by "flint run unlock.scenario --export-test UnlockTests.swift".

import FlintCore
import FlintTesting
import Testing

@testable import FlintPodcasts

/// Why smart playlists cannot be made, and what it takes to make one.
///
/// Carried out by "flint run".
struct UnlockTests {
    private let premiumSubscription = AutoRenewingSubscriptionProduct(
        name: "Premium subscription", productID: "podcasts.premium")

    @Test func `unlock`() async throws {
        let app = GatingTest.podcasts()
        app.platform(.iOS, PlatformVersion(major: 17, minor: 2))

        // expect-feature smart unavailable
        #expect(app.availability(of: SmartPlaylistsFeature.self) == .false)

        // try perform smart/create name=Morning
        #expect(await app.perform("create", of: SmartPlaylistsFeature.self, input: ["name": "Morning"]) == nil)

        // set purchase premium purchased
        app.set(premiumSubscription, to: .purchased)

        // expect-feature smart undetermined
        #expect(app.availability(of: SmartPlaylistsFeature.self) == .unknown)

        // The system asks for the location, and is answered.
        // perform smart/create name="Good morning" --answer location=allow
        app.set(.location(usage: .whenInUse), to: .authorized)
        #expect(
            await app.perform("create", of: SmartPlaylistsFeature.self, input: ["name": "Good morning"]) == .success)

        // expect-feature smart available
        #expect(app.isAvailable(SmartPlaylistsFeature.self), "\(app.explanation(of: SmartPlaylistsFeature.self))")

        // The same in the console.
        // Not part of this test: keys 2G
        // Not part of this test: expect Premium subscription

        // undo
        app.set(.location(usage: .whenInUse), to: .notDetermined)
    }
}
