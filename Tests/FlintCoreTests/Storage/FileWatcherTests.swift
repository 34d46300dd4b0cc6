import Dispatch
import Foundation
import Testing

@testable import FlintCore

/// Watching a file that others change.
///
/// Each test waits for what the watcher says, never for time to pass.
@MainActor
final class FileWatcherTests {
    private let folder: String
    private var path: String { folder + "/state.json" }

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "flint-\(UUID().uuidString)").path()
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: folder)
    }

    private func write(_ text: String, to path: String) throws {
        try Data(text.utf8).write(to: URL(filePath: path))
    }

    /// Makes a change and waits until the watcher tells of it.
    private func change(_ watched: String? = nil, _ body: () throws -> Void) async throws {
        let (changes, continuation) = AsyncStream.makeStream(of: Void.self)
        let watcher = try #require(FileWatcher(path: watched ?? path) { continuation.yield() })
        try body()
        for await _ in changes { break }
        watcher.cancel()
    }

    @Test func aFileThatIsCreatedIsTold() async throws {
        try await change { try write("1", to: path) }
    }

    @Test func aFileThatIsReplacedIsTold() async throws {
        try write("1", to: path)
        try write("2", to: path + ".draft")
        try await change { #expect(rename(path + ".draft", path) == 0) }
    }

    @Test func aFileThatIsWrittenInPlaceIsTold() async throws {
        try write("1", to: path)
        try await change {
            let file = open(path, O_WRONLY)
            defer { close(file) }
            #expect(FileWriting.write([50], to: file) == nil)
        }
    }

    @Test func aFileThatIsRemovedIsTold() async throws {
        try write("1", to: path)
        try await change { #expect(unlink(path) == 0) }
    }

    @Test func aFileThatIsMovedAwayIsTold() async throws {
        try write("1", to: path)
        try await change { #expect(rename(path, path + ".old") == 0) }
    }

    @Test func aFileWhosePermissionsChangeIsTold() async throws {
        try write("1", to: path)
        try await change { #expect(chmod(path, 0o400) == 0) }
    }

    @Test func aLinkThatTakesTheFilesPlaceIsTold() async throws {
        try write("1", to: folder + "/other")
        try await change { #expect(symlink("other", path) == 0) }
        #expect(unlink(path) == 0)
        try await change { #expect(link(folder + "/other", path) == 0) }
    }

    @Test func theFileALinkLeadsToIsWatched() async throws {
        try FileManager.default.createDirectory(atPath: folder + "/elsewhere", withIntermediateDirectories: true)
        #expect(symlink("elsewhere/real.json", path) == 0)
        try await change { try write("1", to: folder + "/elsewhere/real.json") }
    }

    @Test func directoriesThatAreMissingAreWaitedForAndNotMade() async throws {
        let deep = folder + "/a/b/state.json"
        try await change(deep) {
            #expect(!FileManager.default.fileExists(atPath: folder + "/a"))
            try FileManager.default.createDirectory(atPath: folder + "/a/b", withIntermediateDirectories: true)
            try write("1", to: deep)
        }
    }

    @Test func aDirectoryThatIsReplacedIsFoundAgain() async throws {
        let directory = folder + "/a"
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        let (changes, continuation) = AsyncStream.makeStream(of: Void.self)
        let watcher = try #require(FileWatcher(path: directory + "/state.json") { continuation.yield() })
        var iterator = changes.makeAsyncIterator()
        #expect(rename(directory, folder + "/b") == 0)
        await iterator.next()
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        try write("1", to: directory + "/state.json")
        await iterator.next()
        watcher.cancel()
    }

    @Test func otherFilesAndAFileThatIsNotCompleteAreNotTold() async throws {
        let count = Protected(0)
        let watcher = try #require(FileWatcher(path: path) { count.withLock { $0 += 1 } })
        try write("1", to: path + ".lock")
        let file = open(path, O_WRONLY | O_CREAT, 0o600)
        // What a second watcher of the same directory is told came after what the first was told.
        try await change(folder + "/last") { try write("1", to: folder + "/last") }
        #expect(count.withLock { $0 } == 0)
        close(file)
        watcher.cancel()
    }

    @Test func manyChangesAtOnceAreNotToldOneByOne() async throws {
        let count = Protected(0)
        let (changes, continuation) = AsyncStream.makeStream(of: Void.self)
        let watcher = try #require(
            FileWatcher(path: path) {
                count.withLock { $0 += 1 }
                continuation.yield()
            })
        // The main queue is busy with this all the while.
        try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
            DispatchQueue.main.async {
                done.resume(with: Result { for number in 0..<50 { try self.write("\(number)", to: self.path) } })
            }
        }
        for await _ in changes { break }
        // Mostly it is one; a busy system may hand the changes over in several parts.
        #expect(count.withLock { $0 } < 50)
        watcher.cancel()
    }

    @Test func nothingIsToldAfterItIsCancelledOrReleased() async throws {
        let cancelled = try #require(FileWatcher(path: path) { Issue.record("told though cancelled") })
        var released = FileWatcher(path: path) { Issue.record("told though released") }
        #expect(released != nil)
        try write("1", to: path)
        cancelled.cancel()
        cancelled.cancel()
        released = nil
        try await change { try write("2", to: path) }
    }

    #if os(Linux)
        @Test func manyFilesAreWatchedThroughOneDescriptor() async throws {
            var watchers: [FileWatcher] = []
            for number in 0..<300 { watchers.append(try #require(FileWatcher(path: "\(path)-\(number)") {})) }
            try await change { try write("1", to: path) }
            let folder = "/proc/self/fd"
            let open = try FileManager.default.contentsOfDirectory(atPath: folder).count { number in
                // Other tests close theirs meanwhile.
                let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(number)")
                return target?.contains("inotify") ?? false
            }
            #expect(open == 1)
        }
    #endif

    @Test func oneOfTwoThatWatchADirectoryGoesOnWhenTheOtherEnds() async throws {
        let other = try #require(FileWatcher(path: folder + "/other.json") {})
        try await change {
            other.cancel()
            try write("1", to: path)
        }
    }

    @Test func whatCannotBeWatchedIsRefused() {
        #expect(FileWatcher(path: path + "\0/x") {} == nil)
    }
}
