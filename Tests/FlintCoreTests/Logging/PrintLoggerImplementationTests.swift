import Testing

@testable import FlintCore

/// Lines one after another.
struct PrintLoggerImplementationTests {
    private let lines = Protected<[String]>([])

    @Test func eachLineIsHandedOverAsText() {
        let output = PrintLoggerImplementation(formatter: TextFormatter()) { [lines] line in
            lines.withLock { $0.append(line) }
        }
        output.log(event: .sample("one"))
        output.log(event: .sample("two"))
        #expect(lines.withLock { $0 } == ["one", "two"])
        #expect(output.threshold == .debug)
    }

    @Test func aFormatterMayLeaveALineOut() {
        struct Picky: LogEventFormattingStrategy {
            func format(_ event: LogEvent) -> String? { event.level == .error ? event.text : nil }
        }
        let output = PrintLoggerOutput(formatter: Picky()) { [lines] line in lines.withLock { $0.append(line) } }
        output.log(event: .sample("one"))
        output.log(event: .sample("two", level: .error))
        #expect(lines.withLock { $0 } == ["two"])
    }
}
