import Foundation
import Testing

/// Compares the examples in documentation comments of public declarations with CommentExamples.swift.
struct CommentExamplesTests {
    /// The modules that an app would write such examples for.
    private static let modules = ["FlintCore", "FlintUserDefaults", "FlintSimulation", "FlintUI"]
    /// Files whose examples are incomplete, in Swift 5, or about swift-log.
    private static let others = ["FeatureAvailability.swift", "AvailabilityChecker.swift", "RuntimeLogHandler.swift"]

    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    @Test(arguments: modules)
    func `every example compiles outside the package`(module: String) throws {
        let file = Self.root.appending(path: "Tests/Clients/CommentExamples/CommentExamples.swift")
        let compiled = try Self.code(String(contentsOf: file, encoding: .utf8))
        let examples = try Self.examples(of: module)
        #expect(!examples.isEmpty)
        for (file, text) in examples {
            #expect(
                Self.contains(text, in: compiled),
                "\(file) has an example that is not in CommentExamples.swift:\n\(text)")
        }
    }

    /// Returns whether code contains the lines of an example in their order.
    private static func contains(_ example: String, in compiled: String) -> Bool {
        var rest = compiled[...]
        for line in example.split(separator: "\n") {
            guard let found = rest.firstRange(of: code(String(line))) else { return false }
            rest = rest[found.upperBound...]
        }
        return true
    }

    /// Returns the examples of a module's public declarations, with the names of their files.
    private static func examples(of module: String) throws -> [(file: String, text: String)] {
        let folder = root.appending(path: "Sources/\(module)")
        let paths = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
        var examples: [(String, String)] = []
        for path in paths.sorted() where path.hasSuffix(".swift") {
            let file = folder.appending(path: path)
            if others.contains(file.lastPathComponent) { continue }
            var comment: [Substring] = []
            for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
                let bare = line.drop { $0 == " " }
                if bare.hasPrefix("///") {
                    comment.append(bare.dropFirst(3))
                } else if !bare.hasPrefix("@") {
                    if bare.hasPrefix("public ") || bare.hasPrefix("open ") {
                        examples += blocks(in: comment).map { (file.lastPathComponent, $0) }
                    }
                    comment = []
                }
            }
        }
        return examples
    }

    /// Returns the Swift blocks of a comment.
    private static func blocks(in comment: [Substring]) -> [String] {
        comment.joined(separator: "\n").split(separator: "```swift").dropFirst().compactMap { part in
            part.split(separator: "```").first.map(String.init)
        }
    }

    /// Returns the code without comments, ellipses, white space, and discarded results.
    private static func code(_ text: String) -> String {
        text.split(separator: "\n").map { line in
            var bare = line.trimmingCharacters(in: .whitespaces)
            if let comment = bare.firstRange(of: /(^|\s+)\/\/ .*$/) { bare.removeSubrange(comment) }
            if bare.hasPrefix("_ = ") { bare.removeFirst(4) }
            return bare == "…" ? "" : bare.filter { !$0.isWhitespace }
        }.joined()
    }
}
