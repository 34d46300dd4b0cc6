import Foundation

/// A folder that is removed when it is released.
final class TemporaryFolder {
    /// The path of the folder.
    let path: String

    /// Creates a folder with a unique name.
    init() throws {
        path = FileManager.default.temporaryDirectory.appending(path: "flint-\(UUID().uuidString)").path()
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// The path of a file in the folder.
    func path(of name: String) -> String { "\(path)/\(name)" }

    /// Writes a file.
    func write(_ text: String, to name: String) throws {
        try Data(text.utf8).write(to: URL(filePath: path(of: name)))
    }

    /// The content of a file.
    func text(_ name: String) throws -> String {
        String(decoding: try Data(contentsOf: URL(filePath: path(of: name))), as: UTF8.self)
    }
}
