import FlintTestSupport
import Foundation

@testable import FlintCore

/// A temporary folder for state files, which is removed when the object is deallocated.
final class StateFolder: Sendable {
    struct Content: Codable, Sendable, Equatable {
        static let kind = StateFileKind("names")

        var names: [String] = []
    }

    private let folder = try? TemporaryFolder()

    var path: String { folder?.path ?? "" }

    func path(of name: String = "state.json") -> String { "\(path)/\(name)" }

    /// Returns a state file in the folder, by default at the app's default path.
    func file(
        _ name: String = "state.json", version: Int = 2, isAtDefaultPath: Bool = true,
        access: StateFileAccess = StateFileAccess()
    ) -> StateFile<Content> {
        StateFile(
            path: path(of: name), kind: Content.kind, empty: Content(), version: version,
            isAtDefaultPath: isAtDefaultPath, access: access)
    }

    static func text(names: String = "", kind: String = "names", version: Int = 2) -> String {
        "{\n  \"flint\" : \"\(kind)\",\n  \"version\" : \(version),\n  \"names\" : [\(names)]\n}\n"
    }

    /// Writes a file without locking it, as another program would.
    func write(_ text: String, to name: String = "state.json") throws {
        try Data(text.utf8).write(to: URL(filePath: path(of: name)))
    }

    func text(_ name: String = "state.json") throws -> String {
        String(decoding: try Data(contentsOf: URL(filePath: path(of: name))), as: UTF8.self)
    }

    var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }
    }

    func mode(_ name: String = "state.json") throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: path(of: name))
        return (attributes[.posixPermissions] as? NSNumber)?.intValue ?? 0
    }
}
