import FlintTerminal
import FlintWorld
import Testing

@testable import FlintConsole

struct TimelineTests {
    private func driver(events: Int, columns: Int = 120) -> ConsoleDriver {
        var log = News()
        for number in 1...events { log.append(.completed(), "thing \(number)") }
        var driver = ConsoleDriver(SampleApp(news: log), columns: columns)
        driver.go(to: .timeline)
        return driver
    }

    @Test func `the newest event is followed`() {
        var driver = driver(events: 50)
        #expect(driver.state.screens.timeline.tail.selected?.entry.id == 50)
        driver.log { $0.append(.advisory, "one more") }
        #expect(driver.state.screens.timeline.tail.selected?.entry.id == 51)
        #expect(driver.text().contains("following, 51 of 51"))
    }

    @Test func `moving the selection stops following, and the end resumes it`() {
        var driver = driver(events: 50)
        driver.type("k")
        let row = driver.canvas().cursor?.row
        driver.log { $0.append(.advisory, "one more") }
        #expect(driver.state.screens.timeline.tail.selected?.entry.id == 49)
        #expect(driver.canvas().cursor?.row == row)
        driver.type("G")
        driver.log { $0.append(.advisory, "and more") }
        #expect(driver.state.screens.timeline.tail.selected?.entry.id == 52)
    }

    @Test func `an event that was searched for stays selected, although it is the newest`() {
        var driver = driver(events: 50)
        driver.log { $0.append(.denied(), "denied") }
        driver.type("kN")
        driver.log { $0.append(.advisory, "one more") }
        #expect(driver.state.screens.timeline.tail.selected?.entry.id == 51)
        #expect(driver.text().contains(" 51 of 52, 1 new below "))
    }

    @Test func `events below an older selected event are counted until the newest is followed again`() {
        var driver = driver(events: 50)
        driver.type("kk")
        #expect(driver.text().contains(" 48 of 50 "))
        driver.log { log in
            log.append(.advisory, "one more")
            log.append(.advisory, "and more")
        }
        #expect(driver.text().contains(" 48 of 52, 2 new below "))
        driver.type("k")
        #expect(driver.text().contains(" 47 of 52, 2 new below "))
        driver.type("Gk")
        #expect(driver.text().contains(" 51 of 52 "))
    }

    @Test func `an open event stays selected`() {
        var driver = driver(events: 5)
        driver.type("<enter>")
        driver.log { $0.append(.advisory, "one more") }
        #expect(driver.state.screens.timeline.tail.selected?.entry.id == 5)
        driver.type("<esc>")
        driver.log { $0.append(.advisory, "and more") }
        #expect(driver.state.screens.timeline.tail.selected?.entry.id == 5)
    }

    @Test func `the filter applies to later events`() {
        var driver = driver(events: 20)
        driver.filter("thing 1")
        #expect(driver.state.screens.timeline.tail.count == 11)
        driver.log { log in
            log.append(.advisory, "other")
            log.append(.completed(), "thing 100")
        }
        #expect(driver.state.screens.timeline.tail.count == 12)
        driver.type("<esc>")
        #expect(driver.state.screens.timeline.tail.count == 22)
    }

    @Test func `a timeline without a match names the filter and shows no details`() {
        var driver = driver(events: 5)
        driver.filter("xyz")
        #expect(driver.text().contains("No event matches:"))
        #expect(driver.text().contains("filter  xyz  esc clears the filter"))
        #expect(driver.text().contains("paused: p resumes"))
        #expect(driver.state.detailLines().isEmpty)
        #expect(driver.canvas().lines.last?.contains("open") == false)
        driver.type("<esc>")
        #expect(driver.text().contains("Event 5"))
        #expect(driver.canvas().lines.last?.contains("enter open") == true)
        #expect(!driver.text().contains("p resumes"))
    }

    @Test func `an empty timeline mentions paused background work only while it is paused`() {
        var driver = ConsoleDriver()
        driver.go(to: .timeline)
        #expect(driver.text().contains("No events yet."))
        #expect(driver.text().contains("paused: p resumes"))
        driver.press(.toggleBackground)
        #expect(!driver.text().contains("paused"))
    }

