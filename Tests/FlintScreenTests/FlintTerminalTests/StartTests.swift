#if os(Linux)
    import Foundation
    import Testing

    /// Tests of signals during the start of a program, between any two of its system calls.
    @Suite(.enabled(if: SteppedProgram.isAllowed, "The system does not let processes be traced."))
    struct StartTests {
        @Test func `a signal between any two system calls at the start leaves a clean terminal`() throws {
            let (first, last) = try window()
            #expect(last - first > 20)
            let signals = [SIGABRT, SIGTERM, SIGUSR1, SIGSEGV]
            for stop in first...last {
                let signal = signals[stop % signals.count]
                let program = try SteppedProgram()
                program.step(to: stop)
                program.end(with: signal)
                #expect(program.hosted.waitForEnd() == 128 + signal)
                program.hosted.readRest()
                #expect(program.hosted.isClean, "signal \(signal) at stop \(stop): \(program.hosted.output)")
            }
        }

        /// Returns the stops between which the program changes the terminal, from before the change of the modes to the
        /// first frame.
        private func window() throws -> (first: Int, last: Int) {
            let program = try SteppedProgram()
            var first: Int?
            while !program.hosted.output.contains("\u{1B}[?2004h") {
                program.step(to: program.stops + 1)
                program.hosted.readRest()
                if first == nil, !program.hosted.hasFormerModes { first = program.stops - 30 }
            }
            program.end(with: SIGKILL)
            return (try #require(first), program.stops + 2)
        }
    }

    /// A program that is stopped before and after every system call of its main thread.
    private final class SteppedProgram {
        let hosted: HostedProgram
        private(set) var stops = 0

        /// Starts the program and stops it at its beginning.
        init() throws {
            // The shell waits for a line, which allows time to attach to it.
            hosted = try HostedProgram("/bin/sh", ["-c", "echo waiting; read line; exec '\(HostedProgram.path)' hold"])
            hosted.wait(for: "waiting")
            try #require(Self.trace(Self.seize, hosted.process, 0, Self.options) == 0)
            try #require(Self.trace(Self.interrupt, hosted.process, 0, 0) == 0)
            hosted.type("\n")
            var hasBegun = false
            while !hasBegun, let stop = nextStop() {
                hasBegun = stop == .exec
                if !hasBegun { resume(stop) }
            }
            try #require(hasBegun)
        }

        /// Runs the program up to a number of stops.
        func step(to count: Int) {
            while stops < count {
                resume(.call)
                guard let stop = nextStop(), stop == .call else {
                    Issue.record("The program ended unexpectedly: \(hosted.output)")
                    return
                }
                stops += 1
            }
        }

        /// Sends the stopped program a signal and detaches from it.
        func end(with signal: Int32) {
            kill(hosted.process, signal)
            _ = Self.trace(Self.detach, hosted.process, 0, 0)
        }

        /// The reason for which the program is stopped.
        private enum Stop: Equatable {
            case call, exec, other
            case signal(Int32)
        }

        /// Waits until the program stops.
        ///
        /// Returns `nil` if the program has ended.
        private func nextStop() -> Stop? {
            var status: Int32 = 0
            guard waitpid(hosted.process, &status, 0) == hosted.process, status & 0xFF == 0x7F else { return nil }
            let signal = status >> 8 & 0xFF
            switch (status >> 16, signal) {
            case (4, _): return .exec
            case (0, SIGTRAP | 0x80): return .call
            case (0, _): return .signal(signal)
            default: return .other
            }
        }

        /// Runs the program to its next system call, or to the end of the current system call.
        private func resume(_ stop: Stop) {
            var signal: Int32 = 0
            if case .signal(let number) = stop { signal = number }
            _ = Self.trace(Self.nextCall, hosted.process, 0, Int(signal))
        }

        private typealias Trace = @convention(c) (Int, Int, Int, Int) -> Int

        /// The system's `ptrace`, which Swift does not import because it is variadic.
        private static let function = dlsym(nil, "ptrace").map { unsafeBitCast($0, to: Trace.self) }

        private static func trace(_ request: Int, _ process: pid_t, _ address: Int, _ data: Int) -> Int {
            function?(request, Int(process), address, data) ?? -1
        }

        private static let (seize, interrupt, nextCall, detach) = (0x4206, 0x4207, 24, 17)
        /// Distinguishes system calls from other stops, stops at `exec`, and kills the program with its test.
        private static let options = 0x1 | 0x10 | 0x10_0000

        /// Whether this process may trace another process.
        static let isAllowed: Bool = {
            guard let hosted = try? HostedProgram("/bin/sh", ["-c", "read line"]) else { return false }
            return trace(seize, hosted.process, 0, options) == 0
        }()
    }
#endif
