import FlintCore
import FlintInspectorTestSupport
import FlintLocks
import FlintWorld
import Foundation
import Logging
import Testing

@testable import FlintInspector

struct LogLinesTests {
    private let bench = Bench()

    private func logger(_ label: String = "till") -> Logger {
        var logger = Logger(label: label) { Flint.logHandler(label: $0, runtime: bench.runtime) }
        logger.logLevel = .trace
        return logger
    }

    /// Writes the engine's lines to the bench's log, as the command line does.
    private func keepLog() {
        bench.runtime.bind {
            FlintCore.Logging.setLoggerOutputs(
                development: [SwiftLogOutput(logger: logger("flint.development"))], production: nil)
            ActionSession.quickSetupMainSession()
        }
    }

    @Test func `every log level keeps its name`() {
        let logger = logger()
        for level in Logger.Level.allCases { logger.log(level: level, "\(level.rawValue)") }
        let lines = bench.inspector.logLines(after: 0)
        #expect(lines.map(\.level.rawValue) == Logger.Level.allCases.map(\.rawValue))
        #expect(lines.map(\.level.rawValue) == lines.map(\.text))
        #expect(lines.map(\.id) == Array(1...7))
    }

    @Test func `log lines after an identifier are the later ones`() {
        let logger = logger()
        for number in 1...5 { logger.info("\(number)") }
        #expect(bench.inspector.logLines(after: 3).map(\.text) == ["4", "5"])
        #expect(bench.inspector.logLines(after: 5).isEmpty)
        #expect(bench.inspector.logLines(after: .max).isEmpty)
    }

    @Test func `a log line of an action names its feature and action`() async throws {
        keepLog()
        _ = await bench.answer(to: .perform(ActionInvocation(feature: "TestApp/Shop", action: "FailAction")))
        let lines = bench.inspector.logLines(after: 0)
        #expect(lines.map(\.level) == [.debug, .error])
        let line = try #require(lines.last)
        #expect(line.topic == "TestApp/Shop/#FailAction")
        #expect(line.featureID == "TestApp/Shop")
        #expect(line.actionID == "FailAction")
        #expect(line.session == "main")
        #expect(line.userInitiated == true)
        #expect(line.text.contains("the till is empty"))
        #expect(line.label == "flint.development")
        #expect(line.activity?.contains("Stack #1") == true)
    }

    @Test func `a log line outside actions has no session`() throws {
        keepLog()
        bench.runtime.bind { Shop.logs(for: "Counting").development?.info("12 coins") }
        let line = try #require(bench.inspector.logLines(after: 0).first)
        #expect(line.session == nil)
        #expect(line.activity == "Counting")
        #expect(line.topic == "TestApp/Shop")
        #expect(line.featureID == "TestApp/Shop" && line.actionID == nil)
    }

    @Test func `hostile text of a log line is kept unchanged`() throws {
        let text = "\u{1B}]0;title\u{7}\r\n\u{9B}2J \u{202E}"
        logger(text).error("\(text)", metadata: ["\(text)": "\(text)"], source: text)
        let line = try #require(bench.inspector.logLines(after: 0).first)
        #expect(line.text == text)
        #expect(line.metadata == [text: text])
        #expect(line.label == text && line.source == text)
    }

    @Test func `a log line with a megabyte of text is truncated with a note`() throws {
        let megabyte = String(repeating: "ä", count: 524_288)
        var metadata: Logger.Metadata = ["text": "\(megabyte)"]
        for number in 0..<200 { metadata["key \(number)"] = "value" }
        logger().info("\(megabyte)", metadata: metadata)
        let line = try #require(bench.inspector.logLines(after: 0).first)
        #expect(line.text.utf8.count < 17_000)
        #expect(line.text.hasPrefix("äää"))
        #expect(line.text.hasSuffix("ä… (1048576 bytes, truncated)"))
        #expect(line.metadata.count == LogLine.metadataLimit + 1)
        #expect(line.metadata["…"] == "151 more omitted")
        #expect(line.metadata.values.allSatisfy { $0.utf8.count < 2_200 })
    }

    @Test func `truncation does not split a character`() {
        for limit in 0...9 {
            let text = LogLine.clipped("a日本👍", to: limit)
            #expect(!text.unicodeScalars.contains("\u{FFFD}"))

            #expect(text.hasPrefix("a") == (limit > 0))
        }
        #expect(LogLine.clipped("a日本👍", to: 11) == "a日本👍")
    }

    @Test func `observers are notified of a new log line`() {
        let count = Protected(0)
        let observation = bench.inspector.observe { count.withLock { $0 += 1 } }
        logger().info("one")
        #expect(count.withLock { $0 } == 1)
        observation.cancel()
        logger().info("two")
        #expect(count.withLock { $0 } == 1)
    }
}
