import Foundation
import Testing

@testable import FlintCore

struct StateFileTests {
    @Test(arguments: [
        (ENOSPC, "free space on its disk."), (EFBIG, "allow larger files (ulimit -f)."),
        (EACCES, "check its permissions, or specify another file."),
    ])
    func `a write error names its remedy`(number: Int32, remedy: String) {
        let error = StateFileError(writing: "/state.json", error: number)
        #expect(error.description.hasPrefix("The state file /state.json cannot be written: "))
        #expect(error.description.hasSuffix("; " + remedy))
    }

    @Test func `an auxiliary file that cannot be saved is not an error of the process`() {
        let file = StateFile(
            path: "/dev/null/history.json", kind: StateFolder.Content.kind, empty: StateFolder.Content(),
            access: StateFileAccess(), isAuxiliary: true)
        #expect(throws: StateFileError.self) { try file.update { $0.names = ["a"] } }
        #expect(file.access.saveErrors.isEmpty)
    }

    private let folder = StateFolder()
    private var file: StateFile<StateFolder.Content> { folder.file() }

    // MARK: Reading and writing

    @Test func `a missing file has no content and is not created`() throws {
        #expect(file.load().content.names == [])
        #expect(file.load().problem == nil)
        #expect(!file.load().preventsSaving)
        #expect(try folder.names == [])
    }

    @Test func `written content can be read again`() throws {
        let count = try file.update { content in
            content.names = ["a", "b"]
            return content.names.count
        }
        #expect(count == 2)
        #expect(try file.read().names == ["a", "b"])
        #expect(file.load().content.names == ["a", "b"])
    }

