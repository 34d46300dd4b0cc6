import FlintInspectorTestSupport
import FlintWorld
import Testing

@testable import FlintConsole

struct DetailLinesTests {
    private let state = ConsoleDriver().state

    private func text(_ lines: [StyledLine]) -> [String] { lines.map(\.text) }

    private func feature() throws -> FeatureSnapshot {
        try #require(SampleApp().snapshot().features.first { $0.id == PodcastFeatures.smart })
    }

    @Test func `the latest events of a feature lead to the timeline`() {
        var driver = ConsoleDriver(.expired)
        driver.select(.smartPlaylists)
        let lines = driver.state.detailLines()
        let heading = lines.firstIndex { $0.text == "Lately" } ?? 0
        let events = lines[heading...].dropFirst().prefix { $0.target != nil }
        #expect(events.map(\.target) == [39, 34, 4, 3].map { .showEvent($0) })
        driver.type("lG")
        while driver.state.details.selection?.target != .showEvent(34), driver.state.pane == .detail {
            driver.type("k")
        }
        driver.type("<enter>")
        #expect(driver.state.screens.timeline.tail.selected?.entry.id == 34)
        driver.type("<esc>")
        #expect(driver.state.screen == .features)
    }

    @Test func `the latest events of a product lead to the timeline`() throws {
        var driver = ConsoleDriver(.expired)
        driver.select(.product("Premium subscription"))
        let lines = driver.state.detailLines()
        let heading = try #require(lines.firstIndex { $0.text == "Lately" })
        let fold = driver.state.screens.timeline.tail.rows.fold
        let newest = fold.positions.reversed().map { fold[$0] }.first { $0.event.title.hasPrefix("Premium") }
        #expect(try lines[heading + 1].target == .showEvent(#require(newest).id))
    }

    @Test func `a feature's variation is among its facts`() throws {
        var feature = try feature()
        #expect(!text(FeatureDetail(feature, in: state).lines).contains { $0.contains("variation") })
        feature.variation = "compact"
        feature.visible = false
        let lines = text(FeatureDetail(feature, in: state).lines)
        #expect(lines.contains("hidden from users\(state.glyphs.separator)variation compact"))
    }

    @Test func `a setting or a switch among the requirements is not repeated above them`() throws {
        var feature = try #require(SampleApp().snapshot().features.first { $0.id == PodcastFeatures.speed })
        feature.userSetting = false
        feature.runtimeSwitch = true
        func facts() -> String? { text(FeatureDetail(feature, in: state).lines).prefix { !$0.isEmpty }.last }
        #expect(facts() == "runtime switch on")
        feature.requirements.removeAll { $0.kind == .userSetting }
        #expect(facts() == "user setting off\(state.glyphs.separator)runtime switch on")
    }

    @Test func `a long blocking requirement continues under its label`() throws {
        var feature = try feature()
        let index = try #require(feature.firstBlocking)
        feature.requirements[index].statement = Array(repeating: "requirement", count: 12).joined(separator: " ")
        let lines = text(FeatureDetail(feature, in: state).lines)
        let first = try #require(lines.firstIndex { $0.hasPrefix("   Blocked by: requirement") })
        #expect(lines[first + 1].hasPrefix("   requirement"))
    }

    @Test func `a product's description is shown under its identifier`() throws {
        var product = try #require(SampleApp.full.snapshot().products.first { $0.productID == "premium" })
        product.description = "Every feature, for as long as you subscribe."
        let lines = text(ProductDetail(product, in: state).lines)
        #expect(lines[0] == "premium")
        #expect(lines[1] == "Every feature, for as long as you subscribe.")
    }

    @Test func `the error of a flag's provider takes at most four lines`() throws {
        var flag = try #require(SampleApp.full.snapshot().flags.first { $0.key == "sound-v2" })
        let index = try #require(flag.answers.firstIndex { $0.errorCode != nil })
        flag.answers[index].errorMessage = Array(repeating: "no answer", count: 100).joined(separator: ", ")
        // The reason below the providers repeats the error.
        let lines = text(FactDetail(.flag(flag), in: state).lines).prefix { $0 != "Why" }
        #expect(lines.count { $0.hasPrefix("     ") && $0.contains("answer") } == 4)
    }

    @Test func `the priorities of a flag's providers are listed in the column priority`() throws {
        let flag = try #require(SampleApp.full.snapshot().flags.first { $0.key == "smart-playlists" })
        let lines = text(FactDetail(.flag(flag), in: state).lines)
        let heading = try #require(lines.first { $0.hasPrefix("Providers") })
        let name = try #require(heading.firstRange(of: "priority "))
        let column = heading.distance(from: heading.startIndex, to: name.lowerBound)
        let remote = try #require(lines.first { $0.contains("Remote") })
        #expect(remote.dropFirst(column).hasPrefix("300 "))
    }
}
