import Dispatch
import FlintLocks
import FlintWorld
import Foundation
import Testing

@testable import FlintAttach

struct SocketTests {
    @Test func `a path without room for its terminator is refused`() {
        let size = MemoryLayout.size(ofValue: sockaddr_un().sun_path)
        let path = "/tmp/".padding(toLength: size, withPad: "s", startingAt: 0)
        defer { unlink(path) }
        let error = #expect(throws: SocketError.self) { try Socket.listening(at: .path(path)) }
        #expect(error?.code == ENAMETOOLONG)
    }

    @Test func `a wait ends at its limit although a signal has interrupted an earlier wait`() throws {
        let pipe = try WakePipe()
        errno = EINTR
        #expect(Readiness.wait(for: [(pipe.descriptor, Readiness.readable)], milliseconds: 1) == [false])
    }

    /// A listening socket to which no further connection is accepted.
    private struct FullSocket {
        let path = "/tmp/flint-\(UInt32.random(in: .min ... .max))"
        let listener: Socket
        private var waiting: [Socket] = []

        init() throws {
            listener = try Socket.listening(at: .path(path))
            // The system's own limit is too high to be reached.
            #expect(listen(listener.descriptor, 1) == 0)
            while let socket = try? Socket.connected(to: .path(path), within: 0) { waiting.append(socket) }
        }
    }

    #if os(Linux)
        @Test func `a client waits until an app with too many waiting clients accepts one`() async throws {
            let full = try FullSocket()
            defer { unlink(full.path) }
            let error = #expect(throws: SocketError.self) { try Socket.connected(to: .path(full.path), within: 0.01) }
            #expect(error?.code == ETIMEDOUT)
            #expect(Socket.isListening(at: full.path))
            let (path, result) = (full.path, Protected<Result<Socket, SocketError>?>(nil))
            let isOver = DispatchSemaphore(value: 0)
            _ = ServiceThread.start {
                result.withLock {
                    $0 = Result { () throws(SocketError) in try Socket.connected(to: .path(path), within: 600) }
                }
                isOver.signal()
            }
            // Whether the client has begun to wait or not, it is accepted.
            #expect(try full.listener.accept() != nil)
            await withCheckedContinuation { continuation in
                _ = ServiceThread.start {
                    isOver.wait()
                    continuation.resume()
                }
            }
            #expect(throws: Never.self) { try result.withLock(\.self)?.get() }
        }
    #endif

    @Test func `only the user and root are trusted`() {
        #expect(
            Socket.isTrusted([7, 7], by: 7) && Socket.isTrusted([0, 7], by: 7) && Socket.isTrusted([0, 0], by: 7))
        let others: [[uid_t?]] = [[8, 7], [7, 8], [7, nil], [nil, 7]]
        for owners in others { #expect(!Socket.isTrusted(owners, by: 7)) }
        #expect(!Socket.isTrusted([7, 7], by: 0))
    }

    @Test func `no connection is accepted unless one is pending`() throws {
        let path = "/tmp/flint-\(UInt32.random(in: .min ... .max))"
        defer { unlink(path) }
        let socket = try Socket.listening(at: .path(path))
        #expect(try socket.accept() == nil)
        let client = try Socket.connected(to: .path(path))
        defer { withExtendedLifetime(client) {} }
        #expect(try socket.accept() != nil)
    }
}
