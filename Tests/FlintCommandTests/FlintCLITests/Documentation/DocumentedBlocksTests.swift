import FlintCore
import FlintPodcasts
import FlintWorld
import Foundation
import Testing

@testable import FlintCLI
@testable import FlintConsole
@testable import FlintInspector

/// Checks every code block on every page of the documentation against the code.
struct DocumentedBlocksTests {
    enum Check: Hashable {
        /// Compared by a test in the named file.
        case test(String)
        /// Shell commands, which exist with their options.
        case commands
        /// Lines of a file that is compiled.
        case compiled(String)
        /// A manifest that depends on products of this package.
        case manifest
        /// A file of a keymap, a scenario, expectations, or a workflow.
        case keymap, scenario, expectations, workflow
        /// A persona file that the demo accepts.
        case persona
        /// A configuration of a client of the Model Context Protocol.
        case client
        /// Lines of JSON with the named member.
        case messages(member: String)
        case journal
    }

    /// The checks of the blocks of each page, in order.
    ///
    /// A single check applies to all blocks of its page.
    private static let checks: [String: [Check]] = [
        "README.md": [
            .manifest, .compiled("Clients/DocumentationTests/Snippets/ReadmeSnippets.swift"),
            .test("Clients/DocumentationTests/ReadmeTests.swift"), .commands,
            .test("EndToEndTests/ReadmeCommandTests.swift"), .test("Clients/DocumentationTests/ReadmeTests.swift"),
            .test("EndToEndTests/ServerExampleTests.swift"),
        ],
        "ARCHITECTURE.md": [.test("Clients/DocumentationTests/NamedFilesTests.swift")],
        "Benchmarks/README.md": [.commands],
        "Resources/documentation/Flint.docc/Flint.md": [
            .compiled("Clients/DocumentationTests/Snippets/ReadmeSnippets.swift")
        ],
        "FlintCLI/Agents": [.client, .test("EndToEndTests/ModelContext/ModelContextTests.swift")],
        "FlintCLI/Attaching": [
            .compiled("Clients/FrontEndTests/FrontEndTests.swift"), .commands, .commands, .commands,
            .compiled("Clients/FrontEndTests/FrontEndTests.swift"), .commands, .commands,
            .messages(member: "method"),
        ],
        "FlintCLI/Commands": [.test("EndToEndTests/Reference/ReferenceTests.swift")],
        "FlintCLI/ContinuousIntegration": [
            .commands, .expectations, .commands, .test("EndToEndTests/CheckCommandTests.swift"),
            .test("EndToEndTests/CheckCommandTests.swift"),
            .test("EndToEndTests/CoverageCommandTests.swift"), .test("EndToEndTests/CheckCommandTests.swift"),
            .workflow, .test("EndToEndTests/Action/GatingReportTests.swift"),
            .test("EndToEndTests/Action/GatingReportTests.swift"),
        ],
        "FlintCLI/FiveMinutes": [
            .manifest, .compiled("Clients/FiveMinutes/Observatory.swift"),
            .test("Clients/TutorialTests/FiveMinutesTests.swift"),
            .test("Clients/TutorialTests/FiveMinutesTests.swift"),
            .test("Clients/TutorialTests/FiveMinutesTests.swift"),
        ],
        "FlintCLI/FlintCLI": [.test("Clients/DocumentationTests/CommandLineCatalogueTests.swift")],
        "FlintCLI/JSON": [.test("EndToEndTests/Reference/ReferenceTests.swift")],
        "FlintCLI/JournalFiles": [.commands, .commands, .commands, .commands, .journal],
        "FlintCLI/Keys": [.keymap, .commands, .commands],
        "FlintCLI/Lint": [
            .commands, .test("EndToEndTests/LintCommandTests.swift"), .test("EndToEndTests/LintCommandTests.swift"),
            .test("EndToEndTests/LintCommandTests.swift"), .test("EndToEndTests/LintCommandTests.swift"),
            .test("EndToEndTests/LintCommandTests.swift"),
        ],
        "FlintCLI/Manifests": [.test("EndToEndTests/ManifestCommandTests.swift")],
        "FlintCLI/Personas": [
            .persona, .commands, .persona, .test("EndToEndTests/LaunchPersonaTests.swift"),
            .compiled("Clients/FrontEndTests/FrontEndTests.swift"),
        ],
        "FlintCLI/Questions": [.test("EndToEndTests/JourneyTests.swift")],
        "FlintCLI/Scenarios": [
            .commands, .commands, .commands, .scenario,
            .compiled("FlintDemoTests/FlintPodcastsTests/Scenarios/UnlockTests.swift"),
            .test("EndToEndTests/MomentExportTests.swift"),
            .compiled("FlintDemoTests/FlintPodcastsTests/Scenarios/DeniedEventTests.swift"),
        ],
        "FlintTesting/FlintTesting": [.compiled("Clients/DocumentationTests/Snippets/GatingPersonasSnippets.swift")],
        "FlintCLI/Warnings": [.commands],
        "FlintCLI/TheConsole": [.test("EndToEndTests/Reference/ConsoleArticleTests.swift")],
    ]

