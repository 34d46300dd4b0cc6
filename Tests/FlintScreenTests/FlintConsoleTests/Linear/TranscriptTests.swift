import FlintTestSupport
import Foundation
import Testing

@testable import FlintConsole

/// Compares conversations with the linear console with the expected text in a file for each journey.
///
/// `FLINT_UPDATE_SCREENS=1 swift test --filter FlintConsoleTests` updates the files.
@MainActor
struct TranscriptTests {
    /// The lines of a journey, and the app in which they are typed.
    struct Journey: CustomTestStringConvertible, Sendable {
        let name: String
        var app: @Sendable () -> SampleApp = { SampleApp() }
        let lines: [String]

        var testDescription: String { name }
    }

    private nonisolated static let folder =
        URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().appending(path: "Transcripts")
    private nonisolated static let isUpdating = ProcessInfo.processInfo.environment["FLINT_UPDATE_SCREENS"] == "1"

    nonisolated static let journeys = [
        Journey(
            name: "find-the-reason",
            lines: ["list", "why Smart playlists", "go to", "back", "/is:no", "3", "/", "n", "open"]),
        Journey(name: "unlock", lines: ["unlock smart", "", "show", "unlock turbo", "undo", "undo", "show"]),
        Journey(
            name: "compare-personas", app: { .populated },
            lines: ["matrix", "right", "only differences", "Smart playlists", "premium user", "1", "back", "back"]),
        Journey(
            name: "deny-and-repair",
            lines: ["flow smart", "1", "don't allow", "2", "", "status", "permissions", "system Location when", "2"]),
        Journey(
            name: "let-a-purchase-expire", app: { .lively },
            lines: ["purchases", "1", "clock", "1", "timeline", "1", "logs", "stacks"]),
        Journey(
            name: "perform-an-action",
            lines: [
                "perform smart", "create", "", "Morning", "secret", "2", "next-expiry", "reason", "for a test", "1",
                "perform playback", "1", "timeline", "2",
            ]),
        Journey(
            name: "remove-everything", app: { .changed },
            lines: ["overrides", "1", "override-purchased premium", "remove-all-overrides", "2", "status"]),
        Journey(name: "save-a-report", lines: ["save-report", "-", "bug.json", "copy", "id"]),
        Journey(
            name: "try-and-search",
            lines: [
                "what-if", "override-purchased premium", "what-if", "leave", "watchos 9", "impact premium", "1",
                "podcast", "lint", "platform", "1", "10", "watchOS 9", "soon", "this session", "-",
            ]),
        Journey(
            name: "help-and-completion", lines: ["help", "? unlock", "wh?", "why sm\t", "/?", "1", "2", "history"]),
    ]

    @Test(arguments: journeys)
    func `a conversation has the expected text`(_ journey: Journey) async throws {
        let driver = LinearDriver(journey.app())
        await driver.type(journey.lines)
        let file = Self.folder.appending(path: "\(journey.name).txt")
        let actual = driver.transcript
        if Self.isUpdating { try Data(actual.utf8).write(to: file) }
        let expected = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        // A comparison within the expectation would print both texts in full.
        let isEqual = actual == expected
        #expect(isEqual, "\(journey.name).txt differs:\n\(TextDifference(expected: expected, actual: actual))")
    }

    @Test func `every expected file belongs to a journey`() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path())
        #expect(Set(files) == Set(Self.journeys.map { "\($0.name).txt" }))
    }
}
