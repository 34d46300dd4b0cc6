import Foundation
import Testing

/// A program on a terminal device whose other end the test controls.
///
/// The program leads a separate session with the device as its terminal, as under a terminal emulator.
final class HostedProgram {
    let process: pid_t
    private(set) var output = ""
    private let term: String
    private let columns, rows: Int
    private let primary, secondary: Int32
    private let modesBefore: [UInt8]
    private var isEnded = false

    /// The path of the package's program that takes control of its terminal.
    static let path = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
        .appending(path: "FlintTerminalProgram").path()

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - path: The program.
    ///   - arguments: The arguments of the program.
    ///   - term: The terminal's type.
    ///   - columns: The reported width of the window.
    ///   - rows: The reported height of the window.
    /// - Throws: An error if the program cannot be started.
    init(
        _ path: String = HostedProgram.path, _ arguments: [String] = ["hold"], term: String = "xterm-256color",
        columns: UInt16 = 40, rows: UInt16 = 5
    ) throws {
        var ends: (Int32, Int32) = (-1, -1)
        var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        try #require(openpty(&ends.0, &ends.1, nil, nil, &size) == 0)
        (primary, secondary) = ends
        self.term = term
        (self.columns, self.rows) = (Int(columns), Int(rows))
        // Programs that other tests start must not keep the device open.
        for end in [primary, secondary] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        modesBefore = Self.modes(of: secondary)
        var name = [CChar](repeating: 0, count: 256)
        try #require(ttyname_r(secondary, &name, name.count) == 0)

        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, name, O_RDWR, 0)
        posix_spawn_file_actions_adddup2(&actions, 0, 1)
        posix_spawn_file_actions_adddup2(&actions, 0, 2)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // Test threads block signals, and a child process would inherit the mask.
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        // The program would also inherit ignored signals, for example, if nohup runs the tests.
        var defaults = sigset_t()
        sigemptyset(&defaults)
        for signal in [SIGHUP, SIGINT, SIGQUIT, SIGTERM] { sigaddset(&defaults, signal) }
        posix_spawnattr_setsigdefault(&attributes, &defaults)
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF) | Self.newSession)
        var argumentList = ([path] + arguments).map { strdup($0) } + [nil]
        let variables = ["TERM=\(term)", "LC_ALL=C.UTF-8", "SWIFT_BACKTRACE=enable=no"]
        var environment = variables.map { strdup($0) } + [nil]
        defer {
            for text in argumentList + environment { free(text) }
        }
        var process = pid_t()
        let error = posix_spawn(&process, path, &actions, &attributes, &argumentList, &environment)
        try #require(error == 0)
        self.process = process
    }

    deinit {
        if !isEnded {
            kill(process, SIGKILL)
            _ = waitForEnd()
        }
        close(primary)
        close(secondary)
    }

    /// Reads the program's output until it contains the given text.
    @discardableResult
    func wait(for text: String, sourceLocation: SourceLocation = #_sourceLocation) -> Bool {
        while !output.contains(text) {
            guard readSome(within: 60_000) else {
                Issue.record("The program never drew \(text): \(output)", sourceLocation: sourceLocation)
                return false
            }
        }
        return true
    }

    /// Confirms every feature that the program requests, like a terminal with support for links.
    func confirmFeatures() {
        wait(for: "\u{1B}[?u\u{1B}[c")
        type("\u{1B}[?2026;2$y\u{1B}[?2031;2$y\u{1B}[?1004;2$y\u{1B}[?0u\u{1B}[?62c")
        wait(for: "\u{1B}[>0q\u{1B}[c")
        type("\u{1B}P>|foot(1.16)\u{1B}\\\u{1B}[?62c")
        wait(for: "\u{1B}]8;;https:")
    }

    func readRest() {
        while readSome(within: 0) {}
    }

    /// Sends bytes, like a keyboard.
    func type(_ text: String) {
        _ = write(primary, text, text.utf8.count)
    }

    /// Waits, without reading, until the device's buffer is full.
    func waitUntilFull() {
        var room = pollfd(fd: secondary, events: Int16(POLLOUT), revents: 0)
        while poll(&room, 1, 0) > 0 { sched_yield() }
    }

    /// Waits for the program's end and returns its exit status as reported by a shell.
    func waitForEnd() -> Int32 {
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        isEnded = true
        let signal = status & 0x7f
        return signal != 0 ? 128 + signal : status >> 8 & 0xff
    }

    /// Whether the device has the same modes as before the program started.
    var hasFormerModes: Bool { Self.modes(of: secondary) == modesBefore }

    /// Whether the device and the terminal have the same modes as before the program started.
    var isClean: Bool {
        var terminal = before
        terminal.receive(output)
        return hasFormerModes && terminal.differences(from: before, includesScreen: false).isEmpty
    }

    /// The terminal before the program started.
    var before: TerminalEmulator { .inUse(term: term, columns: columns, rows: rows) }

    /// Reads available output.
    ///
    /// - Returns: Whether there was output.
    private func readSome(within milliseconds: Int32) -> Bool {
        var request = pollfd(fd: primary, events: Int16(POLLIN), revents: 0)
        guard poll(&request, 1, milliseconds) > 0, request.revents & Int16(POLLIN) != 0 else { return false }
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        let count = read(primary, &buffer, buffer.count)
        guard count > 0 else { return false }
        output += String(decoding: buffer[..<count], as: UTF8.self)
        return true
    }

    /// Returns the device's modes and keys, and whether the descriptor waits for input.
    static func modes(of device: Int32) -> [UInt8] {
        var modes = termios()
        tcgetattr(device, &modes)
        return withUnsafeBytes(of: modes) { Array($0) } + [fcntl(device, F_GETFL) & O_NONBLOCK == 0 ? 1 : 0]
    }

    #if os(Linux)
        private static let newSession: Int16 = 0x80
    #else
        private static let newSession: Int16 = 0x0400
    #endif
}
