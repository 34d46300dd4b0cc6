import FlintTerminal
import FlintWorld
import Foundation
import Testing

@testable import FlintConsole

struct ActivityTests {
    private typealias Performed = News.Performed

    private func driver(_ log: News = .used) -> ConsoleDriver {
        var driver = ConsoleDriver(SampleApp(news: log))
        driver.go(to: .stacks)
        return driver
    }

    private func titles(_ driver: ConsoleDriver) -> [String] {
        driver.state.screens.stacks.rows.compactMap { row in
            guard case .action(_, let index) = row else { return nil }
            return driver.state.screens.stacks.actions[index].title
        }
    }

    private func action(_ title: String, _ driver: ConsoleDriver) -> ActionActivity? {
        driver.state.screens.stacks.actions.first { $0.title == title }
    }

    private static func deny(_ log: inout News, _ blockers: [(String, RequirementStatus)]) {
        log.append(
            .denied(PodcastFeatures.clips, "Share clip", blockers: blockers), "Clip sharing: denied", cause: "user")
    }

    // MARK: The table

    @Test(arguments: [
        (120, "count denied failed  median    95 %     last"), (74, "count denied failed  median    95 %     last"),
        (73, "count denied  median    95 %     last"), (60, "count  median    95 %     last"),
    ])
    func `columns without values give way to names`(columns: Int, heading: String) {
        var log = News()
        log.act(Performed(), duration: 1)
        var driver = ConsoleDriver(SampleApp(news: log), columns: columns, rows: 24)
        driver.go(to: .stacks)
        #expect(driver.canvas().lines[3].contains(heading), "\(driver.canvas().lines[3])")
    }

    // MARK: Counting

