import FlintTerminal
import FlintWorld
import Foundation
import Testing

@testable import FlintConsole

/// Tests of sessions, stacks, and actions as bars on a time axis.
struct WaterfallTests {
    private func driver(
        _ log: News = .used, columns: Int = 120, rows: Int = 60, usesUTF8: Bool = true
    ) -> ConsoleDriver {
        var driver = ConsoleDriver(SampleApp(news: log), columns: columns, rows: rows, usesUTF8: usesUTF8)
        driver.type("5w")
        return driver
    }

    /// Returns the titles of the lines, indented by their level.
    private func titles(_ driver: ConsoleDriver) -> [String] {
        (driver.state.screens.timeline.tail.rows.waterfall?.rows ?? []).compactMap { row in
            guard case .bar(let bar) = row.content else { return nil }
            return String(repeating: "  ", count: bar.level.rawValue) + bar.title
        }
    }

    @Test func `actions are under their stacks, and those under their sessions`() {
        var log = News()
        let download = News.Performed(
            feature: PodcastFeatures.downloading, name: "Podcast downloading", action: "Download",
            session: "background", stack: 2)
        log.act(.init())
        log.begin(download)
        log.append(.advisory, "no action")
        log.act(.init(action: "Pause"))
        log.act(.init(stack: 4))
        #expect(
            titles(driver(log)) == [
                "main", "  Podcast playback #1", "    Play", "    Pause", "  Podcast playback #4", "    Play",
                "background", "  Podcast downloading #2", "    Download",
            ])
    }

    @Test func `every repetition has a bar, and a running action an open end`() {
        let driver = driver()
        #expect(titles(driver).count { $0 == "    Seek" } == 12)
        let running = driver.canvas().lines.filter { $0.contains("    Download") }
        #expect(running.count == 2)
        #expect(running[0].contains("█") && !running[0].contains("running"))
        #expect(running[1].contains("▶") && running[1].contains("running"))
    }

    @Test func `bars are scaled to the actions on the screen`() {
        var log = News()
        log.act(.init())
        for _ in 1...7 { log.append(.advisory, "time passes") }
        log.act(.init(action: "Pause"))
        let lines = driver(log).canvas().lines
        let first = lines.first { $0.contains("    Play") } ?? ""
        let second = lines.first { $0.contains("    Pause") } ?? ""
        // The axis covers ten seconds: the first second is the first action's, the last is the second action's.
        let width = first.count { $0 == "█" }
        #expect(width == second.count { $0 == "█" })
        #expect(width >= 5)
        let start = { (line: String) in
            line.firstIndex(of: "█").map { line.distance(from: line.startIndex, to: $0) } ?? 0
        }
        #expect(start(second) - start(first) >= width * 8)
        #expect(lines.contains { $0.contains("12:03:41") && $0.contains("12:03:51") && $0.contains("took") })
    }

    @Test func `zooming in halves the axis around the selected bar`() {
        var log = News()
        log.act(.init())
        for _ in 1...7 { log.append(.advisory, "time passes") }
        log.act(.init(action: "Pause"))
        var driver = driver(log)
        driver.type("G")
        let width = driver.canvas().lines.first { $0.contains("    Pause") }?.count { $0 == "█" } ?? 0
        driver.type("+")
        let lines = driver.canvas().lines
        let zoomed = lines.first { $0.contains("    Pause") }?.count { $0 == "█" } ?? 0
        #expect(zoomed >= width * 2 - 1 && zoomed <= width * 2 + 1, "\(width) and \(zoomed)")
        #expect(lines.contains { $0.contains("12:03:46") && $0.contains("12:03:51") && $0.contains("took") })
        #expect(lines.first { $0.contains("    Play") }?.contains("<") == true)
        driver.type("--")
        #expect(driver.announcement == "The axis covers all visible actions")
        #expect(driver.canvas().lines.first { $0.contains("    Pause") }?.count { $0 == "█" } == width)
        for _ in 0...TimelineState.zoomLimit { driver.type("+") }
        #expect(driver.announcement == "The axis cannot be zoomed further")
        driver.type("w+")
        #expect(driver.announcement == "Only the waterfall can be zoomed: w shows it")
    }

    @Test func `the waterfall can be drawn in ASCII`() {
        let lines = driver(usesUTF8: false).canvas().lines
        #expect(lines.allSatisfy { $0.utf8.allSatisfy { $0 < 128 } })
        #expect(lines.contains { $0.contains("Seek") && $0.contains("#") })
        #expect(lines.contains { $0.contains("main") && $0.contains("--") })
        #expect(lines.contains { $0.contains("Podcast playback @1") || $0.contains("==") })
    }

    @Test func `the selection stays when the waterfall is shown and left`() {
        var driver = driver()
        driver.type("wgjjjj")
        let group = driver.state.screens.timeline.tail.selected
        driver.type("w")
        let bar = driver.state.screens.timeline.tail.selected
        #expect(bar?.entry == group?.entry, "the latest of the repetitions")
        #expect(driver.state.detailLines()[0].text.contains("Podcast playback: Seek"))
        driver.type("w")
        #expect(driver.state.screens.timeline.tail.selected?.id == group?.id)
    }

    @Test func `an event that is no action leads to the last action before it`() {
        var driver = driver()
        driver.type("wgjjjjjjw")
        let entry = driver.state.screens.timeline.tail.selected?.entry
        #expect(entry?.event.title == "Podcast playback: Seek")
    }

    @Test func `a session and a stack have details`() {
        var driver = driver()
        driver.type("g")
        #expect(driver.state.detailLines().map(\.text).contains { $0.contains("actions") && $0.contains("14") })
        #expect(driver.canvas().lines.contains { $0.contains("Session") })
        driver.type("P")
        #expect(driver.announcement == "The event concerns no feature")
        driver.type("jP")
        #expect(driver.announcement.hasPrefix("Podcast playback is pinned"))
    }

    @Test func `new events join the waterfall and move nothing that is selected`() {
        var driver = driver()
        driver.type("G")
        let (row, id) = (driver.canvas().cursor?.row, driver.state.screens.timeline.tail.selected?.id)
        driver.log { $0.act(.init(feature: PodcastFeatures.downloading, session: "import", stack: 9)) }
        #expect(driver.state.screens.timeline.tail.selected?.id == id)
        #expect(driver.canvas().cursor?.row == row)
        #expect(titles(driver).contains("import"))
    }

    @Test func `a waterfall without actions shows that none has been performed`() {
        var log = News()
        log.append(.advisory, "careful")
        var driver = driver(log)
        #expect(driver.text().contains("No action has been performed."))
        driver.type("jkG <enter>w")
        #expect(driver.text().contains("careful"))
    }

    @Test func `the latest actions are shown, and the title names the limit`() {
        var log = News()
        for number in 1...1_100 { log.act(.init(action: "Step \(number)")) }
        let driver = driver(log)
        #expect(driver.state.screens.timeline.tail.rows.waterfall?.isTruncated == true)
        #expect(titles(driver).count == 2 + Waterfall.limit)
        #expect(titles(driver).last == "    Step 1100")
        #expect(driver.text().contains("waterfall of the latest 1000 actions"))
    }

    @Test func `the key for beginnings and ends is refused in the waterfall`() {
        var driver = driver()
        driver.type("B")
        #expect(driver.announcement == "The waterfall shows each action as one bar")
    }
}
