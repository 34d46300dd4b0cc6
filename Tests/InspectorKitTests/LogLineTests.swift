import Foundation
import InspectorKit
import Testing

/// Log lines as values.
struct LogLineTests {
    @Test func aLineSurvivesEncodingWhateverIsInIt() throws {
        let full = LogLine(
            id: .max, date: Date(timeIntervalSince1970: 1_767_225_600.25), level: .warning, topic: "App/Player/#Play",
            featureID: "App/Player", actionID: "Play", session: "main", activity: "Stack #1", userInitiated: true,
            text: "\u{1B}[2J one\r\ntwo \u{202E} 日本 \u{0}", metadata: ["\u{7}": "\"\\\n"], label: "app", source: "App")
        let bare = LogLine(id: 1, date: .distantPast, level: .trace, text: "", label: "", source: "")
        for line in [full, bare] {
            #expect(try JSONDecoder().decode(LogLine.self, from: JSONEncoder().encode(line)) == line)
        }
    }

    @Test func levelsAreOrderedByHowMuchTheyMatter() {
        #expect(LogLine.Level.allCases == LogLine.Level.allCases.sorted())
        #expect(LogLine.Level.trace < .debug && LogLine.Level.notice < .warning && LogLine.Level.error < .critical)
        #expect(!(LogLine.Level.error < .error))
    }

    @Test func levelsAreTheWordsOfSwiftLog() {
        #expect(
            LogLine.Level.allCases.map(\.rawValue) == [
                "trace", "debug", "info", "notice", "warning", "error", "critical",
            ])
    }
}
