import FlintCore
import FlintInspectorTestSupport
import FlintTestSupport
import FlintWorld
import Foundation
import Testing

@testable import FlintInspector

struct OverridePersistenceLaterTests {
    private let folder: TemporaryFolder
    private var path: String { folder.path(of: "state/overrides.json") }
    private let access = StateFileAccess(mode: .deferring, savesLater: true)
    private let time = ManualTime(now: Date())
    private var saved: [OverrideRecord] { OverrideFile(path: path).load().content.records }

    init() throws {
        folder = try TemporaryFolder()
    }

    private func bench() -> Bench { Bench(file: OverrideFile(path: path, access: access), saving: time) }

    @Test func `changes made in the same turn are saved together after it`() {
        let bench = bench()
        bench.send(.override(.premium()))
        bench.send(.override(.location()))
        #expect(bench.snapshot.overrides.count == 2)
        #expect(!FileManager.default.fileExists(atPath: path))
        time.advance(seconds: 0.001)
        #expect(saved == [.location(), .premium()], "Changes are saved in the order of the file.")
        #expect(time.deadline == nil, "No timer is scheduled unless a save is pending.")
    }

    @Test func `a change after a save is saved by the next save`() {
        let bench = bench()
        bench.send(.override(.premium()))
        time.advance(seconds: 0.001)
        bench.send(.override(.purchase, "premium", to: nil))
        #expect(saved == [.premium()])
        time.advance(seconds: 0.001)
        #expect(saved.isEmpty)
    }

    @Test func `pending changes are saved before the process ends`() {
        let bench = bench()
        bench.send(.override(.premium()))
        access.finish()
        #expect(saved == [.premium()])
        withExtendedLifetime(bench) {}
    }

    @Test func `a change that was saved later is not applied again`() {
        let bench = bench()
        bench.send(.override(.premium()))
        time.advance(seconds: 0.001)
        bench.persistence?.fileDidChange()
        #expect(bench.events.filter { $0.kind == .factChanged }.count == 1)
    }

    @Test func `a change by another process is applied while another change is pending`() {
        let bench = bench()
        bench.send(.override(.premium()))
        Bench(file: OverrideFile(path: path)).send(.override(.location()))
        bench.persistence?.fileDidChange()
        #expect(bench.snapshot.overrides.count == 2)
        time.advance(seconds: 0.001)
        #expect(saved == [.location(), .premium()])
    }

    @Test func `clearing saves immediately and discards pending changes`() {
        let bench = bench()
        bench.send(.override(.premium()))
        time.advance(seconds: 0.001)
        bench.send(.override(.location()))
        bench.send(.removeAllOverrides)
        #expect(saved.isEmpty)
        time.advance(seconds: 0.001)
        #expect(saved.isEmpty)
        #expect(bench.snapshot.overrides.isEmpty)
    }

    // MARK: Results of commands

    @Test func `a command that finds the lock held reports it, and its change is saved later`() throws {
        access.savesLater = false
        let bench = bench()
        bench.send(.override(.location()))
        let lock = try HeldLock(of: path)
        let result = bench.send(.override(.premium()))
        #expect(result.status == .done)
        #expect(result.message.contains("Not saved yet: The state file \(path) is locked by"))
        #expect(result.unsaved?.map(\.isLocked) == [true])
        #expect(result.change?.message == result.message)
        #expect(bench.inspector.history().last?.message == result.message)
        lock.release()
        time.advance(seconds: 0.06)
        #expect(saved == [.location(), .premium()])
        #expect(bench.send(.override(.premium("unknown"))).unsaved == nil)
    }

    @Test func `removing overrides reports that the change is not saved`() throws {
        access.savesLater = false
        let bench = bench()
        bench.send(.override(.premium()))
        try FileManager.default.createDirectory(atPath: path + ".draft", withIntermediateDirectories: true)
        let result = bench.send(.removeAllOverrides)
        #expect(result.message.hasPrefix("Removed 1 override. Not saved: The state file"))
        #expect(result.unsaved?.map(\.isLocked) == [false])
        #expect(bench.snapshot.overrides.isEmpty)
        #expect(saved == [.premium()])
    }

    @Test func `an undo that is not saved can be repeated`() throws {
        access.savesLater = false
        let bench = bench()
        bench.send(.override(.premium()))
        try FileManager.default.createDirectory(atPath: path + ".draft", withIntermediateDirectories: true)
        #expect(bench.send(.undo).message.contains("Not saved: The state file"))
        #expect(bench.inspector.history().last?.canBeUndone == true)
        #expect(rmdir(path + ".draft") == 0)
        #expect(bench.send(.undo).unsaved == nil)
        #expect(bench.inspector.history().last?.canBeUndone == false)
        #expect(saved.isEmpty)
    }

    @Test func `a change that could not be saved is reported and saved with the next change`() throws {
        try FileManager.default.createDirectory(
            atPath: path + ".draft", withIntermediateDirectories: true)
        let bench = bench()
        bench.send(.override(.premium()))
        #expect(bench.persistence?.problem == nil)
        time.advance(seconds: 0.001)
        #expect(bench.persistence?.problem?.contains("cannot be written") == true)
        try FileManager.default.removeItem(atPath: path + ".draft")
        bench.send(.override(.location()))
        time.advance(seconds: 0.001)
        #expect(bench.persistence?.problem == nil)
        #expect(saved == [.location(), .premium()], "Changes are saved in the order of the file.")
    }
}
