import FlintLocks
import Logging
import Testing

@testable import FlintCore

struct PrintLoggerImplementationTests {
    private let lines = Protected<[String]>([])

    @Test func `each line is printed as text`() {
        let output = PrintLoggerImplementation(formatter: TextFormatter()) { [lines] line in
            lines.withLock { $0.append(line) }
        }
        output.log(event: .sample("one"))
        output.log(event: .sample("two"))
        #expect(lines.withLock { $0 } == ["one", "two"])
        #expect(output.threshold == .debug)
    }

    @Test func `a formatter can omit a line`() {
        struct OmittingFormatter: LogEventFormattingStrategy {
            func format(_ event: FlintCore.LogEvent) -> String? { event.level == .error ? event.text : nil }
        }
        let output = PrintLoggerOutput(formatter: OmittingFormatter()) { [lines] line in
            lines.withLock { $0.append(line) }
        }
        output.log(event: .sample("one"))
        output.log(event: .sample("two", level: .error))
        #expect(lines.withLock { $0 } == ["two"])
    }

    @Test func `an output without a destination has swift-log's threshold`() {
        let taken = LoggerLevel(reaching: Logger(label: "any").logLevel)
        #expect(PrintLoggerOutput(timeOnly: true).threshold == taken)
        #expect(PrintLoggerOutput(prefix: "app", dateFormat: "HH").threshold == taken)
    }

    @Test func `the date can be omitted`() throws {
        for timeOnly in [true, false] {
            PrintLoggerOutput(prefix: "app", timeOnly: timeOnly) { [lines] line in lines.withLock { $0.append(line) } }
                .log(event: .sample("one"))
        }
        PrintLoggerOutput(dateFormat: "yyyy") { [lines] line in lines.withLock { $0.append(line) } }
            .log(event: .sample("one"))
        let heads = lines.withLock { $0 }.map { $0.prefix { $0 != "•" }.split(separator: " ").dropLast().count }
        #expect(
            heads == [2, 3, 1], "The heads contain the prefix and the time, then also the day, then only the year.")
    }
}
