import FlintCLI
import FlintTestSupport
import Foundation
import Testing

/// Compares the reference's tables of statuses, environment variables, precedence, and files with the program and its
/// sources.
struct ProgramReferenceTests {
    private static let page = "Sources/FlintCLI/FlintCLI.docc/Commands.md"

    private static func table(_ head: String, _ rows: [(name: String, meaning: String)], isCode: Bool = true) -> String
    {
        let lines = rows.map { "| \(isCode ? "`\($0.name)`" : $0.name) | \($0.meaning) |\n" }
        return "| \(head) | Meaning |\n|---|---|\n" + lines.joined()
    }

    private static func table(_ head: String, _ entries: [ReferenceEntry], isCode: Bool = true) -> String {
        table(head, entries.map { ($0.name, $0.meaning) }, isCode: isCode)
    }

    @Test func `the tables in the reference match the code`() throws {
        let statuses = ExitStatus.allCases.map { ("\($0.rawValue)", $0.meaning) }
        let parts = [
            ("statuses", Self.table("Status", statuses, isCode: false)),
            ("environment", Self.table("Variable", ReferenceEntry.environment)),
            ("precedence", Self.table("Value", ReferenceEntry.precedence, isCode: false)),
            ("files", Self.table("File", ReferenceEntry.files)),
        ]
        for (name, text) in parts { try MarkedPart(path: Self.page, name: name).expect(text) }
    }

    @Test func `the environment variables that the sources read are exactly those that are listed`() throws {
        let folder = URL(filePath: BuiltProgram.root).appending(path: "Sources")
        let files = FileManager.default.enumerator(atPath: folder.path())?.compactMap { $0 as? String } ?? []
        var read: Set<String> = []
        for file in files where file.hasSuffix(".swift") || file.hasSuffix(".c") {
            let code = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
            let reading = /(?:environment\[|(?:environment|[vV]ariable|getenv|userDirectory)\(\s*)"([A-Z_]+)"/
            let name = /static let variable = "([A-Z_]+)"/
            for match in code.matches(of: reading) + code.matches(of: name) { read.insert(String(match.1)) }
        }
        #expect(read.sorted() == ReferenceEntry.environment.map(\.name).sorted())
    }

    @Test func `every name in the precedence list is documented or is an option`() async throws {
        let variables = Set(ReferenceEntry.environment.map(\.name))
        let dump = try HelpDump(json: try await DemoCommandLine.run(["--experimental-dump-help"]).output)
        let options = Set(
            dump.command.leaves().flatMap { $0.command.arguments ?? [] }.flatMap { $0.names ?? [] }.map(\.spelling))
        for entry in ReferenceEntry.precedence {
            for match in entry.meaning.matches(of: /--[a-z-]+/) { #expect(options.contains(String(match.0))) }
            for match in entry.meaning.matches(of: /[A-Z]+_[A-Z_]+/) { #expect(variables.contains(String(match.0))) }
        }
    }

    @Test func `the overrides file is found in the order of the reference`() async throws {
        let folder = try TemporaryFolder()
        let places: [(arguments: [String], environment: [String: String])] = [
            (["--state", folder.path(of: "option.json")], [:]), ([], ["FLINT_STATE": folder.path(of: "variable.json")]),
            ([], ["XDG_STATE_HOME": folder.path(of: "xdg")]), ([], ["HOME": folder.path(of: "home")]),
        ]
        let platforms = ["watchOS 9.0", "tvOS 17.0", "macOS 14.0", "visionOS 1.0"]
        for (place, platform) in zip(places, platforms) {
            let command = ["set", "platform", platform] + place.arguments
            #expect(try await DemoCommandLine.run(command, environment: place.environment).status == 0)
        }
        for index in places.indices {
            let rest = places[index...]
            let environment = rest.map(\.environment).reduce(into: [:]) { $0.merge($1) { first, _ in first } }
            let command = ["compare"] + rest.flatMap(\.arguments)
            let result = try await DemoCommandLine.run(command, environment: environment)
            #expect(result.output.hasPrefix("1  override: platform: \(platforms[index])"), "\(result)")
        }
    }

    @Test(arguments: [
        (0, "features"), (1, "perform smart/create name=M"), (64, "why smrt"), (64, "nothing"),
        (66, "features --storekit /nonexistent/file.storekit"),
        (73, "set permission camera denied --state /dev/null/state.json"),
    ])
    func `a command ends with the status that the reference states`(status: Int32, command: String) throws {
        let folder = try TemporaryFolder()
        let arguments = command.split(separator: " ").map(String.init)
        let result = try BuiltProgram.run(arguments, environment: ["FLINT_STATE": folder.path(of: "state.json")])
        #expect(result.status == status, "\(result)")
        #expect(ExitStatus(rawValue: result.status) != nil)
    }
}
