import Foundation

/// A program that runs while a test reads its output.
final class RunningChild {
    private let process: pid_t
    private let output: Int32
    private var unread: [UInt8] = []
    private var isEnded = false

    /// Starts a program with an empty standard input.
    ///
    /// - Parameters:
    ///   - path: The program.
    ///   - arguments: The arguments.
    ///   - readsErrors: Whether to read the standard error instead of the standard output.
    ///   - environment: The environment, or `nil` for the environment of the tests.
    /// - Throws: ``SessionError`` if the program cannot be started.
    init(
        _ path: String, _ arguments: [String], readsErrors: Bool = false, environment: [String: String]? = nil
    ) throws {
        // Programs that other tests start at the same time must not inherit the pipe's ends, or the output never ends.
        var ends: [Int32] = [-1, -1]
        #if os(Linux)
            let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        #else
            let kind = SOCK_STREAM
        #endif
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
            throw SessionError(description: "No pair of sockets: \(String(cString: strerror(errno)))")
        }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        output = ends[0]
        defer { close(ends[1]) }
        do {
            process = try ChildProcess.spawn(path, arguments, environment: environment) { actions in
                posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
                posix_spawn_file_actions_adddup2(&actions, ends[1], readsErrors ? 2 : 1)
            }
        } catch {
            close(ends[0])
            throw error
        }
    }

    deinit {
        if !isEnded { _ = kill() }
        close(output)
    }

    /// Returns the next line of output without the line break, or `nil` at the end of the output.
    func nextLine() -> String? {
        while true {
            if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
                defer { unread.removeSubrange(...end) }
                return String(decoding: unread[..<end], as: UTF8.self)
            }
            var buffer = [UInt8](repeating: 0, count: 4096)
            let count = read(output, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return nil }
            unread += buffer[..<count]
        }
    }

    /// Kills the program without a chance to clean up and waits for its end.
    ///
    /// - Returns: The lines of output that have not been read.
    func kill() -> [String] {
        Foundation.kill(process, SIGKILL)
        var rest: [String] = []
        while let line = nextLine() { rest.append(line) }
        _ = wait()
        return rest
    }

    func signal(_ signal: Int32) {
        Foundation.kill(process, signal)
    }

    /// Sends a signal to the program and waits for its end.
    ///
    /// - Returns: The exit status as reported by a shell.
    func end(with signal: Int32) -> Int32 {
        Foundation.kill(process, signal)
        return wait()
    }

    /// Waits for the program's end.
    ///
    /// - Returns: The exit status as reported by a shell.
    func wait() -> Int32 {
        isEnded = true
        return ChildProcess.wait(for: process)
    }
}
