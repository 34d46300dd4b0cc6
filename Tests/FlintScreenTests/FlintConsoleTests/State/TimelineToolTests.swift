import FlintTerminal
import FlintWorld
import Foundation
import Testing

@testable import FlintConsole

struct TimelineToolTests {
    private func driver(_ log: News = .used, columns: Int = 120) -> ConsoleDriver {
        var driver = ConsoleDriver(SampleApp(news: log), columns: columns)
        driver.go(to: .timeline)
        return driver
    }

    private func rows(_ driver: ConsoleDriver, with text: String) -> [String] {
        let rect = driver.state.layout.listArea(of: .timeline)
        return driver.canvas().lines[rect.row..<rect.maxRow].filter { $0.contains(text) }
    }

    // MARK: One row for an action

    @Test func `a running action is marked, and its row keeps its position when the action ends`() {
        var log = News()
        let request = log.begin(.init())
        log.append(.advisory, "one")
        log.append(.advisory, "two")
        var driver = driver(log)
        driver.type("g")
        #expect(rows(driver, with: "Play began").first?.contains("running") == true)
        let row = driver.canvas().cursor?.row
        driver.log { $0.end(.init(), request: request) }
        #expect(driver.state.screens.timeline.tail.selected?.entry.id == 1)
        #expect(driver.canvas().cursor?.row == row)
        #expect(driver.state.screens.timeline.tail.count == 3)
        #expect(rows(driver, with: "Podcast playback: Play").count == 1)
        #expect(rows(driver, with: "Play ").first?.contains("3.0 s") == true)
        #expect(rows(driver, with: "running").isEmpty)
        #expect(driver.text().contains("Events 1 and 4"))
        let text = driver.state.detailLines().map(\.text)
        #expect(text.contains { $0.contains("began") && $0.contains("12:03:41.000, event 1") })
        #expect(text.contains { $0.contains("ended") && $0.contains("12:03:44.000, event 4") })
    }

    @Test func `a setting shows the beginning and the end of an action in separate rows`() {
        var driver = driver()
        let count = driver.state.screens.timeline.tail.count
        driver.type("g")
        driver.press(.showBeginnings)
        #expect(driver.announcement.contains("separate rows"))
        #expect(rows(driver, with: "Play began").count == 1)
        #expect(driver.state.screens.timeline.tail.count > count)
        #expect(driver.state.screens.timeline.tail.selected?.entry.id == 1)
        #expect(rows(driver, with: " running ").isEmpty)
        driver.type("j")
        #expect(driver.state.screens.timeline.tail.selected?.entry.event.kind == .actionCompleted)
        driver.press(.showBeginnings)
        #expect(driver.state.screens.timeline.tail.count == count)
        #expect(driver.state.screens.timeline.tail.selected?.entry.id == 1)
    }

    @Test func `rows that a setting adds are not counted as new`() {
        var driver = driver()
        driver.type("g")
        driver.press(.showBeginnings)
        #expect(!driver.text().contains("new below"))
        driver.log { $0.append(.advisory, "one more") }
        #expect(driver.text().contains("1 new below"))
    }

    @Test func `running actions are found by their status`() {
        var driver = driver()
        driver.filter("is:running")
        #expect(driver.state.screens.timeline.tail.count == 1)
        #expect(rows(driver, with: "Download began").count == 1)
    }

    @Test func `an action that ends is hidden by a filter that it no longer matches`() {
        var log = News()
        let request = log.begin(.init())
        var driver = driver(log)
        driver.filter("is:running")
        driver.log { $0.end(.init(), request: request) }
        #expect(driver.state.screens.timeline.tail.count == 0)
        driver.filter("is:ok")
        #expect(driver.state.screens.timeline.tail.count == 1)
    }

    // MARK: Repetitions

