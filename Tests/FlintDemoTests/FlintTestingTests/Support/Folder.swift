import FlintCore
import Foundation

/// A temporary folder that provides new subfolders.
final class Folder {
    private let path: String
    private var count = 0

    fileprivate init(_ path: String) {
        self.path = path
    }

    /// Returns the path of a new folder, which does not exist yet.
    func next() -> String {
        count += 1
        return "\(path)/\(count)"
    }
}

/// Runs a closure with a folder that is removed afterward.
func withFolder(_ body: (Folder) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "flint-testing-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(Folder(folder.path))
}

final class Nothing: FeatureGroup {
    static var subfeatures: [FeatureDefinition.Type] { [] }
}
