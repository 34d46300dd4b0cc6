import Foundation
import Testing

@testable import FlintCore

struct StateFileOwnershipTests {
    private let folder = StateFolder()
    private var file: StateFile<StateFolder.Content> { folder.file(isAtDefaultPath: false) }

    @Test(arguments: [
        "", "{", "my notes", "[]", "{}", "{\"version\": 1}", "{\"version\": 99, \"names\": []}",
        "{\"version\": 2, \"names\": []}", "{\"version\": 1, \"names\": [\"a\"]}",
        "{\"name\": \"app\", \"version\": \"1.0.0\"}", StateFolder.text(kind: "purchases"),
        StateFolder.text(kind: "purchases", version: 99), "{\"names\": [], \"version\": 2, \"flint\": \"purchases\"}",
    ])
    func `using another program's file throws an error and leaves the file unchanged`(content: String) throws {
        try folder.write(content)
        let loaded = file.load()
        #expect(loaded.problem?.hasPrefix("\(file.path) cannot be used as a state file: ") == true)
        #expect(loaded.preventsSaving)
        let error = #expect(throws: StateFileError.self) {
            try file.update { _ in Issue.record("A file of another program is not updated.") }
        }
        guard case .foreignFile(file.path, _)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(try folder.text() == content)
        #expect(try folder.names == ["state.json"], "No other file is created.")
    }

    @Test(arguments: [
        StateFolder.text(names: "\"a\""),
        "{\"flint\":\"names\",\"names\":[\"a\"],\"version\":2}",
        " {\n\t\"flint\": \"names\", \"version\": 2, \"names\": [\"a\"]}",
        "{\"names\": [\"a\"], \"version\": 2, \"flint\": \"names\"}",
    ])
    func `a state file is read at any path and gets a header at the next update`(content: String) throws {
        try folder.write(content)
        #expect(file.load().problem == nil)
        try file.update { $0.names.append("b") }
        #expect(try folder.text().hasPrefix("{\n  \"flint\" : \"names\",\n  \"version\" : 2,\n"))
        #expect(try file.read().names == ["a", "b"])
        #expect(try folder.names == ["state.json", "state.json.lock"])
    }

    @Test func `a malformed file with a header is renamed by the next update`() throws {
        let content = String(StateFolder.text(names: "\"a\"").dropLast(8))
        try folder.write(content)
        #expect(file.load().problem?.contains("is malformed") == true)
        #expect(try folder.names == ["state.json"])
        try file.update { $0.names = ["b"] }
        #expect(try folder.text("state.json.unreadable-1") == content)
        #expect(try file.read().names == ["b"])
    }

    @Test func `a file of a newer version with a header is left unchanged`() throws {
        let content = StateFolder.text(version: 99)
        try folder.write(content)
        #expect(throws: StateFileError.newer(path: file.path, version: 99, supported: 2)) {
            try file.update { $0.names = ["a"] }
        }
        #expect(try folder.text() == content)
    }

    @Test(arguments: ["precious", "{\"flint\" : \"other\"}", "{\n  \"flint\" : \"names2"])
    func `a file of another program in place of the draft is refused`(content: String) throws {
        try folder.write(content, to: "state.json.draft")
        let error = #expect(throws: StateFileError.self) { try file.update { $0.names = ["a"] } }
        #expect(error?.description.contains("its draft \(file.path).draft: it belongs to another program") == true)
        #expect(try folder.text("state.json.draft") == content)
        #expect(try folder.names == ["state.json.draft"], "No lock remains without a state file.")
    }

    @Test(arguments: ["# yarn lockfile v1", "12\n34\n", "12345678901234\n", "-"])
    func `a file of another program in place of the lock is refused`(content: String) throws {
        try folder.write(content, to: "state.json.lock")
        let error = #expect(throws: StateFileError.self) { try file.update { $0.names = ["a"] } }
        #expect(error?.description.contains("its lock \(file.path).lock: it belongs to another program") == true)
        #expect(try folder.text("state.json.lock") == content)
        #expect(try folder.names == ["state.json.lock"])
    }

    @Test(arguments: ["state.json", "state.json.lock", "state.json.draft"])
    func `links, pipes, directories and devices are refused at every path`(name: String) throws {
        let path = folder.path(of: name)
        try folder.write("precious", to: "other")
        let makers: [(String, () -> Int32)] = [
            ("link", { symlink("other", path) }), ("pipe", { mkfifo(path, 0o600) }),
            ("directory", { mkdir(path, 0o700) }),
            // Every user can open the device, so only its file type prevents writing.
            ("device", { symlink("/dev/null", path) }),
        ]
        for (kind, make) in makers {
            #expect(make() == 0)
            #expect(throws: StateFileError.self, "\(kind)") { try file.update { $0.names = ["a"] } }
            #expect(try folder.names == ["other", name].sorted(), "\(kind)")
            #expect(try folder.text("other") == "precious")
            #expect(remove(path) == 0)
        }
    }

    @Test func `a read-only process writes no files`() throws {
        let access = StateFileAccess(mode: .readOnly)
        let missing = folder.file("a/b/state.json", access: access)
        #expect(
            try missing.update {
                $0.names.append("a"); return $0.names
            } == ["a"])
        #expect(
            try missing.update(from: StateFolder.Content(names: ["a"])) {
                $0.names.append("b"); return $0.names
            } == ["a", "b"])
        #expect(try folder.names == [])
        try folder.write("{")
        let malformed = folder.file(access: access)
        #expect(
            try malformed.update {
                $0.names.append("a"); return $0.names
            } == ["a"])
        #expect(try folder.names == ["state.json"])
        #expect(try folder.text() == "{")
        #expect(access.saveErrors.isEmpty)
    }

    @Test func `only files directly in a claimed directory are the app's own`() {
        let path = folder.path(of: "own/state.json")
        #expect(!AppDirectory.owns(path))
        AppDirectory.claim(directoryOf: path)
        #expect(AppDirectory.owns(path))
        #expect(AppDirectory.owns(folder.path(of: "own/other.json")))
        #expect(!AppDirectory.owns(folder.path(of: "own/below/state.json")))
        #expect(!AppDirectory.owns(folder.path(of: "state.json")))
    }
}
