import FeatureGating
import FlintModel
import FlintWorld
import Foundation
import Testing

@testable import FlintConsole

struct EventRowTests {
    private func event(_ seconds: Double) -> EventRecord {
        EventRecord(
            id: 1, date: Date(timeIntervalSince1970: seconds), kind: .advisory, session: nil, cause: "app",
            featureID: nil, actionID: nil, title: "", outcome: nil, duration: nil, details: [])
    }

    @Test func `an event's duration is formatted in a fitting unit`() {
        #expect(EventRow.displayText(duration: 0.000_089) == "89 us")
        #expect(EventRow.displayText(duration: 0.0123) == "12 ms")
        #expect(
            EventRow.displayText(duration: 0.000_999_4) == "999 us"
                && EventRow.displayText(duration: 0.000_999_6) == "1 ms")
        #expect(
            EventRow.displayText(duration: 0.999_4) == "999 ms" && EventRow.displayText(duration: 0.999_6) == "1.0 s")
        #expect(EventRow.displayText(duration: 1.25) == "1.2 s")
        #expect(EventRow.displayText(duration: 600) == "10 min")
        for strange in [Double.nan, .infinity, -1, 1e300] { #expect(EventRow.displayText(duration: strange) == "?") }
    }

    /// Returns a title shortened to a number of columns, for an event with or without a feature.
    private func title(_ title: String, columns: Int, feature: String? = PodcastFeatures.smart) -> String {
        var event = event(0)
        event.title = title
        event.featureID = feature
        return EventRow(event, in: ConsoleDriver().state).title(columns: columns, ellipsis: "…")
    }

    @Test func `the feature name is truncated before the action and outcome`() {
        let done = "Smart playlists: Show completed"
        #expect(title(done, columns: 31) == done)
        #expect(title(done, columns: 30) == "Smart playlis…: Show completed")
        #expect(title(done, columns: 26) == "Smart pla…: Show completed")
        #expect(title(done, columns: 12) == "Sma…: Show …")
        let denied = "Smart playlists: “Show” denied: Premium subscription not purchased"
        #expect(title(denied, columns: 28) == "Smart playl…: “Show” denied…")
        #expect(title(denied, columns: 39) == "Smart playlists: “Show” denied: Premiu…")
    }

    @Test func `the name of a changed fact is truncated before its values`() {
        var event = event(0)
        event.kind = .factChanged
        event.title = "Premium subscription: not purchased → purchased"
        event.fact = FactRecord(
            key: .purchase(productID: "premium"), fact: Fact(actual: .truth(.true), source: .store, since: event.date))
        let row = EventRow(event, in: ConsoleDriver().state)
        #expect(row.title(columns: 47, ellipsis: "…") == event.title)
        #expect(row.title(columns: 42, ellipsis: "…") == "Premium subscr…: not purchased → purchased")
        #expect(row.title(columns: 35, ellipsis: "…") == "Premium…: not purchased → purchased")
    }

    @Test func `the reason of an override is truncated before the name and the values`() {
        var event = event(0)
        event.kind = .factChanged
        event.title = "Premium subscription: overridden, not purchased → purchased, because of “the demo”"
        let override = FactOverride(value: .truth(.true), cause: "console", since: event.date, reason: "the demo")
        var fact = Fact(actual: .truth(.false), source: .store, since: event.date)
        fact.override = override
        event.fact = FactRecord(key: .purchase(productID: "premium"), fact: fact)
        let row = EventRow(event, in: ConsoleDriver().state)
        #expect(row.title(columns: 83, ellipsis: "…") == event.title)
        #expect(
            row.title(columns: 66, ellipsis: "…")
                == "Premium subscription: overridden, not purchased → purchased, beca…")
        #expect(
            row.title(columns: 58, ellipsis: "…") == "Premium subscript…: overridden, not purchased → purchased…")
    }

    @Test func `a title that does not begin with the feature name is truncated at its end`() {
        #expect(title("Asking for Location when in use", columns: 12) == "Asking for …")
        #expect(title("Smart playlists: Show completed", columns: 12, feature: nil) == "Smart playl…")
        #expect(title("Smart playlists: Show completed", columns: 12, feature: "Gone") == "Smart playl…")
        #expect(title("Smart playlists", columns: 12) == "Smart playl…")
    }

    @Test func `every kind and outcome has a sign with a width of two cells`() {
        for kind in EventRecord.Kind.allCases {
            for outcome in EventRecord.Outcome.allCases.map(Optional.some) + [nil] {
                var event = event(0)
                event.kind = kind
                event.outcome = outcome
                #expect(EventRow.sign(of: event).0.count == 2)
            }
        }
    }

    @Test func `every sign of an event is explained`() {
        let explained = Set(ScreenSign.all(.unicode).map(\.text))
        for kind in EventRecord.Kind.allCases {
            for outcome in [nil] + EventRecord.Outcome.allCases.map(Optional.some) {
                let event = EventRecord(
                    id: 1, date: Date(timeIntervalSince1970: 0), kind: kind, session: nil, cause: "app",
                    featureID: nil, actionID: nil, title: "", outcome: outcome, duration: nil, details: [])
                #expect(explained.contains(EventRow.sign(of: event).0), "\(kind)")
            }
        }
    }
}
