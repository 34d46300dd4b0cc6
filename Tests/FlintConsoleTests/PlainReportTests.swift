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
