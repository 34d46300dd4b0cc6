import FlintAttach
import FlintAttachServer
import FlintConsole
import FlintTerminal
import FlintWorld
import Foundation
import Testing

struct BrokenConsoleTests {
    /// The keys that open every screen and every dialog that asks the app a question, one step after another.
    private static let steps = [
        "1Gk", "o", "<esc>U", "<esc>w", "<esc>/needs:pass", "<esc>2", "o", "<esc>3", "s", "<esc>4", "5", "6", "7", "8",
        "<right>A", "<esc>O", "<esc>W", "2", "o", "<esc>W<down><enter>", "5@", "2", "8", "<esc>",
    ]

    /// Texts that are wrong if the app has content.
    private static let wrongTexts = [
        "No events yet", "No log lines yet", "The app has no features", "No feature refers to a product",
        "The app uses no permissions", "No feature requires a flag", "No action stack is open", "was removed",
        "not calculated yet", "no availability changes", "count was stopped", "Reading the personas",
        "No requirements", "Cannot be unlocked",
    ]

    /// The methods, and a fault for each.
    ///
    /// Faults other than errors are tried for the methods that every screen needs.
    private static let cases: [(method: String, fault: BreakingProxy.Fault)] = [
        ("list", .error), ("list", .dropped), ("sync", .error), ("sync", .wrongShape), ("sync", .dropped),
        ("past", .error), ("personas", .error), ("plans", .error), ("plans", .wrongShape),
    ]

    @Test
    @MainActor
    func `a screen without an answer states the reason`() async throws {
        let gallery = try ServedGallery()
        let perform = Command.perform(ActionInvocation(feature: "Gallery/Pictures", action: "ShowAction"))
        _ = await gallery.inspector.answer(to: .override(.purchase, "pass", to: "purchased"))
        _ = await gallery.inspector.answer(to: perform)
        let expected = try await screens(of: gallery, through: try BreakingProxy(to: gallery.server.path))
        for (method, fault) in Self.cases {
            let proxy = try BreakingProxy(to: gallery.server.path, breaking: method, by: fault)
            let shown = try await screens(of: gallery, through: proxy)
            // After a missing answer, the same keys can select another row.
            var wasMarked = false
            for (index, (shown, expected)) in zip(shown, expected).enumerated() {
                let differing = zip(expected.split(separator: "\n"), shown.split(separator: "\n")).filter { $0 != $1 }
                let lines = differing.map { "- \($0)\n+ \($1)" }.joined(separator: "\n")
                let comment = Comment(rawValue: "\(Self.steps.prefix(index)) without \(method) (\(fault)):\n\(lines)")
                for text in Self.wrongTexts where !expected.contains(text) {
                    #expect(!shown.contains(text), comment)
                }
                let isMarked = fault.explains(shown) || shown.contains("1 problem") || shown.contains("DISCONNECTED")
                wasMarked = wasMarked || isMarked
                #expect(shown == expected || wasMarked, comment)
            }
        }
    }

    @Test
    @MainActor
    func `a feature that the app does not declare is not presented as one without requirements`() async throws {
        let gallery = try ServedGallery()
        let page = #"{"elements":[],"hasMore":false}"#
        let news = #"{"events":\#(page),"lines":\#(page),"declared":{"features":[],"mistakes":[]},"facts":[]}"#
        let proxy = try BreakingProxy(to: gallery.server.path, breaking: "sync", by: .result(news))
        let screens = try await screens(of: gallery, through: proxy, after: [])
        #expect(screens[0].contains("did not declare the feature"))
    }

    /// Returns the console's screens after the start and after each step.
    @MainActor
    private func screens(
        of gallery: ServedGallery, through proxy: BreakingProxy, after steps: [String] = steps
    ) async throws -> [String] {
        let remote = try RemoteInspector(AttachTarget(proxy.path, in: gallery.directory), client: "console")
        defer { remote.close() }
        let terminal = MemoryTerminal(size: TerminalSize(columns: 110, rows: 32))
        let shell = ConsoleShell(
            screen: terminal, inspector: remote, findMoment: { try remote.moment(at: $0) },
            host: ConsoleHost(timeZone: .utc, changeInterval: 0, patience: nil, now: { .distantPast }))
        shell.start {}
        var screens: [String] = []
        func note() async {
            _ = await shell.settle()
            screens.append(terminal.canvas.lines.joined(separator: "\n"))
        }
        await note()
        for keys in steps {
            terminal.type(keys)
            await note()
        }
        terminal.type("<esc><esc><esc>q")
        return screens
    }
}
