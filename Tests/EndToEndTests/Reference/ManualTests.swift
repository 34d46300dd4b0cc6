import FlintCLI
import Foundation
import Testing

struct ManualTests {
    private static let path = "Resources/man/flint.1"

    private static func installed(_ name: String) -> String? {
        ["/usr/bin/", "/bin/", "/usr/local/bin/", "/opt/homebrew/bin/"].map { $0 + name }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    @Test func `the manual page in the repository is the one that the program prints`() async throws {
        let result = try await DemoCommandLine.run(["help", "manual"])
        #expect(result.status == 0, "\(result.errors)")
        try GeneratedFile(path: Self.path).expect(result.output)
    }

    @Test func `the manual page has every command with every argument`() async throws {
        let page = try await DemoCommandLine.run(["help", "manual"]).output
        let dump = try HelpDump(json: try await DemoCommandLine.run(["--experimental-dump-help"]).output)
        let leaves = dump.command.leaves()
        #expect(leaves.count > 45)
        for (path, command) in leaves {
            #expect(page.contains("\n.Ss \(path.joined(separator: " "))\n"))
            for argument in command.arguments ?? [] where argument.shouldDisplay {
                if argument.kind == "positional" {
                    #expect(page.contains("Ar \(argument.valueName ?? "")"), "\(path) \(argument.title)")
                }
                for name in argument.names ?? [] where name.name != "help" || name.kind == "long" {
                    #expect(page.contains("Fl \(name.spelling.dropFirst())"), "\(path) \(name.spelling)")
                }
            }
        }
        for entry in ReferenceEntry.environment + ReferenceEntry.files { #expect(page.contains(" \(entry.name)\n")) }
        for status in ExitStatus.allCases { #expect(page.contains("\n.It \(status.rawValue)\n")) }
    }

    @Test(.enabled(if: installed("mandoc") != nil))
    func `mandoc reports no problems with the manual page`() throws {
        let arguments = ["-Tlint", "-Wwarning", "\(BuiltProgram.root)/\(Self.path)"]
        let result = try ChildProcess.run(try #require(Self.installed("mandoc")), arguments, environment: [:])
        #expect(result.status == 0 && result.output.isEmpty, "\(result.output)")
    }

    @Test(.enabled(if: installed("man") != nil && FileManager.default.fileExists(atPath: "/usr/share/man")))
    func `man shows the manual page`() throws {
        let result = try ChildProcess.run(
            try #require(Self.installed("man")), ["-P", "cat", "\(BuiltProgram.root)/\(Self.path)"],
            environment: ["PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "MANWIDTH": "200"])
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.errors.isEmpty)
        for text in ["NAME", "flint why", "--apply", "FLINT_STATE", "EXIT STATUS"] {
            #expect(result.output.contains(text), "\(text)")
        }
    }

    @Test func `help mentions the manual page and the completions`() async throws {
        let help = try await DemoCommandLine.run(["--help"]).output.replacing("\n", with: " ")
        #expect(help.contains("flint help manual | man -l -"))
        #expect(help.contains("flint help completions"))
    }

    @Test func `help describes the keymap of the console`() async throws {
        let result = try await DemoCommandLine.run(["help", "keymap"], environment: ["XDG_CONFIG_HOME": "/etc/xdg"])
        #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
        #expect(result.output.contains("/etc/xdg/flint/keymap"))
    }
}
