import FlintConsole
import FlintModel
import FlintTerminal
import FlintTestSupport
import Foundation
import Testing

@testable import FlintCLI

struct SourceEditorTests {
    private let folder: TemporaryFolder
    private let timer = CodeLocation(fileID: "Player/Timer.swift", line: 12)

    init() throws {
        folder = try TemporaryFolder()
    }

    private var files: SourceFiles { SourceFiles(root: folder.path) }

    private func addFiles(_ paths: String...) throws {
        for path in paths {
            let file = URL(fileURLWithPath: folder.path(of: path))
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data().write(to: file)
        }
    }

    private func editor(_ command: String?) -> SourceEditor {
        SourceEditor(files: files, environment: command.map { ["EDITOR": $0] } ?? [:])
    }

    // MARK: Finding

    @Test func `a file is found below the folder of its module, at any depth`() throws {
        try addFiles(
            "Timer.swift", "Sources/Radio/Timer.swift", "Sources/Player/Sleep/Timer.swift", "Tests/Timer.swift")
        #expect(files.path(of: timer) == "Sources/Player/Sleep/Timer.swift")
    }

    @Test func `without a folder of the module, the only file with the name is used`() throws {
        try addFiles("App/Timer.swift", "App/Other.swift")
        #expect(files.path(of: timer) == "App/Timer.swift")
        try addFiles("Tests/Timer.swift")
        #expect(files.path(of: timer) == nil)
    }

    @Test func `hidden folders and links are not searched`() throws {
        try addFiles(".build/Player/Timer.swift", "elsewhere/Player/Other.swift")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path(of: "loop"), withDestinationPath: folder.path)
        #expect(files.path(of: timer) == nil)
    }

    @Test(arguments: ["Player/../../etc/passwd", "Player/..", "Player/", "/Timer.swift/", "Timer.swift", ""])
    func `a location without a file is not found`(fileID: String) throws {
        try addFiles("Player/Timer.swift")
        #expect(files.path(of: CodeLocation(fileID: fileID, line: 1)) == nil)
    }

    @Test func `the search ends after the maximum number of files`() throws {
        try addFiles("a/1", "a/2", "a/3", "b/Player/Timer.swift")
        #expect(SourceFiles(root: folder.path, limit: 3).path(of: timer) == nil)
        #expect(SourceFiles(root: folder.path, limit: 10).path(of: timer) == "b/Player/Timer.swift")
    }

    // MARK: Opening

    @Test @MainActor func `the editor gets the line and the path, and the screen is lent to it`() throws {
        try addFiles("Player/it's/Timer.swift")
        try folder.write("#!/bin/sh\nprintf '%s\\n' \"$@\" >\"\(folder.path(of: "log"))\"\n", to: "text")
        // Another process writes the program: a process that starts at the same time would inherit the open file, and a
        // file that is open for writing cannot be executed.
        #expect(system("install -m 700 '\(folder.path(of: "text"))' '\(folder.path(of: "vi"))'") == 0)
        let screen = MemoryTerminal(size: TerminalSize(columns: 80, rows: 24))
        let outcome = editor("\(folder.path(of: "vi")) -x").open(timer, on: screen)
        #expect(outcome == .shown(path: "Player/it's/Timer.swift"))
        #expect(try folder.text("log") == "-x\n+12\n\(folder.path(of: "Player/it's/Timer.swift"))\n")
        #expect(screen.lendCount == 1)
    }

    @Test @MainActor func `a failure of the editor is stated`() throws {
        try addFiles("Player/Timer.swift")
        let screen = MemoryTerminal(size: TerminalSize(columns: 80, rows: 24))
        #expect(
            editor("exit 3;").open(timer, on: screen) == .failed("The editor \"exit 3;\" ended with status 3."))
        #expect(
            editor("/missing/editor 2>/dev/null").open(timer, on: screen)
                == .failed("The editor \"/missing/editor 2>/dev/null\" was not found; correct EDITOR."))
    }

    @Test @MainActor func `without an editor or a file, the screen is not lent`() throws {
        let screen = MemoryTerminal(size: TerminalSize(columns: 80, rows: 24))
        #expect(
            editor("vi").open(timer, on: screen)
                == .failed(
                    "Player/Timer.swift is not below \(folder.path); start the console in the folder of the app's source "
                        + "code."))
        try addFiles("Player/Timer.swift")
        #expect(
            editor(nil).open(timer, on: screen)
                == .failed("Set EDITOR to the command of an editor to open Player/Timer.swift:12."))
        #expect(editor(nil).find(timer) == .shown(path: "Player/Timer.swift"))
        #expect(screen.lendCount == 0)
    }

    @Test func `VISUAL takes precedence over EDITOR unless it is empty`() {
        #expect(SourceEditor(files: files, environment: ["VISUAL": "code", "EDITOR": "vi"]).command == "code")
        #expect(SourceEditor(files: files, environment: ["VISUAL": "", "EDITOR": "vi"]).command == "vi")
        #expect(SourceEditor(files: files, environment: [:]).command == nil)
    }

    @Test(arguments: [
        ("vim", ["+7", "/a.swift"]), ("/usr/bin/emacs -nw", ["+7", "/a.swift"]),
        ("code --wait", ["--goto", "/a.swift:7"]), ("hx", ["/a.swift:7"]), ("xed", ["--line", "7", "/a.swift"]),
        ("ed", ["/a.swift"]), ("", ["/a.swift"]),
    ])
    func `each editor gets the line in its own syntax`(command: String, arguments: [String]) {
        #expect(SourceEditor.arguments(of: command, path: "/a.swift", line: 7) == arguments)
    }
}
