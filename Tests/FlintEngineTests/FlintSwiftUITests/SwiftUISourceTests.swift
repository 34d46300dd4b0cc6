import FlintTestSupport
import Foundation
import Testing

/// Type-checks the views, the trait for previews, and their examples against a stub of SwiftUI.
struct SwiftUISourceTests {
    private static let examples = "Tests/Clients/DocumentationTests/Snippets/TellingUsersWhyViews.swift"
    private static let trait = "Sources/FlintTesting/PersonaPreview.swift"
    /// The features that the examples assume.
    private static let features = """
        import FlintCore

        final class ObservatoryFeatures: FeatureGroup {
            static var subfeatures: [FeatureDefinition.Type] { [ArchiveFeature.self] }
        }

        final class ArchiveFeature: ConditionalFeature {
            static let description = "Shows pictures of the sky"
            static let browse = action(BrowseAction.self)

            static func constraints(requirements: FeatureConstraintsBuilder) {
                requirements.userToggled(defaultValue: false)
            }

            static func prepare(actions: FeatureActionsBuilder) {}
        }

        final class BrowseAction: TerminatingAction {}
        """

    private let folder = StateFolder()

    init() throws {
        try #require(try SwiftCompiler.makeStubs(of: ["SwiftUI"], in: folder.path).isEmpty)
    }

    @Test func `the views, the trait for previews, and an app compile against SwiftUI's public signatures`() throws {
        try expectCompiled("FlintSwiftUI", try Self.sources(of: "FlintSwiftUI"))
        try expectCompiled("FlintTesting", try Self.sources(of: "FlintTesting"), ["-D", "DEBUG"])
        try folder.write(Self.features, to: "Features.swift")
        // The macro belongs to the system's tools, so a function takes its place.
        let app = try Self.text(of: Self.examples)
        let preview = "func preview<V: View>(traits: PreviewTrait<Preview.ViewTraits>, @ViewBuilder _ body: () -> V) {}"
        try folder.write(
            app.replacing("#Preview(", with: "@MainActor let shown: Void = preview(").replacing(
                "#if DEBUG", with: "@MainActor \(preview)\n#if DEBUG"), to: "App.swift")
        let files = ["Features.swift", "App.swift"].map(folder.path(of:))
        let client = ["-typecheck", "-parse-as-library", "-warnings-as-errors", "-D", "DEBUG", "-I", folder.path]
        let result = try SwiftCompiler.run(client + files)
        #expect(result.status == 0, "\(result.diagnostics)")
        try folder.write(app.replacing(".onRefusalStep", with: ".onRefusal"), to: "App.swift")
        let wrong = try SwiftCompiler.run(client + files)
        #expect(wrong.errors.contains { $0.hasSuffix("has no member 'onRefusal'") }, "\(wrong.diagnostics)")
    }

    @Test(arguments: ["ProgressView", "ForEach", "accessibilityAddTraits", "ViewModifier"])
    func `using a name that SwiftUI lacks does not compile`(name: String) throws {
        let sources = try Self.sources(of: "FlintSwiftUI")
        let source = try #require(sources.first { $0.hasSuffix("/LockedView.swift") })
        let text = try String(contentsOfFile: source, encoding: .utf8)
        try folder.write(text.replacing(name, with: "NoSuch\(name)"), to: "Wrong.swift")
        let files = sources.filter { $0 != source } + [folder.path(of: "Wrong.swift")]
        let result = try compile("FlintSwiftUI", files)
        #expect(result.errors.contains { $0.contains("NoSuch\(name)") }, "\(result.diagnostics)")
    }

    @Test func `the trait for previews is declared for systems that have it`() throws {
        // The compiler checks this on Apple's systems only.
        let lines = try Self.text(of: Self.trait).split(separator: "\n")
        for (line, next) in zip(lines, lines.dropFirst())
        where ["    extension ", "    private struct "].contains(where: next.hasPrefix) {
            #expect(line == "    @available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)")
        }
        #expect(lines.contains("#if canImport(SwiftUI) && DEBUG"))
    }

    @Test func `the views import neither the inspector nor the world`() throws {
        let manifest = try Self.text(of: "Package.swift")
        #expect(manifest.contains("name: \"FlintSwiftUI\", dependencies: [\"FlintObservation\", \"FlintCore\"],"))
        #expect(manifest.contains("name: \"FlintObservation\", dependencies: [\"FlintLocks\", \"FlintCore\"],"))
    }

    @Test func `the examples in documentation comments are those of the app`() throws {
        let app = Self.bare(try Self.text(of: Self.examples))
        let comments = try (Self.sources(of: "FlintSwiftUI") + [Repository.root.appending(path: Self.trait).path]).map {
            try String(contentsOfFile: $0, encoding: .utf8).replacing("///", with: "")
        }
        let blocks = comments.flatMap { $0.split(separator: "```swift").dropFirst() }
        #expect(blocks.count == 5)
        for block in blocks {
            let example = Self.bare(
                String(block.prefix(upTo: block.firstRange(of: "```")?.lowerBound ?? block.endIndex)))
            #expect(app.contains(example), "\(block)")
        }
    }

    private static func bare(_ text: String) -> String { text.filter { !$0.isWhitespace } }

    private static func text(of path: String) throws -> String {
        try String(contentsOf: Repository.root.appending(path: path), encoding: .utf8)
    }

    private static func sources(of module: String) throws -> [String] {
        let path = Repository.root.appending(path: "Sources/\(module)").path
        return try FileManager.default.contentsOfDirectory(atPath: path).filter { $0.hasSuffix(".swift") }.sorted()
            .map { "\(path)/\($0)" }
    }

    private func compile(_ module: String, _ files: [String], _ flags: [String] = []) throws -> SwiftCompiler.Result {
        try SwiftCompiler.run(
            [
                "-emit-module", "-whole-module-optimization", "-o", folder.path(of: "\(module).swiftmodule"),
                "-warnings-as-errors", "-parse-as-library", "-module-name", module, "-package-name",
                SwiftCompiler.packageName, "-enable-upcoming-feature", "MemberImportVisibility",
                "-enable-upcoming-feature", "NonisolatedNonsendingByDefault", "-I", folder.path,
            ] + flags + files)
    }

    private func expectCompiled(_ module: String, _ files: [String], _ flags: [String] = []) throws {
        let result = try compile(module, files, flags)
        #expect(result.status == 0, "\(module): \(result.diagnostics)")
    }
}
