import FlintLocks
import Foundation
import Testing

@testable import FlintCore

struct ActivityStoreTests {
    private func activity(_ title: String, id: String? = nil) -> Activity {
        var activity = Activity(activityType: "test")
        activity.title = title
        activity.userInfo["title"] = title
        activity.persistentIdentifier = id
        return activity
    }

    @Test func `the newest activity comes first and replaces an equal one`() {
        let store = FlintRuntime().activities
        for title in ["a", "b", "a", "c"] { store.publish(activity(title)) }
        #expect(store.recent.map(\.title) == ["c", "a", "b"])
        store.publish(activity("d", id: "1"))
        store.publish(activity("e", id: "1"))
        #expect(store.recent.map(\.title) == ["e", "c", "a", "b"])
    }

    @Test func `activities that differ in any property are kept separately`() {
        let store = FlintRuntime().activities
        var page = activity("a")
        page.webpageURL = URL(string: "https://a.example/")
        var other = activity("a")
        other.activityType = "other"
        for next in [activity("a"), page, other] { store.publish(next) }
        #expect(store.recent == [other, page, activity("a")])
        store.publish(activity("a", id: "1"))
        #expect(store.recent.count == 4, "An activity with an identifier differs from one without.")
        #expect(activity("a").loggingDescription == "test “a”")
        #expect(Activity(activityType: "test").loggingDescription == "test")
    }

    @Test func `an activity can be removed from a store without a file`() {
        let store = FlintRuntime().activities
        for title in ["a", "b"] { store.publish(activity(title)) }
        store.remove { $0.title == "a" }
        #expect(store.recent.map(\.title) == ["b"])
    }

    @Test func `activities removed by another process are removed`() {
        let folder = StateFolder()
        let (mine, theirs) = (FlintRuntime().activities, FlintRuntime().activities)
        for store in [mine, theirs] { store.save(toFileAt: folder.path(of: "activities.json")) }
        mine.publish(activity("a"))
        #expect(theirs.recent.map(\.title) == ["a"])
        theirs.remove { _ in true }
        mine.publish(activity("b"))
        #expect(mine.recent.map(\.title) == ["b"], "A saved activity is not saved again.")
    }

    @Test func `a reset removes observers`() {
        let store = FlintRuntime().activities
        let token = store.observe { _ in Issue.record("A removed observer was notified.") }
        store.reset()
        store.publish(activity("a"))
        token.cancel()
    }

    @Test func `the oldest activities are removed above the capacity`() {
        let store = FlintRuntime().activities
        store.capacity = 2
        for title in ["a", "b", "c"] { store.publish(activity(title)) }
        #expect(store.recent.map(\.title) == ["c", "b"])
        store.capacity = 0
        store.publish(activity("d"))
        #expect(store.recent.map(\.title) == ["d"])
    }

    @Test func `activities persist in a file`() throws {
        let folder = StateFolder()
        let first = FlintRuntime().activities
        first.publish(activity("before"))
        first.save(toFileAt: folder.path(of: "activities.json"))
        #expect(try folder.names.isEmpty, "No file is created before an activity is published.")
        first.publish(activity("a"))
        first.publish(activity("b"))
        #expect(try folder.mode("activities.json") == 0o600)
        let second = FlintRuntime().activities
        second.save(toFileAt: folder.path(of: "activities.json"))
        #expect(second.recent == [activity("b"), activity("a"), activity("before")])
        #expect(second.current == nil)
        second.remove { $0.title == "a" }
        let third = FlintRuntime().activities
        third.save(toFileAt: folder.path(of: "activities.json"))
        #expect(third.recent.map(\.title) == ["b", "before"])
    }

    @Test func `a write error is reported and the activities stay in memory`() {
        let folder = StateFolder()
        let store = FlintRuntime().activities
        store.save(toFileAt: folder.path + "/nothing/\u{0}")
        store.publish(activity("a"))
        #expect(store.recent.map(\.title) == ["a"])
        #expect(store.problem != nil)
    }

    @Test func `a corrupt file is renamed`() throws {
        let folder = StateFolder()
        try folder.write("{ \"flint\": \"activities\", no json", to: "activities.json")
        let store = FlintRuntime().activities
        store.save(toFileAt: folder.path(of: "activities.json"))
        store.publish(activity("a"))
        #expect(store.recent.map(\.title) == ["a"])
        #expect(try folder.names.contains("activities.json.unreadable-1"))
    }

    @Test func `observers are notified of every change of the current activity`() {
        let store = FlintRuntime().activities
        let titles = Protected<[String?]>([])
        let token = store.observe { activity in titles.withLock { $0.append(activity?.title) } }
        store.publish(activity("a"))
        store.resignCurrent()
        token.cancel()
        store.publish(activity("b"))
        #expect(titles.withLock { $0 } == ["a", nil])
    }
}
