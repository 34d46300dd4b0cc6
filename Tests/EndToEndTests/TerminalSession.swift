import FlintTestSupport
import Foundation
import Testing

/// The program in a real terminal emulator, tmux.
///
/// The session presses keys and reads the screen. It does not sleep for fixed times: it reads the screen repeatedly
/// until the expected text appears. A test fails after a time limit that exceeds the needs of any machine.
final class TerminalSession: ProgramUser {
    private static let timeLimit: TimeInterval = 60

    private let socket = "flint-\(UUID().uuidString.prefix(8))"
    let folder: TemporaryFolder

    /// Starts a shell that runs the program and prints its exit status.
    ///
    /// - Parameters:
    ///   - arguments: The arguments of the program.
    ///   - columns: The width of the terminal in cells.
    ///   - rows: The height of the terminal in cells.
    ///   - environment: Additional variables of the program's environment.
    ///   - folder: The folder of the program's state. The default is a new folder.
    ///   - redirection: A redirection that the shell adds to the command.
    ///   - preparation: A command that the shell runs before the program.
    ///   - isInteractive: Whether the shell controls jobs, so that the program can be suspended.
    /// - Throws: ``SessionError`` if tmux does not start.
    init(
        _ arguments: [String] = [], columns: Int = 120, rows: Int = 40, environment: [String: String] = [:],
        folder: TemporaryFolder? = nil, redirection: String = "", preparation: String = ":",
        isInteractive: Bool = false
    ) throws {
        let folder = try folder ?? TemporaryFolder()
        self.folder = folder
        var settings = BuiltProgram.environment
        settings["FLINT_STATE"] = folder.path(of: Self.stateFile)
        settings["TERM"] = "screen-256color"
        settings.merge(environment) { $1 }
        let variables = settings.sorted { $0.key < $1.key }.map { "\($0)=\(quoted($1))" }.joined(separator: " ")
        let command = ([BuiltProgram.path] + arguments).map(quoted).joined(separator: " ")
        // The inner shell becomes the program, so their process identifiers are equal.
        let program =
            "echo $$ > \(folder.path(of: "process")); \(preparation); exec env -i \(variables) \(command) \(redirection)"
        let script =
            "stty -a > \(quoted(folder.path(of: "before"))); sh -c \(quoted(program)); "
            + "status=$?; stty -a > \(quoted(folder.path(of: "after"))); echo \"ended with $status\"; cat"
        let shell = isInteractive ? "env PS1='$ ' bash --norc --noprofile -i" : script
        try tmux("-f", "/dev/null", "new-session", "-d", "-c", folder.path, "-x", "\(columns)", "-y", "\(rows)", shell)
        try tmux("set-option", "-g", "status", "off")
        try tmux("resize-window", "-x", "\(columns)", "-y", "\(rows)")
        if isInteractive {
            try wait(for: "$")
            try type("env -i \(variables) \(command)\n")
        }
    }

    deinit {
        _ = try? tmux("kill-server")
    }

    /// Presses keys, named as in tmux.
    func press(_ keys: String...) throws {
        for key in keys { try tmux("send-keys", key) }
    }

    /// Presses keys in one batch, named as in tmux.
    func press(_ keys: [String]) throws {
        try tmux(arguments: ["send-keys"] + keys)
    }

    func type(_ text: String) throws {
        try tmux("send-keys", "-l", text)
    }

    func resize(columns: Int, rows: Int) throws {
        try tmux("resize-window", "-x", "\(columns)", "-y", "\(rows)")
    }

    /// Returns the current screen.
    ///
    /// - Parameter withAttributes: Whether colors and other attributes are included as escape sequences.
    /// - Returns: The lines.
    /// - Throws: ``SessionError`` if tmux does not respond.
    func screen(withAttributes: Bool = false) throws -> String {
        withAttributes ? try tmux("capture-pane", "-p", "-e") : try tmux("capture-pane", "-p")
    }

    /// Reads the screen until it shows all given texts, and returns it.
    @discardableResult
    func wait(for texts: String..., sourceLocation: SourceLocation = #_sourceLocation) throws -> String {
        try wait(sourceLocation: sourceLocation, described: texts.joined(separator: ", ")) { screen in
            texts.allSatisfy(screen.contains)
        }
    }

    /// Reads the screen until it satisfies a condition, and returns it.
    @discardableResult
    func wait(
        sourceLocation: SourceLocation = #_sourceLocation, described description: String,
        until condition: (String) throws -> Bool
    ) throws -> String {
        let deadline = Date(timeIntervalSinceNow: Self.timeLimit)
        var last = ""
        while Date() < deadline {
            last = try screen()
            if try condition(last) { return last }
        }
        // The first lines of a crash have already left the screen.
        let history = (try? tmux("capture-pane", "-p", "-S", "-")) ?? last
        Issue.record("The screen never showed: \(description)\n\(history)", sourceLocation: sourceLocation)
        return last
    }

    /// Returns a tmux variable of the terminal, such as `alternate_on`.
    func value(_ name: String) throws -> String {
        try tmux("display-message", "-p", "#{\(name)}").trimmingCharacters(in: .whitespacesAndNewlines)
    }

    func programProcess() throws -> Int32 {
        guard let id = Int32(try folder.text("process").trimmingCharacters(in: .whitespacesAndNewlines)) else {
            throw SessionError(description: "the program does not run")
        }
        return id
    }

    /// Checks that tmux has the same state of the terminal as before the program.
    func expectInitialState(sourceLocation: SourceLocation = #_sourceLocation) throws {
        let off = [
            "alternate_on", "insert_flag", "keypad_cursor_flag", "keypad_flag", "mouse_all_flag", "mouse_any_flag",
            "mouse_button_flag", "mouse_sgr_flag", "mouse_standard_flag", "mouse_utf8_flag", "origin_flag",
            "scroll_region_upper",
        ]
        let on = ["cursor_flag", "wrap_flag"]
        for name in off { #expect(try value(name) == "0", "\(name)", sourceLocation: sourceLocation) }
        for name in on { #expect(try value(name) == "1", "\(name)", sourceLocation: sourceLocation) }
        #expect(
            try value("e|+:#{scroll_region_lower},1") == value("pane_height"), "the region that scrolls",
            sourceLocation: sourceLocation)
    }

    /// Checks that the program has restored the terminal.
    func expectTerminalRestored(sourceLocation: SourceLocation = #_sourceLocation) throws {
        try expectInitialState(sourceLocation: sourceLocation)
        try wait(sourceLocation: sourceLocation, described: "the terminal's settings") { _ in
            try folder.text("after").isEmpty == false
        }
        #expect(try folder.text("after") == folder.text("before"), sourceLocation: sourceLocation)
    }

    @discardableResult
    private func tmux(_ arguments: String...) throws -> String { try tmux(arguments: arguments) }

    @discardableResult
    private func tmux(arguments: [String]) throws -> String {
        let result = try ChildProcess.run("tmux", ["-L", socket] + arguments)
        guard result.status == 0 else {
            throw SessionError(description: "tmux \(arguments) failed: \(result.errors)")
        }
        return result.output
    }

    private func quoted(_ text: String) -> String {
        "'" + text.replacing("'", with: "'\\''") + "'"
    }
}

struct SessionError: Error, CustomStringConvertible {
    let description: String
}

extension TerminalSession {
    func overridePremium() throws {
        try wait(for: "1 Features", "Smart playlists")
        try press("2")
        try wait(for: "Premium subscription", "Status")
        try type("/premium sub")
        try press("Enter")
        try wait(for: "podcasts.premium")
        try press("b")
        try wait(for: "● 1 override")
    }
}
