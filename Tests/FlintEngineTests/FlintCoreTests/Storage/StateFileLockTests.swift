import FlintLocks
import FlintTestSupport
import Foundation
import Testing

@testable import FlintCore

struct StateFileLockTests {
    private let folder = StateFolder()

    @Test func `the error for a lock that is not released names its holder`() throws {
        let file = folder.file(access: StateFileAccess(mode: .waiting(milliseconds: 0)))
        let holder = try HeldLock(of: file.path)
        let error = #expect(throws: StateFileError.self) { try file.update { $0.names = ["a"] } }
        #expect(error == .locked(path: file.path, holder: getpid()))
        #expect(error?.description.contains("is locked by process \(getpid())") == true)
        #expect(file.access.saveErrors == [error].compactMap { $0 })
        withExtendedLifetime(holder) {}
    }

    @Test func `a process that is being started does not keep the lock`() throws {
        let file = folder.file(access: StateFileAccess(mode: .deferring))
        // Until it starts its program, a new process has a copy of every descriptor.
        let copies = try file.update { content in
            content.names = ["a"]
            return Self.copies(ofDescriptorsOf: file.path + ".lock")
        }
        defer { for copy in copies { close(copy) } }
        #expect(copies.count == 1)
        try file.update { $0.names = ["b"] }
        #expect(try file.read().names == ["b"])
    }

    private static func copies(ofDescriptorsOf path: String) -> [Int32] {
        var (wanted, found) = (stat(), stat())
        guard stat(path, &wanted) == 0 else { return [] }
        let descriptors = (0..<Int32(1024)).filter { descriptor in
            fstat(descriptor, &found) == 0 && found.st_ino == wanted.st_ino && found.st_dev == wanted.st_dev
        }
        return descriptors.map { fcntl($0, F_DUPFD_CLOEXEC, 0) }
    }

    @Test func `reading never waits for the lock`() throws {
        let file = folder.file(access: StateFileAccess(mode: .waiting(milliseconds: 600_000)))
        try file.update { $0.names = ["a"] }
        let holder = try HeldLock(of: file.path)
        #expect(file.load().content.names == ["a"])
        withExtendedLifetime(holder) {}
    }

    @Test func `a wait is reported once and the update is made when the lock is released`() throws {
        let access = StateFileAccess(mode: .waiting(milliseconds: 600_000))
        let file = folder.file(access: access)
        let holder = try HeldLock(of: file.path)
        let errors = Protected<[StateFileError]>([])
        access.onWait { error in
            errors.withLock { $0.append(error) }
            holder.release()
        }
        try file.update { $0.names = ["a"] }
        #expect(errors.withLock { $0.count } == 1)
        #expect(try file.read().names == ["a"])
        #expect(access.saveErrors.isEmpty)
    }

    @Test func `a lock whose wait has timed out is not waited for again while it is held`() throws {
        let access = StateFileAccess(mode: .waiting(milliseconds: 1))
        let file = folder.file(access: access)
        let holder = try HeldLock(of: file.path)
        #expect(throws: StateFileError.self) { try file.update { $0.names = ["a"] } }
        // Waiting again would take ten minutes.
        access.mode = .waiting(milliseconds: 600_000)
        #expect(throws: StateFileError.self) { try file.update { $0.names = ["b"] } }
        holder.release()
        try file.update { $0.names = ["c"] }
        #expect(try file.read().names == ["c"])
    }

    @Test func `a log collects the errors of its scope`() throws {
        let file = folder.file(access: StateFileAccess(mode: .deferring))
        let (log, other) = (SaveLog(), SaveLog())
        let holder = try HeldLock(of: file.path)
        SaveLog.$current.withValue(log) {
            #expect(throws: StateFileError.self) { try file.update { $0.names = ["a"] } }
        }
        #expect(log.errors == file.access.saveErrors && log.errors.count == 1)
        #expect(!log.hasFailed, "A cache saves the change as soon as the lock is released.")
        #expect(other.errors.isEmpty)
        holder.release()
        try SaveLog.$current.withValue(log) { try file.update { $0.names = ["a"] } }
        #expect(log.errors.isEmpty)
    }

    @Test func `the lock file contains the process identifier of its holder only while it is held`() throws {
        let file = folder.file()
        var text: String?
        try file.update { content in
            text = try? folder.text("state.json.lock")
            content.names = ["a"]
        }
        #expect(text == "\(getpid())\n")
        #expect(try folder.text("state.json.lock") == "")
    }

    @Test func `a failed update leaves no lock without a state file`() throws {
        #expect(mkdir(folder.path(of: "state.json.draft"), 0o700) == 0)
        #expect(throws: StateFileError.self) { try folder.file().update { $0.names = ["a"] } }
        #expect(try folder.names == ["state.json.draft"])
    }

    // MARK: Deferred updates

