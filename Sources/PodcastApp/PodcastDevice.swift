import FlintCore
import FlintSimulation

/// The device the app runs on when there is no real one: a phone that has just been set up.
package enum PodcastDevice {
    /// The default platform of the device.
    package static let platform = CurrentPlatform(platform: .iOS, version: PlatformVersion(major: 17, minor: 2))

    /// Why the app asks for each permission its features need, as the system's prompts say.
    static let usageDescriptions: [SystemPermissionConstraint: String] = [
        .location(usage: .whenInUse): "Smart playlists offer what fits where you are, such as a short one for the bus.",
        .photos: "A clip can carry one of your pictures.",
        .microphone: "A clip can carry a comment you speak.",
        .camera: "A clip can carry a picture you take.",
        .notifications: "You hear of new episodes as they appear.",
        .bluetooth: "Loudspeakers around you are found this way.",
        .localNetwork: "Loudspeakers in your network are found this way.",
    ]

    /// What the store sells; `Resources/Store/Podcasts.storekit` lists the same.
    static let offers: [StoreOffer] = [
        StoreOffer(PodcastProducts.transcripts, price: "$8.99"),
        StoreOffer(PodcastProducts.credits, price: "$0.99"),
        StoreOffer(PodcastProducts.seasonPass, price: "$12.99", subscriptionPeriod: SubscriptionPeriod("P3M")),
        StoreOffer(
            PodcastProducts.premium, price: "$4.99", subscriptionGroup: "Premium",
            subscriptionPeriod: SubscriptionPeriod("P1M")),
    ]

    /// Makes the device.
    ///
    /// The camera is restricted and the user has refused the microphone once; nothing else has been requested. Nothing
    /// has been bought, and three transcript credits are left from a promotion.
    ///
    /// - Parameters:
    ///   - platform: The platform and its version; iOS 17.2 by default.
    ///   - configuration: What the store sells and how it behaves, in place of what is sold here.
    ///   - file: The path of the file the device is kept in; `nil` for one that lasts as long as the program.
    /// - Returns: A device with a permission centre and a store of its own.
    package static func make(
        platform: CurrentPlatform? = nil, configuration: StoreKitConfiguration? = nil, file: String? = nil
    ) -> SimulatedDevice {
        let permissions = SimulatedPermissionCentre(
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