    @Test func `repetitions share one row with a count and the times of the last ones`() {
        var driver = driver()
        #expect(rows(driver, with: "Podcast playback: Seek x12").count == 1)
        #expect(rows(driver, with: "denied x3").count <= 1)
        driver.filter("seek")
        let details = driver.state.detailLines().map(\.text)
        #expect(details.contains("Repeated   12 times"))
        #expect(details.count { $0.hasPrefix("   12:0") && $0.contains("took 1.0 s") } == 11)
        #expect(details.contains("   and 1 earlier"))
    }

    @Test(arguments: [1, 2, 11, 12, 30])
    func `the details of repetitions list the newest ones first and without a gap`(_ count: Int) {
        var log = News()
        for _ in 0..<count { log.append(.advisory, "again", cause: "app") }
        let row = driver(log).state.screens.timeline.tail.selected
        #expect(row?.entry.id == UInt64(count))
        #expect(row?.earlier.map(\.id) == (1..<count).reversed().prefix(10).map { UInt64($0) })
    }

    @Test func `a new repetition is counted in the followed row`() {
        var driver = driver()
        driver.log { $0.append(.advisory, "again", cause: "app") }
        let count = driver.state.screens.timeline.tail.count
        driver.log { $0.append(.advisory, "again", cause: "app") }
        #expect(driver.state.screens.timeline.tail.count == count)
        #expect(rows(driver, with: "again x2").count == 1)
        #expect(driver.canvas().cursor != nil)
        #expect(driver.state.screens.timeline.tail.isFollowing)
    }

    @Test func `the selection stays with an action that becomes a repetition`() {
        var log = News()
        log.act(.init())
        let request = log.begin(.init())
        var driver = driver(log)
        driver.type("k")
        driver.type("j")
        driver.log { log in
            log.append(.advisory, "later")
            log.end(.init(), request: request)
        }
        driver.type("k")
        #expect(driver.state.screens.timeline.tail.selected?.entry.begin?.id == 3)
        #expect(rows(driver, with: "Play x2").count == 1)
    }

    @Test func `a key expands repetitions and collapses them`() {
        var driver = driver()
        driver.select(row: "Seek")
        let count = driver.state.screens.timeline.tail.count
        #expect(rows(driver, with: "▸ Podcast playback: Seek x12").count == 1)
        driver.type("<enter>")
        #expect(driver.state.screens.timeline.tail.count == count + 12)
        #expect(rows(driver, with: "▾ Podcast playback: Seek x12").count == 1)
        driver.type("jj")
        #expect(driver.state.detailTitleText.hasPrefix("Events "))
        driver.type("<left>")
        #expect(driver.state.screens.timeline.tail.count == count)
        #expect(driver.state.screens.timeline.tail.selected?.earlier.isEmpty == false)
        driver.type("<right>")
        #expect(driver.state.screens.timeline.tail.count == count + 12)
    }

    @Test func `enter on a row that cannot be expanded opens the details`() {
        var driver = driver()
        driver.type("g<enter>")
        #expect(driver.state.pane == .detail)
    }

    // MARK: Changes of availability

    @Test func `a change of availability is one row that expands to the features`() {
        var driver = driver()
        driver.select(row: "(3 features)")
        #expect(rows(driver, with: "(3 features)").count == 1)
        #expect(driver.state.detailLines().map(\.text).contains("Features   3 changed"))
        driver.type("<enter>")
        #expect(rows(driver, with: "Smart playlists: not available → available").count == 1)
        driver.type("jjj")
        #expect(driver.state.screens.timeline.tail.selected?.featureID == PodcastFeatures.smart)
        driver.type("<enter>")
        #expect(driver.state.pane == .detail, "Only the row of the group expands and collapses it.")
        driver.type("<esc>")
        #expect(driver.state.detailLines()[0].text == "ok Smart playlists: not available → available")
        driver.press(.goTo)
        #expect(driver.state.screen == .features)
        #expect(driver.state.selectedFeature?.id == PodcastFeatures.smart)
        driver.type("<esc>")
        #expect(driver.state.screen == .timeline)
    }

