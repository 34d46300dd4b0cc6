import FlintTestSupport
import Foundation
import Testing

@testable import FlintCLI

struct StatesCommandTests {
    /// Returns the output of a count that has the given completed fractions.
    private func output(of shares: [Double], isShown: Bool = true) throws -> String {
        let folder = try TemporaryFolder()
        let file = open(folder.path(of: "errors"), O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        defer { close(file) }
        CommandRun.$current.withValue(CommandRun(output: file, errors: file)) {
            let progress = CountProgress(isShown: isShown)
            for share in shares { #expect(progress.showProgress(share)) }
        }
        return try folder.text("errors")
    }

    @Test func `progress is shown as a percentage and then removed`() throws {
        let line = "\r\u{1B}[KCounting states: 50 %. Press ctrl-c to cancel"
        #expect(try output(of: [0.004, 0.5, 0.504]) == line + "\r\u{1B}[K")
    }

    @Test func `progress is not shown for a short count or without a terminal`() throws {
        #expect(try output(of: [0.004]).isEmpty)
        #expect(try output(of: [0.5], isShown: false).isEmpty)
    }
}
