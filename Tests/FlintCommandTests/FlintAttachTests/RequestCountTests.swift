import FlintAttach
import FlintAttachServer
import FlintConsole
import FlintTerminal
import FlintWorld
import Testing

/// Tests of the number of requests that attached front ends send.
struct RequestCountTests {
    @Test(arguments: ["1", "5", "6", "7"])
    @MainActor
    func `an arrow key sends one request`(screen: String) async throws {
        let gallery = try ServedGallery()
        let proxy = try BreakingProxy(to: gallery.server.path)
        let remote = try RemoteInspector(AttachTarget(proxy.path, in: gallery.directory), client: "console")
        defer { remote.close() }
        let terminal = MemoryTerminal(size: TerminalSize(columns: 110, rows: 32))
        let shell = ConsoleShell(screen: terminal, inspector: remote, timeZone: .utc, changeInterval: 0)
        shell.start {}
        terminal.type(screen)
        _ = await shell.settle()
        let earlier = proxy.requests.count
        terminal.type("<down>")
        _ = await shell.settle()
        #expect(proxy.requests.dropFirst(earlier) == ["sync"])
    }

    @Test func `explaining a feature requests the declarations of its line only`() async throws {
        let gallery = try ServedGallery()
        let proxy = try BreakingProxy(to: gallery.server.path)
        let result = try await GalleryCommandLine.run(["explain", "Guide", "--attach", proxy.path])
        #expect(result.status == 0)
        #expect(proxy.requests.filter { $0 != "hello" && $0 != "subscribe" } == ["list", "sync"])
    }
}
