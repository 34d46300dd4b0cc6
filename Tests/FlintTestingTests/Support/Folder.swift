import FlintCore
import Foundation

/// A folder with one new folder after another in it.
final class Folder {
    private let path: String
    private var count = 0

    fileprivate init(_ path: String) {
        self.path = path
    }

    /// The path of a new folder, which is not there yet.
    func next() -> String {
        count += 1
        return "\(path)/\(count)"
    }
}

/// Runs a body with a folder that is removed afterwards.
func withFolder(_ body: (Folder) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "flint-testing-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(Folder(folder.path))
}

/// An app without a feature.
final class Nothing: FeatureGroup {
    static var subfeatures: [FeatureDefinition.Type] { [] }
}