    @Test func `a file is one JSON object with its kind and version and a final newline`() throws {
        try file.update { $0.names = ["a/b"] }
        #expect(
            try folder.text()
                == "{\n  \"flint\" : \"names\",\n  \"version\" : 2,\n  \"names\" : [\n    \"a/b\"\n  ]\n}\n")
    }

    @Test(arguments: [
        #"{"flint": "names", "version": 2, "names": ["a"], "names": ["b"]}"#,
        #"{"flint": "names", "version": 2, "names": ["a"], "other": {"x": 1, "\u0078": 2}}"#,
    ])
    func `a file with a repeated name is reported, read, and kept`(text: String) throws {
        try folder.write(text)
        let loaded = file.load()
        #expect(loaded.content.names.count == 1)
        #expect(loaded.problem?.contains("occurs twice in one object (line 1, byte") == true)
        #expect(loaded.preventsSaving)
        let error = #expect(throws: StateFileError.self) { try file.update { $0.names = [] } }
        #expect(error?.path == file.path && error?.description == loaded.problem)
        #expect(try folder.text() == text)
        #expect(try folder.names == ["state.json"])
    }

    @Test func `an update starts from the current content of the file`() throws {
        try file.update { $0.names = ["a"] }
        try folder.file().update { $0.names.append("b") }
        try file.update { $0.names.removeAll { $0 == "a" } }
        #expect(try file.read().names == ["b"])
    }

    @Test func `an updated file is readable by its owner only`() throws {
        try folder.write("{\"flint\": \"names\", \"version\": 2, \"names\": []}")
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: folder.path(of: "state.json"))
        try file.update { $0.names = ["a"] }
        #expect(try folder.mode() == 0o600)
        #expect(try folder.mode("state.json.lock") == 0o600)
    }

    @Test func `missing directories are created for their owner only`() throws {
        let deep = folder.file("a/b/state.json")
        try deep.update { $0.names = ["a"] }
        #expect(try deep.read().names == ["a"])
        #expect(try folder.mode("a/b") == 0o700)
    }

    @Test func `an update leaves only the file and its lock`() throws {
        try folder.write("{\n  \"flint\" : \"na", to: "state.json.draft")
        try file.update { $0.names = ["a"] }
        #expect(try folder.names == ["state.json", "state.json.lock"])
    }

    @Test func `concurrent writers lose no update`() async throws {
        let file = file
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<20 {
                group.addTask { try? file.update { $0.names.append("\(number)") } }
            }
        }
        #expect(Set(try file.read().names).count == 20)
    }

    // MARK: Malformed content

    @Test(arguments: [
        "", "{", "[]", "null", "1", "\"\"", "{\"version\": 2, \"names\": []}", "{\"names\": []}",
        "{\"version\": 1, \"names\": [1]}",
        "{\"version\": \"1\", \"names\": []}", "{\"version\": 1.5, \"names\": []}",
        "{\"version\": null, \"names\": []}",
        "{\"version\": 99999999999999999999, \"names\": []}", "\u{0}\u{0}\u{0}\u{0}",
        "{\"names\": [], \"version\": 1", String(repeating: "[", count: 100_000),
    ])
    func `a malformed file is renamed by the next update`(content: String) throws {
        try folder.write(content)
        let loaded = file.load()
        #expect(loaded.content.names == [])
        #expect(loaded.problem?.contains("\(file.path) is malformed") == true)
        #expect(!loaded.preventsSaving)
        #expect(try folder.names == ["state.json"], "Reading creates no file.")
        #expect(try folder.text() == content)
        var notice: String?
        try file.update(onQuarantine: { notice = $0 }) { $0.names = ["a"] }
        #expect(try file.read().names == ["a"], "The next update succeeds.")
        #expect(try folder.text("state.json.unreadable-1") == content)
        #expect(notice?.contains("\(file.path).unreadable-1") == true)
    }

    @Test(arguments: [1, 0, -1, Int.min])
    func `an invalid version is malformed`(version: Int) throws {
        try folder.write(StateFolder.text(version: version))
        #expect(throws: StateFileError.malformed(path: file.path, reason: "\"version\" is \(version)")) {
            try file.read()
        }
    }

    @Test func `binary content is malformed`() throws {
        try Data((0...255).map { UInt8($0) }).write(to: URL(filePath: file.path))
        #expect(file.load().problem?.contains("is malformed") == true)
    }

    @Test func `every one of several malformed files is kept`() throws {
        try folder.write("first")
        try file.update { $0.names = ["a"] }
        try folder.write("second")
        try file.update { $0.names = ["b"] }
        #expect(try folder.text("state.json.unreadable-1") == "first")
        #expect(try folder.text("state.json.unreadable-2") == "second")
    }

    @Test func `a malformed file stays in place after 99 renamed ones`() throws {
        for number in 1...99 { try folder.write("bad", to: "state.json.unreadable-\(number)") }
        try folder.write("{")
        let error = #expect(throws: StateFileError.self) { try file.update { $0.names = ["a"] } }
        #expect(error?.description.contains("cannot be renamed; move or delete it") == true)
        #expect(try folder.text() == "{")
        #expect(try !folder.names.contains("state.json.draft"))
    }

    @Test func `a malformed file is replaced by an update of the last known content`() throws {
        try folder.write("{")
        try file.update(from: StateFolder.Content(names: ["a"])) { $0.names.append("b") }
        #expect(try file.read().names == ["a", "b"])
    }

    // MARK: Other versions

    @Test func `a file of a newer version is left unchanged`() throws {
        for content in ["{\"version\": 3, \"names\": []}", "{\"version\": 3, \"else\": {}}"] {
            try folder.write(content)
            #expect(file.load().problem?.contains("a newer version of the program that reads version 3") == true)
            #expect(file.load().preventsSaving)
            #expect(throws: StateFileError.newer(path: file.path, version: 3, supported: 2)) {
                try file.update { $0.names = ["a"] }
            }
            #expect(try folder.text() == content)
        }
    }

    @Test func `a file of an older version is read and written in the current version`() throws {
        try file.update { $0.names = ["a"] }
        let newer = folder.file(version: 3)
        try newer.update { $0.names.append("b") }
        #expect(try newer.read().names == ["a", "b"])
        #expect(throws: StateFileError.newer(path: file.path, version: 3, supported: 2)) { try file.read() }
    }

    @Test func `a file that is too large is not read`() throws {
        let descriptor = open(file.path, O_WRONLY | O_CREAT, 0o600)
        // The file is sparse, so no data is written.
        #expect(ftruncate(descriptor, off_t(StateFile<StateFolder.Content>.sizeLimit + 1)) == 0)
        close(descriptor)
        #expect(file.load().problem?.contains("cannot be read: it is too large.") == true)
        #expect(file.load().preventsSaving)
    }

    // MARK: Files that are slow to decode

    @Test func `a file that is nested thousands of levels deep is refused before it is decoded`() throws {
        let deep = String(repeating: #"{"a":"#, count: 5_000) + "1" + String(repeating: "}", count: 5_000)
        for text in [deep, #"{"version": 1, "names": [\#(deep)]}"#] {
            try folder.write(text)
            #expect(throws: StateFileError.self) { try file.read() }
            #expect(file.load().problem?.contains("it is nested more than 64 levels deep (line 1, byte") == true)
        }
    }

    @Test func `content with too many combining marks is written in a readable form`() throws {
        let marks = String(repeating: "\u{301}", count: 1_000)
        try file.update { $0.names = ["a" + marks, "\u{0}b"] }
        let names = try file.read().names
        #expect(names.count == 2 && names[0].unicodeScalars.count { $0 == "\u{301}" } == 1_000)
        #expect(names.last == "\u{FFFD}b")
    }

    // MARK: Special files

    @Test func `a directory in place of the file is reported and left unchanged`() throws {
        try FileManager.default.createDirectory(atPath: file.path, withIntermediateDirectories: true)
        #expect(file.load().problem?.contains("cannot be used as a state file: it is not a file.") == true)
        #expect(file.load().preventsSaving)
        #expect(throws: StateFileError.self) { try file.update { $0.names = ["a"] } }
        #expect(try folder.names.contains("state.json"))
    }

    @Test func `a pipe in place of the file does not block`() throws {
        #expect(mkfifo(file.path, 0o600) == 0)
        #expect(file.load().problem?.contains("cannot be used as a state file: it is not a file.") == true)
    }

    @Test(arguments: ["real.json", "missing.json", "state.json"])
    func `a symbolic link in place of the file is neither read nor written`(target: String) throws {
        try folder.file("real.json").update { $0.names = ["a"] }
        #expect(symlink(target, file.path) == 0)
        #expect(file.load().problem?.contains("cannot be used as a state file: it is a symbolic link.") == true)
        #expect(file.load().preventsSaving)
        #expect(throws: StateFileError.foreignFile(path: file.path, reason: "it is a symbolic link")) {
            try file.update { $0.names = ["b"] }
        }
        #expect(try folder.file("real.json").read().names == ["a"])
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: file.path) == target)
        #expect(try folder.names == ["real.json", "real.json.lock", "state.json"])
    }

    @Test func `a directory can be reached through a symbolic link`() throws {
        try FileManager.default.createDirectory(atPath: folder.path(of: "real"), withIntermediateDirectories: true)
        #expect(symlink("real", folder.path(of: "link")) == 0)
        try folder.file("link/state.json").update { $0.names = ["a"] }
        #expect(try folder.file("real/state.json").read().names == ["a"])
    }

    @Test(arguments: ["", "/", "a/", ".", "..", "a/..", "state\u{0}.json"])
    func `an invalid path is refused`(name: String) throws {
        let path = name.contains("\u{0}") ? folder.path(of: name) : name
        let file = StateFile(path: path, kind: StateFolder.Content.kind, empty: StateFolder.Content())
        #expect(file.load().problem?.contains("this is not a valid path for a file") == true)
        let error = #expect(throws: StateFileError.self) { try file.update { $0.names = ["a"] } }
        #expect(error?.description.contains("this is not a valid path for a file") == true)
        #expect(try folder.names == [])
    }

    // MARK: Unwritable paths

    @Test func `a file in place of a directory is reported`() throws {
        try folder.write("not a directory")
        let error = #expect(throws: StateFileError.self) {
            try folder.file("state.json/state.json").update { $0.names = ["a"] }
        }
        #expect(error?.description.contains("cannot be written") == true)
        #expect(error?.description.contains("Not a directory") == true)
        #expect(folder.file("state.json/state.json").load().preventsSaving)
    }

    @Test func `an error names a lock that cannot be opened`() throws {
        try folder.write("{\"flint\": \"names\", \"version\": 2, \"names\": []}")
        try FileManager.default.createDirectory(
            atPath: folder.path(of: "state.json.lock"), withIntermediateDirectories: true)
        let error = #expect(throws: StateFileError.self) { try file.update { $0.names = ["a"] } }
        #expect(error?.description.contains("its lock \(file.path).lock: it is a directory") == true)
    }

    @Test func `an error names a draft that cannot be written and the file is unchanged`() throws {
        try file.update { $0.names = ["a"] }
        try FileManager.default.createDirectory(
            atPath: folder.path(of: "state.json.draft"), withIntermediateDirectories: true)
        let error = #expect(throws: StateFileError.self) { try file.update { $0.names = ["b"] } }
        #expect(error?.description.contains("its draft \(file.path).draft: it is a directory") == true)
        #expect(try file.read().names == ["a"])
    }

    @Test func `a draft that is a symbolic link is not followed`() throws {
        try folder.write("precious", to: "other")
        #expect(symlink("other", folder.path(of: "state.json.draft")) == 0)
        #expect(throws: StateFileError.self) { try file.update { $0.names = ["a"] } }
        #expect(try folder.text("other") == "precious")
    }

    @Test func `content that cannot be encoded is refused and the file is unchanged`() throws {
        struct Number: Codable, Sendable {
            var value = 0.0
        }
        let file = StateFile(
            path: folder.path(of: "number.json"), kind: StateFileKind("number"),
            empty: Number(), access: StateFileAccess())
        try file.update { $0.value = 1 }
        #expect(throws: StateFileError.unwritable(path: file.path, reason: "its content cannot be encoded")) {
            try file.update { $0.value = .nan }
        }
        #expect(try file.read().value == 1)
    }
}
