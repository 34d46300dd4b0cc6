import Foundation
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
        let result = try compile([
            "-typecheck", "-parse-as-library", "-default-isolation", "MainActor", "-warnings-as-errors",
            folder.path(of: "App.swift"),
        ])
        #expect(result.status == 0, "\(result.diagnostics)")
    }

    /// The steps of the tutorial that need no front end; the last one is a target of the package.
    @Test(arguments: ["02-feature", "03-perform", "04-condition", "05-purchase", "06-permission", "07-setting"])
    func `a step of the tutorial compiles`(step: String) throws {
        let result = try compile(["-typecheck", "-parse-as-library", "-warnings-as-errors", Self.code(of: step)])
        #expect(result.status == 0, "\(result.diagnostics)")
    }

    @Test func `the manifest of the tutorial compiles`() throws {
        let toolchain = try compiler().deletingLastPathComponent().deletingLastPathComponent()
        let result = try compile([
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
        let result = try compile(["-typecheck", "-parse-as-library", folder.path(of: "Bookshelf.swift")])
        #expect(result.errors.first?.contains("has no member 'perform'") == true, "\(result.diagnostics)")
    }

    /// The path of the code of a step.
    private static func code(of step: String) -> String {
        URL(filePath: #filePath).appending(path: "../../../Sources/FlintCLI/FlintCLI.docc/Tutorial/Code")
            .appending(path: "bookshelf-\(step).swift").standardizedFileURL.path
    }

    @Test func `the StoreKit observation compiles against StoreKit's public signatures`() throws {
        let root = URL(filePath: #filePath).appending(path: "../../..").standardizedFileURL
        let folder = StateFolder()
        let stub = try compile([
            "-emit-module", "-parse-as-library", "-module-name", "StoreKit", "-o",
            folder.path(of: "StoreKit.swiftmodule"),
            root.appending(path: "Tests/AppleStubs/StoreKit.swift").path,
        ])
        #expect(stub.status == 0, "\(stub.diagnostics)")
        // The source is compiled into another module here, of the same package, which is called like its folder.
        let package = String(root.lastPathComponent.lowercased().map { $0.isLetter || $0.isNumber ? $0 : "_" })
        try folder.write("@_exported import FlintCore\n", to: "Everywhere.swift")
        let source = root.appending(path: "Sources/FlintCore/Purchases/StoreTransactionSource.swift").path
        let arguments = [
            "-typecheck", "-parse-as-library", "-module-name", "Observation", "-package-name", package, "-I",
            folder.path,
            folder.path(of: "Everywhere.swift"),
        ]
        let result = try compile(arguments + [source])
        #expect(result.status == 0, "\(result.diagnostics)")
        let text = try String(contentsOfFile: source, encoding: .utf8)
        try folder.write(text.replacing("transaction.isUpgraded", with: "transaction.isNoSuchThing"), to: "Wrong.swift")
        let wrong = try compile(arguments + [folder.path(of: "Wrong.swift")])
        #expect(wrong.errors == ["value of type 'Transaction' has no member 'isNoSuchThing'"], "it is type-checked")
    }

    @Test func `misspelt constraints are a warning`() throws {
        let result = try typecheck("Misspelt.swift")
        #expect(result.status == 0, "\(result.diagnostics)")
        #expect(result.warnings.count == 1)
        #expect(
            result.warnings.first?.contains("Declare the feature's conditions in constraints(requirements:).") == true)
    }

    /// The result of running the compiler.
    private struct Result {
        let status: Int32
        let diagnostics: String

        /// The texts of the errors.
        var errors: [String] { texts(of: "error") }

        /// The texts of the warnings.
        var warnings: [String] { texts(of: "warning") }

        private func texts(of kind: String) -> [String] {
            diagnostics.split(separator: "\n").compactMap { line in
                line.hasPrefix("/") ? line.range(of: ": \(kind): ").map { String(line[$0.upperBound...]) } : nil
            }
        }
    }

    /// Type-checks one of the sources against the modules this test was built with.
    private func typecheck(_ name: String) throws -> Result {
        let source = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "CompileFailure/\(name)")
        return try compile(["-typecheck", source.path])
    }

    /// Runs the compiler with the modules this test was built with.
    private func compile(_ arguments: [String]) throws -> Result {
        let process = Process()
        process.executableURL = try compiler()
        process.arguments =
            [
                "-swift-version", "6", "-diagnostic-style", "llvm", "-no-color-diagnostics", "-I", try modules().path,
            ] + arguments
        let output = Pipe()
        process.standardError = output
        process.standardOutput = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return Result(status: process.terminationStatus, diagnostics: String(decoding: data, as: UTF8.self))
    }

    /// The folder of the built modules, beside the running test bundle.
    private func modules() throws -> URL {
        var folder = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent()
        while folder.path != "/" {
            let modules = folder.appending(path: "Modules")
            if FileManager.default.fileExists(atPath: modules.appending(path: "FlintCore.swiftmodule").path) {
                return modules
            }
            folder.deleteLastPathComponent()
        }
        throw Missing(what: "the built modules beside \(CommandLine.arguments[0])")
    }

    /// The compiler of the toolchain whose runtime this process has loaded, or else the first in the path.
    private func compiler() throws -> URL {
        let maps = (try? String(contentsOfFile: "/proc/self/maps", encoding: .utf8)) ?? ""
        let library = maps.split(separator: "\n").first { $0.hasSuffix("/libswiftCore.so") }
        let toolchain = library.flatMap { line -> String? in
            guard let start = line.firstIndex(of: "/"), let end = line.range(of: "/lib/swift/") else { return nil }
            return String(line[start..<end.lowerBound]) + "/bin"
        }
        let path = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
        for folder in [toolchain].compactMap({ $0 }) + path {
            let compiler = URL(filePath: folder).appending(path: "swiftc")
            if FileManager.default.isExecutableFile(atPath: compiler.path) { return compiler }
        }
        throw Missing(what: "swiftc in the path")
    }

    /// An error for something that the test requires and that was not found.
    private struct Missing: Error {
        let what: String
    }
}
