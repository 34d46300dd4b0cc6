import FlintCore
import FlintTestSupport
import FlintWorld
import Foundation
import Testing

@testable import FlintInspector

struct OverrideFileTests {
    private let folder: TemporaryFolder
    private var path: String { folder.path(of: "state/overrides.json") }
    private var file: OverrideFile { OverrideFile(path: path) }
    private let premium = OverrideRecord(kind: .purchase, key: "premium", value: "purchased")
    private let camera = OverrideRecord(kind: .permission, key: "camera", value: "denied")

    init() throws {
        folder = try TemporaryFolder()
        try folder.makeFolder("state")
        AppDirectory.claim(directoryOf: path)
    }

    private func write(_ text: String) throws {
        try Data(text.utf8).write(to: URL(filePath: path))
    }

    private func text(_ path: String) throws -> String {
        String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
    }

    private func mode(_ path: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return (attributes[.posixPermissions] as? NSNumber)?.intValue ?? 0
    }

    @Test func `a missing file has no overrides`() {
        #expect(file.load().content.records.isEmpty)
        #expect(file.load().problem == nil)
    }

    @Test func `saved overrides are loaded in a stable order`() throws {
        try file.update { $0.records = [premium, camera] }
        #expect(file.load().content.records == [camera, premium])
    }

    @Test func `saving restricts the file to its owner`() throws {
        try write("{\"flint\": \"overrides\", \"version\": 2, \"overrides\": []}")
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
        try file.update { $0.records = [premium] }
        #expect(try mode(path) == 0o600)
    }

    @Test func `missing directories are created`() throws {
        let deep = OverrideFile(path: folder.path(of: "a/b/c.json"))
        try deep.update { $0.records = [premium] }
        #expect(deep.load().content.records == [premium])
    }

    @Test func `an update applies to the current content of the file`() throws {
        try file.update { $0.records = [premium] }
        try OverrideFile(path: path).update { $0.records.append(camera) }
        try file.update { $0.records.removeAll { $0.key == "premium" } }
        #expect(file.load().content.records == [camera])
    }

    @Test(arguments: [
        "", "{", "[]", "null", "{\"version\": 1}", "{\"flint\": \"overrides\", \"version\": 2, \"overrides\": {}}",
    ])
    func `a malformed file is renamed and kept`(content: String) throws {
        try write(content)
        let loaded = file.load()
        #expect(loaded.content.records.isEmpty)
        #expect(loaded.problem?.contains("\(path) is malformed") == true)
        #expect(try text(path) == content)
        try file.update { $0.records = [premium] }
        #expect(try text("\(path).unreadable-1") == content)
        #expect(file.load().content.records == [premium])
    }

    @Test func `several malformed files are kept`() throws {
        try write("first")
        try file.update { $0.records = [premium] }
        try write("second")
        try file.update { $0.records = [premium] }
        #expect(try text("\(path).unreadable-1") == "first")
        #expect(try text("\(path).unreadable-2") == "second")
    }

    @Test(arguments: [
        #"{"kind":"magic"}"#, #"{"kind":"persona","key":"Ann","value":[1,2.5,null,true,{"a":"b"}]}"#,
        #"{"key":"premium","kind":"purchase","expiry":{"sessions":2},"value":"purchased"}"#,
        #"{"key":"premium","kind":"purchase","value":3}"#, #""text""#, "7", "null", "[]", "{}",
    ])
    func `an entry of a newer version stays in the file`(entry: String) throws {
        try write(
            #"{"flint": "overrides", "version": 2, "overrides": [\#(entry), {"key":"camera","kind":"permission","value":"denied"}]}"#
        )
        #expect(file.load().content.records == [camera])
        #expect(file.load().problem == nil)
        #expect(file.load().content.newerNames.count == 1)
        try file.update { $0.records = [premium] }
        #expect(file.load().content.records == [premium])
        let kept = try #require(try JSONSerialization.jsonObject(with: Data(text(path).utf8)) as? [String: Any])
        let entries = try #require(kept["overrides"] as? [Any])
        let expected = try JSONSerialization.jsonObject(with: Data(entry.utf8), options: .fragmentsAllowed)
        #expect(entries.count == 2)
        #expect(entries.last as? NSObject == expected as? NSObject)
    }

    @Test func `unknown keys of a newer version stay in unchanged entries`() throws {
        try write(
            #"""
            {"flint": "overrides", "version": 2, "personas": {"Ann": [1]}, "overrides": [
              {"key":"camera","kind":"permission","value":"denied","by":"Ann"},
              {"key":"premium","kind":"purchase","value":"unknown","by":"Ann"}]}
            """#)
        try file.update { content in
            content.records.removeAll { $0.key == "premium" }
            content.records.append(premium)
        }
        #expect(file.load().content.records == [camera, premium])
        #expect(try text(path).contains(#""personas""#))
        #expect(
            try text(path).components(separatedBy: #""by" : "Ann""#).count == 2,
            "Only the unchanged entry keeps its unknown key.")
    }

    @Test func `reasons and expiries are saved`() throws {
        let date = Date(timeIntervalSince1970: 1_800_000_000)
        let records = [
            OverrideRecord(
                kind: .permission, key: "camera", value: "denied", reason: "a “test”\n", expiry: .uses(3)),
            OverrideRecord(kind: .purchase, key: "premium", value: "purchased", expiry: .until(date)),
        ]
        try file.update { $0.records = records }
        #expect(file.load().content.records == records)
        #expect(try text(path).contains(#""until" : "2027-01-15T08:00:00Z""#))
    }

    @Test func `removing all overrides removes unknown entries too`() throws {
        try write(
            #"{"flint": "overrides", "version": 2, "overrides": [{"kind":"magic"}, {"key":"a","kind":"flag","value":"on"}]}"#
        )
        try file.update { $0.removeAll(of: nil) }
        #expect(file.load().content.records.isEmpty && file.load().content.newerNames.isEmpty)
    }

    @Test func `a file of a newer version is not changed`() throws {
        let content = "{\"version\": 3, \"overrides\": []}"
        try write(content)
        #expect(file.load().problem?.contains("reads versions up to 2") == true)
        #expect(throws: StateFileError.newer(path: path, version: 3, supported: 2)) {
            try file.update { $0.records = [premium] }
        }
        #expect(try text(path) == content)
    }

    @Test func `a path that cannot be written is reported`() throws {
        // A file in place of a directory causes a failure for every user, including root.
        try write("not a directory")
        let impossible = OverrideFile(path: path + "/overrides.json")
        let error = #expect(throws: StateFileError.self) { try impossible.update { $0.records = [premium] } }
        #expect(error?.description.contains("cannot be written") == true)
        #expect(error?.description.contains("another file") == true)
    }

    @Test func `a directory at the path of the file is reported`() throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        #expect(file.load().problem?.contains("cannot be used as a state file: it is not a file.") == true)
        #expect(throws: StateFileError.self) { try file.update { $0.records = [premium] } }
    }

    @Test func `saving creates no file except the lock`() throws {
        try file.update { $0.records = [premium] }
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path(of: "state")).sorted()
        #expect(names == ["overrides.json", "overrides.json.lock"])
    }

    @Test func `concurrent updates lose no override`() async throws {
        let file = file
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<20 {
                group.addTask {
                    try? file.update {
                        $0.records.append(OverrideRecord(kind: .purchase, key: "p\(number)", value: "purchased"))
                    }
                }
            }
        }
        #expect(file.load().content.records.count == 20)
    }
}
