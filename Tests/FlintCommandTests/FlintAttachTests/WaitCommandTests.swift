import FlintAttachServer
import FlintInspector
import FlintWorld
import Testing

@testable import FlintCLI

@MainActor
struct WaitCommandTests {
    private let gallery: ServedGallery

    init() throws {
        gallery = try ServedGallery()
    }

    private func wait(_ arguments: [String]) async throws -> GalleryCommandLine.Result {
        try await GalleryCommandLine.run(["wait"] + arguments + ["--attach", gallery.server.path])
    }

    @Test func `the command ends immediately if the feature already has the availability`() async throws {
        _ = await gallery.inspector.answer(to: .override(.flag, "tickets", to: "off"))
        for options in [["Tickets", "--unavailable"], ["Pictures"]] {
            let result = try await wait(options)
            #expect(result.status == 0 && result.errors.isEmpty)
            #expect(result.output.hasPrefix(options[0]) && result.output.split(separator: "\n").count == 1)
        }
    }

    @Test(arguments: [["--available"], ["--json"]])
    func `the command ends when the feature becomes available`(options: [String]) async throws {
        var hasEnded = false
        let waiting = Task {
            defer { hasEnded = true }
            // The main queue can be so busy that the default timeout ends before the flag changes.
            return try await wait(["Tickets", "--timeout", "86400"] + options)
        }
        // The command attaches before the flag changes, unless it fails.
        while gallery.server.connectionCount == 0, !hasEnded { await Task.yield() }
        _ = await gallery.inspector.answer(to: .override(.flag, "tickets", to: "on"))
        let result = try await waiting.value
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.output.contains(options == ["--json"] ? "\"available\" : true" : "Tickets"))
    }

    @Test func `the timeout ends the command with the reason`() async throws {
        let result = try await wait(["Guide", "--timeout", "0.01"])
        #expect(result.status == 1 && result.output.isEmpty)
        #expect(result.errors.contains("Waiting up to 0.01 seconds. Press ctrl-c to stop waiting.\n"))
        #expect(result.errors.contains("Pass"), "\(result.errors)")
        #expect(result.errors.hasSuffix("within 0.01 seconds. To wait longer, set --timeout SECONDS.\n"))
    }

    @Test func `the options exclude each other, and the name must exist`() async throws {
        let both = try await wait(["Guide", "--available", "--unavailable"])
        #expect(both.status == 64 && both.errors.contains("leave out one of them"))
        #expect(try await wait(["Guidance"]).status == 64)
        let recording = try await GalleryCommandLine.run(["wait", "Guide", "--recording", "no-such-file"])
        #expect(recording.status == 64 && recording.errors.contains("cannot be followed"))
    }
}
