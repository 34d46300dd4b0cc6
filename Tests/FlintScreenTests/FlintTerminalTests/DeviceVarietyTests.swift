import Foundation
import Testing

@testable import FlintTerminal

struct DeviceVarietyTests {
    @Test(arguments: ["vt52", "sun", "vt100", "vt220", "ansi"])
    func `a terminal without private modes receives no sequences for them`(_ term: String) throws {
        let program = try HostedProgram(term: term)
        program.wait(for: "ready")
        program.type("q")
        #expect(program.waitForEnd() == 0)
        program.readRest()
        #expect(program.hasFormerModes)
        for mode in ["2004", "2026", "1002", "1006", "1049"] { #expect(!program.output.contains("\u{1B}[?" + mode)) }
        // These two types do not support the sequence either.
        if ["vt52", "sun"].contains(term) { #expect(!program.output.contains("\u{1B}[?")) }
    }

    @Test(arguments: ["vt52", "sun"])
    func `a terminal without private modes receives no sequences for them after a signal`(_ term: String) throws {
        let program = try HostedProgram(term: term)
        program.wait(for: "ready")
        kill(program.process, SIGUSR1)
        #expect(program.waitForEnd() == 128 + SIGUSR1)
        program.readRest()
        #expect(program.hasFormerModes && !program.output.contains("\u{1B}[?"))
    }

    @MainActor
    @Test(arguments: [
        ("xterm-256color", true, true), ("tmux-256color", true, true), ("screen", true, true), ("rxvt", true, true),
        ("linux", true, false), ("vt220", false, false), ("vt52", false, false), ("sun", false, false),
    ])
    func `the description of a terminal determines its modes`(
        _ term: String, _ hasMouse: Bool, _ hasExtendedModes: Bool
    ) throws {
        let description = try TerminalDescription.find(term, output: 1)
        #expect(description.hasMouse == hasMouse)
        #expect(description.hasExtendedModes == hasExtendedModes)
        var options = TerminalOptions { _ in term }
        options.queriesSynchronizedOutput = true
        let modes = TerminalModes(description, options)
        #expect(modes.on.contains("?1002h") == hasMouse && modes.off.contains("?1002l") == hasMouse)
        #expect(modes.on.contains("?2004h") == hasExtendedModes && modes.off.contains("?2004l") == hasExtendedModes)
        #expect(modes.request.isEmpty != hasExtendedModes)
        options.usesMouse = false
        #expect(!TerminalModes(description, options).on.contains("?1002h"))
    }

    @Test(arguments: [(60_000, 3, "1000x3"), (3, 60_000, "3x1000"), (65_535, 65_535, "1000x1000"), (0, 0, "80x24")])
    func `a window that claims to be enormous is limited from the first frame`(
        _ columns: UInt16, _ rows: UInt16, _ size: String
    ) throws {
        let program = try HostedProgram(columns: columns, rows: rows)
        program.wait(for: columns == 3 ? "re" : "ready \(size)")
        program.type("q")
        #expect(program.waitForEnd() == 0)
    }

    @Test func `the error for an enormous window states its size if the terminal's description has none`() throws {
        let program = try HostedProgram(term: "linux", columns: 3, rows: 60_000)
        #expect(program.waitForEnd() == 64)
        program.readRest()
        #expect(program.hasFormerModes && program.output.hasPrefix("the terminal of type \"linux\" cannot be set up: "))
        #expect(program.output.contains("window of 3x60000") && !program.output.contains("\u{1B}"))
    }

    @Test func `a limit on file sizes is reported as the reason for not drawing`() throws {
        let program = try HostedProgram("/bin/sh", ["-c", "ulimit -f 0; exec '\(HostedProgram.path)' hold"])
        program.wait(for: "ulimit -f unlimited")
        #expect(program.waitForEnd() == 64)
        program.readRest()
        #expect(program.isClean && !program.output.contains("\u{1B}"))
        #expect(program.output.contains("the file size limit of 0 bytes"))
    }
}
