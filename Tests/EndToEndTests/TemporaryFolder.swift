import Foundation

/// A folder that is gone when the test is.
final class TemporaryFolder {
    /// Where it is.
    let path: String

    /// Makes a folder under a name nobody else uses.
    init() throws {
        path = FileManager.default.temporaryDirectory.appending(path: "flint-\(UUID().uuidString)").path()
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// The path of a file in the folder.
    func path(of name: String) -> String { "\(path)/\(name)" }

    /// A new file, open for writing.
    func file(_ name: String) throws -> FileHandle {
        _ = FileManager.default.createFile(atPath: path(of: name), contents: nil)
        return try FileHandle(forWritingTo: URL(filePath: path(of: name)))
    }

    /// Writes a file.
    func write(_ text: String, to name: String) throws {
        try Data(text.utf8).write(to: URL(filePath: path(of: name)))
    }

    /// What a file holds.
    func text(_ name: String) throws -> String {
        String(decoding: try Data(contentsOf: URL(filePath: path(of: name))), as: UTF8.self)
    }
}
