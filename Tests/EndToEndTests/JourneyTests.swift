import FlintTestSupport
import Foundation
import Testing

struct JourneyTests {
    /// A section of the article: a task with its sessions.
    struct Journey: CustomTestStringConvertible, Sendable {
        let title: String
        /// The typed commands and their output, session by session.
        let sessions: [String]

        var testDescription: String { title }
    }

    private static let page = URL(filePath: BuiltProgram.root)
        .appending(path: "Sources/FlintCLI/FlintCLI.docc/Questions.md")

    /// The sections of the article that have sessions, in order.
    static let journeys: [Journey] = {
        let text = (try? String(contentsOf: page, encoding: .utf8)) ?? ""
        return text.components(separatedBy: "\n## ").dropFirst().compactMap { section in
            let sessions = section.components(separatedBy: "```console\n").dropFirst().map { part in
                part.components(separatedBy: "```")[0]
            }
            guard !sessions.isEmpty else { return nil }
            return Journey(title: String(section.prefix { $0 != "\n" }), sessions: Array(sessions))
        }
    }()

    private static let isUpdating = ProcessInfo.processInfo.environment["FLINT_UPDATE_SCREENS"] == "1"

    /// A single test covers all journeys, because they are parts of one file.
    @Test func `every journey has the output in the article`() throws {
        var text = try String(contentsOf: Self.page, encoding: .utf8)
        for journey in Self.journeys {
            let shell = try Shell()
            for session in journey.sessions {
                let actual = try Self.commands(of: session).map { try shell.transcript(of: $0) }.joined()
                if Self.isUpdating {
                    text = text.replacing(
                        "```console\n\(session)```", with: "```console\n\(actual)```", maxReplacements: 1)
                } else {
                    #expect(session == actual, "\(journey.title): make screens rewrites it")
                }
            }
        }
        if Self.isUpdating { try Data(text.utf8).write(to: Self.page) }
    }

    @Test func `every question has a journey`() {
        let commands = Self.journeys.flatMap(\.sessions).flatMap(Self.commands).joined(separator: "\n")
        let questions = [
            "why", "what-if", "undo", "undo --redo", "undo --list", "persona", "matrix", "what-if --states",
            "what-if --without", "lint", "check", "persona cover", "compare", "lint --retire", "coverage", "warnings",
        ]
        for name in questions { #expect(commands.contains("flint \(name)"), "\(name)") }
        #expect(Self.journeys.count >= 7)
    }

    private static func commands(of session: String) -> [String] {
        session.split(separator: "\n").filter { $0.hasPrefix("$ ") }.map { String($0.dropFirst(2)) }
    }

    private struct Shell {
        private let folder: TemporaryFolder

        init() throws {
            folder = try TemporaryFolder()
            try FileManager.default.createDirectory(
                atPath: folder.path(of: "bin"), withIntermediateDirectories: false)
            try FileManager.default.createSymbolicLink(
                atPath: folder.path(of: "bin/flint"), withDestinationPath: BuiltProgram.path)
        }

        /// Runs a command and returns its output as a terminal shows it.
        func transcript(of command: String) throws -> String {
            var environment = BuiltProgram.environment
            environment["PATH"] = folder.path(of: "bin") + ":" + (environment["PATH"] ?? "")
            environment["FLINT_STATE"] = folder.path(of: "overrides.json")
            let script = "cd '\(folder.path)' && { \(command)\n} 2>&1"
            let result = try ChildProcess.run("/bin/sh", ["-c", script], environment: environment)
            return "$ \(command)\n" + Self.stable(result.output.replacing(folder.path, with: "~"))
        }

        /// Replaces dates and times in an output, so that it is the same in every run.
        private static func stable(_ text: String) -> String {
            text.replacing(/\d{4}-\d\d-\d\d/, with: "2026-01-31")
                .replacing(/\b\d\d:\d\d:\d\d\b/, with: "12:00:00").replacing(/\b\d\d:\d\d\b/, with: "12:00")
        }
    }
}