    @Test(arguments: [false, true])
    func `actions, failures and denials are counted, however the timeline shows them`(showsBeginnings: Bool) {
        var driver = driver()
        if showsBeginnings {
            driver.go(to: .timeline)
            driver.press(.showBeginnings)
            driver.go(to: .stacks)
        }
        let counts = driver.state.screens.stacks.actions.map { [$0.count, $0.running, $0.failed, $0.denied] }
        #expect(
            titles(driver) == [
                "Podcast playback: Seek", "Podcast downloading: Download", "Dynamic speed: Set speed",
                "Podcast playback: Play", "Clip sharing: Share clip",
            ])
        #expect(Set(counts) == [[12, 0, 0, 0], [2, 1, 1, 0], [1, 0, 0, 0], [0, 0, 0, 3]])
    }

    @Test(arguments: [(1, 1.0, 1.0), (2, 1, 2), (3, 2, 3), (20, 10, 19), (21, 11, 20), (100, 50, 95)])
    func `the median and the 95th percentile are actual durations`(count: Int, median: Double, high: Double) {
        var log = News()
        for number in (1...count).shuffled() { log.act(Performed(), duration: Double(number)) }
        let action = action("Podcast playback: Play", driver(log))
        #expect([action?.median, action?.percentile95] == [median, high])
    }

    @Test(arguments: [("", 3), ("+", 2), ("++", 1)])
    func `a period counts the events within it`(keys: String, count: Int) {
        var log = News()
        for age in [400.0, 80, 12] {
            log.act(Performed(action: "Age \(age)"))
            for index in log.events.indices.suffix(2) {
                log.events[index].date = SampleApp.start.addingTimeInterval(1_000 - age)
            }
        }
        var driver = driver(log)
        driver.type(keys)
        #expect(driver.state.screens.stacks.actions.count == count)
    }

    @Test func `a period has a shortest and a longest value`() {
        var driver = driver()
        driver.press(.zoomOut)
        #expect(driver.announcement == "Everything on record is counted")
        driver.press(.zoomIn, .zoomIn)
        #expect(driver.text().contains("Activity – the last minute"))
        driver.press(.zoomIn)
        #expect(driver.announcement == "The last minute is the shortest period")
    }

    @Test func `new events are counted, and the selected action stays on its line`() {
        var driver = driver()
        driver.type("jj")
        let (row, id) = (driver.canvas().cursor?.row, driver.state.screens.stacks.browser.list.selection)
        driver.log { log in
            for _ in 1...20 {
                log.act(Performed(feature: PodcastFeatures.smart, name: "Smart playlists", action: "Show"))
            }
        }
        #expect(titles(driver).first == "Smart playlists: Show")
        #expect(driver.state.screens.stacks.browser.list.selection == id)
        #expect(driver.canvas().cursor?.row == row.map { $0 + 1 })
    }

    @Test func `only earlier events are counted in the past`() {
        var driver = driver()
        driver.feed(.travelled(2, problem: nil))
        #expect(titles(driver) == ["Podcast playback: Play"])
    }

    // MARK: Sorting

    @Test(arguments: [
        (0, "Seek"), (1, "Share clip"), (2, "Download"), (3, "Download"), (4, "Download"),
        (5, "Set speed"), (6, "Share clip"), (7, "Seek"),
    ])
    func `z sorts by the next column`(presses: Int, first: String) {
        var driver = driver()
        driver.type(String(repeating: "z", count: presses))
        #expect(titles(driver).first?.hasSuffix(": " + first) == true)
    }

    // MARK: Reasons

    @Test func `the details state the shares of the reasons for denials`() {
        var log = News()
        Self.deny(&log, [("Premium", .notSatisfied)])
        Self.deny(&log, [("Premium", .notSatisfied), ("Photos", .notDetermined)])
        Self.deny(&log, [("Photos", .notDetermined)])
        Self.deny(&log, [("Premium", .notSatisfied)])
        let lines = driver(log).state.detailLines().map(\.text)
        #expect(lines.contains("Reasons for denials   4 denials"))
        #expect(lines.contains("   75 %  Premium is not met   2 times the only reason"))
        #expect(lines.contains("   50 %  Photos is unknown   1 time the only reason"))
    }

    // MARK: Where an action leads

    @Test func `enter shows the action's events on the timeline`() {
        var driver = driver()
        driver.type("<enter>")
        #expect(driver.state.screen == .timeline)
        #expect(driver.state.screens.timeline.tail.selected?.entry.event.action?.id == "SeekAction")
        #expect(driver.state.screens.timeline.tail.count == 1)
        driver.type("<esc><esc>")
        #expect(driver.state.screen == .stacks)
    }

    @Test func `an event in the details leads to the timeline`() {
        var driver = driver()
        driver.type("lj<enter>")
        #expect(driver.state.screen == .timeline)
        #expect(driver.state.screens.timeline.tail.selected?.entry.event.action?.id == "SeekAction")
    }

    @Test func `n goes to the next action that failed or was denied`() {
        var driver = driver()
        driver.type("n")
        guard case .action(let action)? = driver.state.selectedActivity else {
            Issue.record("No action is selected.")
            return
        }
        #expect(action.failed + action.denied > 0)
        driver.press(.goTo)
        #expect(driver.state.screen == .features)
    }

    @Test func `an activity list that a narrowed view leaves empty names the view and its key`() {
        var driver = driver()
        driver.select(.feature("Photo sharing"))
        driver.press(.narrow)
        driver.go(to: .stacks)
        let text = driver.text()
        #expect(text.contains("No action matches:") && text.contains("narrowed view Photo sharing  Z shows everything"))
    }

    @Test func `the view is narrowed to the feature of an action`() {
        var driver = driver()
        driver.press(.narrow)
        #expect(driver.state.screens.narrowing == [PodcastFeatures.playback])
        #expect(titles(driver).count == 3 && !titles(driver).contains("Clip sharing: Share clip"))
        driver.press(.narrow)
        #expect(driver.state.screens.narrowing.isEmpty)
    }

    @Test func `an app without actions is described as such`() {
        #expect(driver(News()).text().contains("No action has been performed or denied."))
    }
}
