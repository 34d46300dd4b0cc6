import FlintAttach
import FlintAttachServer
import FlintConsole
import FlintTerminal
import FlintWorld
import Foundation
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
        await quiet(remote, proxy)
        let earlier = proxy.requests.count
        terminal.type("<down>")
        #expect(proxy.requests.dropFirst(earlier) == ["sync"])
    }

    /// Waits until the console has read everything that the app announced.
    @MainActor
    private func quiet(_ remote: RemoteInspector, _ proxy: BreakingProxy) async {
        var earlier: Int
        repeat {
            earlier = proxy.requests.count
            // The app announces a change at the latest after the first answer, and thus before the second one.
            for _ in 0..<2 { _ = remote.personas() }
            // The console reads the change on the main queue.
            await withCheckedContinuation { continuation in DispatchQueue.main.async { continuation.resume() } }
        } while proxy.requests.count > earlier + 2
    }

    @Test func `explaining a feature requests the declarations of its line only`() async throws {
        let gallery = try ServedGallery()
        let proxy = try BreakingProxy(to: gallery.server.path)
        let result = try await GalleryCommandLine.run(["explain", "Guide", "--attach", proxy.path])
        #expect(result.status == 0)
        #expect(proxy.requests.filter { $0 != "hello" } == ["list", "sync"])
    }
}
