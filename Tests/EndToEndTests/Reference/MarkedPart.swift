import Foundation
import Testing

/// The generated part of a Markdown file between `<!-- name -->` and `<!-- end of name -->`.
///
/// `make screens` rewrites the part. Every other run of the tests compares it.
struct MarkedPart {
    /// The path of the file, relative to the root of the package.
    let path: String
    let name: String

    /// Compares the part with generated text, or rewrites it if `FLINT_UPDATE_SCREENS` is `1`.
    ///
    /// - Parameter text: The generated text, with a line break at its end.
    /// - Throws: An error if the file or its marks cannot be found, or the file cannot be written.
    func expect(_ text: String) throws {
        let file = URL(filePath: BuiltProgram.root).appending(path: path)
        let page = try String(contentsOf: file, encoding: .utf8)
        let start = try #require(page.range(of: "<!-- \(name) -->\n"))
        let end = try #require(page.range(of: "<!-- end of \(name) -->"))
        let current = String(page[start.upperBound..<end.lowerBound])
        guard ProcessInfo.processInfo.environment["FLINT_UPDATE_SCREENS"] == "1" else {
            #expect(current == text, "\(path) is out of date; make screens rewrites it")
            return
        }
        let updated = page.replacingCharacters(in: start.upperBound..<end.lowerBound, with: text)
        try Data(updated.utf8).write(to: file)
    }
}

/// A file in the repository that is completely generated.
///
/// `make screens` rewrites the file. Every other run of the tests compares it.
struct GeneratedFile {
    /// The path of the file, relative to the root of the package.
    let path: String

    /// Compares the file with generated text, or rewrites it if `FLINT_UPDATE_SCREENS` is `1`.
    ///
    /// - Parameter text: The generated text, with a line break at its end.
    /// - Throws: An error if the file cannot be read or written.
    func expect(_ text: String) throws {
        let file = URL(filePath: BuiltProgram.root).appending(path: path)
        guard ProcessInfo.processInfo.environment["FLINT_UPDATE_SCREENS"] == "1" else {
            #expect(
                try String(contentsOf: file, encoding: .utf8) == text,
                "\(path) is out of date; make screens rewrites it")
            return
        }
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }
}
