import FlintLocks
import Foundation
import Testing

@testable import FlintCore

@MainActor
struct FileKeyValueStoreTests {
    private let folder = StateFolder()
    private var path: String { folder.path(of: "toggles.json") }
    private var store: FileKeyValueStore { FileKeyValueStore(path: path) }

    @Test func `settings are stored and removed`() throws {
        let store = store
        #expect(store.bool(forKey: "sync") == nil)
        store.set(true, forKey: "sync")
        store.set(false, forKey: "fast")
        #expect(store.bool(forKey: "sync") == true)
        #expect(self.store.bool(forKey: "fast") == false, "Another process reads the setting.")
        store.set(nil, forKey: "fast")
        #expect(store.bool(forKey: "fast") == nil)
        #expect(try folder.text("toggles.json").contains("\"values\" : {\n    \"sync\" : true\n  }"))
        #expect(store.problem == nil)
    }

    @Test func `no file is created before a setting is stored`() throws {
        let deep = FileKeyValueStore(path: folder.path(of: "a/toggles.json"))
        let token = deep.observeChanges { _ in }
        #expect(deep.bool(forKey: "sync") == nil)
        #expect(try folder.names == [])
        token?.cancel()
    }

    @Test func `two processes keep each other's changes`() {
        let (one, other) = (store, store)
        #expect(one.bool(forKey: "a") == nil)
        #expect(other.bool(forKey: "a") == nil)
        one.set(true, forKey: "a")
        other.set(true, forKey: "b")
        one.set(true, forKey: "c")
        #expect(["a", "b", "c"].allSatisfy { store.bool(forKey: $0) == true })
        #expect(one.bool(forKey: "b") == true)
    }

    @Test func `a setting is saved even if its value seems unchanged`() {
        let store = store
        store.set(true, forKey: "a")
        self.store.set(false, forKey: "a")
        store.set(true, forKey: "a")
        #expect(self.store.bool(forKey: "a") == true)
    }

    @Test func `a setting that cannot be saved applies and is saved with the next one`() throws {
        let store = store
        store.set(true, forKey: "removed")
        try FileManager.default.createDirectory(
            atPath: folder.path(of: "toggles.json.draft"), withIntermediateDirectories: true)
        store.set(true, forKey: "a")
        store.set(nil, forKey: "removed")
        #expect(store.bool(forKey: "a") == true)
        #expect(store.bool(forKey: "removed") == nil)
        #expect(store.problem?.contains("cannot be written") == true)
        #expect(self.store.bool(forKey: "a") == nil)
        #expect(rmdir(folder.path(of: "toggles.json.draft")) == 0)
        store.set(true, forKey: "b")
        #expect(store.problem == nil)
        #expect(self.store.bool(forKey: "a") == true)
        #expect(self.store.bool(forKey: "removed") == nil)
    }

    @Test func `settings apply in memory over a file of a newer version`() throws {
        AppDirectory.claim(directoryOf: path)
        try folder.write("{\"version\": 3}", to: "toggles.json")
        let store = store
        store.set(true, forKey: "a")
        #expect(store.bool(forKey: "a") == true)
        #expect(store.problem?.contains("reads versions up to 2") == true)
        #expect(try folder.text("toggles.json") == "{\"version\": 3}")
    }

    @Test func `a malformed file is renamed and reported`() throws {
        AppDirectory.claim(directoryOf: path)
        try folder.write("{", to: "toggles.json")
        let store = store
        #expect(store.bool(forKey: "a") == nil)
        #expect(store.problem?.contains("\(path) is malformed") == true)
        store.set(true, forKey: "a")
        #expect(store.problem?.contains("\(path).unreadable-1") == true)
        #expect(self.store.bool(forKey: "a") == true)
    }

    @Test func `observers receive the changed keys until cancellation`() {
        let store = store
        store.set(true, forKey: "a")
        let received = Protected<[Set<String>]>([])
        let token = store.observeChanges { keys in received.withLock { $0.append(keys) } }
        store.set(true, forKey: "a")
        store.set(false, forKey: "a")
        self.store.set(true, forKey: "b")
        store.set(nil, forKey: "a")
        #expect(received.withLock { $0 } == [["a"], ["a", "b"]])
        token?.cancel()
        store.set(true, forKey: "a")
        #expect(received.withLock { $0.count } == 2)
    }

    @Test func `observers are notified of changes by another process`() async {
        let store = store
        let (changes, continuation) = AsyncStream.makeStream(of: Set<String>.self)
        let token = store.observeChanges { continuation.yield($0) }
        self.store.set(true, forKey: "a")
        for await keys in changes {
            #expect(keys == ["a"])
            break
        }
        #expect(store.bool(forKey: "a") == true)
        token?.cancel()
    }

    @Test func `an observer can change settings`() {
        let store = store
        let token = store.observeChanges { keys in
            if keys == ["a"] { store.set(true, forKey: "b") }
        }
        store.set(true, forKey: "a")
        #expect(store.bool(forKey: "b") == true)
        token?.cancel()
    }

    @Test func `concurrent settings are all stored`() async {
        let store = store
        let token = store.observeChanges { _ in }
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<20 { group.addTask { store.set(true, forKey: "\(number % 10)") } }
        }
        let fresh = self.store
        #expect((0..<10).allSatisfy { store.bool(forKey: "\($0)") == true && fresh.bool(forKey: "\($0)") == true })
        token?.cancel()
    }
}
