import Dispatch
import Foundation

struct Failure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

/// Prints a line immediately, also to a file or a pipe.
func report(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

/// A program that is run to its end.
///
/// `Foundation.Process` is not used, because it waits for every process that inherited the descriptors, and a test can
/// leave one running.
enum Program {
    struct Result {
        /// The exit status as reported by a shell, or `nil` if the program exceeded its time limit.
        let status: Int32?
        let output: String
        let seconds: Double
    }

    /// Runs a program with an empty standard input.
    ///
    /// - Parameters:
    ///   - command: The program, which is searched for in `PATH` unless it contains a slash, and its arguments.
    ///   - variables: Changes to the environment.
    ///   - limit: The time limit in seconds, after which the program and its process group are killed.
    /// - Returns: The exit status and the output.
    /// - Throws: ``Failure`` if the program cannot be started.
    static func run(
        _ command: [String], variables: [String: String] = [:], limit: Double = .infinity
    ) throws -> Result {
        let file = FileManager.default.temporaryDirectory.appending(path: "mutation-\(UUID())").path
        defer { unlink(file) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, file, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        posix_spawn_file_actions_adddup2(&actions, 1, 2)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // The tests need the signals that `nohup` ignores.
        var all = sigset_t()
        sigfillset(&all)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF))
        let environment = ProcessInfo.processInfo.environment.merging(variables) { $1 }
        var argumentList = command.map { strdup($0) } + [nil]
        var environmentList = environment.map { strdup("\($0)=\($1)") } + [nil]
        defer {
            for text in argumentList + environmentList { free(text) }
        }
        var process = pid_t()
        let error = posix_spawnp(&process, command[0], &actions, &attributes, &argumentList, &environmentList)
        guard error == 0 else {
            throw Failure("\(command[0]) cannot be started: \(String(cString: strerror(error)))")
        }
        let start = ContinuousClock.now
        let status = wait(for: process, limit: limit)
        let time = ContinuousClock.now - start
        let signal = status & 0x7f
        let isLate = signal == SIGKILL && time >= .seconds(min(limit, 1e6))
        let data = (try? Data(contentsOf: URL(filePath: file))) ?? Data()
        return Result(
            status: isLate ? nil : signal == 0 ? status >> 8 & 0xff : 128 + signal,
            output: String(decoding: data, as: UTF8.self), seconds: time / .seconds(1))
    }

    /// Waits for a program's end and returns its status as `waitpid` does.
    private static func wait(for process: pid_t, limit: Double) -> Int32 {
        let queue = DispatchQueue(label: "time limit")
        let killing = DispatchWorkItem { _ = kill(-process, SIGKILL) }
        if limit.isFinite { queue.asyncAfter(deadline: .now() + limit, execute: killing) }
        // The program stays a zombie until the time limit cannot kill another one with the same number.
        var information = siginfo_t()
        while waitid(P_PID, id_t(process), &information, WEXITED | WNOWAIT) < 0, errno == EINTR {}
        queue.sync { killing.cancel() }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        return status
    }

    /// Kills the programs that tests have left running.
    ///
    /// - Parameter marker: Text that only the environment of these programs contains.
    static func killLeftovers(marked marker: String) {
        let marker = Data(marker.utf8)
        for name in (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? [] {
            guard let process = pid_t(name), process != getpid(),
                let environment = try? Data(contentsOf: URL(filePath: "/proc/\(name)/environ")),
                environment.firstRange(of: marker) != nil
            else { continue }
            kill(process, SIGKILL)
        }
    }
}
