import FlintTestSupport
import Foundation
import Testing

struct AdoptingProgramTests {
    private static let article = "Sources/FlintCore/FlintCore.docc/AdoptingInAnExistingApp.md"
    private static let program = "Tests/FlintEngineTests/FlintCoreTests/CompileFailure/SkyConsole.swift"
    /// The module of an app, whose enumeration has the name of a type of the framework.
    private static let module = """
        public enum FeatureFlag: String, CaseIterable, Sendable {
            case satellites

            public var isOnByDefault: Bool { false }
        }

        public typealias SkyFlag = FeatureFlag

        public struct SkyServer: Sendable {
            public static let shared = SkyServer()

            public subscript(flag: SkyFlag) -> Bool? { nil }
        }

        public final class SkyOverrides: Sendable {
            public static let shared = SkyOverrides()

            public subscript(flag: SkyFlag) -> Bool? {
                get { nil }
                set {}
            }
        }
        """

    private let folder = StateFolder()

    init() throws {
        try folder.write(Self.module, to: "Sky.swift")
        // `FlintCLI` needs a module of C, whose content programs don't use.
        try folder.write("module CFlintCurses {}", to: "module.modulemap")
        let result = try SwiftCompiler.run([
            "-emit-module", "-parse-as-library", "-module-name", "Sky", "-o", folder.path(of: "Sky.swiftmodule"),
            folder.path(of: "Sky.swift"),
        ])
        try #require(result.status == 0, "\(result.diagnostics)")
    }

    @Test func `the program of the article on adopting compiles and has as many lines as the article states`() throws {
        let program = Repository.root.appending(path: Self.program).standardizedFileURL
        let result = try typecheck(program.path)
        #expect(result.status == 0, "\(result.diagnostics)")
        let lines = try String(contentsOf: program, encoding: .utf8).split(separator: "\n").count
        let article = try String(contentsOf: Repository.root.appending(path: Self.article), encoding: .utf8)
        #expect(article.contains("A program of \(lines) lines"))
    }

    @Test(arguments: [false, true])
    func `an import of one enumeration resolves a clash of names`(importsEnumeration: Bool) throws {
        try folder.write(
            """
            import FlintCore
            import Sky
            \(importsEnumeration ? "import enum Sky.FeatureFlag" : "")

            func adoptFlags() {
                Flint.adopt(FeatureFlag.self, from: .builtIn(\\.isOnByDefault))
            }

            func isOn(_ flag: FeatureFlag) -> Bool { Flint.override(of: flag) ?? flag.isOnByDefault }
            """, to: "Flags.swift")
        let result = try typecheck(folder.path(of: "Flags.swift"))
        #expect((result.status == 0) == importsEnumeration, "\(result.diagnostics)")
        #expect(
            result.errors.contains("'FeatureFlag' is ambiguous for type lookup in this context") != importsEnumeration)
    }

    private func typecheck(_ source: String) throws -> SwiftCompiler.Result {
        try SwiftCompiler.run(["-typecheck", "-parse-as-library", "-warnings-as-errors", "-I", folder.path, source])
    }
}