    @Test func `features beyond the limit share a row that counts them`() {
        var log = News()
        log.change("Platform: iOS → watchOS", [("F", "One")], to: false, featureCount: 2_000)
        var driver = driver(log)
        #expect(rows(driver, with: "(2000 features)").count == 1)
        driver.type("<enter>jj")
        #expect(rows(driver, with: "1999 more features").count == 1)
        #expect(driver.state.screens.timeline.tail.selected?.featureID == nil)
        driver.press(.pin)
        #expect(driver.announcement.contains("concerns several features"))
    }

    @Test func `a filter by a feature finds the feature's events`() {
        var driver = driver()
        driver.filter("feature:smart")
        #expect(driver.state.screens.timeline.tail.count == 3)
        driver.filter("smart playlists")
        #expect(driver.state.screens.timeline.tail.count == 3)
        driver.filter("kind:availability")
        #expect(driver.state.screens.timeline.tail.count == 2)
    }

    // MARK: Pins and the last change

    @Test func `a pinned feature's events are marked and can be visited in order`() {
        var driver = driver()
        driver.select(row: "prompt shown")
        driver.press(.pin)
        #expect(driver.announcement == "Smart playlists is pinned: [ and ] go through its events")
        #expect(rows(driver, with: "◆12:0").count == 3)
        #expect(driver.text().contains("◆ Smart playlists pinned"))
        driver.type("]")
        #expect(driver.state.screens.timeline.tail.selected?.entry.featureCount == 3)
        driver.type("]")
        #expect(driver.state.screens.timeline.tail.selected?.entry.event.title.hasSuffix("not purchased") == true)
        driver.type("]")
        #expect(driver.announcement == "Continued from the beginning")
        #expect(driver.state.screens.timeline.tail.selected?.entry.event.kind == .promptShown)
        driver.type("[")
        #expect(driver.announcement == "Continued from the end")
        driver.select(row: "prompt shown")
        driver.press(.pin)
        #expect(driver.announcement == "Smart playlists is no longer pinned")
        #expect(rows(driver, with: "◆").isEmpty)
    }

    @Test func `a feature can be pinned in every list of features`() {
        var driver = ConsoleDriver(.used)
        driver.select(.smartPlaylists)
        driver.press(.pin)
        #expect(driver.announcement == "Smart playlists is pinned: [ and ] on screen 5 go through its events")
        driver.go(to: .timeline)
        driver.type("[")
        #expect(driver.state.screens.timeline.tail.selected?.featureID == PodcastFeatures.smart)
    }

    @Test func `a feature leads to the event that last changed its availability`() {
        var driver = ConsoleDriver(.used)
        driver.select(.smartPlaylists)
        driver.press(.lastChange)
        #expect(driver.state.screen == .timeline)
        let last = driver.state.screens.timeline.tail.selected?.entry
        #expect(last?.event.title == "Premium subscription: purchased → not purchased")
        driver.type("<enter>j")
        driver.press(.lastChange)
        #expect(driver.state.screens.timeline.tail.selected?.entry.featureCount == 3)
        driver.press(.pin)
        #expect(driver.announcement == "The event concerns several features: expand it and choose one")
        driver.type("<esc>")
        #expect(driver.state.screen == .features)
    }

    @Test func `a change leads to the store event that caused it`() {
        var log = News.used
        log.expirePremium()
        log.append(.advisory, "later")
        var driver = driver(log)
        driver.type("k")
        #expect(driver.state.screens.timeline.tail.selected?.entry.event.title.hasSuffix("→ not purchased") == true)
        driver.press(.lastChange)
        #expect(driver.state.screens.timeline.tail.selected?.entry.event.title == "Premium subscription: expired")
        driver.press(.lastChange)
        #expect(driver.announcement == "The event concerns no feature")
    }

