// Written by "flint run everything.scenario --export-test EverythingTests.swift".

import FlintCore
import FlintTesting
import Testing

@testable import FlintPodcasts

/// Each kind of change once, as the console records them: the test expects what became available or unavailable.
struct EverythingTests {
    private let premiumSubscription = AutoRenewingSubscriptionProduct(
        name: "Premium subscription", productID: "podcasts.premium")

    @Test func `everything`() async throws {
        let app = GatingTest.podcasts()
        app.platform(.iOS, PlatformVersion(major: 17, minor: 2))
        app.set("room-for-downloads", to: true)
        app.set("sleep-timer", to: false)
        app.setUserSetting(of: EpisodeAlertsFeature.self, to: true)
        app.setUserSetting(of: SpeedFeature.self, to: false)
        try app.setFact("sync-server", to: "9.4")
        try app.setFact("account-level", to: "personal")
        try app.setFact("catalog-country", to: "iceland")
        try app.setFact("on-device-model", to: "not-enabled")

        // set purchase podcasts.premium purchased
        app.set(premiumSubscription, to: .purchased)
        #expect(app.availability(of: SmartPlaylistsFeature.self) == .unknown)

        // set permission location-when-in-use authorized --in system
        app.set(.location(usage: .whenInUse), to: .authorized)
        #expect(app.isAvailable(SmartPlaylistsFeature.self), "\(app.explanation(of: SmartPlaylistsFeature.self))")

        // The console undoes the latest change.
        // keys u
        app.set(.location(usage: .whenInUse), to: .notDetermined)
        #expect(app.availability(of: SmartPlaylistsFeature.self) == .unknown)

        // set purchase podcasts.premium not-purchased
        app.set(premiumSubscription, to: .notPurchased)
        #expect(app.availability(of: SmartPlaylistsFeature.self) == .false)

        // set user-setting PodcastFeatures/PlaybackFeature/SpeedFeature on --in user
        app.setUserSetting(of: SpeedFeature.self, to: true)

        // Not part of this test: store buy podcasts.premium

        // set runtime-switch PodcastFeatures/DownloadsFeature/TurboDownloadsFeature on
        app.setEnabled(TurboDownloadsFeature.self, to: true)
        #expect(app.isAvailable(TurboDownloadsFeature.self), "\(app.explanation(of: TurboDownloadsFeature.self))")

        // set flag sleep-timer on --in provider
        app.set("sleep-timer", to: true)
        #expect(app.isAvailable(SleepTimerFeature.self), "\(app.explanation(of: SleepTimerFeature.self))")

        // set flag sleep-timer off
        app.set("sleep-timer", to: false)
        #expect(app.availability(of: SleepTimerFeature.self) == .false)

        // set permission notifications authorized
        app.set(.notifications, to: .authorized)
        #expect(app.isAvailable(EpisodeAlertsFeature.self), "\(app.explanation(of: EpisodeAlertsFeature.self))")

        // set platform "watchOS 10"
        app.platform(.watchOS, 10)
        #expect(app.availability(of: EpisodeSummariesFeature.self) == .unknown)
        #expect(app.availability(of: LockScreenPlayerFeature.self) == .false)

        // set all none
        app.set("sleep-timer", to: true)
        app.set(.notifications, to: .notDetermined)
        app.platform(.iOS, PlatformVersion(major: 17, minor: 2))
        app.set(premiumSubscription, to: .purchased)
        app.setEnabled(TurboDownloadsFeature.self, to: nil)
        #expect(app.availability(of: EpisodeSummariesFeature.self) == .false)
        #expect(app.isAvailable(LockScreenPlayerFeature.self), "\(app.explanation(of: LockScreenPlayerFeature.self))")
        #expect(app.availability(of: TurboDownloadsFeature.self) == .false)
        #expect(app.availability(of: EpisodeAlertsFeature.self) == .unknown)
        #expect(app.availability(of: SmartPlaylistsFeature.self) == .unknown)
        #expect(app.isAvailable(SleepTimerFeature.self), "\(app.explanation(of: SleepTimerFeature.self))")
        #expect(app.isAvailable(SpeedFeature.self), "\(app.explanation(of: SpeedFeature.self))")

        // try perform PodcastFeatures/DownloadsFeature/TurboDownloadsFeature/DownloadEverythingAction
        #expect(await app.perform("everything", of: TurboDownloadsFeature.self) == nil)

        // store expire podcasts.premium
        app.set(premiumSubscription, to: .notPurchased)
        #expect(app.availability(of: SmartPlaylistsFeature.self) == .false)
        #expect(app.availability(of: SpeedFeature.self) == .false)

        // Not part of this test: keys 2Gm
        // Not part of this test: send {"focus":{"feature":"PodcastFeatures","isOn":true}}

        // The facts of the app's own: a version, a level, a country, and a model.
        // set fact sync-server 9.10
        try app.setFact("sync-server", to: "9.10")
        #expect(app.isAvailable(DeviceSyncFeature.self), "\(app.explanation(of: DeviceSyncFeature.self))")

        // set fact account-level family
        try app.setFact("account-level", to: "family")
        #expect(app.isAvailable(FamilyLibraryFeature.self), "\(app.explanation(of: FamilyLibraryFeature.self))")

        // set fact catalog-country japan
        try app.setFact("catalog-country", to: "japan")
        #expect(app.isAvailable(LocalChartsFeature.self), "\(app.explanation(of: LocalChartsFeature.self))")

        // set fact on-device-model available
        try app.setFact("on-device-model", to: "available")
        #expect(app.isAvailable(ChapterTitlesFeature.self), "\(app.explanation(of: ChapterTitlesFeature.self))")

        // set fact sync-server forbidden
        try app.setFact("sync-server", to: "forbidden")
        #expect(app.availability(of: DeviceSyncFeature.self) == .false)
    }
}
