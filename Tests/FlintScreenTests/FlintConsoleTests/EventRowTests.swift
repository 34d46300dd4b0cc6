import FeatureGating
import FlintModel
import FlintWorld
import Foundation
import Testing

@testable import FlintConsole

struct EventRowTests {
    private static func event(_ content: EventRecord.Content, _ title: String = "") -> EventRecord {
        EventRecord(id: 1, date: SampleApp.start, cause: "app", title: title, content: content)
    }

    /// The state of Premium, as the content of an event.
    private func premium(_ override: FactOverride? = nil) -> EventRecord.Content {
        let fact = Fact(actual: .truth(.true), override: override, source: .store, since: SampleApp.start)
        return .factChanged(
            EventRecord.Change(of: FactRecord(key: .purchase(productID: "premium"), fact: fact)))
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
        let event = Self.event(feature.map(EventRecord.Content.flowBegan) ?? .advisory, title)
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
        let event = Self.event(premium(), "Premium subscription: not purchased → purchased")
        let row = EventRow(event, in: ConsoleDriver().state)
        #expect(row.title(columns: 47, ellipsis: "…") == event.title)
        #expect(row.title(columns: 42, ellipsis: "…") == "Premium subscr…: not purchased → purchased")
        #expect(row.title(columns: 35, ellipsis: "…") == "Premium…: not purchased → purchased")
    }

    @Test func `the reason of an override is truncated before the name and the values`() {
        let override = FactOverride(value: .truth(.true), cause: "console", since: SampleApp.start, reason: "the demo")
        let event = Self.event(
            premium(override),
            "Premium subscription: overridden, not purchased → purchased, because of “the demo”")
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

    /// An event of every kind, with every outcome.
    private static var contents: [EventRecord.Content] {
        let prompt = EventRecord.Prompt(permission: nil)
        return [
            .began, .denied(), .changed(), .storeEvent(product: nil), .promptShown(prompt),
            .flowBegan(featureID: "F"), .identifierChanged(featureID: "F"), .advisory,
        ]
            + EventRecord.Outcome.allCases.flatMap { outcome in
                [
                    .completed(outcome: outcome), .promptAnswered(prompt, outcome: outcome),
                    .flowEnded(featureID: "F", outcome: outcome),
                ]
            }
    }

    @Test func `every kind and outcome has a sign that is explained and has a width of two cells`() {
        let explained = Set(ScreenSign.all(.unicode).map(\.text))
        let events = Self.contents.map { Self.event($0) }
        #expect(Set(events.map(\.kind)) == Set(EventRecord.Kind.allCases))
        for event in events {
            let sign = EventRow.sign(of: event).0
            #expect(sign.count == 2)
            #expect(explained.contains(sign), "\(event.kind)")
        }
    }
}