    private func deferringCache(_ time: ManualTime) -> StateCache<StateFolder.Content> {
        StateCache(folder.file(access: StateFileAccess(mode: .deferring)), timer: time) { time.now }
    }

    @Test func `an update during a held lock applies immediately and is saved later`() throws {
        let time = ManualTime()
        let cache = deferringCache(time)
        try cache.update { $0.names = ["a"] }
        let holder = try HeldLock(of: cache.file.path)
        #expect(
            try cache.apply {
                $0.names.append("b"); return $0.names
            } == ["a", "b"])
        #expect(cache.content?.names == ["a", "b"])
        #expect(cache.hasPendingChanges)
        #expect(cache.problem == nil, "A short wait for the lock is not a problem.")
        #expect(try cache.file.read().names == ["a"])

        time.advance(seconds: 0.06)
        #expect(cache.problem?.contains("not saved yet") == true)
        #expect(cache.problem?.contains("is locked by") == true)

        try cache.apply { $0.names.append("c") }
        holder.release()
        time.advance(seconds: 0.3)
        #expect(!cache.hasPendingChanges)
        #expect(cache.problem == nil)
        #expect(try cache.file.read().names == ["a", "b", "c"])
        #expect(time.deadline == nil, "No deadline is scheduled when everything is saved.")
    }

    @Test func `changes that can wait are saved together after the current turn`() throws {
        let time = ManualTime()
        let access = StateFileAccess(mode: .deferring, savesLater: true)
        let cache = StateCache(folder.file(access: access), timer: time) { time.now }
        cache.applyImmediately(savesLater: true) { $0.names.append("a") }
        cache.applyImmediately(savesLater: true) { $0.names.append("b") }
        #expect(cache.content?.names == ["a", "b"])
        #expect(try cache.file.read().names == [])
        time.advance(seconds: 0.001)
        #expect(try cache.file.read().names == ["a", "b"])
        #expect(time.deadline == nil)
        cache.applyImmediately(savesLater: true) { $0.names.append("c") }
        access.finish()
        #expect(try cache.file.read().names == ["a", "b", "c"])
    }

    @Test func `a change that can wait is saved immediately by a process that may wait`() throws {
        let cache = StateCache(folder.file())
        cache.applyImmediately(savesLater: true) { $0.names.append("a") }
        #expect(try cache.file.read().names == ["a"])
        #expect(!cache.hasPendingChanges)
    }

    @Test func `a kept change is saved when the lock is released`() throws {
        let time = ManualTime()
        let cache = deferringCache(time)
        let holder = try HeldLock(of: cache.file.path)
        cache.applyImmediately { $0.names.append("a") }
        #expect(cache.content?.names == ["a"])
        guard case .locked? = cache.saveError else {
            Issue.record("\(String(describing: cache.saveError))")
            return
        }
        #expect(cache.problem == nil, "A short wait for the lock is not a problem.")
        holder.release()
        time.advance(seconds: 0.06)
        #expect(cache.saveError == nil && !cache.hasPendingChanges)
        #expect(try cache.file.read().names == ["a"])
    }

    @Test func `a process that ends waits for the lock and saves pending changes`() throws {
        let access = StateFileAccess(mode: .deferring, savesLater: true)
        let cache = StateCache(folder.file(access: access), timer: ManualTime())
        let holder = try HeldLock(of: cache.file.path)
        let waits = Protected<[StateFileError]>([])
        access.onWait { error in
            waits.withLock { $0.append(error) }
            holder.release()
        }
        cache.applyImmediately(savesLater: true) { $0.names.append("a") }
        #expect(access.hasPendingChanges)
        access.finish()
        #expect(waits.withLock { $0.count } == 1)
        #expect(access.saveErrors.isEmpty && !access.hasPendingChanges)
        #expect(try cache.file.read().names == ["a"])
    }

    @Test func `changes that another process saves during the wait are kept`() throws {
        let time = ManualTime()
        let cache = deferringCache(time)
        let holder = try HeldLock(of: cache.file.path)
        try cache.apply { $0.names.append("mine") }
        try folder.write(StateFolder.text(names: "\"theirs\""))
        cache.refresh()
        #expect(cache.content?.names == ["theirs", "mine"])
        holder.release()
        time.advance(seconds: 0.06)
        #expect(try cache.file.read().names == ["theirs", "mine"])
        #expect(cache.content?.names == ["theirs", "mine"])
    }

    @Test func `an update that must be saved fails immediately instead of waiting`() throws {
        let cache = deferringCache(ManualTime())
        let holder = try HeldLock(of: cache.file.path)
        #expect(throws: StateFileError.self) { try cache.update { $0.names = ["a"] } }
        #expect(cache.content?.names == [])
        #expect(!cache.hasPendingChanges)
        withExtendedLifetime(holder) {}
    }
}
