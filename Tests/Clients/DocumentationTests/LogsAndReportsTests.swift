import FlintCore
import Testing

struct LogsAndReportsTests {
    @Test func `lines name the feature and the action, and actions are counted`() async throws {
        try await inObservatory {
            Flint.register(FocuserFeature.self)
            let output = Output()
            await LogsAndReportsSnippets.log(print: { output($0) })
            #expect(output.lines == shown("LogsAndReports", 0))

            let counted = Output()
            await LogsAndReportsSnippets.count(print: { counted($0) })
            #expect(counted.lines == shown("LogsAndReports", 1))

            let report = Output()
            try LogsAndReportsSnippets.report(print: { report($0) })
            #expect(report.lines == shown("LogsAndReports", 2))
        }
    }
}
