import TerminalKit
import Testing

@testable import FlintConsole

struct ActiveFilterTests {
    private let level = ActiveFilter(label: "level", value: "error and above", key: "L", effect: "goes on")
    private let topic = ActiveFilter(label: "topic", value: "Downloads", key: "t", effect: "shows all topics")
    private let filter = ActiveFilter(label: "filter", value: "xyz", key: "esc", effect: "clears the filter")

    /// The lines as text.
    private func texts(_ narrowings: [ActiveFilter], columns: Int) -> [String] {
        ActiveFilter.lines(narrowings, noun: "line", columns: columns, signs: .unicode).map(\.text)
    }

    @Test func eachHasALineWithItsKey() {
        #expect(
            texts([level, filter], columns: 60) == [
                "No line matches:", "  level   error and above  L goes on", "  filter  xyz  esc clears the filter",
            ])
    }

    @Test func aLongValueLosesItsEndAndTheKeyStays() {
        let long = ActiveFilter(
            label: "filter", value: String(repeating: "very long \u{1B}[2J", count: 500), key: "esc",
            effect: "clears the filter")
        for columns in 33...120 {
            let lines = texts([long], columns: columns)
            #expect(lines.allSatisfy { DisplayWidth.of($0) <= columns })
            #expect(lines[1].hasSuffix("  esc clears the filter"))
            #expect(!lines[1].unicodeScalars.contains("\u{1B}"))
        }
    }

    @Test func wordsNameEachWithItsKey() {
        #expect(ActiveFilter.words([filter]) == "the filter (esc)")
        #expect(ActiveFilter.words([level, filter]) == "the level (L) and the filter (esc)")
        #expect(ActiveFilter.words([level, topic, filter]) == "the level (L), the topic (t) and the filter (esc)")
        #expect(ActiveFilter.words([]).isEmpty)
    }
}
