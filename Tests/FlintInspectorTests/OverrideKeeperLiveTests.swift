import FlintCore
import Foundation
import InspectorKit
import Testing

@testable import FlintInspector

/// What another process changes in the file while this one runs.
struct OverrideKeeperLiveTests {
    private let path = FileManager.default.temporaryDirectory
        .appending(path: "flint-\(UUID().uuidString)/overrides.json").path()
    private var file: OverrideFile { OverrideFile(path: path) }
    private var saved: [OverrideRecord] { file.load().overrides }

    /// Another process that saves to the same file.
    private func other() -> Bench { Bench(file: file) }

    private func changes(_ bench: Bench) -> [EventRecord] {
        bench.events.filter { $0.kind == .factChanged }
    }

    @Test func whatAnotherProcessAddsIsInForce() {
        let bench = Bench(file: file)
        let record = OverrideRecord.premium(reason: "the demo", expiry: .inSeconds(600))
        other().send(.override(record))
        bench.persistence?.fileDidChange()
        #expect(bench.snapshot.overrides == [record])
        #expect(changes(bench).map(\.cause) == ["saved"])
        #expect(saved == [record])
    }

    @Test func whatAnotherProcessChangesOrDropsIsFollowed() {
        let bench = Bench(file: file)
        bench.send(.override(.premium()))
        bench.send(.override(.location()))
        let other = other()
        other.send(.override(.premium("unknown", reason: "other")))
        other.send(.overridePermission(permission: "location-when-in-use", status: nil))
        bench.persistence?.fileDidChange()
        #expect(bench.snapshot.overrides == [.premium("unknown", reason: "other")])
        #expect(changes(bench).map(\.cause) == ["console", "console", "saved", "saved"])
    }

    @Test func whatThisProcessSavesIsNotAppliedAgain() throws {
        let bench = Bench(file: file)
        bench.send(.override(.premium(expiry: .until(Date(timeIntervalSinceNow: 600.25)))))
        bench.send(.override(.location(expiry: .uses(3))))
        let content = try Data(contentsOf: URL(filePath: path))
        bench.persistence?.fileDidChange()
        bench.persistence?.fileDidChange()
        #expect(changes(bench).count == 2)
        #expect(try Data(contentsOf: URL(filePath: path)) == content)
    }

    @Test func followingAnotherProcessWritesNothing() throws {
        let bench = Bench(file: file)
        other().send(.override(.premium()))
        let before = try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? UInt64
        bench.persistence?.fileDidChange()
        let after = try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? UInt64
        #expect(before == after, "a file that is written is a new one")
    }

    @Test func anOverrideThatEndsWithTheProgramStays() throws {
        let bench = Bench(file: file)
        bench.send(.override(.premium(expiry: .untilQuit)))
        bench.send(.override(.location()))
        other().send(.clearOverrides)
        bench.persistence?.fileDidChange()
        #expect(bench.snapshot.overrides == [.premium(expiry: .untilQuit)])
        try FileManager.default.removeItem(atPath: path)
        bench.persistence?.fileDidChange()
        #expect(bench.snapshot.overrides == [.premium(expiry: .untilQuit)])
    }

    @Test func anOverrideThatCouldNotBeSavedStays() throws {
        let bench = Bench(file: file)
        bench.send(.override(.location()))
        try FileManager.default.createDirectory(atPath: path + ".draft", withIntermediateDirectories: true)
        bench.send(.override(.premium()))
        bench.persistence?.fileDidChange()
        #expect(bench.snapshot.overrides == [.location(), .premium()])
    }

    @Test func aFileThatIsDeletedDropsWhatItHeld() throws {
        let bench = Bench(file: file)
        bench.send(.override(.premium()))
        try FileManager.default.removeItem(atPath: path)
        bench.persistence?.fileDidChange()
        #expect(bench.snapshot.overrides.isEmpty)
    }

    @Test func aFileThatMakesNoSenseChangesNothingUntilItIsMended() throws {
        let bench = Bench(file: file)
        bench.send(.override(.premium()))
        let content = try Data(contentsOf: URL(filePath: path))
        try Data("{".utf8).write(to: URL(filePath: path))
        bench.persistence?.fileDidChange()
        bench.persistence?.fileDidChange()
        #expect(bench.snapshot.overrides == [.premium()])
        #expect(bench.snapshot.problems.count == 1)
        #expect(bench.events.count { $0.kind == .advisory } == 1, "it is said once")
        #expect(FileManager.default.fileExists(atPath: path), "somebody may be writing it")
        try content.write(to: URL(filePath: path))
        bench.persistence?.fileDidChange()
        #expect(bench.snapshot.problems.isEmpty)
        #expect(bench.snapshot.overrides == [.premium()])
    }

    @Test func whatIsUnknownIsReportedAsLongAsItIsThere() throws {
        let bench = Bench(file: file)
        let stranger = OverrideRecord(kind: .purchase, key: "gone", value: "purchased")
        try file.update { $0 = [stranger] }
        bench.persistence?.fileDidChange()
        bench.persistence?.fileDidChange()
        #expect(bench.snapshot.problems.map { $0.hasSuffix("There is no product gone.") } == [true])
        try file.update { $0 = [] }
        bench.persistence?.fileDidChange()
        #expect(bench.snapshot.problems.isEmpty)
    }

    @Test func whatHasRunOutInTheFileIsNotPutInForce() throws {
        let bench = Bench(file: file)
        try file.update {
            $0 = [.premium(expiry: .until(Date(timeIntervalSince1970: 0))), .location(expiry: .uses(0))]
        }
        bench.persistence?.fileDidChange()
        #expect(bench.snapshot.overrides.isEmpty)
        #expect(changes(bench).isEmpty)
    }

    @Test func decisionsOfTwoProcessesAreCountedTogether() async {
        let perform = Command.perform(ActionInvocation(feature: "TestApp/Playlists", action: "BuyAction"))
        let bench = Bench(file: file)
        bench.send(.override(.premium(expiry: .uses(5))))
        let other = other()
        // Neither has seen what the other did when it makes its own decisions.
        _ = await other.answer(to: perform)
        _ = await bench.answer(to: perform)
        _ = await other.answer(to: perform)
        #expect(saved == [.premium(expiry: .uses(2))])
        bench.persistence?.fileDidChange()
        #expect(bench.snapshot.overrides == [.premium(expiry: .uses(2))])
        other.persistence?.fileDidChange()
        #expect(other.snapshot.overrides == [.premium(expiry: .uses(2))])
    }

    @Test func aLapseDoesNotDropWhatAnotherProcessHasProlonged() {
        let time = ManualTime()
        let bench = Bench(time: time, file: file)
        bench.send(.override(.premium(expiry: .inSeconds(60))))
        let prolonged = OverrideRecord.premium(expiry: .inSeconds(6000))
        other().send(.override(prolonged))
        time.advance(seconds: 120)
        #expect(saved == [prolonged])
        bench.persistence?.fileDidChange()
        #expect(bench.snapshot.overrides == [prolonged])
    }

    @Test func frontEndsHearOfAFileThatIsMended() throws {
        let bench = Bench(file: file)
        let count = Counter()
        let observation = bench.inspector.observe { count.increment() }
        bench.persistence?.fileDidChange()
        #expect(count.value == 1)
        observation.cancel()
    }
}

/// Counts calls from any thread.
private final class Counter: Sendable {
    private let count = Protected(0)
    var value: Int { count.withLock { $0 } }
    func increment() { count.withLock { $0 += 1 } }
}
