import InspectorKit
import Testing

@testable import FlintConsole

struct PlainReportTests {
    @Test func everyFeatureIsListedWithItsStatusAndWhy() {
        let lines = PlainReport.lines(snapshot: PodcastWorld().snapshot, events: [])
        #expect(lines.first == "Podcasts on iOS 17.2 (simulated): 5 of 11 features available")
        #expect(lines.contains("      Smart playlists: not available"))
        #expect(lines.contains { $0.contains("needs purchase Premium subscription: not purchased (store)") })
        #expect(lines.contains { $0.contains("to unlock: buy Premium subscription, allow Location when in use") })
    }

    @Test func whatNobodySaysHasNoSource() {
        var snapshot = PodcastWorld().snapshot
        for place in snapshot.features.indices {
            for row in snapshot.features[place].requirements.indices {
                snapshot.features[place].requirements[row].source = ""
            }
        }
        #expect(PlainReport.features(snapshot).contains { $0.hasSuffix("Premium subscription: not purchased") })
    }

    @Test func alternativesAreListedUnderAHeadingWhileNoneIsMet() {
        var world = PodcastWorld()
        let turbo = world.snapshot.features.first { $0.name == "Turbo downloads" }
        #expect(turbo?.requirements.contains { $0.kind == .anyOf } == true, "the sample has alternatives")
        let before = PlainReport.features(world.snapshot)
        #expect(before.contains { $0.hasSuffix("  needs any of:") })
        #expect(before.contains { $0.contains("    purchase Premium subscription: not purchased (store)") })
        _ = world.carryOut(.overridePurchase(productID: "premium", status: .purchased))
        #expect(!PlainReport.features(world.snapshot).contains { $0.contains("any of") })
    }

    @Test func overridesAndEventsAreSaidInWords() {
        var world = PodcastWorld()
        _ = world.carryOut(.overridePurchase(productID: "premium", status: .purchased))
        let lines = PlainReport.lines(snapshot: world.snapshot, events: world.events, timeZoneOffset: 3_600)
        #expect(lines.contains("Override: purchase premium is purchased"))
        let product = "Premium subscription (premium): purchased (overridden; the store's value is not purchased)"
        #expect(lines.contains { $0.contains(product) })
        #expect(lines.contains("  13:03:41 console: Premium subscription overridden as purchased"))
    }

    @Test func nothingInItCanCommandATerminal() {
        let world = PodcastWorld.hostile
        for line in PlainReport.lines(snapshot: world.snapshot, events: world.events) {
            #expect(!line.unicodeScalars.contains { $0.value < 0x20 || (0x7F..<0xA0).contains($0.value) })
            #expect(!line.unicodeScalars.contains { (0x202A...0x202E).contains($0.value) })
        }
    }

    @Test func flagsStoreLimitsAndProblemsAreSaidInWords() {
        let lines = PlainReport.lines(snapshot: PodcastWorld.busy.snapshot, events: [], timeZoneOffset: 3_600)
        for expected in [
            "Problem: The file purchases.json was written by a newer version.",
            "Override: flag smart-playlists is on, until 2023-11-14 15:05, because: trying the new lists",
            "Override: flag sound-v2 is off, 2 uses left",
            "Override: permission camera is authorized, until quit",
            "  The store's clock: 2023-11-14 13:03, a day per second",
            "  Next at the store: 2023-12-14 13:03, Premium subscription renews",
            "  Turbo pack waits for approval, since 2023-11-14 13:03.",
            "  smart-playlists: on (overridden; the providers' value is off), for Smart playlists",
            "    Debug menu (debug, rank 900): does not know it",
            "    Remote (remote, rank 300): off, TARGETING_MATCH, variant control, counts",
        ] {
            #expect(lines.contains(expected), "\(expected)")
        }
        let premium = lines.first { $0.hasPrefix("  Premium subscription (premium)") } ?? ""
        #expect(premium.contains("$4.99 for a month, group Premium, subscribed, paid until 2023-12-14 13:03, renews"))
    }

    @Test func anEmptyAppIsReportedToo() {
        let lines = PlainReport.lines(snapshot: .empty, events: [])
        #expect(lines.first?.hasSuffix("0 of 0 features available") == true)
    }

    @Test func stacksFocusAndTheLogAreSaidInWords() {
        var world = PodcastWorld.talking
        world.focus = [PodcastWorld.downloading]
        let lines = PlainReport.lines(snapshot: world.snapshot, events: [], logLines: world.logLines, eventLimit: 4)
        #expect(lines.contains("In focus: Podcast downloading"))
        #expect(lines.contains("  session main"))
        #expect(lines.contains("    Podcast playback, stack #1, 107 steps since 12:03:41"))
        #expect(lines.contains("      12:03:41 Play (Fog signals)"))
        #expect(lines.contains("      Dynamic speed, stack #3, 2 steps since 12:05:41"))
        let logs = lines.drop { $0 != "Logs" }
        #expect(logs.count == 5, "the latest four")
        #expect(logs.last == "  12:03:50 trace PodcastFeatures/DownloadingFeature: tick")
    }

    @Test func withoutStacksAndLogTheyAreNotMentioned() {
        let lines = PlainReport.lines(snapshot: PodcastWorld().snapshot, events: [], logLines: [])
        #expect(!lines.contains("Stacks") && !lines.contains("Logs") && !lines.contains { $0.contains("focus") })
    }

    @Test func aHostileLogIsHarmlessInLines() {
        let world = PodcastWorld.hostileLog
        let lines = PlainReport.lines(snapshot: world.snapshot, events: [], logLines: world.logLines)
        #expect(lines.allSatisfy { line in line.unicodeScalars.allSatisfy { $0.value >= 32 && $0.value != 0x9B } })
    }
}