    @Test func `a change of a permission leads to its prompt, regardless of the prompt's title`() {
        var log = News.used
        let camera = FactReference(kind: .permission, key: "camera")
        for (subject, title) in [(camera, "Kamera"), (FactReference(kind: .permission, key: "photos"), "Camera: no")] {
            log.append(.promptShown(EventRecord.Prompt(permission: subject)), title)
        }
        let fact = Fact(actual: .permission(.denied), source: .system, since: SampleApp.start)
        log.change("Camera: denied", of: FactRecord(key: .permission(.camera), fact: fact), [], to: false)
        var driver = driver(log)
        driver.press(.lastChange)
        #expect(driver.state.screens.timeline.tail.selected?.entry.event.title == "Kamera")
    }

    @Test func `a change without a recorded cause is announced as such`() {
        var log = News.used
        log.expirePremium()
        log.expirePremium()
        let store = log.events.count - 2
        log.events[store].content = .storeEvent(product: nil)
        var driver = driver(log)
        driver.press(.lastChange)
        #expect(driver.announcement == "No event on record caused this change (cause: store)")
        #expect(driver.state.screens.timeline.tail.selected?.entry.id == UInt64(log.events.count))
    }

    @Test func `an event that the focus hides is announced as such`() {
        var driver = ConsoleDriver(.used)
        driver.change { $0.perform(.focus(feature: PodcastFeatures.downloading, isOn: true)) }
        driver.select(.smartPlaylists)
        driver.press(.lastChange)
        #expect(driver.announcement.hasSuffix("is hidden by the focus (Z)"))
    }

    @Test func `without a pin, the events of the selected event's feature can be visited`() {
        var driver = driver()
        driver.select(row: "prompt shown")
        driver.type("]")
        #expect(driver.state.screens.timeline.tail.selected?.entry.featureCount == 3)
        driver.type("[[")
        #expect(driver.announcement == "The selected event concerns no feature, and none is pinned (P)")
    }

    @Test func `an event leads to the previous change, even through a filter`() {
        var driver = driver()
        driver.filter("set speed")
        #expect(driver.state.screens.timeline.tail.count == 1)
        driver.press(.lastChange)
        #expect(!driver.state.filter.isActive)
        #expect(driver.state.screens.timeline.tail.shown?.entry.featureCount == 3)
    }

    @Test func `a feature without changes is announced as such`() {
        var driver = ConsoleDriver(.used)
        driver.select(.feature("Photo sharing"))
        driver.press(.lastChange)
        #expect(driver.state.screen == .features)
        #expect(driver.announcement == "No event on record changed the availability of Photo sharing")
    }

    // MARK: Cost

    @Test func `a frame draws only visible rows, whether they are collapsed or expanded`() {
        var log = News()
        for number in 1...2_000 { log.append(.advisory, "event \(number / 40)", cause: "app") }
        var driver = driver(log)
        #expect(driver.state.screens.timeline.tail.count == 51)
        let height = driver.state.layout.listHeight(of: .timeline)
        #expect(driver.rowsDrawn == height)
        driver.type("gj<enter>")
        #expect(driver.state.screens.timeline.tail.count == 91)
        #expect(driver.rowsDrawn == height)
    }

    @Test func `hostile events are shown in every view without control characters`() {
        for columns in [60, 80, 120, 200] {
            var driver = ConsoleDriver(.hostileEvents, columns: columns)
            driver.go(to: .timeline)
            for keys in ["", "g ", "j", "jj", "B", "B", "G", "w", "jjj", "gj", "P", "w", "<enter>"] {
                driver.type(keys)
                let text = driver.text()
                #expect(
                    !text.unicodeScalars.contains { $0.value < 32 && $0 != "\n" || (0x7F...0x9F).contains($0.value) })
                #expect(!text.contains("\u{202E}"))
            }
        }
    }
}

extension ConsoleState {
    /// The title of the details, or an empty string.
    fileprivate var detailTitleText: String { screen.behavior.detailTitle(in: self) ?? "" }
}
