import FlintInspectorTestSupport
import FlintTerminal
import FlintWorld
import Testing

@testable import FlintConsole

struct FeatureReasonsTests {
    private func row(_ name: String, in driver: ConsoleDriver) -> String {
        driver.canvas().lines.first { $0.contains(" \(name) ") } ?? ""
    }

    @Test func `without room for the details, each row shows the requirement that blocks its feature`() throws {
        let driver = ConsoleDriver(columns: 80, rows: 24)
        let blocked = driver.app.snapshot().features.filter { $0.visible && $0.available != true }
        #expect(!blocked.isEmpty)
        for feature in blocked {
            let reason = try #require(feature.blockingRequirement?.statement)
            #expect(row(feature.name, in: driver).contains("  \(reason) "), "\(feature.name)")
        }
        let blank = String(repeating: " ", count: 53)
        #expect(row("Podcast playback", in: driver).hasSuffix("Podcast playback\(blank)ok │"))
    }

    @Test func `a list beside its details does not request reasons`() {
        let driver = ConsoleDriver(columns: 90, rows: 24)
        #expect(driver.state.app.explanations.reasons.isEmpty)
        #expect(Set(driver.app.wanted) == Set(driver.state.model.lineage(of: PodcastFeatures.speed)))
    }

    /// The app with another name of Photo sharing.
    private func renamed(_ name: String) -> SampleApp {
        .declaring { features in
            for index in features.indices where features[index].summary.name == "Photo sharing" {
                features[index].summary.name = name
            }
        }
    }

    @Test func `a reason is truncated before the name`() {
        let name = String(repeating: "photo ", count: 4) + "sharing"
        let driver = ConsoleDriver(renamed(name), columns: 60, rows: 24)
        let row = row(name, in: driver)
        #expect(row.contains("  Camera is …"))
        #expect(row.hasSuffix(" no │"))
    }

    @Test func `a name without room for a reason is shown alone`() {
        let name = String(repeating: "photo ", count: 6) + "sharing"
        let driver = ConsoleDriver(renamed(name), columns: 60, rows: 24)
        #expect(row(name, in: driver).hasSuffix("\(name)    no │"))
    }

    @Test func `reasons are requested once, and only for visible rows`() {
        var driver = ConsoleDriver(.large(200, needs: .purchase("premium")), columns: 80, rows: 24)
        let visible = driver.state.screen.behavior.visibleFeatures(in: driver.state)
        #expect(visible.count == 18)
        #expect(Set(driver.app.wanted) == Set(visible))
        let asked = driver.app.wanted.count
        driver.type("G")
        #expect(driver.app.wanted.count == asked + 18, "The reasons of one page are requested.")
        driver.type("g")
        #expect(driver.app.wanted.count == asked + 18, "Known declarations are not requested again.")
    }

    @Test func `a reason is updated with the app`() {
        var driver = ConsoleDriver(columns: 80, rows: 24)
        #expect(row("Smart playlists", in: driver).contains("Premium subscription is not purchased"))
        driver.change { $0.own("premium") }
        #expect(row("Smart playlists", in: driver).contains("Location when in use is not determined"))
        driver.change { $0.permit(.location(usage: .whenInUse)) }
        #expect(row("Smart playlists", in: driver).hasSuffix(" ok │"))
        #expect(!row("Smart playlists", in: driver).contains("Location"))
    }

    @Test func `reasons are requested when the window becomes narrow or the details close`() {
        var driver = ConsoleDriver()
        driver.resize(80, 24)
        #expect(row("Smart playlists", in: driver).contains("Premium subscription is not purchased"))
        driver.type("<tab>")
        driver.change { $0.own("premium") }
        #expect(driver.state.app.explanations.reasons.isEmpty)
        driver.type("<esc>")
        #expect(row("Smart playlists", in: driver).contains("Location when in use is not determined"))
    }

    @Test func `a reason stays until the declarations for the new one arrive`() {
        let id = PodcastFeatures.speed
        let world = SampleApp().world(of: nil)
        let undeclared = World(model: world.model)
        var explanations = Explanations()
        explanations.findReasons(of: [id], in: world, isStale: false)
        let reasons = explanations.reasons
        #expect(reasons[id]?.isEmpty == false)
        explanations.findReasons(of: [id], in: undeclared, isStale: true)
        #expect(explanations.reasons == reasons)
        let want = explanations.request([id], dependents: [], in: undeclared)
        #expect(want == Sync.Want(features: world.model.lineage(of: id)))
        #expect(explanations.request([id], dependents: [], in: undeclared).isEmpty, "All reasons have been requested.")
    }
}
