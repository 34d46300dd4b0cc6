import FlintTerminal
import FlintWorld
import Foundation
import Testing

@testable import FlintConsole

@MainActor
struct CopyTests {
    private let terminal = MemoryTerminal(size: TerminalSize(columns: 120, rows: 40))
    private let shell: ConsoleShell

    init() {
        shell = ConsoleShell(
            screen: terminal, inspector: SampleApp.active,
            host: ConsoleHost(timeZone: .utc, changeInterval: 0, patience: nil))
        shell.start {}
    }

    private func json() throws -> [String: Any] {
        let data = Data(try #require(terminal.clipboard).utf8)
        return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    }

    @Test func `a feature is copied as its row, its id, its details and JSON`() throws {
        terminal.type("/smart<enter><esc>yr")
        #expect(terminal.clipboard?.hasPrefix("Smart playlists") == true)
        #expect(terminal.clipboard?.hasSuffix(" no") == true)
        terminal.type("yi")
        #expect(terminal.clipboard?.hasSuffix("SmartPlaylistsFeature") == true)
        terminal.type("yd")
        let details = try #require(terminal.clipboard?.split(separator: "\n"))
        #expect(details.first == "Smart playlists" && details.count > 10)
        #expect(details.contains { $0.contains("Blocked by: Premium subscription") })
        terminal.type("yJ")
        #expect(try json()["name"] as? String == "Smart playlists")
        #expect((try json()["requirements"] as? [Any])?.isEmpty == false)
    }

    @Test(arguments: ["2G", "3", "4j", ScreenTests.toFlow + "cand5", "6", "7", "8"])
    func `every screen copies its selection`(keys: String) throws {
        terminal.type(keys)
        for part in ["r", "i", "d"] {
            terminal.type("y" + part)
            #expect(terminal.clipboard?.isEmpty == false, "\(part)")
            #expect(
                shell.state.messages.announcement?.text.hasSuffix(
                    "sent to the terminal's clipboard, if it supports OSC 52")
                    == true)
        }
        terminal.type("yJ")
        #expect(try !json().isEmpty)
    }

    @Test func `a row that is truncated in a narrow window is copied in full`() {
        let reason = "Premium subscription is not purchased"
        terminal.resize(to: TerminalSize(columns: 60, rows: 20))
        terminal.type("/smart<enter><esc>")
        #expect(!terminal.canvas.lines.joined().contains(reason))
        terminal.type("yr")
        #expect(terminal.clipboard == "Smart playlists  \(reason)  no")
    }

    @Test(arguments: ["/smart<enter><esc>", "2G", "3", "4j", "5", "6", "7", "8"])
    func `details are copied in full, whatever the size of the window`(keys: String) {
        // Without a shell, no answer arrives between two copies. The busy app has no actions and no log.
        var driver = ConsoleDriver(["6", "7"].contains(keys) ? .active : .busy)
        driver.type(keys)
        let texts = [60, 80, 120, 200].map { columns in
            driver.resize(columns, 20)
            driver.type("yd")
            let texts = driver.effects.compactMap { effect in
                if case .copy(let text, _) = effect { text } else { nil }
            }
            return texts.last ?? ""
        }
        #expect(Set(texts).count == 1 && !texts[0].isEmpty && !texts[0].contains("…"))
    }

    @Test func `j and k move through the parts as in other dialogs`() throws {
        terminal.type("/smart<enter><esc>yjjk<enter>")
        let details = try #require(terminal.clipboard?.split(separator: "\n"))
        #expect(details.first == "Smart playlists" && details.count > 10)
    }

    @Test func `the key copies nothing without a selection`() {
        terminal.type("2/xyz<enter>y")
        #expect(terminal.clipboard == nil && shell.state.dialog == nil)
        #expect(shell.state.messages.announcement?.tone == .notice)
    }

    @Test func `text that is too long to copy is reported`() {
        var driver = ConsoleDriver()
        driver.feed(.copied(String(repeating: "x", count: 80_000), title: "The row", wasSent: false))
        #expect(driver.announcement == "The row: too long to copy (80000 bytes)")
    }
}
