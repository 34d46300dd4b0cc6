import Foundation
import Testing

struct EndingTests {
    /// The signals that end a process by default.
    static let signals: [Int32] = {
        var signals = [
            SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGABRT, SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGSYS, SIGUSR1,
            SIGUSR2,
            SIGPIPE, SIGALRM, SIGXCPU, SIGXFSZ, SIGVTALRM, SIGPROF, SIGIO,
        ]
        #if os(Linux)
            // Power failure, stack fault, and real-time signals including the first and last.
            signals += [SIGPWR, SIGSTKFLT, 35, 50, 64]
        #endif
        return signals
    }()

    @Test(arguments: signals) func `a signal that ends the program leaves a clean terminal`(_ signal: Int32) throws {
        let program = try HostedProgram()
        program.wait(for: "\u{1B}[?2004h")
        #expect(!program.hasFormerModes)
        kill(program.process, signal)
        #expect(program.waitForEnd() == 128 + signal)
        program.readRest()
        #expect(program.isClean)
        #expect(program.output.contains("printed meanwhile"))
    }

    /// A way to end or to pause the program.
    enum Ending: Hashable, CaseIterable {
        case quit, exit, crash, terminate, interrupt, hangUp, fault, suspend, editor
    }

    @Test(arguments: Ending.allCases, [10, 24, 25, 40, 100] as [UInt16])
    func `the terminal is restored after every way of ending`(_ ending: Ending, _ rows: UInt16) throws {
        let shell = "set -m; '\(HostedProgram.path)' ask; read line; fg"
        let program =
            ending == .suspend
            ? try HostedProgram("/bin/sh", ["-c", shell], columns: 60, rows: rows)
            : try HostedProgram(HostedProgram.path, ["ask"], columns: 60, rows: rows)
        program.confirmFeatures()
        var count = 1
        switch ending {
        case .quit: program.type("q")
        case .exit: program.type("x")
        case .crash: program.type("!")
        case .terminate: kill(program.process, SIGTERM)
        case .interrupt: kill(program.process, SIGINT)
        case .hangUp: kill(program.process, SIGHUP)
        case .fault: kill(program.process, SIGSEGV)
        case .suspend:
            count = 2
            program.type("\u{1A}")
            program.wait(for: "printed meanwhile")
            program.type("\n")
            program.wait(for: "resumed")
            program.type("q")
        case .editor:
            count = 2
            program.type("d")
            program.wait(for: "resumed")
            program.type("q")
        }
        _ = program.waitForEnd()
        program.readRest()
        #expect(program.hasFormerModes)
        var terminal = program.before
        let session = terminal.followSession(program.output, marker: "printed meanwhile")
        #expect(session.count == count, "\(program.output.debugDescription)")
        #expect(session.differences.isEmpty, "\(program.output.debugDescription)")
    }

    @Test(arguments: ["xterm", "xterm-256color", "screen", "tmux-256color", "linux", "rxvt", "vt100", "vt220", "ansi"])
    func `the modes of every kind of terminal are restored`(_ term: String) throws {
        for ending in ["q", "x"] {
            let program = try HostedProgram(term: term, columns: 60, rows: 40)
            program.wait(for: "last row")
            program.type(ending)
            _ = program.waitForEnd()
            program.readRest()
            #expect(program.isClean, "\(program.output.debugDescription)")
            // Without an alternate screen, the prompt is on a separate line below the last frame.
            #expect(program.output.hasSuffix("printed meanwhile\r\n"))
        }
    }

    @Test(arguments: [SIGTERM, SIGINT, SIGHUP, SIGQUIT])
    func `a request to end takes effect before the program reads its input`(_ signal: Int32) throws {
        let program = try HostedProgram(HostedProgram.path, ["alone"])
        program.wait(for: "\u{1B}[?2004h")
        kill(program.process, signal)
        #expect(program.waitForEnd() == 128 + signal)
        program.readRest()
        #expect(program.isClean)
    }

    @Test(arguments: [SIGTERM, SIGHUP, SIGABRT, SIGUSR1])
    func `a single signal ends a program whose terminal is blocked`(_ signal: Int32) throws {
        let program = try HostedProgram(HostedProgram.path, ["flood"])
        program.waitUntilFull()
        kill(program.process, signal)
        #expect(program.waitForEnd() == 128 + signal)
        #expect(program.hasFormerModes)
    }

    @Test func `a program that no shell can continue keeps its terminal when it is suspended`() throws {
        let program = try HostedProgram()
        program.wait(for: "\u{1B}[?2004h")
        kill(program.process, SIGTSTP)
        program.wait(for: "resumed")
        #expect(!program.hasFormerModes)
        program.type("q")
        #expect(program.waitForEnd() == 0)
        program.readRest()
        #expect(program.isClean)
    }

    @Test func `a program that exits leaves a clean terminal`() throws {
        let program = try HostedProgram()
        program.wait(for: "\u{1B}[?2004h")
        program.type("q")
        #expect(program.waitForEnd() == 0)
        program.readRest()
        #expect(program.isClean)
        #expect(program.output.hasSuffix("printed meanwhile\r\n"))
    }
}
