import Foundation
import Testing

/// Tests of the state of a terminal after its program has ended.
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

    @Test(arguments: [SIGTERM, SIGSEGV])
    func `the modes that the terminal has confirmed are turned off`(_ signal: Int32) throws {
        let program = try HostedProgram(HostedProgram.path, ["ask"])
        program.wait(for: "\u{1B}[?u\u{1B}[c")
        program.type("\u{1B}[?2026;2$y\u{1B}[?2031;2$y\u{1B}[?1004;2$y\u{1B}[?0u\u{1B}[?62c")
        program.wait(for: "\u{1B}[>0q\u{1B}[c")
        #expect(program.output.contains("\u{1B}[>5u"))
        kill(program.process, signal)
        #expect(program.waitForEnd() == 128 + signal)
        program.readRest()
        #expect(program.isClean)
        // The keyboard protocol belongs to the alternate screen, so it ends before that screen does.
        let off = program.output.range(of: "\u{1B}[<u\u{1B}[?1004l\u{1B}[?2031l")
        let end = program.output.range(of: "\u{1B}[?1049l")
        #expect(off.map(\.upperBound) ?? program.output.endIndex <= end?.lowerBound ?? program.output.startIndex)
    }

    @Test(arguments: [SIGTERM, SIGINT, SIGHUP, SIGQUIT])
    func `a request to end works before the program reads its input`(_ signal: Int32) throws {
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
