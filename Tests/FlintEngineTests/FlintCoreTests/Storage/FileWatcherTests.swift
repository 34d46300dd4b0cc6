import Dispatch
import FlintLocks
import Foundation
import Testing

@testable import FlintCore

/// Tests of watching a file that other processes change.
///
/// Each test waits for a report of the watcher, never for a fixed time.
@MainActor
struct FileWatcherTests {
    private let temporary = StateFolder()
    private var folder: String { temporary.path }
    private var path: String { folder + "/state.json" }

    private func write(_ text: String, to path: String) throws {
        try Data(text.utf8).write(to: URL(filePath: path))
    }

    /// Makes a change and waits until a watcher reports it.
    private func change(_ watched: String? = nil, _ body: () throws -> Void) async throws {
        let (changes, continuation) = AsyncStream.makeStream(of: Void.self)
        let watcher = try #require(FileWatcher(path: watched ?? path) { continuation.yield() })
        try body()
        for await _ in changes { break }
        watcher.cancel()
    }

    @Test func `creating a file is reported`() async throws {
        try await change { try write("1", to: path) }
    }

    @Test func `replacing a file is reported`() async throws {
        try write("1", to: path)
        try write("2", to: path + ".draft")
        try await change { #expect(rename(path + ".draft", path) == 0) }
    }

    @Test func `writing a file in place is reported`() async throws {
        try write("1", to: path)
        try await change {
            let file = open(path, O_WRONLY)
            defer { close(file) }
            #expect(FileWriting.write([50], to: file) == nil)
        }
    }

    @Test func `removing a file is reported`() async throws {
        try write("1", to: path)
        try await change { #expect(unlink(path) == 0) }
    }

    @Test func `moving a file is reported`() async throws {
        try write("1", to: path)
        try await change { #expect(rename(path, path + ".old") == 0) }
    }

    @Test func `changing the permissions of a file is reported`() async throws {
        try write("1", to: path)
        try await change { #expect(chmod(path, 0o400) == 0) }
    }

    @Test func `replacing a file by a link is reported`() async throws {
        try write("1", to: folder + "/other")
        try await change { #expect(symlink("other", path) == 0) }
        #expect(unlink(path) == 0)
        try await change { #expect(link(folder + "/other", path) == 0) }
    }

    @Test func `the target of a symbolic link is watched`() async throws {
        try FileManager.default.createDirectory(atPath: folder + "/elsewhere", withIntermediateDirectories: true)
        #expect(symlink("elsewhere/real.json", path) == 0)
        try await change { try write("1", to: folder + "/elsewhere/real.json") }
    }

    @Test func `missing directories are watched for and not created`() async throws {
        let deep = folder + "/a/b/state.json"
        try await change(deep) {
            #expect(!FileManager.default.fileExists(atPath: folder + "/a"))
            try FileManager.default.createDirectory(atPath: folder + "/a/b", withIntermediateDirectories: true)
            try write("1", to: deep)
        }
    }

    @Test func `a replaced directory is watched again`() async throws {
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

    @Test func `other files and incomplete files are not reported`() async throws {
        let count = Protected(0)
        let watcher = try #require(FileWatcher(path: path) { count.withLock { $0 += 1 } })
        try write("1", to: path + ".lock")
        let file = open(path, O_WRONLY | O_CREAT, 0o600)
        // A second watcher of the directory receives its report after the first watcher's reports.
        try await change(folder + "/last") { try write("1", to: folder + "/last") }
        #expect(count.withLock { $0 } == 0)
        close(file)
        watcher.cancel()
    }

    @Test func `many simultaneous changes are coalesced`() async throws {
        let count = Protected(0)
        let (changes, continuation) = AsyncStream.makeStream(of: Void.self)
        let watcher = try #require(
            FileWatcher(path: path) {
                count.withLock { $0 += 1 }
                continuation.yield()
            })
        // Keeps the main queue busy.
        try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
            DispatchQueue.main.async {
                done.resume(with: Result { for number in 0..<50 { try self.write("\(number)", to: self.path) } })
            }
        }
        for await _ in changes { break }
        // Usually there is one report; a busy system can deliver the changes in several parts.
        #expect(count.withLock { $0 } < 50)
        watcher.cancel()
    }

    @Test func `a canceled or released watcher reports no changes`() async throws {
        let cancelled = try #require(FileWatcher(path: path) { Issue.record("A canceled watcher called its handler.") })
        var released = FileWatcher(path: path) { Issue.record("A released watcher called its handler.") }
        #expect(released != nil)
        try write("1", to: path)
        cancelled.cancel()
        cancelled.cancel()
        released = nil
        try await change { try write("2", to: path) }
    }

    #if os(Linux)
        @Test func `many files are watched through one descriptor`() async throws {
            var watchers: [FileWatcher] = []
            for number in 0..<300 { watchers.append(try #require(FileWatcher(path: "\(path)-\(number)") {})) }
            try await change { try write("1", to: path) }
            let folder = "/proc/self/fd"
            let open = try FileManager.default.contentsOfDirectory(atPath: folder).count { number in
                // Tests that run concurrently close descriptors.
                let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(number)")
                return target?.contains("inotify") ?? false
            }
            #expect(open == 1)
        }
    #endif

    @Test func `a watcher continues when another watcher of its directory ends`() async throws {
        let other = try #require(FileWatcher(path: folder + "/other.json") {})
        try await change {
            other.cancel()
            try write("1", to: path)
        }
    }

    @Test func `an invalid path is refused`() {
        #expect(FileWatcher(path: path + "\0/x") {} == nil)
    }
}
