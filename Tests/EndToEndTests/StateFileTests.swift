import FlintTestSupport
import Foundation
import Testing

/// Tests of every kind of state file with killed writers, concurrent writers, malformed files, and files of other
/// programs.
struct StateFileTests {
    private let folder: TemporaryFolder
    private var path: String { folder.path(of: "state.json") }

    init() throws {
        folder = try TemporaryFolder()
    }

    private var names: Set<String> {
        get throws { Set(try FileManager.default.contentsOfDirectory(atPath: folder.path)) }
    }

    private func run(_ arguments: [String]) throws -> [String] {
        let result = try ChildProcess.run(StateWriter.path, arguments)
        #expect(result.status == 0, "\(arguments): \(result.errors)")
        return result.output.split(separator: "\n").map(String.init)
    }

    // MARK: Killed writers

    @Test(arguments: StateWriter.kinds)
    func `a killed writer leaves the old or the new content`(kind: String) throws {
        let seed = "7"
        // The number of changes in the file. Each round adds some before the writer is killed.
        var saved = 0
        for changes in [0, 1, 23, 5, 60, 2, 41] {
            let writer = try RunningChild(StateWriter.path, ["write", kind, path, seed, "\(saved)", "1000"])
            var last = saved
            for _ in 0..<changes {
                guard let number = writer.nextLine().flatMap({ Int($0) }) else { break }
                last = number
            }
            last = writer.kill().compactMap { Int($0) }.last ?? last
            #expect(last >= saved + changes, "The writer made at least the expected changes.")
            // The file has every change that was reported as saved, and possibly the one in progress.
            let found = try run(["check", kind, path, seed, "\(last)"]).first ?? ""
            saved = try #require(Int(found), "\(kind) after \(last) changes: \(found)")
            #expect(try names.isSubset(of: ["state.json", "state.json.lock", "state.json.draft"]))
        }
        #expect(try run(["write", kind, path, seed, "\(saved)", "1"]) == ["\(saved + 1)"])
        #expect(try names == ["state.json", "state.json.lock"], "The next writer removes the temporary file.")
    }

    // MARK: Concurrent writers

    @Test(arguments: StateWriter.kinds)
    func `two concurrent writers lose no change`(kind: String) throws {
        let writers = try ["a", "b"].map { try RunningChild(StateWriter.path, ["add", kind, path, $0, "40"]) }
        for writer in writers {
            #expect(writer.nextLine() == nil, "No change is refused.")
            #expect(writer.wait() == 0)
        }
        #expect(try run(["count", kind, path, "a", "40"]) == ["40"])
        #expect(try run(["count", kind, path, "b", "40"]) == ["40"])
    }

    // MARK: Files that cannot be used

    @Test(arguments: StateWriter.kinds)
    func `a malformed state file is renamed by the next change`(kind: String) throws {
        #expect(try run(["use", kind, path]) == ["fine", "saved"])
        let good = try folder.text("state.json")
        #expect(good.hasPrefix("{\n  \"flint\" : \""))
        let damaged = [String(good.prefix(good.count / 2)), String(good.dropLast(3)), good + "\u{0}"]
        for (index, text) in damaged.enumerated() {
            try folder.write(text, to: "state.json")
            let lines = try run(["use", kind, path])
            let renamed = "state.json.unreadable-\(index + 1)"
            #expect(lines.first?.contains("is malformed") == true, "\(lines)")
            #expect(lines.last == "saved")
            #expect(try folder.text(renamed) == text, "The file's content is kept.")
            #expect(try folder.text("state.json") == good)
        }
    }

