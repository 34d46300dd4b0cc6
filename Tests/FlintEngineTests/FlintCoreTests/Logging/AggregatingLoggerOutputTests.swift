import FlintLocks
import Foundation
import Testing

@testable import FlintCore

struct AggregatingLoggerOutputTests {
    @Test func `each output receives the lines within its threshold`() {
        let (all, errors) = (ListOutput(), ListOutput(threshold: .error))
        let output = AggregatingLoggerOutput(outputs: [all, errors])
        #expect(output.threshold == .debug)
        output.log(event: .sample("one"))
        output.log(event: .sample("two", level: .error))
        #expect(all.texts == ["one", "two"] && errors.texts == ["two"])
        #expect(AggregatingLoggerOutput(outputs: []).threshold == .off)
    }

    @Test func `an output that fails to copy does not stop the others`() {
        let (first, last) = (ArchiveOutput(TestError("disk")), ArchiveOutput(nil))
        let output = AggregatingLoggerOutput(outputs: [first, ArchiveOutput(TestError("tape")), last])
        let error = #expect(throws: TestError.self) { try output.copyForArchiving(to: URL(filePath: "/nowhere")) }
        #expect(error?.description == "disk", "The first error is thrown.")
        #expect(last.copies.withLock { $0 } == 1)
    }
}

/// An output that counts its archiving requests and optionally fails.
private final class ArchiveOutput: LoggerOutput {
    let copies = Protected(0)
    private let error: TestError?

    init(_ error: TestError?) {
        self.error = error
    }

    func log(event: LogEvent) {}

    func copyForArchiving(to folder: URL) throws {
        copies.withLock { $0 += 1 }
        if let error { throw error }
    }
}
