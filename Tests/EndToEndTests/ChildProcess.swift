import FlintTestSupport
import Foundation

/// A program that runs to its end, with its output in files.
///
/// `Foundation.Process` is not used, because it waits for every process that inherited the descriptors, and tmux leaves
/// a server running.
enum ChildProcess {
    struct Result {
        let status: Int32
        let output: String
        let errors: String
    }

    /// Runs a program with an empty standard input and waits for its end.
    ///
    /// - Parameters:
    ///   - path: The program, which is searched for in `PATH` unless it contains a slash.
    ///   - arguments: The arguments.
    ///   - environment: The environment. The default is the environment of the tests.
    /// - Returns: The exit status as reported by a shell, and the output.
    /// - Throws: ``SessionError`` if the program cannot be started.
    static func run(_ path: String, _ arguments: [String], environment: [String: String]? = nil) throws -> Result {
        let folder = try TemporaryFolder()
        let process = try spawn(path, arguments, environment: environment) { actions in
            posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
            posix_spawn_file_actions_addopen(&actions, 1, folder.path(of: "output"), O_WRONLY | O_CREAT, 0o600)
            posix_spawn_file_actions_addopen(&actions, 2, folder.path(of: "errors"), O_WRONLY | O_CREAT, 0o600)
        }
        return Result(
            status: wait(for: process), output: try folder.text("output"), errors: try folder.text("errors"))
    }

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - path: The program, which is searched for in `PATH` unless it contains a slash.
    ///   - arguments: The arguments.
    ///   - environment: The environment, or `nil` for the environment of the tests.
    ///   - files: Sets the program's first descriptors.
    /// - Returns: The process identifier.
    /// - Throws: ``SessionError`` if the program cannot be started.
    static func spawn(
        _ path: String, _ arguments: [String], environment: [String: String]?,
        files: (inout posix_spawn_file_actions_t) -> Void
    ) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        files(&actions)
        // Test threads block most signals, and a child process would inherit the mask.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        let variables = environment ?? ProcessInfo.processInfo.environment
        var argumentList = ([path] + arguments).map { strdup($0) } + [nil]
        var environmentList = variables.map { strdup("\($0)=\($1)") } + [nil]
        defer {
            for text in argumentList + environmentList { free(text) }
        }
        var process = pid_t()
        let error = posix_spawnp(&process, path, &actions, &attributes, &argumentList, &environmentList)
        guard error == 0 else {
            throw SessionError(description: "\(path) cannot be started: \(String(cString: strerror(error)))")
        }
        return process
    }

    /// Waits for a program's end and returns its exit status as reported by a shell.
    static func wait(for process: pid_t) -> Int32 {
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        let isKilled = status & 0x7f != 0
        return isKilled ? 128 + status & 0x7f : status >> 8 & 0xff
    }
}
