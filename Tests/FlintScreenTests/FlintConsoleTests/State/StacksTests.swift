import FlintTerminal
import FlintWorld
import Testing

@testable import FlintConsole

struct StacksTests {
    private func driver(_ app: SampleApp = .active) -> ConsoleDriver {
        var driver = ConsoleDriver(app)
        driver.go(to: .stacks)
        return driver
    }

    private func rows(_ driver: ConsoleDriver) -> [String] {
        driver.state.screens.stacks.rows.map { row in
            switch row {
            case .session(let name): name
            case .action(let id, _): id
            case .stack(let id, _, let depth, let isContext):
                String(repeating: " ", count: depth + 1) + "#\(id)" + (isContext ? " context" : "")
            }
        }
    }

    @Test func `stacks without a match name the filter and show no details`() {
        var driver = driver()
        driver.filter("xyz")
        #expect(driver.text().contains("No action matches:"))
        #expect(driver.text().contains("filter  xyz  esc clears the filter"))
        #expect(driver.state.detailLines().isEmpty)
        #expect(driver.canvas().lines.last?.contains("open") == false)
        driver.type("<esc>")
        #expect(!driver.state.detailLines().isEmpty)
        #expect(driver.canvas().lines.last?.contains("enter open") == true)
    }

    @Test func `stacks are listed under their session and parent stack`() {
        let driver = driver()
        #expect(rows(driver) == ["main", " #1", "  #3", "background", " #2"])
        #expect(driver.state.selectedStack?.id == "1", "The first stack is selected, not the session's name.")
    }

    @Test func `the details of a stack list its steps and substacks`() {
        let driver = driver()
        let text = driver.text() + driver.state.detailLines().map(\.text).joined(separator: "\n")
        for part in [
            "Play (Fog signals)", "the first 103 are no longer retained", "Dynamic speed, stack #3", "Set speed (1.5)",
            "Smart playlists, stack #9, closed", "107 steps",
        ] {
            #expect(text.contains(part), "\(part)")
        }
    }

    @Test func `the selection stays on a growing stack`() {
        var driver = driver()
        driver.type("G")
        #expect(driver.state.selectedStack?.id == "2")
        driver.log { news in
            news.open(PodcastFeatures.smart, "Smart playlists", in: "3", steps: [("Show", nil)])
            news.stacks[1].steps.append(
                StackSnapshot.Step(
                    date: SampleApp.start, userInitiated: false,
                    content: .action(name: "Remove", input: nil, source: "openURL")))
            news.stacks[1].stepCount += 1
        }
        #expect(rows(driver) == ["main", " #1", "  #3", "   #4", "background", " #2"])
        #expect(driver.state.selectedStack?.id == "2")
        #expect(driver.text().contains("Remove  app, from openURL"))
    }

    @Test func `a selected stack that closes is not replaced`() {
        var driver = driver()
        driver.type("j")
        #expect(driver.state.selectedStack?.id == "3")
        driver.log { $0.stacks.removeLast() }
        #expect(driver.state.selectedStack == nil)
        #expect(driver.text().contains("The selected item was removed."))
        driver.press(.goTo)
        #expect(driver.announcement.contains("was removed"))
        #expect(driver.state.screen == .stacks)
    }

    @Test func `the filter matches steps and keeps ancestors`() {
        var driver = driver()
        driver.type("/set speed")
        #expect(rows(driver) == ["main", " #1 context", "  #3"])
        #expect(driver.state.selectedStack?.id == "3")
        driver.type("<enter><esc>")
        #expect(rows(driver).count == 5)
        #expect(driver.state.selectedStack?.id == "3")
        driver.type("/lighthouse")
        #expect(rows(driver) == ["background", " #2"])
    }

    @Test func `a stack leads to its feature, and escape returns`() {
        var driver = driver()
        driver.type("G")
        driver.press(.goTo)
        #expect(driver.state.screen == .features)
        #expect(driver.state.selectedFeature?.name == "Podcast downloading")
        driver.type("<esc>")
        #expect(driver.state.screen == .stacks)
    }

    @Test func `a stack in a cycle of parents is listed once`() {
        let app = SampleApp.active
        app.add { $0.stacks[0].parent = "3" }
        app.add { $0.stacks[1].parent = "2" }
        #expect(rows(driver(app)) == ["main", " #1", "  #3", "background", " #2"])
    }

    @Test func `a thousand nested stacks are drawn`() {
        let app = SampleApp()
        app.add { news in
            news.open(PodcastFeatures.playback, "Podcast playback", steps: [("Play", nil)])
            for number in 1...1_000 { news.open("Feature/\(number)", "F", in: "\(number)", steps: [("Go", nil)]) }
        }
        var driver = driver(app)
        driver.type("G")
        #expect(driver.state.selectedStack?.id == "1001")
        #expect(driver.text().contains("1001 of 1001"))
        driver.type("g<enter>G")
        #expect(driver.text().contains("stack #"))
    }
}

extension ConsoleState {
    fileprivate var selectedStack: StackSnapshot? {
        guard case .stack(let stack)? = selectedActivity else { return nil }
        return stack
    }
}
