import FlintLocks
import FlintTestSupport
import Foundation
import Testing

/// Kills every command that writes files at random moments and checks that its files are complete or absent.
///
/// The last command to finish checks that enough kills came while files were being written.
///
/// `FLINT_KILLS` sets the number of kills per command. `FLINT_KILL_SEED` determines the moments.
struct WriterKillTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let count = environment["FLINT_KILLS"].flatMap { Int($0) } ?? 3
    private static let seed = environment["FLINT_KILL_SEED"].flatMap { UInt64($0) } ?? 1

    private struct Tally {
        var (commands, kills) = (0, 0)
        /// The kills between a program's first write and its end.
        var writing = 0
    }

    private static let tally = Protected(Tally())

    @Test(arguments: WriterCase.all)
    func `a killed command leaves complete files`(writer: WriterCase) throws {
        let folder = try WriterCase.prepared()
        var random = SeededNumbers(state: Self.seed)
        let clock = ContinuousClock()
        // The duration of an uninterrupted run.
        let whole = try clock.measure { try start(writer, folder).end() }
        var (early, writing, drafts) = (0, 0, 0)
        for round in 0..<Self.count {
            try writer.prepare(folder)
            let before = try WriterCase.names(in: folder)
            let child = try start(writer, folder)
            if round.isMultiple(of: 2) {
                // Writing takes only a fraction of the run, so the test waits for the first write and kills the program
                // within two milliseconds.
                waitForChange(of: folder, within: whole * 2)
                child.run(for: .microseconds(Int64(random.next() % 2_000)))
            } else {
                child.run(for: .microseconds(Int64(random.next() % UInt64(max(1, whole / .microseconds(1))))))
            }
            if child.kill() {
                early += 1
                if round.isMultiple(of: 2) { writing += 1 }
            }
            if try WriterCase.names(in: folder).subtracting(before).contains(where: {
                $0.contains(".draft") || $0.hasSuffix(".new")
            }) {
                drafts += 1
            }
            try writer.check(folder)
        }
        // The leftovers of the kills do not hinder the next run.
        try writer.prepare(folder)
        #expect(try start(writer, folder).end() == 0)
        let tally = Self.tally.withLock { tally in
            tally.commands += 1
            tally.kills += Self.count
            tally.writing += writing
            return tally
        }
        if tally.commands == WriterCase.all.count {
            #expect(tally.kills >= 40)
            #expect(tally.writing >= tally.kills / 6, "\(tally)")
        }
        if Self.count > 20 {
            print("\(writer.name): \(Self.count) rounds, \(early) killed before the end, \(drafts) with a draft left")
        }
    }

    private func waitForChange(of folder: TemporaryFolder, within limit: Duration) {
        let end = ContinuousClock.now + limit
        let paths = [folder.path, folder.path(of: "personas")]
        let before = paths.map(Self.modified)
        while ContinuousClock.now < end, paths.map(Self.modified) == before {}
    }

    private static func modified(_ path: String) -> Int {
        var information = stat()
        guard stat(path, &information) == 0 else { return 0 }
        #if canImport(Darwin)
            return information.st_mtimespec.tv_sec * 1_000_000_000 + information.st_mtimespec.tv_nsec
        #else
            return information.st_mtim.tv_sec * 1_000_000_000 + information.st_mtim.tv_nsec
        #endif
    }

    private func start(_ writer: WriterCase, _ folder: TemporaryFolder) throws -> Victim {
        Victim(
            process: try ChildProcess.spawn(
                BuiltProgram.path, writer.arguments(in: folder), environment: BuiltProgram.environment
            ) { actions in
                for descriptor in 0...2 as ClosedRange<Int32> {
                    posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
                }
            })
    }

    /// A program that is killed unless it ends earlier.
    private struct Victim {
        let process: pid_t

        /// Waits for a duration or for the program's end.
        func run(for duration: Duration) {
            let end = ContinuousClock.now + duration
            var information = siginfo_t()
            while ContinuousClock.now < end, information.si_signo == 0 {
                waitid(P_PID, id_t(process), &information, WEXITED | WNOHANG | WNOWAIT)
            }
        }

        /// Kills the program and returns whether it was still running.
        func kill() -> Bool {
            Foundation.kill(process, SIGKILL)
            return end() == 128 + SIGKILL
        }

        @discardableResult
        func end() -> Int32 { ChildProcess.wait(for: process) }
    }
}
