import FlintAttach
import FlintCore
import FlintWorld
import Foundation
import Testing

@testable import FlintAttachServer

struct ServeInspectorTests {
    private let folder = "/tmp/flint-\(UInt32.random(in: .min ... .max))"
    private var directory: SocketDirectory { SocketDirectory(path: folder) }

    private func serve(isAllowed: Bool, personas: String? = nil) throws -> InspectorServer? {
        try Flint.withRuntime(FlintRuntime()) {
            Flint.setup(Gallery.self)
            return try Flint.serve(as: "Gallery", personas: personas, isAllowed: isAllowed, in: directory)
        }
    }

    @Test func `a debug build serves, and a release build does not`() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        // The tests are a debug build.
        #expect(Flint.isDebugBuild)
        #expect(try serve(isAllowed: false) == nil)
        #expect(!FileManager.default.fileExists(atPath: folder))
        let server = try #require(try serve(isAllowed: true))
        defer { server.stop() }
        let remote = try RemoteInspector(AttachTarget("gallery", in: directory), client: "console")
        #expect(try remote.app.app == "Gallery" && remote.readModel().features.contains { $0.id == "Gallery/Guide" })
    }

    @Test func `a stopped server is released`() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var server = try serve(isAllowed: true)
        weak let served = server
        #expect(served != nil)
        server?.stop()
        server = nil
        #expect(served == nil)
    }

    @Test func `personas of a folder are served with their problems`() throws {
        let personas = folder + "-personas"
        defer {
            for path in [folder, personas] { try? FileManager.default.removeItem(atPath: path) }
        }
        try FileManager.default.createDirectory(atPath: personas, withIntermediateDirectories: true)
        let file = #"{"flint": "persona", "version": 2, "name": "Visitor", "purchases": {"*": "not-purchased"}}"#
        try Data(file.utf8).write(to: URL(filePath: "\(personas)/visitor.json"))
        try Data("{}".utf8).write(to: URL(filePath: "\(personas)/other.json"))
        let server = try #require(try serve(isAllowed: true, personas: personas))
        defer { server.stop() }
        let remote = try RemoteInspector(AttachTarget("", in: directory), client: "console")
        let list = try remote.personas()
        #expect(list.personas.map(\.name) == ["Visitor"] && list.problems.count == 1, "\(list)")
    }
}