    @Test func `the outcome column is hidden before titles are truncated`() {
        var log = News()
        log.append(.completed(PodcastFeatures.smart, duration: 0.012), "Smart playlists: Show completed")
        for (columns, hasOutcome) in [(60, false), (77, false), (78, true), (80, true), (120, true)] {
            var driver = ConsoleDriver(SampleApp(news: log), columns: columns)
            driver.go(to: .timeline)
            #expect(driver.canvas().lines[3].contains("outcome") == hasOutcome, "\(columns)")
            #expect(driver.canvas().lines[4].contains("success") == hasOutcome, "\(columns)")
            #expect(driver.canvas().lines[4].contains(": Show completed"), "\(columns)")
            #expect(driver.canvas().lines[4].contains("12 ms"), "\(columns)")
        }
    }

    @Test func `a narrow timeline omits the cause and shows the new value of a changed fact`() {
        var log = News()
        log.append(.changed(), "User setting of Dynamic speed: off → on", cause: "console")
        for (columns, hasCause) in [(60, false), (63, false), (64, true), (80, true)] {
            var driver = ConsoleDriver(SampleApp(news: log), columns: columns)
            driver.go(to: .timeline)
            #expect(driver.canvas().lines[3].contains("cause") == hasCause, "\(columns)")
            #expect(driver.canvas().lines[4].contains("Dynamic speed: off → on"), "\(columns)")
        }
    }

    @Test func `columns are as wide as their content`() {
        var log = News()
        log.append(.changed(), "flag: unknown → on", cause: "summary model")
        var driver = ConsoleDriver(SampleApp(news: log))
        driver.go(to: .timeline)
        #expect(driver.canvas().lines[4].contains(" summary model flag: unknown → on"))
        for heading in ["session", "outcome", "took"] { #expect(!driver.canvas().lines[3].contains(heading)) }
        driver.log { $0.append(.changed(), "flag: on → off", cause: String(repeating: "x", count: 40)) }
        #expect(driver.canvas().lines[5].contains(" xxxxxxxxxxxxxxx… flag: on → off"))
    }

    @Test func `columns only grow until the screen is left`() {
        var driver = driver(events: 5)
        let before = driver.canvas().lines[3]
        driver.log { $0.append(.advisory, "answered", cause: "summary model") }
        let after = driver.canvas().lines[3]
        #expect(after != before)
        driver.log { log in
            for number in 1...60 { log.append(.completed(), "other \(number)") }
        }
        #expect(!driver.text().contains("summary model"))
        #expect(driver.canvas().lines[3] == after)
        driver.go(to: .features)
        driver.go(to: .timeline)
        #expect(driver.canvas().lines[3] == before)
    }

    @Test func `a title extends into the columns that its row leaves empty`() {
        var log = News()
        log.append(.completed(duration: 0.012), "short")
        log.append(.advisory, String(repeating: "a", count: 90))
        var driver = ConsoleDriver(SampleApp(news: log))
        driver.go(to: .timeline)
        #expect(driver.canvas().lines[4].contains("12 ms"))
        #expect(driver.canvas().lines[5].contains(String(repeating: "a", count: 90)))
    }

    @Test func `old events are discarded and a discarded selection is not replaced`() {
        var driver = driver(events: 3)
        driver.type("g")
        let events = (4...20_000).map { number in
            EventRecord(
                id: number, date: SampleApp.start, cause: "app", title: "event \(number)", content: .advisory)
        }
        driver.feed(.events(Array(events[..<9_000])))
        #expect(driver.state.screens.timeline.tail.selected?.entry.id == 1)
        driver.feed(.events(Array(events[9_000...])))
        #expect(driver.state.screens.timeline.tail.rows.fold.events.count == TimelineState.capacity)
        #expect(driver.state.screens.timeline.tail.selected == nil)
        #expect(driver.text().contains("The selected item was removed."))
    }

    @Test func `an event that arrives twice is kept once`() {
        var driver = driver(events: 3)
        driver.feed(.events(driver.state.screens.timeline.tail.rows.fold.events))
        #expect(driver.state.screens.timeline.tail.rows.fold.events.count == 3)
    }
}