    /// Returns the checks of a page's blocks.
    ///
    /// In the framework's documentation catalog, code is compiled as a snippet of the same name, and its output is
    /// compared.
    private static func checks(of path: String, _ blocks: [DocumentedPage.Block]) throws -> [Check] {
        let words = path.split(separator: "/")
        let name = words.last?.split(separator: ".").first.map(String.init) ?? ""
        if path.hasPrefix("Sources/FlintCore/FlintCore.docc/") {
            return blocks.map { block in
                if block.language == "swift" {
                    return .test("Clients/DocumentationTests/Snippets/\(name)Snippets.swift")
                }
                if block.text.hasPrefix("$ ") { return .test("EndToEndTests/AdoptingArticleTests.swift") }
                return block.text.contains(".package(")
                    ? .manifest : .test("Clients/DocumentationTests/\(name)Tests.swift")
            }
        }
        let key = words.first == "Sources" ? "\(words[1])/\(name)" : path
        let listed = checks[key] ?? []
        return listed.count == 1 ? blocks.map { _ in listed[0] } : listed
    }

    @Test(arguments: DocumentedPage.paths)
    func `every block of a page is checked`(path: String) throws {
        let blocks = try DocumentedPage(path).blocks
        let checks = try Self.checks(of: path, blocks)
        try #require(
            checks.count == blocks.count, "\(path) has \(blocks.count) blocks; name the check of each")
        for (block, check) in zip(blocks, checks) { try hold(block, to: check, in: path) }
    }

    @Test func `every check refers to an existing page`() throws {
        let names = Set(
            DocumentedPage.paths.map { path in
                let words = path.split(separator: "/")
                return words.first == "Sources" ? "\(words[1])/\(words.last?.dropLast(3) ?? "")" : path
            })
        #expect(Set(Self.checks.keys).subtracting(names).isEmpty)
    }

    private func hold(_ block: DocumentedPage.Block, to check: Check, in path: String) throws {
        switch check {
        case .test(let file):
            let page = path.split(separator: "/").last?.split(separator: ".").first.map(String.init) ?? ""
            let test = try DocumentedPage.text(of: "Tests/\(file)")
            #expect(
                file.contains(page) || test.localizedCaseInsensitiveContains(page),
                "\(file) is about \(page)")
        case .commands:
            let commands = block.lines.flatMap(DocumentedCommand.all)
            #expect(!commands.isEmpty, "\(path): \(block.text)")
            for command in commands { #expect(command.problem == nil, "\(path): \(command.words)") }
        case .workflow:
            let commands = block.lines.compactMap { line in
                line.firstRange(of: "run: ").map { "$ " + line[$0.upperBound...] }
            }
            #expect(commands.count == 3)
            for command in commands.flatMap(DocumentedCommand.all) {
                #expect(command.problem == nil, "\(path): \(command.words)")
            }
        case .compiled(let file):
            let lines = try DocumentedPage.text(of: "Tests/\(file)").split(separator: "\n").map(Self.bare)
            let wanted = block.lines.map { Self.bare(Substring($0)) }.filter { !$0.isEmpty }
            #expect(
                lines.indices.contains { lines[$0...].starts(with: wanted) },
                "\(path): \(wanted) in \(file)")
        default:
            try holdFile(block, to: check, in: path)
        }
    }

    private func holdFile(_ block: DocumentedPage.Block, to check: Check, in path: String) throws {
        switch check {
        case .keymap:
            #expect(KeymapFile(block.text).problems.isEmpty)
        case .scenario:
            for line in block.lines where !line.hasPrefix("#") {
                #expect(
                    DocumentedCommand.all(in: "$ flint \(line)").allSatisfy { $0.problem == nil }, "\(line)")
            }
        case .expectations:
            let file = FileManager.default.temporaryDirectory.appending(
                path: "\(UUID().uuidString).json5")
            try block.text.write(to: file, atomically: true, encoding: .utf8)
            defer { try? FileManager.default.removeItem(at: file) }
            let expectations = try ExpectationsFile(file.path, of: DocumentedApp.self).read(isRequired: true)
            #expect(expectations?.names.count == 2)
        case .persona:
            try holdPersona(block)
        case .manifest:
            let manifest = try DocumentedPage.text(of: "Package.swift")
            let products = block.text.matches(of: /\.product\(name: "(\w+)", package: "flint"\)/).map {
                String($0.1)
            }
            #expect(!products.isEmpty)
            for product in products { #expect(manifest.contains(".library(name: \"\(product)\"")) }
        case .client:
            let servers = try Self.object(block.text)["mcpServers"] as? [String: [String: Any]]
            let server = try #require(servers?.values.first)
            let words = [server["command"] as? String ?? ""] + (server["args"] as? [String] ?? [])
            #expect(DocumentedCommand(words: words).problem == nil, "\(words)")
        case .messages(let member):
            for line in block.lines { #expect(try Self.object(line)[member] != nil, "\(line)") }
        case .journal:
            let format = try DocumentedPage.text(of: "Sources/FlintRecording/Journal/JournalLine.swift")
            for line in block.lines {
                for key in try Self.object(line).keys where key != "n" {
                    #expect(format.contains("case \(key)("), "\(line)")
                }
            }
        case .test, .commands, .workflow, .compiled:
            Issue.record("\(check) does not name a file.")
        }
    }

    /// Reads a persona file and checks that the demo has everything it names.
    private func holdPersona(_ block: DocumentedPage.Block) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try block.text.write(to: folder.appending(path: "child.json"), atomically: true, encoding: .utf8)
        let list = PersonaFolder(folder.path).readPersonas()
        #expect(list.problems.isEmpty && list.personas.count == 1)
        let runtime = FlintRuntime()
        try Flint.withRuntime(runtime) {
            try PodcastApp().setUp()
            let inspector = RuntimeInspector(runtime: runtime, configuration: .init(appName: "Podcasts", cause: .app))
            let usable = list.usable(in: inspector.readModel())
            #expect(usable.problems.isEmpty && usable.personas == list.personas)
        }
    }

    /// Decodes an object in which an ellipsis represents omitted content.
    private static func object(_ text: String) throws -> [String: Any] {
        let whole = text.replacing("[…]", with: "[]").replacing("{…}", with: "{}").replacing(
            ",…", with: "")
        return try #require(
            try JSONSerialization.jsonObject(with: Data(whole.utf8)) as? [String: Any], "\(text)")
    }

    private static func bare(_ line: Substring) -> String {
        line.trimmingCharacters(in: .whitespaces)
    }
}
