import FlintTerminal
import Testing

@testable import FlintConsole

struct ActiveFilterTests {
    private let level = ActiveFilter(label: "level", value: "error and above", key: "L", effect: "shows all levels")
    private let topic = ActiveFilter(label: "topic", value: "Downloads", key: "t", effect: "shows all topics")
    private let filter = ActiveFilter(label: "filter", value: "xyz", key: "esc", effect: "clears the filter")

    private func texts(_ filters: [ActiveFilter], columns: Int) -> [String] {
        ActiveFilter.lines(filters, noun: "line", columns: columns, glyphs: .unicode).map(\.text)
    }

    @Test func `each active filter has a line with its key`() {
        #expect(
            texts([level, filter], columns: 60) == [
                "No line matches:", "  level   error and above  L shows all levels",
                "  filter  xyz  esc clears the filter",
            ])
    }

    @Test func `a long filter value is truncated and its key stays visible`() {
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

    @Test func `the summary text names each filter with its key`() {
        #expect(ActiveFilter.summary(of: [filter]) == "the filter (esc)")
        #expect(ActiveFilter.summary(of: [level, filter]) == "the level (L) and the filter (esc)")
        #expect(
            ActiveFilter.summary(of: [level, topic, filter]) == "the level (L), the topic (t) and the filter (esc)")
        #expect(ActiveFilter.summary(of: []).isEmpty)
    }
}

struct SearchTermsTests {
    @Test func `a search matches all words in any order and case`() {
        #expect(SearchTerms("play SMART").match("Smart playlists"))
        #expect(!SearchTerms("smart cat").match("Smart playlists"))
        #expect(SearchTerms("").match("anything"))
    }

    @Test func `a search matches words outside ASCII`() {
        #expect(SearchTerms("größe").match("Die GRÖSSE? nein, die Größe"))
        #expect(SearchTerms("日本").match("これは日本語"))
        #expect(!SearchTerms("aab").match("aa"))
        #expect(SearchTerms("aab").match("aaab"))
    }
}
