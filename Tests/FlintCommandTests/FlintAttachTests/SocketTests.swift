import FlintAttach
import Foundation
import Testing

/// Tests of listening sockets.
struct SocketTests {
    @Test func `a path that leaves no room for its terminator is refused`() {
        let size = MemoryLayout.size(ofValue: sockaddr_un().sun_path)
        let path = "/tmp/".padding(toLength: size, withPad: "s", startingAt: 0)
        defer { unlink(path) }
        let error = #expect(throws: SocketError.self) { try Socket.listening(at: .path(path)) }
        #expect(error?.code == ENAMETOOLONG)
    }

    @Test func `a wait ends at its limit after a signal has interrupted another one`() throws {
        let pipe = try WakePipe()
        errno = EINTR
        #expect(Readiness.wait(for: [(pipe.descriptor, Readiness.readable)], milliseconds: 1) == [false])
    }

    @Test func `without a pending connection nothing is accepted`() throws {
        let path = "/tmp/flint-\(UInt32.random(in: .min ... .max))"
        defer { unlink(path) }
        let socket = try Socket.listening(at: .path(path))
        #expect(try socket.accept() == nil)
        let client = try Socket.connected(to: .path(path))
        defer { withExtendedLifetime(client) {} }
        #expect(try socket.accept() != nil)
    }
}
