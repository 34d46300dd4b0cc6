import Foundation
import TestSupport
import Testing

/// What the compiler accepts and rejects: type-checks the sources in `CompileFailure` against the built module.
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

    @Test func `a conditional feature without constraints is a warning`() throws {
        let result = try typecheck("Unconstrained.swift")
        #expect(result.status == 0, "\(result.diagnostics)")
        #expect(result.warnings.count == 1)
        #expect(
            result.warnings.first?.contains("Declare the feature's conditions in constraints(requirements:).") == true)
    }

    @Test func `the README's app compiles in a module that belongs to the main actor`() throws {
        let root = URL(filePath: #filePath).appending(path: "../../..").standardizedFileURL
        let readme = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
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

    @Test func `misspelt constraints are a warning`() throws {
        let result = try typecheck("Misspelt.swift")
        #expect(result.status == 0, "\(result.diagnostics)")
        #expect(result.warnings.count == 1)
        #expect(
            result.warnings.first?.contains("Declare the feature's conditions in constraints(requirements:).") == true)
    }

    /// Type-checks one of the sources against the modules this test was built with.
    private func typecheck(_ name: String) throws -> SwiftCompiler.Result {
        let source = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "CompileFailure/\(name)")
        return try SwiftCompiler.run(["-typecheck", source.path])
    }
}