    @Test(arguments: StateWriter.kinds)
    func `a file of another program is not changed`(kind: String) throws {
        let other = kind == "overrides" ? "purchases" : "overrides"
        let contents = [
            "", "{", "notes", "\u{0}\u{0}", "[1]", "{\"version\": 1, \"license\": \"MIT\"}", "{\"version\": 99}",
            "{\n  \"flint\" : \"\(other)\",\n  \"version\" : 2\n}",
        ]
        for text in contents {
            try folder.write(text, to: "state.json")
            let lines = try run(["use", kind, path])
            #expect(lines.allSatisfy { $0.contains("\(path) cannot be used as a state file") }, "\(text): \(lines)")
            #expect(try folder.text("state.json") == text)
            #expect(try names == ["state.json"])
        }
    }

    @Test(arguments: StateWriter.kinds, ["state.json", "state.json.lock", "state.json.draft"])
    func `links and pipes are refused at every path`(kind: String, name: String) throws {
        try folder.write("precious", to: "other")
        let place = folder.path(of: name)
        for make in [{ symlink("other", place) }, { mkfifo(place, 0o600) }] {
            #expect(make() == 0)
            let lines = try run(["use", kind, path])
            #expect(!lines.contains("saved"))
            #expect(lines.contains { $0.contains(place) }, "\(lines)")
            #expect(try folder.text("other") == "precious")
            #expect(try names == ["other", name])
            #expect(unlink(place) == 0)
        }
    }

    @Test(arguments: StateWriter.kinds)
    func `a state file of a newer version is reported and not changed`(kind: String) throws {
        _ = try run(["use", kind, path])
        let header = try #require(try folder.text("state.json").split(separator: "\n").dropFirst().first)
        let text = "{\n\(header)\n  \"version\" : 1000000,\n  \"meaning\" : 42 }"
        try folder.write(text, to: "state.json")
        let lines = try run(["use", kind, path])
        #expect(lines.count == 1 || lines.count == 2, "No change is reported as saved: \(lines)")
        #expect(
            lines.allSatisfy { $0.contains("but this program reads versions up to 2; the file is unchanged") },
            "\(lines)")
        #expect(try folder.text("state.json") == text)
    }

    // MARK: Versions

    @Test(arguments: StateWriter.kinds, [2])
    func `a file of every released version is read, and saved in the newest one`(kind: String, version: Int) throws {
        try folder.write(try StateWriter.sample(of: kind, version: version), to: "state.json")
        #expect(try run(["check", kind, path, "7", "12"]) == ["12"])
        #expect(try run(["write", kind, path, "7", "12", "1"]) == ["13"])
        #expect(try folder.text("state.json").hasPrefix("{\n  \"flint\" : "))
        #expect(try run(["check", kind, path, "7", "13"]) == ["13"])
    }

    @Test(arguments: StateWriter.kinds)
    func `a saved file matches the sample of the newest version`(kind: String) throws {
        _ = try run(["write", kind, path, "7", "0", "12"])
        #expect(try folder.text("state.json") == StateWriter.sample(of: kind, version: 2))
    }

    @Test(arguments: StateWriter.kinds)
    func `a directory at the path of a state file is reported and not changed`(kind: String) throws {
        // The superuser may read every file, but no user can read a directory as a file.
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        let lines = try run(["use", kind, path])
        #expect(
            lines.first?.contains("\(path) cannot be used as a state file: it is not a file") == true, "\(lines)")
        #expect(lines.last != "saved")
        #expect(try names == ["state.json"])
    }
}

/// The program that writes state files, beside the test bundle.
private enum StateWriter {
    static let path = URL(filePath: BuiltProgram.path).deletingLastPathComponent().appending(path: "FlintStateWriter")
        .path()

    /// Returns a file with twelve changes, as saved by a given version.
    static func sample(of kind: String, version: Int) throws -> String {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "StateFiles")
        return try String(contentsOf: folder.appending(path: "\(kind)-\(version).json"), encoding: .utf8)
    }

    static let kinds = (try? ChildProcess.run(path, ["kinds"]))?.output.split(separator: "\n").map(String.init) ?? []
}

/// Ensures that the parameterized tests above have arguments.
@Test func `the state writer lists the kinds of state files`() {
    #expect(StateWriter.kinds.count >= 4)
}
