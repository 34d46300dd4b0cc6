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
        #expect(lines.contains("Override in force: purchase premium is purchased"))
        let product = "Premium subscription (premium): purchased (overridden; the store says not purchased)"
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

    @Test func anEmptyAppIsReportedToo() {
        let lines = PlainReport.lines(snapshot: .empty, events: [])
        #expect(lines.first?.hasSuffix("0 of 0 features available") == true)
    }
}
