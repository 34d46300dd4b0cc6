import Foundation

/// A folder that is removed with its contents when the last reference to it is released.
final class Folder {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "flint-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    /// Returns the content of a file in the folder.
    func text(_ name: String) throws -> String {
        try String(contentsOf: url.appending(path: name), encoding: .utf8)
    }
}
