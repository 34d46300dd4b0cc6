// SPDX-License-Identifier: MIT

import FlintCore
import FlintSimulation

/// The initial state of the simulated device that the app runs on.
package enum PodcastDevice {
    package static let platform = CurrentPlatform(platform: .iOS, version: PlatformVersion(major: 17, minor: 2))

    static let usageDescriptions: [SystemPermissionConstraint: String] = [
        .location(usage: .whenInUse): "Smart playlists adapt to your location, for example on the bus.",
        .photos: "You can add one of your pictures to a clip.",
        .microphone: "You can add a spoken comment to a clip.",
        .camera: "You can add a photo to a clip.",
        .notifications: "You are notified about new episodes.",
        .bluetooth: "The app finds speakers near you.",
        .localNetwork: "The app finds speakers in your network.",
    ]

    /// The products in the store, which must match `Resources/Store/Podcasts.storekit`.
    static let offers: [StoreOffer] = [
        StoreOffer(PodcastProducts.transcripts, price: "$8.99"),
        StoreOffer(PodcastProducts.credits, price: "$0.99"),
        StoreOffer(PodcastProducts.seasonPass, price: "$12.99", subscriptionPeriod: SubscriptionPeriod("P3M")),
        StoreOffer(
            PodcastProducts.premium, price: "$4.99", subscriptionGroup: "Premium",
            subscriptionPeriod: SubscriptionPeriod("P1M"), subscriptionGroupID: "20A94D11", subscriptionLevel: 1),
    ]

    /// Creates a device that is stored in a file or, without a path, only in memory.
    ///
    /// On a new device, the camera is restricted and the microphone has been denied. No other permission has been
    /// requested and no product has been purchased, but the account has three promotional transcript credits. The
    /// default platform is iOS 17.2. A StoreKit configuration replaces the default products and store settings.
    package static func make(
        platform: CurrentPlatform? = nil, configuration: StoreKitConfiguration? = nil, file: String? = nil
    ) -> SimulatedDevice {
        let permissions = SimulatedPermissionCenter(
            statuses: [.camera: .restricted, .microphone: .denied], usageDescriptions: usageDescriptions)
        let store = SimulatedStore(
            balances: [PodcastProducts.credits.productID: 3], offers: configuration?.offers ?? offers,
            settings: configuration?.settings ?? StoreSettings(),
            clock: SimulatedClock(rate: configuration?.rate ?? 1))
        let platform = platform ?? Self.platform
        guard let file else { return SimulatedDevice(platform: platform, permissions: permissions, store: store) }
        return SimulatedDevice(file: file, platform: platform, permissions: permissions, store: store)
    }
}
