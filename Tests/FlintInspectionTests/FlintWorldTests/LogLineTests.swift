import FlintWorld
import Foundation
import Testing

struct LogLineTests {
    @Test func `a log line is encoded and decoded with any content`() throws {
        var full = LogLine(
            id: .max, date: Date(timeIntervalSince1970: 1_767_225_600.25), level: .warning,
            text: "\u{1B}[2J one\r\ntwo \u{202E} 日本 \u{0}", metadata: ["\u{7}": "\"\\\n"], label: "app", source: "App")
        (full.topic, full.featureID, full.actionID) = ("App/Player/#Play", "App/Player", "Play")
        (full.session, full.activity, full.userInitiated) = ("main", "Stack #1", true)
        let bare = LogLine(id: 1, date: .distantPast, level: .trace, text: "", label: "", source: "")
        for line in [full, bare] {
            #expect(try JSONDecoder().decode(LogLine.self, from: JSONEncoder().encode(line)) == line)
        }
    }

    @Test func `levels are ordered by severity`() {
        #expect(LogLine.Level.allCases == LogLine.Level.allCases.sorted())
        #expect(LogLine.Level.trace < .debug && LogLine.Level.notice < .warning && LogLine.Level.error < .critical)
        #expect(!(LogLine.Level.error < .error))
    }

    @Test func `levels have the names of swift-log`() {
        #expect(
            LogLine.Level.allCases.map(\.rawValue) == [
                "trace", "debug", "info", "notice", "warning", "error", "critical",
            ])
    }
}
