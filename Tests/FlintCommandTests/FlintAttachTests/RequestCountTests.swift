import ArgumentParser
import FlintAttach
import FlintAttachServer
import FlintConsole
import FlintCore
import FlintInspector
import FlintInspectorTestSupport
import FlintTerminal
import FlintWorld
import Foundation
import Testing

@testable import FlintCLI

struct RequestCountTests {
    @Test(arguments: [
        ("1", "<down>"), ("2", "<down>"), ("3", "<down>"), ("5", "<down>"), ("6", "<down>"), ("7", "<down>"),
    ])
    @MainActor
    func `an arrow key sends one request`(screen: String, key: String) async throws {
        let (sent, bytes) = try await requests(of: key, on: screen)
        #expect(sent == ["sync"])
        #expect(bytes <= 2_000, "The answer is larger than expected.")
    }

    @Test
    @MainActor
    func `an override sends a command and requests what it changed`() async throws {
        let (sent, _) = try await requests(of: "b", on: "2")
        // The announcement and the result can arrive together.
        #expect(sent == ["send", "sync"] || sent == ["send", "sync", "sync"], "\(sent)")
    }

    /// Returns the requests that a key sends on a screen, and the size of the answers.
    @MainActor
    private func requests(of key: String, on screen: String) async throws -> (methods: [String], bytes: Int) {
        let console = try AttachedConsole()
        defer { console.remote.close() }
        let proxy = console.proxy
        console.terminal.type(screen)
        try await console.quiet()
        let (earlier, bytes) = (proxy.requests.count, proxy.answeredBytes)
        console.terminal.type(key)
        #expect(await console.shell.settle())
        return (Array(proxy.requests.dropFirst(earlier)), proxy.answeredBytes - bytes)
    }

    @Test
    @MainActor
    func `keys are drawn while the app does not answer`() async throws {
        let console = try AttachedConsole()
        defer { console.remote.close() }
        let (gallery, proxy, terminal) = (console.gallery, console.proxy, console.terminal)
        try await console.quiet()
        let earlier = proxy.requests.count
        proxy.hold()
        // One denial more would be a warning, so events must not arrive twice.
        let denied = Command.perform(ActionInvocation(feature: "Gallery/Guide", action: "ShowAction"))
        for _ in 0..<9 { _ = await gallery.inspector.answer(to: denied) }
        for key in ["<down>", "<up>", "2", "8", "1", "?"] {
            let shown = terminal.canvas.lines
            terminal.type(key)
            #expect(terminal.canvas.lines != shown, "\(key)")
        }
        terminal.type("<esc>")
        gallery.inspector.send(.override(.purchase, "pass", to: "purchased")) { _ in }
        proxy.release()
        try await console.quiet()
        #expect(terminal.canvas.lines.first?.contains("1 override") == true, "\(terminal.canvas.lines)")
        #expect(gallery.inspector.events(after: 0).count { $0.kind == .requestDenied } == 9)
        #expect(terminal.canvas.lines.first?.contains("warning") == false, "\(terminal.canvas.lines)")
        let sent = proxy.requests.dropFirst(earlier).filter { $0 != "personas" }
        #expect(sent.count < 10, "Pending requests are sent as one: \(sent)")
    }

    @Test @MainActor
    func `performing an action reads only the events since the previous one`() async throws {
        let gallery = try ServedGallery()
        let proxy = try BreakingProxy(to: gallery.server.path)
        let options = try SharedOptions<GalleryCommandLine>.parse(["--attach", proxy.path])
        let session = try AppSession(options, SessionSettings(cause: "agent", access: .readOnly))
        let action = ActionInvocation(feature: "Gallery/Pictures", action: "ShowAction")
        func bytes() async throws -> Int {
            let earlier = proxy.answeredBytes
            let answers = try FlowAnswers([], in: session.model)
            let answer = try await session.perform(.perform(action), answers: answers, within: 600)
            #expect(!answer.events.isEmpty)
            return proxy.answeredBytes - earlier
        }
        _ = try await bytes()
        for number in 0..<2_000 {
            let value = number.isMultiple(of: 2) ? "purchased" : "not-purchased"
            _ = await gallery.inspector.answer(to: .override(.purchase, "pass", to: value))
        }
        let (first, second) = (try await bytes(), try await bytes())
        #expect(second * 20 < first, "\(first), then \(second)")
    }

    @Test func `explaining a feature requests only the declarations of its ancestors`() async throws {
        let gallery = try ServedGallery()
        let proxy = try BreakingProxy(to: gallery.server.path)
        let result = try await GalleryCommandLine.run(["why", "Guide", "--attach", proxy.path])
        #expect(result.status == 0)
        #expect(proxy.requests.filter { $0 != "hello" } == ["list", "sync"])
    }
}

/// A console that is attached to the gallery through a proxy.
@MainActor
private struct AttachedConsole {
    let gallery: ServedGallery
    let proxy: BreakingProxy
    let remote: RemoteInspector
    let terminal = MemoryTerminal(size: TerminalSize(columns: 110, rows: 32))
    let shell: ConsoleShell

    init() throws {
        gallery = try ServedGallery()
        proxy = try BreakingProxy(to: gallery.server.path)
        remote = try RemoteInspector(AttachTarget(proxy.path, in: gallery.directory), client: "console")
        shell = ConsoleShell(
            screen: terminal, inspector: remote,
            host: ConsoleHost(timeZone: .utc, changeInterval: 0, patience: nil, now: { .distantPast }))
        shell.start {}
    }

    /// Waits until the console has read everything that the app announced.
    func quiet() async throws {
        var earlier: Int
        repeat {
            _ = await shell.settle()
            earlier = proxy.requests.count
            // The app announces a change at the latest after the first answer, and thus before the second one.
            for _ in 0..<2 { _ = try remote.personas() }
            // The console begins to read the change on the main queue.
            _ = await shell.settle()
        } while proxy.requests.count > earlier + 2
    }
}
