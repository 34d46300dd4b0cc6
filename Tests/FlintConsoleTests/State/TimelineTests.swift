import InspectorKit
import TerminalKit
import Testing

@testable import FlintConsole

struct TimelineTests {
    /// A driver on the timeline of an app in which some things have happened.
    private func driver(events: Int, columns: Int = 120) -> ConsoleDriver {
        var world = PodcastWorld()
        for number in 1...events { world.log(.actionCompleted, "thing \(number)", outcome: .success) }
        var driver = ConsoleDriver(world, columns: columns)
        driver.type("5")
        return driver
    }

    @Test func theNewestEventIsFollowed() {
        var driver = driver(events: 50)
        #expect(driver.state.selectedEvent?.id == 50)
        driver.change { $0.log(.advisory, "one more") }
        #expect(driver.state.selectedEvent?.id == 51)
        #expect(driver.text().contains("following, 51 of 51"))
    }

    @Test func movingAwayStandsStillAndTheEndFollowsAgain() {
        var driver = driver(events: 50)
        driver.type("k")
        let row = driver.canvas().cursor?.row
        driver.change { $0.log(.advisory, "one more") }
        #expect(driver.state.selectedEvent?.id == 49)
        #expect(driver.canvas().cursor?.row == row)
        driver.type("G")
        driver.change { $0.log(.advisory, "and more") }
        #expect(driver.state.selectedEvent?.id == 52)
    }

    @Test func whatIsBeingReadIsNotReplaced() {
        var driver = driver(events: 5)
        driver.type("<enter>")
        driver.change { $0.log(.advisory, "one more") }
        #expect(driver.state.selectedEvent?.id == 5)
        driver.type("<esc>")
        driver.change { $0.log(.advisory, "and more") }
        #expect(driver.state.selectedEvent?.id == 5)
    }

    @Test func theFilterTakesInWhatHappensLater() {
        var driver = driver(events: 20)
        driver.type("/thing 1<enter>")
        #expect(driver.state.timeline.count == 11)
        driver.change { world in
            world.log(.advisory, "other")
            world.log(.actionCompleted, "thing 100")
        }
        #expect(driver.state.timeline.count == 12)
        driver.type("<esc>")
        #expect(driver.state.timeline.count == 22)
    }

    @Test func oldEventsAreForgottenAndTheSelectionStays() {
        var driver = driver(events: 3)
        driver.type("g")
        let events = (4...20_000).map { number in
            Event(
                id: number, date: PodcastWorld.start, kind: .advisory, session: nil, cause: "app", featureID: nil,
                actionID: nil, title: "event \(number)", outcome: nil, duration: nil, details: [])
        }
        driver.feed(.events(Array(events[..<9_000])))
        #expect(driver.state.selectedEvent?.id == 1)
        driver.feed(.events(Array(events[9_000...])))
        #expect(driver.state.log.items.count == TimelineState.capacity)
        #expect(driver.state.selectedEvent == nil)
        #expect(driver.text().contains("What was selected here is gone."))
    }

    @Test func anEventThatArrivesTwiceIsKeptOnce() {
        var driver = driver(events: 3)
        driver.feed(.events(driver.state.log.items))
        #expect(driver.state.log.items.count == 3)
    }
}
