import FlintTestSupport
import Foundation
import Testing

/// Type-checks the code for Apple's systems against stubs of their frameworks.
struct AppleFrameworkTests {
    @Test func `the StoreKit observation compiles against StoreKit's public signatures`() throws {
        let folder = StateFolder()
        #expect(try SwiftCompiler.makeStubs(of: ["StoreKit"], in: folder.path).isEmpty)
        // The source is compiled into another module of the same package.
        try folder.write("@_exported import FlintCore\n", to: "Everywhere.swift")
        let source = Repository.root
            .appending(path: "Sources/FlintCore/Purchases/StoreTransactionSource.swift").path
        let arguments = [
            "-typecheck", "-parse-as-library", "-module-name", "Observation", "-package-name",
            SwiftCompiler.packageName, "-I", folder.path, folder.path(of: "Everywhere.swift"),
        ]
        let result = try SwiftCompiler.run(arguments + [source])
        #expect(result.status == 0, "\(result.diagnostics)")
        let text = try String(contentsOfFile: source, encoding: .utf8)
        try folder.write(text.replacing("transaction.isUpgraded", with: "transaction.isNoSuchThing"), to: "Wrong.swift")
        let wrong = try SwiftCompiler.run(arguments + [folder.path(of: "Wrong.swift")])
        #expect(
            wrong.errors == ["value of type 'Transaction' has no member 'isNoSuchThing'"], "The source is type-checked."
        )
    }

    @Test func `the conversion of activities compiles against the system's public signatures`() throws {
        let folder = StateFolder()
        #expect(try SwiftCompiler.makeStubs(of: ["ObjectiveC"], in: folder.path).isEmpty)
        // On Apple's systems, Foundation contains the type.
        try folder.write("@_exported import FlintCore\n@_exported import ObjectiveC\n", to: "Everywhere.swift")
        let source = Repository.root.appending(path: "Sources/FlintCore/Activities/Activity+System.swift").path
        let arguments = [
            "-typecheck", "-parse-as-library", "-module-name", "Conversion", "-package-name",
            SwiftCompiler.packageName, "-I", folder.path, folder.path(of: "Everywhere.swift"),
        ]
        let result = try SwiftCompiler.run(arguments + [source])
        #expect(result.status == 0, "\(result.diagnostics)")
        let text = try String(contentsOfFile: source, encoding: .utf8)
        try folder.write(text.replacing("activity.webpageURL", with: "activity.webPage"), to: "Wrong.swift")
        let wrong = try SwiftCompiler.run(arguments + [folder.path(of: "Wrong.swift")])
        #expect(
            Set(wrong.errors) == ["value of type 'NSUserActivity' has no member 'webPage'"],
            "The source is type-checked.")
    }

    private static let facts = [
        ("StoreKit", "StoreCountry", "Storefront.current", "Storefront.present"),
        ("FoundationModels", "OnDeviceModel", "SystemLanguageModel.default", "SystemLanguageModel.standard"),
        ("DeclaredAgeRange", "DeclaredAge", "range.lowerBound", "range.lowest"),
    ]

    @Test(arguments: facts)
    func `the facts of the system compile against its public signatures`(
        framework: String, file: String, name: String, unknown: String
    ) throws {
        let folder = StateFolder()
        #expect(try SwiftCompiler.makeStubs(of: [framework], in: folder.path).isEmpty)
        try folder.write("@_exported import FlintCore\n@_exported import Foundation\n", to: "Everywhere.swift")
        let source = Repository.root.appending(path: "Sources/FlintCore/Facts/System/\(file).swift").path
        let arguments = [
            "-typecheck", "-parse-as-library", "-module-name", "Facts", "-package-name", SwiftCompiler.packageName,
            "-I", folder.path, folder.path(of: "Everywhere.swift"),
        ]
        let result = try SwiftCompiler.run(arguments + [source])
        #expect(result.status == 0, "\(result.diagnostics)")
        let text = try String(contentsOfFile: source, encoding: .utf8)
        try folder.write(text.replacing(name, with: unknown), to: "Wrong.swift")
        #expect(
            try SwiftCompiler.run(arguments + [folder.path(of: "Wrong.swift")]).status != 0,
            "The source is type-checked.")
    }
}
