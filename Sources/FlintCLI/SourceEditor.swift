// SPDX-License-Identifier: MIT

import FlintConsole
import FlintCore
import FlintLibc
import FlintTerminal

/// The user's editor, which shows lines of an app's source code.
///
/// As with other programs, `VISUAL` and `EDITOR` contain the editor's command line.
struct SourceEditor {
    let files: SourceFiles
    let command: String?

    init(files: SourceFiles, environment: [String: String]) {
        self.files = files
        command = [environment["VISUAL"], environment["EDITOR"]].compactMap { $0 }.first { !$0.isEmpty }
    }

    /// Shows a location in the editor.
    ///
    /// The screen is lent to the editor until its command ends.
    @MainActor
    func open(_ location: CodeLocation, on screen: any Screen) -> EditorOutcome {
        guard let path = files.path(of: location) else { return .failed(missingFile(of: location)) }
        guard let command else {
            return .failed("Set EDITOR to the command of an editor to open \(path):\(location.line).")
        }
        let arguments = Self.arguments(of: command, path: "\(files.root)/\(path)", line: location.line)
        var status: Int32 = -1
        screen.lend { status = Self.run(([command] + arguments.map(Self.quoted)).joined(separator: " ")) }
        // The second byte of the status is the exit status. A shell ends with 127 if it does not find a command.
        switch (status >> 8) & 0xFF {
        case 0 where status == 0: return .shown(path: path)
        case 127: return .failed("The editor \"\(command)\" was not found; correct EDITOR.")
        case let code: return .failed("The editor \"\(command)\" ended with status \(code).")
        }
    }

    /// Returns the path of a location instead of opening it, for a console that cannot lend its terminal.
    func find(_ location: CodeLocation) -> EditorOutcome {
        files.path(of: location).map { .shown(path: $0) } ?? .failed(missingFile(of: location))
    }

    private func missingFile(of location: CodeLocation) -> String {
        "\(location.fileID) is not below \(files.root); start the console in the folder of the app's source code."
    }

    /// Returns an editor's arguments for a line of a file; an unknown editor opens the file without the line.
    static func arguments(of command: String, path: String, line: Int) -> [String] {
        let program = command.split(separator: " ").first.flatMap { $0.split(separator: "/").last } ?? ""
        return switch program {
        case "vi", "vim", "nvim", "view", "nano", "pico", "emacs", "emacsclient", "kak", "micro", "joe", "mg", "ne":
            ["+\(line)", path]
        case "code", "code-insiders", "codium", "cursor", "windsurf": ["--goto", "\(path):\(line)"]
        case "hx", "helix", "zed", "subl": ["\(path):\(line)"]
        case "xed", "mate", "bbedit": ["--line", "\(line)", path]
        default: [path]
        }
    }

    private static func quoted(_ argument: String) -> String {
        "'\(argument.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#))'"
    }

    private static func run(_ line: String) -> Int32 {
        // Ctrl-Z stops the editor and this process together, so that the user's shell takes over.
        var former = sigaction()
        sigaction(SIGTSTP, nil, &former)
        signal(SIGTSTP, SIG_DFL)
        defer { sigaction(SIGTSTP, &former, nil) }
        return system(line)
    }
}
