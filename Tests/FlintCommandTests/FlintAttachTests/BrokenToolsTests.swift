import ArgumentParser
import FlintAttachServer
import FlintCore
import FlintWorld
import Foundation
import Testing

@testable import FlintCLI

@MainActor
struct BrokenToolsTests {
    private static let calls = [
        "list_features": "{}", "explain_feature": #"{"features":["Guide"]}"#,
        "what_if": #"{"assumptions":["permission camera denied"]}"#, "impact": #"{"kind":"purchase","name":"pass"}"#,
        "compare_states": #"{"first":"now","second":"Member"}"#, "cover_personas": "{}",
        "gate_coverage": "{}", "list_warnings": "{}",
        "timeline": "{}", "log": "{}", "undo": "{}",
        "override": #"{"kind":"permission","name":"camera","value":"denied"}"#,
        "perform_action": #"{"feature":"Pictures","action":"show"}"#,
    ]

    private let gallery: ServedGallery
    private let proxy: BreakingProxy
    private let client: Client

    /// A client that exchanges messages with a server.
    @MainActor
    private final class Client {
        private var server: ModelContextServer?
        private var answers: [String] = []

        init(attachedTo path: String) throws {
            let options = try SharedOptions<GalleryCommandLine>.parse(["--attach", path])
            let session = try AppSession(options, SessionSettings(cause: "agent", access: .readOnly))
            let tools = AppTools(session: session, isReadOnly: false)
            let identity = ModelContextServer.Identity(name: "gallery", title: "", version: "1", instructions: "")
            server = ModelContextServer(identity, provider: tools) { [weak self] in self?.answers.append($0) }
        }

        /// Sends a request and returns the answer.
        func ask(_ method: String, _ parameters: String) async throws -> String {
            let line = #"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":\#(parameters)}"#
            // The access to files of the process's runtime has the errors of other tests.
            Flint.withRuntime(FlintRuntime()) { server?.receive(.bytes(Array(line.utf8))) }
            await withCheckedContinuation { continuation in server?.whenIdle { continuation.resume() } }
            defer { answers = [] }
            return try #require(answers.last)
        }
    }

    init() throws {
        gallery = try ServedGallery()
        proxy = try BreakingProxy(to: gallery.server.path)
        client = try Client(attachedTo: proxy.path)
    }

    private func start() async throws {
        _ = try await client.ask("initialize", #"{"protocolVersion":"2025-06-18"}"#)
        let buy = Command.override(.purchase, "pass", to: "purchased")
        _ = await gallery.inspector.answer(to: buy)
    }

    private func call(_ tool: String) async throws -> String {
        try await client.ask("tools/call", #"{"name":"\#(tool)","arguments":\#(Self.calls[tool] ?? "{}")}"#)
    }

    @Test(
        .serialized,
        arguments: [
            "list_features": "list", "explain_feature": "sync", "what_if": "plans",
            "impact": "personas", "compare_states": "plans", "cover_personas": "sync", "gate_coverage": "sync",
            "list_warnings": "sync", "timeline": "sync",
            "log": "sync", "undo": "list", "override": "list",
            "perform_action": "sync",
        ])
    func `a tool without an answer returns an error`(tool: String, method: String) async throws {
        try await start()
        proxy.breakAnswers(to: method, by: .error)
        let broken = try await call(tool)
        #expect(broken.contains(#""isError":true"#) && broken.contains("It is broken."), "\(broken)")
        #expect(!broken.contains("structuredContent"))
        // A missing answer is not kept for the next call.
        proxy.breakAnswers(to: "nothing", by: .error)
        let answer = try await call(tool)
        #expect(answer.contains(#""isError":false"#), "\(answer)")
    }

    @Test func `a server that has lost its app answers with errors`() async throws {
        try await start()
        #expect(try await call("list_features").contains(#""isError":false"#))
        gallery.server.stop()
        for tool in Self.calls.keys.sorted() {
            let answer = try await call(tool)
            #expect(answer.contains(#""isError":true"#), "\(tool): \(answer)")
            #expect(BreakingProxy.Fault.dropped.explains(answer), "\(tool): \(answer)")
        }
        let requests = ["resources/list": "{}", "resources/read": #"{"uri":"flint://feature/Gallery"}"#]
        for (method, parameters) in requests {
            let answer = try await client.ask(method, parameters)
            #expect(answer.contains(#""error""#) && BreakingProxy.Fault.dropped.explains(answer), "\(answer)")
        }
    }

    @Test func `reading a resource without an answer fails, and a report lists its missing parts`() async throws {
        try await start()
        proxy.breakAnswers(to: "list", by: .error)
        #expect(try await client.ask("resources/list", "{}").contains("It is broken."))
        proxy.breakAnswers(to: "sync", by: .error)
        let report = try await client.ask("resources/read", #"{"uri":"flint://report"}"#)
        #expect(report.contains("missing") && report.contains("It is broken."))
    }
}
