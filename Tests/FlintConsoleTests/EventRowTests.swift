import Foundation
import InspectorKit
import Testing

@testable import FlintConsole

struct EventRowTests {
    private func event(_ seconds: Double) -> Event {
        Event(
            id: 1, date: Date(timeIntervalSince1970: seconds), kind: .advisory, session: nil, cause: "app",
            featureID: nil, actionID: nil, title: "", outcome: nil, duration: nil, details: [])
    }

    @Test func durationsAreInTheUnitThatSuits() {
        #expect(EventRow.words(duration: 0.000_089) == "89 us")
        #expect(EventRow.words(duration: 0.0123) == "12 ms")
        #expect(EventRow.words(duration: 1.25) == "1.2 s")
        #expect(EventRow.words(duration: 600) == "10 min")
        for strange in [Double.nan, .infinity, -1, 1e300] { #expect(EventRow.words(duration: strange) == "?") }
    }

    @Test func everyKindAndOutcomeHasASignOfTwoCells() {
        for kind in Event.Kind.allCases {
            for outcome in Event.Outcome.allCases.map(Optional.some) + [nil] {
                var event = event(0)
                event.kind = kind
                event.outcome = outcome
                #expect(EventRow.sign(of: event).0.count == 2)
            }
        }
    }
}
