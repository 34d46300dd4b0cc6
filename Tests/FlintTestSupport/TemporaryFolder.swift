internal import Foundation

/// A temporary folder that is removed with its contents when the object is deallocated.
package final class TemporaryFolder: Sendable {
    /// The path of the folder, without symbolic links, which would affect comparisons.
    package let path: String

    package init() throws {
        path = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
            .appending(path: "flint-\(UUID().uuidString)").path(percentEncoded: false)
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    package func path(of name: String) -> String { "\(path)/\(name)" }

    /// Writes a file, creates its parent folders, and returns its path.
    @discardableResult
    package func write(_ text: String, to name: String) throws -> String {
        let file = URL(filePath: path(of: name))
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
        return path(of: name)
    }

    @discardableResult
    package func makeFolder(_ name: String) throws -> String {
        try FileManager.default.createDirectory(atPath: path(of: name), withIntermediateDirectories: true)
        return path(of: name)
    }

    package func text(_ name: String) throws -> String {
        String(decoding: try Data(contentsOf: URL(filePath: path(of: name))), as: UTF8.self)
    }
}
