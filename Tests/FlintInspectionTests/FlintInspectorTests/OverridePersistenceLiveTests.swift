import FlintCore
import FlintInspectorTestSupport
import FlintLocks
import FlintTestSupport
import FlintWorld
import Foundation
import Testing

@testable import FlintInspector

struct OverridePersistenceLiveTests {
    private let folder: TemporaryFolder
    private var path: String { folder.path(of: "state/overrides.json") }
    private var file: OverrideFile { OverrideFile(path: path) }
    private var saved: [OverrideRecord] { file.load().content.records }

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Returns another process that saves to the same file.
    private func other() -> Bench { Bench(file: file) }

    private func changes(_ bench: Bench) -> [EventRecord] {
        bench.events.filter { $0.kind == .factChanged }
    }

    @Test func `an override added by another process is applied`() {
        let bench = Bench(file: file)
        let record = OverrideRecord.premium(reason: "the demo", expiry: .inSeconds(600))
        other().send(.override(record))
        bench.persistence?.fileDidChange()
        #expect(bench.snapshot.overrides == [record])
        #expect(changes(bench).map(\.cause) == ["saved"])
        #expect(saved == [record])
    }

    @Test func `changes and removals by another process are applied`() {
        let bench = Bench(file: file)
        bench.send(.override(.premium()))
        bench.send(.override(.location()))
        let other = other()
        other.send(.override(.premium("unknown", reason: "other")))
        other.send(.override(.permission, "location-when-in-use", to: nil))
        bench.persistence?.fileDidChange()
        #expect(bench.snapshot.overrides == [.premium("unknown", reason: "other")])
        #expect(changes(bench).map(\.cause) == ["console", "console", "saved", "saved"])
    }

    @Test func `an override saved by this process is not applied again`() throws {
        let bench = Bench(file: file)
        bench.send(.override(.premium(expiry: .until(Date(timeIntervalSinceNow: 600.25)))))
        bench.send(.override(.location(expiry: .uses(3))))
        let content = try Data(contentsOf: URL(filePath: path))
        bench.persistence?.fileDidChange()
        bench.persistence?.fileDidChange()
        #expect(changes(bench).count == 2)
        #expect(try Data(contentsOf: URL(filePath: path)) == content)
    }

    @Test func `applying changes of another process does not write the file`() throws {
        let bench = Bench(file: file)
        other().send(.override(.premium()))
        let before = try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? UInt64
        bench.persistence?.fileDidChange()
        let after = try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? UInt64
        #expect(before == after, "Writing would create a new file.")
    }

    @Test func `an override until quit is kept when the file changes`() throws {
        let bench = Bench(file: file)
        bench.send(.override(.premium(expiry: .untilQuit)))
        bench.send(.override(.location()))
        other().send(.removeAllOverrides)
        bench.persistence?.fileDidChange()
        #expect(bench.snapshot.overrides == [.premium(expiry: .untilQuit)])
        try FileManager.default.removeItem(atPath: path)
        bench.persistence?.fileDidChange()
        #expect(bench.snapshot.overrides == [.premium(expiry: .untilQuit)])
    }

    @Test func `an override that could not be saved is kept when the file changes`() throws {
        let bench = Bench(file: file)
        bench.send(.override(.location()))
        try FileManager.default.createDirectory(atPath: path + ".draft", withIntermediateDirectories: true)
        bench.send(.override(.premium()))
        bench.persistence?.fileDidChange()
        #expect(bench.snapshot.overrides == [.location(), .premium()])
    }

    @Test func `deleting the file removes its overrides`() throws {
        let bench = Bench(file: file)
        bench.send(.override(.premium()))
        try FileManager.default.removeItem(atPath: path)
        bench.persistence?.fileDidChange()
        #expect(bench.snapshot.overrides.isEmpty)
    }

    @Test func `a malformed file changes nothing until it is fixed`() throws {
        let bench = Bench(file: file)
        bench.send(.override(.premium()))
        let content = try Data(contentsOf: URL(filePath: path))
        try Data("{".utf8).write(to: URL(filePath: path))
        bench.persistence?.fileDidChange()
        bench.persistence?.fileDidChange()
        #expect(bench.snapshot.overrides == [.premium()])
        #expect(bench.snapshot.problems.count == 1)
        #expect(bench.events.count { $0.kind == .advisory } == 1, "The problem is reported once.")
        #expect(
            FileManager.default.fileExists(atPath: path),
            "The malformed file is not renamed, because another process may be writing it.")
        try content.write(to: URL(filePath: path))
        bench.persistence?.fileDidChange()
        #expect(bench.snapshot.problems.isEmpty)
        #expect(bench.snapshot.overrides == [.premium()])
    }

    @Test func `an unknown override is reported while it is in the file`() throws {
        let bench = Bench(file: file)
        let stranger = OverrideRecord(kind: .purchase, key: "gone", value: "purchased")
        try file.update { $0.records = [stranger] }
        bench.persistence?.fileDidChange()
        bench.persistence?.fileDidChange()
        #expect(bench.snapshot.problems.map { $0.hasSuffix("There is no product gone.") } == [true])
        try file.update { $0.records = [] }
        bench.persistence?.fileDidChange()
        #expect(bench.snapshot.problems.isEmpty)
    }

    @Test func `an expired override in the file is not applied`() throws {
        let bench = Bench(file: file)
        try file.update {
            $0.records = [.premium(expiry: .until(Date(timeIntervalSince1970: 0))), .location(expiry: .uses(0))]
        }
        bench.persistence?.fileDidChange()
        #expect(bench.snapshot.overrides.isEmpty)
        #expect(changes(bench).isEmpty)
    }

    @Test func `uses in two processes are counted together`() async {
        let perform = Command.perform(ActionInvocation(feature: "TestApp/Playlists", action: "BuyAction"))
        let bench = Bench(file: file)
        bench.send(.override(.premium(expiry: .uses(5))))
        let other = other()
        // Each process counts its own uses without having read the other's changes.
        _ = await other.answer(to: perform)
        _ = await bench.answer(to: perform)
        _ = await other.answer(to: perform)
        #expect(saved == [.premium(expiry: .uses(2))])
        bench.persistence?.fileDidChange()
        #expect(bench.snapshot.overrides == [.premium(expiry: .uses(2))])
        other.persistence?.fileDidChange()
        #expect(other.snapshot.overrides == [.premium(expiry: .uses(2))])
    }

    @Test func `expiry does not remove an override that another process extended`() {
        let time = ManualTime(now: Date())
        let bench = Bench(time: time, file: file)
        bench.send(.override(.premium(expiry: .inSeconds(60))))
        let prolonged = OverrideRecord.premium(expiry: .inSeconds(6000))
        other().send(.override(prolonged))
        time.advance(seconds: 120)
        #expect(saved == [prolonged])
        bench.persistence?.fileDidChange()
        #expect(bench.snapshot.overrides == [prolonged])
    }

    @Test func `observers are notified of a changed file`() throws {
        let bench = Bench(file: file)
        let count = Counter()
        let observation = bench.inspector.observe { count.increment() }
        bench.persistence?.fileDidChange()
        #expect(count.value == 1)
        observation.cancel()
    }
}

private final class Counter: Sendable {
    private let count = Protected(0)
    var value: Int { count.withLock { $0 } }
    func increment() { count.withLock { $0 += 1 } }
}
