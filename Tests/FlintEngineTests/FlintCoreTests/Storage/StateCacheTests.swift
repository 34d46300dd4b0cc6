import Foundation
import Testing

@testable import FlintCore

@MainActor
struct StateCacheTests {
    private let folder = StateFolder()
    private var cache: StateCache<StateFolder.Content> { StateCache(folder.file()) }

    /// Changes the file and waits until the cache has read it.
    private func change(_ cache: StateCache<StateFolder.Content>, _ body: () throws -> Void) async throws {
        let (changes, continuation) = AsyncStream.makeStream(of: Void.self)
        cache.watch { continuation.yield() }
        try body()
        for await _ in changes { break }
        cache.stopWatching()
    }

    @Test func `a cache reads its file on first use`() throws {
        try folder.write("{")
        let cache = cache
        #expect(try folder.text() == "{")
        #expect(cache.problem == nil)
        #expect(cache.content?.names == [])
        #expect(cache.problem?.contains("is malformed") == true)
        #expect(try folder.names == ["state.json"])
    }

    @Test func `a cache reads a file with a repeated name and does not save it`() throws {
        let text = #"{"flint": "names", "version": 2, "names": ["a"], "more": 1, "more": 2}"#
        try folder.write(text)
        let cache = cache
        #expect(cache.content?.names == ["a"])
        #expect(cache.problem?.contains("\"more\" occurs twice") == true)
        #expect(throws: StateFileError.self) { try cache.update { $0.names = ["b"] } }
        #expect(cache.content?.names == ["a"])
        cache.applyImmediately { $0.names = ["c"] }
        #expect(cache.content?.names == ["c"] && cache.saveError != nil)
        #expect(try folder.text() == text)
    }

    @Test func `a cache reads its file once`() throws {
        let cache = cache
        #expect(cache.content?.names == [])
        try folder.file().update { $0.names = ["a"] }
        #expect(cache.content?.names == [])
    }

    @Test func `an update starts from the current content of the file`() throws {
        let cache = cache
        #expect(cache.content?.names == [])
        try folder.file().update { $0.names = ["a"] }
        try cache.update { $0.names.append("b") }
        #expect(cache.content?.names == ["a", "b"])
    }

    @Test func `an update that cannot be saved is reported and has no effect`() throws {
        let cache = cache
        try cache.update { $0.names = ["a"] }
        try FileManager.default.createDirectory(
            atPath: folder.path(of: "state.json.draft"), withIntermediateDirectories: true)
        #expect(throws: StateFileError.self) { try cache.update { $0.names = ["b"] } }
        #expect(cache.content?.names == ["a"])
        #expect(cache.problem?.contains("cannot be written") == true)
        #expect(rmdir(folder.path(of: "state.json.draft")) == 0)
        try cache.update { $0.names = ["b"] }
        #expect(cache.problem == nil)
    }

    @Test func `a file of a newer version has no content`() throws {
        try folder.write("{\"version\": 7}")
        let cache = cache
        #expect(cache.content == nil)
        #expect(cache.problem?.contains("reads versions up to 2") == true)
        #expect(throws: StateFileError.newer(path: folder.path(of: "state.json"), version: 7, supported: 2)) {
            try cache.update { $0.names = ["a"] }
        }
    }

    @Test func `a renamed malformed file leaves the cache incomplete and is reported`() throws {
        try folder.write("{")
        let cache = cache
        #expect(cache.isIncomplete)
        try cache.update { $0.names = ["a"] }
        #expect(cache.problem?.contains("unreadable-1") == true, "The next update does not restore the lost content.")
        #expect(cache.isIncomplete)
    }

    @Test func `the cached content survives a file that becomes malformed`() async throws {
        let cache = cache
        try cache.update { $0.names = ["a"] }
        try await change(cache) { try folder.write("{") }
        #expect(cache.content?.names == ["a"])
        #expect(cache.problem?.contains("is malformed") == true)
        #expect(try folder.text() == "{", "The user may be editing it.")
        try cache.update { $0.names.append("b") }
        #expect(try folder.file().read().names == ["a", "b"])
        #expect(try folder.text("state.json.unreadable-1") == "{")
        #expect(cache.problem?.contains("unreadable-1") == true)
        #expect(!cache.isIncomplete)
    }

    // MARK: Kept changes

    @Test func `a kept change that cannot be saved applies and is saved with the next change`() throws {
        let cache = cache
        let draft = folder.path(of: "state.json.draft")
        try FileManager.default.createDirectory(atPath: draft, withIntermediateDirectories: true)
        cache.applyImmediately { $0.names.append("a") }
        #expect(cache.content?.names == ["a"])
        #expect(cache.hasPendingChanges)
        #expect(cache.problem?.hasPrefix("A change is not saved. The state file") == true)
        #expect(cache.saveError?.description.contains("cannot be written") == true)
        #expect(rmdir(draft) == 0)
        try folder.file().update { $0.names.append("theirs") }
        cache.applyImmediately { $0.names.append("b") }
        #expect(cache.problem == nil && cache.saveError == nil)
        #expect(try folder.file().read().names == ["theirs", "a", "b"])
    }

    @Test func `a kept change applies while the file is of a newer version`() throws {
        try folder.write("{\"version\": 7}")
        let cache = cache
        cache.applyImmediately { $0.names.append("a") }
        cache.refresh()
        #expect(cache.content?.names == ["a"])
        #expect(cache.problems.count == 1, "A file that can be neither read nor written is one problem.")
        #expect(try folder.text() == "{\"version\": 7}")
        #expect(unlink(folder.path(of: "state.json")) == 0)
        cache.save()
        #expect(cache.problems.isEmpty)
        #expect(try folder.file().read().names == ["a"])
    }

    @Test func `a malformed file does not discard kept changes or the known content`() throws {
        let cache = cache
        try cache.update { $0.names = ["a"] }
        let draft = folder.path(of: "state.json.draft")
        try FileManager.default.createDirectory(atPath: draft, withIntermediateDirectories: true)
        cache.applyImmediately { $0.names.append("b") }
        #expect(rmdir(draft) == 0)
        try folder.write("{")
        cache.save()
        #expect(cache.content?.names == ["a", "b"])
        #expect(try folder.file().read().names == ["a", "b"])
    }

    @Test func `a watching cache reads changes of other processes`() async throws {
        let cache = cache
        try await change(cache) { try folder.file().update { $0.names = ["a"] } }
        #expect(cache.content?.names == ["a"])
    }

    @Test func `watching a file first reads earlier changes`() throws {
        let cache = cache
        #expect(cache.content?.names == [])
        try folder.file().update { $0.names = ["a"] }
        cache.watch {}
        #expect(cache.content?.names == ["a"])
    }

    @Test func `a removed file has no content`() async throws {
        let cache = cache
        try cache.update { $0.names = ["a"] }
        try await change(cache) { #expect(unlink(folder.path(of: "state.json")) == 0) }
        #expect(cache.content?.names == [])
    }

    @Test func `concurrent updates are all saved`() async throws {
        let cache = cache
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<20 {
                group.addTask { try? cache.update { $0.names.append("\(number)") } }
            }
        }
        #expect(cache.content?.names.count == 20)
        #expect(try folder.file().read() == cache.content)
    }

    @Test func `an invalid path is reported`() {
        let file = StateFile(
            path: "", kind: StateFolder.Content.kind, empty: StateFolder.Content(), access: StateFileAccess())
        let cache = StateCache(file)
        cache.watch {}
        #expect(cache.content == nil)
        #expect(cache.problem?.contains("this is not a valid path for a file") == true)
    }
}
