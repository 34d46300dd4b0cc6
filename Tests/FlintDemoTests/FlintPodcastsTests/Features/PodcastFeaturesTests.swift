import FeatureGating
import FlintCore
import FlintSimulation
import Testing

@testable import FlintPodcasts

struct PodcastFeaturesTests {
    private let test = TestApp()

    /// The registered features of the app, by path.
    private var features: [FeatureMetadata] {
        test.runtime.features.filter { $0.path.path.first == "PodcastFeatures" }
    }

    @Test func `the hierarchy has its paths and names`() {
        let lines = features.map { metadata in
            String(repeating: "  ", count: metadata.ancestors.count)
                + "\(metadata.path.path.last ?? "") \"\(metadata.feature.name)\""
        }
        #expect(
            lines == [
                "PodcastFeatures \"Podcasts\"",
                "  PlaybackFeature \"Podcast playback\"",
                "    SpeedFeature \"Dynamic Speed\"",
                "    SoundEnhancementFeature \"Sound enhancement\"",
                "    UpNextFeature \"Up next\"",
                "    SleepTimerFeature \"Sleep timer\"",
                "  DownloadsFeature \"Podcast downloading\"",
                "    TurboDownloadsFeature \"Turbo downloads\"",
                "  FavouritesFeature \"Podcast favourites\"",
                "    SmartPlaylistsFeature \"Smart playlists\"",
                "  SharingFeature \"Podcast sharing\"",
                "    ClipSharingFeature \"Clip sharing\"",
                "    TranscriptsFeature \"Transcripts\"",
                "      TranscriptSearchFeature \"Transcript search\"",
                "  DevicesFeature \"Podcast devices\"",
                "    LockScreenPlayerFeature \"Lock screen player\"",
                "    EpisodeSummariesFeature \"Episode summaries\"",
                "    WatchPlayerFeature \"Watch player\"",
                "    LivingRoomPlayerFeature \"Living room player\"",
                "    MenuBarPlayerFeature \"Menu bar player\"",
                "    NearbySpeakersFeature \"Nearby speakers\"",
                "  EpisodeAlertsFeature \"Episode alerts\"",
                "  DiagnosticsFeature \"Diagnostics\"",
                "  AccountFeature \"Podcast account\"",
                "    DeviceSyncFeature \"Device sync\"",
                "    FamilyLibraryFeature \"Family library\"",
                "    LocalChartsFeature \"Local charts\"",
                "    ChapterTitlesFeature \"Chapter titles\"",
            ])
        test.run {
            #expect(
                SmartPlaylistsFeature.identifier.description
                    == "PodcastFeatures/FavouritesFeature/SmartPlaylistsFeature")
        }
    }

    @Test func `initial availability follows the requirements`() {
        let availability = Dictionary(
            uniqueKeysWithValues: features.map { ($0.feature.name, test.runtime.availability(of: $0.feature)) })
        #expect(
            availability == [
                "Podcasts": .true, "Podcast playback": .true, "Dynamic Speed": .false, "Sound enhancement": .false,
                "Up next": .true, "Sleep timer": .false,
                "Podcast downloading": .true, "Turbo downloads": .false, "Podcast favourites": .true,
                "Smart playlists": .false, "Podcast sharing": .true, "Clip sharing": .false, "Transcripts": .false,
                "Transcript search": .false, "Podcast devices": .true, "Lock screen player": .true,
                "Episode summaries": .false, "Watch player": .true, "Living room player": .false,
                "Menu bar player": .false, "Nearby speakers": .unknown, "Episode alerts": .unknown,
                "Diagnostics": .true, "Podcast account": .true, "Device sync": .false, "Family library": .false,
                "Local charts": .false, "Chapter titles": .false,
            ])
    }

    @Test func `diagnostics are the only hidden feature`() {
        let hidden = features.filter { !$0.feature.isVisible }.map { $0.feature.name }
        #expect(hidden == ["Diagnostics"])
    }

    @Test func `every feature and action has a description`() {
        for metadata in features {
            let description = metadata.feature.description
            #expect(description != "A feature group")
            for action in metadata.actions { #expect(action.description != "No description", "\(action.id)") }
        }
    }

    @Test func `smart playlists declare and publish their actions`() throws {
        let metadata = try #require(test.run { Flint.metadata(for: SmartPlaylistsFeature.self) })
        #expect(metadata.actions.map(\.name) == ["show", "create", "refresh"])
        #expect(metadata.publishedActions.map(\.name) == ["show", "create"])
        #expect(metadata.actions[1].inputFields.map(\.name) == ["name"])
    }

    @Test func `setup records no advisories`() {
        for event in test.runtime.journal.events {
            if case .advisory(let text) = event.kind { Issue.record("\(text)") }
        }
    }

    @Test func `every product is required, and every product type occurs`() {
        #expect(
            test.runtime.products.map(\.productID)
                == ["podcasts.credits", "podcasts.premium", "podcasts.season-pass", "podcasts.transcripts"])
        #expect(Set(PodcastProducts.all) == Set(test.runtime.products))
        #expect(test.runtime.products.contains { $0 is ConsumableProduct })
        #expect(test.runtime.products.contains { $0 is AutoRenewingSubscriptionProduct })
        #expect(test.runtime.products.contains { $0 is NonRenewingSubscriptionProduct })
        #expect(test.runtime.products.contains { $0 is NonConsumableProduct })
    }

    @Test func `every required permission has a usage description`() {
        let needed = Set(features.flatMap(\.constraints.permissions))
        #expect(needed == Set(PodcastDevice.usageDescriptions.keys))
        for permission in needed {
            #expect(test.device.permissions.usageDescription(of: permission)?.hasSuffix(".") == true)
        }
    }

    // MARK: Requirements

    private func toggle(_ feature: ConditionalFeatureDefinition.Type, _ isOn: Bool) throws {
        let toggles = try #require(test.runtime.dependencies.userFeatureToggles as? any MutableUserFeatureToggles)
        test.run { toggles.setEnabled(feature, enabled: isOn) }
    }

    @Test(arguments: [0, 1])
    func `listening features require Premium and their user setting`(number: Int) throws {
        let feature: ConditionalFeatureDefinition.Type = [SpeedFeature.self, SoundEnhancementFeature.self][number]
        test.device.store.buy("podcasts.premium")
        #expect(test.isAvailable(feature) == false)
        try toggle(feature, true)
        #expect(test.isAvailable(feature) == true)
        test.device.store.refund("podcasts.premium")
        #expect(test.isAvailable(feature) == false)
    }

    @Test func `the sleep timer requires its flag`() {
        #expect(test.runtime.resolution(of: .sleepTimer).source == "release, STATIC")
        test.flags.setFeatureEnabled(feature: FeatureFlag(key: .sleepTimer), enabled: true)
        #expect(test.isAvailable(SleepTimerFeature.self) == true)
    }

    @Test func `turning its flag off makes Up next unavailable`() {
        test.flags.setFeatureEnabled(feature: FeatureFlag(key: .upNext), enabled: false)
        #expect(test.isAvailable(UpNextFeature.self) == false)
    }

    @Test func `every required flag has a provider`() {
        let provided = Set(PodcastFlags.release.keys).union([.roomForDownloads, .summaryModel])
        #expect(Set(features.flatMap(\.constraints.featureFlags)) == provided)
    }

    @Test func `turbo downloads require room for downloads`() {
        test.turnOn(.runtimeSwitch(feature: test.path(of: TurboDownloadsFeature.self)))
        #expect(test.isAvailable(TurboDownloadsFeature.self) == true)
        let full = TestApp(.full)
        full.turnOn(.runtimeSwitch(feature: full.path(of: TurboDownloadsFeature.self)))
        #expect(full.isAvailable(TurboDownloadsFeature.self) == false)
    }

    @Test func `the summary model is pending until it is found and announced`() {
        let fact = FactKey.featureFlag(.summaryModel)
        #expect(test.runtime.facts[fact]?.actual == .absent(.pending))
        #expect(test.runtime.facts[fact]?.source == "summary model, PROVIDER_NOT_READY")
        test.app.setRunning(true)
        for _ in 0..<SummaryModelFlags.searchLength { test.ticker.tick() }
        #expect(test.runtime.facts[fact]?.actual == .truth(.true))
        #expect(test.runtime.facts[fact]?.source == "summary model, STATIC")
    }

    @Test func `turbo downloads require their runtime switch`() {
        test.turnOn(.runtimeSwitch(feature: test.path(of: TurboDownloadsFeature.self)))
        #expect(test.isAvailable(TurboDownloadsFeature.self) == true)
    }

    @Test func `smart playlists require Premium and the location permission`() {
        test.device.store.buy("podcasts.premium")
        #expect(test.isAvailable(SmartPlaylistsFeature.self) == nil)
        test.device.permissions.setStatus(.authorized, of: .location(usage: .whenInUse))
        #expect(test.isAvailable(SmartPlaylistsFeature.self) == true)
        test.device.permissions.setStatus(.denied, of: .location(usage: .whenInUse))
        #expect(test.isAvailable(SmartPlaylistsFeature.self) == false)
    }

    @Test func `clip sharing has a restricted, a denied and an undetermined permission`() {
        test.run {
            #expect(ClipSharingFeature.permissions.restricted == [.camera])
            #expect(ClipSharingFeature.permissions.denied == [.microphone])
            #expect(ClipSharingFeature.permissions.notDetermined == [.photos])
        }
        let steps: [(SystemPermissionConstraint, Bool?)] = [(.camera, false), (.microphone, false), (.photos, nil)]
        for (permission, availability) in steps {
            #expect(test.isAvailable(ClipSharingFeature.self) == availability, "before \(permission)")
            test.device.permissions.setStatus(.authorized, of: permission)
        }
        #expect(test.isAvailable(ClipSharingFeature.self) == true)
    }

    @Test(arguments: ["podcasts.premium", "podcasts.season-pass"])
    func `transcripts require a subscription and the transcripts product`(subscription: String) {
        test.device.store.buy(subscription)
        #expect(test.isAvailable(TranscriptsFeature.self) == false)
        test.device.store.buy("podcasts.transcripts")
        #expect(test.isAvailable(TranscriptsFeature.self) == true)
    }

    @Test @MainActor func `transcript search requires and spends credits`() throws {
        test.device.store.buy("podcasts.premium")
        test.device.store.buy("podcasts.transcripts")
        // Three credits remain from a promotion, and a search costs five.
        #expect(test.isAvailable(TranscriptSearchFeature.self) == false)
        for _ in 1...3 { test.device.store.buy("podcasts.credits") }
        #expect(test.isAvailable(TranscriptSearchFeature.self) == true)
        search("two")
        #expect(test.app.notice == "“two” is mentioned in “Two”")
        #expect(test.device.store.creditBalance(of: PodcastProducts.credits) == 1)
        #expect(test.isAvailable(TranscriptSearchFeature.self) == false)
        search("two")
        #expect(test.device.store.creditBalance(of: PodcastProducts.credits) == 1)
    }

    @Test @MainActor func `an overridden search with too few credits spends none`() {
        test.device.store.buy("podcasts.premium")
        test.device.store.buy("podcasts.transcripts")
        test.turnOn(.purchase(productID: "podcasts.credits"))
        #expect(test.isAvailable(TranscriptSearchFeature.self) == true)
        search("two")
        #expect(test.app.notice == "“two” is mentioned in “Two”")
        #expect(test.device.store.creditBalance(of: PodcastProducts.credits) == 3)
    }

    @MainActor
    private func search(_ text: String) {
        test.run {
            TranscriptSearchFeature.search.request()?.perform(
                withInput: SearchText(text: text), presenter: test.app.center)
        }
    }

    @Test func `episode alerts are on by default and require a permission`() throws {
        #expect(test.isAvailable(EpisodeAlertsFeature.self) == nil)
        test.device.permissions.setStatus(.authorized, of: .notifications)
        #expect(test.isAvailable(EpisodeAlertsFeature.self) == true)
        try toggle(EpisodeAlertsFeature.self, false)
        #expect(test.isAvailable(EpisodeAlertsFeature.self) == false)
    }

    @Test func `nearby speakers require both permissions`() {
        test.device.permissions.setStatus(.authorized, of: .bluetooth)
        #expect(test.isAvailable(NearbySpeakersFeature.self) == nil)
        test.device.permissions.setStatus(.authorized, of: .localNetwork)
        #expect(test.isAvailable(NearbySpeakersFeature.self) == true)
    }

    @Test(arguments: [
        ("iOS 16.0", ["Watch player"]),
        ("iOS 18", ["Lock screen player", "Episode summaries", "Watch player"]),
        ("watchOS 9", ["Episode summaries"]),
        ("watchOS 9.1", ["Episode summaries", "Watch player"]),
        ("tvOS 15", ["Episode summaries", "Watch player", "Living room player"]),
        ("macOS 14.7", ["Lock screen player", "Watch player", "Living room player", "Menu bar player"]),
        ("linux 6.1", ["Lock screen player", "Episode summaries", "Watch player", "Living room player"]),
    ])
    func `the platform decides which device features are available`(platform: String, expected: [String]) {
        let test = TestApp(platform: CurrentPlatform(platform))
        test.app.advance(seconds: SummaryModelFlags.searchLength)
        let devices: [ConditionalFeatureDefinition.Type] = [
            LockScreenPlayerFeature.self, EpisodeSummariesFeature.self, WatchPlayerFeature.self,
            LivingRoomPlayerFeature.self, MenuBarPlayerFeature.self,
        ]
        let available = devices.filter { test.isAvailable($0) == true }.map { $0.name }
        #expect(available == expected)
    }
}
