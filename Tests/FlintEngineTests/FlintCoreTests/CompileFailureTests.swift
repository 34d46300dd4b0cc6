import FlintTestSupport
import Foundation
import Testing

/// Tests of code that the compiler accepts or rejects.
///
/// The sources in `CompileFailure` are type-checked against the built module.
struct CompileFailureTests {
    @Test func `performing a granted request compiles`() throws {
        let result = try typecheck("Requested.swift")
        #expect(result.status == 0, "\(result.diagnostics)")
    }

    @Test func `performing a conditional action without a request does not compile`() throws {
        let result = try typecheck("Unrequested.swift")
        #expect(result.status != 0)
        #expect(
            result.errors == [
                "value of type 'ConditionalActionBinding<LockedFeature, OpenAction>' has no member 'perform'"
            ])
    }

    @Test func `passing a conditional binding to a session does not compile`() throws {
        let result = try typecheck("UnrequestedInSession.swift")
        #expect(result.status != 0)
        #expect(
            result.errors == [
                "instance method 'perform(_:completion:completionQueue:)' requires that "
                    + "'ConditionalActionBinding<LockedFeature, OpenAction>' conform to 'PerformableActionBinding'"
            ])
    }

    @Test func `the compiler warns about a conditional feature without constraints`() throws {
        let result = try typecheck("Unconstrained.swift")
        #expect(result.status == 0, "\(result.diagnostics)")
        #expect(result.warnings.count == 1)
        #expect(
            result.warnings.first?.contains("Declare the feature's conditions in constraints(requirements:).") == true)
    }

    @Test func `the README's app compiles in a module that belongs to the main actor`() throws {
        let readme = try String(contentsOf: Repository.root.appending(path: "README.md"), encoding: .utf8)
        let start = try #require(readme.range(of: "<!-- app -->\n```swift\n"))
        let end = try #require(readme.range(of: "```\n<!-- end of app -->"))
        let folder = StateFolder()
        try folder.write(String(readme[start.upperBound..<end.lowerBound]), to: "App.swift")
        let result = try SwiftCompiler.run([
            "-typecheck", "-parse-as-library", "-default-isolation", "MainActor", "-warnings-as-errors",
            folder.path(of: "App.swift"),
        ])
        #expect(result.status == 0, "\(result.diagnostics)")
    }

    /// The tutorial's steps that need no front end.
    ///
    /// The last step is a target of the package.
    @Test(arguments: ["02-feature", "03-perform", "04-condition", "05-purchase", "06-permission", "07-setting"])
    func `a step of the tutorial compiles`(step: String) throws {
        let result = try SwiftCompiler.run([
            "-typecheck", "-parse-as-library", "-warnings-as-errors", Self.code(of: step),
        ])
        #expect(result.status == 0, "\(result.diagnostics)")
    }

    @Test func `the manifest of the tutorial compiles`() throws {
        let toolchain = try SwiftCompiler.executable().deletingLastPathComponent().deletingLastPathComponent()
        let result = try SwiftCompiler.run([
            "-typecheck", "-package-description-version", "6.2.0", "-I",
            toolchain.appending(path: "lib/swift/pm/ManifestAPI").path, Self.code(of: "01-package"),
        ])
        #expect(result.status == 0, "\(result.diagnostics)")
    }

    @Test func `performing the tutorial's export without a request does not compile`() throws {
        let folder = StateFolder()
        let step = try String(contentsOfFile: Self.code(of: "04-condition"), encoding: .utf8)
        let wrong = step.replacing("ExportFeature.export.request()", with: "Optional(ExportFeature.export)")
        #expect(wrong != step)
        try folder.write(wrong, to: "Bookshelf.swift")
        let result = try SwiftCompiler.run(["-typecheck", "-parse-as-library", folder.path(of: "Bookshelf.swift")])
        #expect(result.errors.first?.contains("has no member 'perform'") == true, "\(result.diagnostics)")
    }

    private static func code(of step: String) -> String {
        Repository.root.appending(path: "Sources/FlintCLI/FlintCLI.docc/Tutorial/Code")
            .appending(path: "bookshelf-\(step).swift").standardizedFileURL.path
    }

    @Test func `the compiler warns about misspelled constraints`() throws {
        let result = try typecheck("Misspelled.swift")
        #expect(result.status == 0, "\(result.diagnostics)")
        #expect(result.warnings.count == 1)
        #expect(
            result.warnings.first?.contains("Declare the feature's conditions in constraints(requirements:).") == true)
    }

    /// Type-checks a source against the modules with which this test was built.
    private func typecheck(_ name: String) throws -> SwiftCompiler.Result {
        let source = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "CompileFailure/\(name)")
        return try SwiftCompiler.run(["-typecheck", source.path])
    }
}
