// SPDX-License-Identifier: MIT

import FlintLibc

/// A nonblocking stream socket on this machine, closed when the object is deallocated.
///
/// All members may be called from any thread, but the caller must coordinate concurrent writes.
package final class Socket: Sendable {
    enum Reading: Sendable, Hashable {
        case bytes(Int)
        case nothing
        /// The other end closed the connection, or the connection is broken.
        case end
    }

    package let descriptor: Int32

    private init(_ descriptor: Int32) {
        self.descriptor = descriptor
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        setBlocking(false)
        #if canImport(Darwin)
            // Darwin has no flag of `send` that prevents the signal for writing to a closed connection.
            var isOn: Int32 = 1
            setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &isOn, socklen_t(MemoryLayout<Int32>.size))
        #endif
    }

    deinit {
        close(descriptor)
    }

    /// The maximum length in bytes of a socket's path.
    package static let pathLimit = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

    /// Creates a socket that accepts connections.
    ///
    /// Port 0 selects any free port. A path must not exist yet, and only the current user can access it afterward.
    package static func listening(at address: AttachAddress) throws(SocketError) -> Socket {
        let socket = try make(for: address)
        if case .tcp = address {
            // Allows reusing a port that a previous process of the app has just released.
            socket.set(SO_REUSEADDR, of: SOL_SOCKET)
        }
        guard try withBytes(of: address, { bind(socket.descriptor, $0, $1) }) == 0 else {
            throw SocketError("binding \(address)")
        }
        // Clients cannot connect before `listen`, so the socket is never open to other users.
        if case .path(let path) = address, chmod(path, 0o600) != 0 {
            throw SocketError("restricting access to \(path)")
        }
        guard listen(socket.descriptor, SOMAXCONN) == 0 else { throw SocketError("listening at \(address)") }
        return socket
    }

    /// Connects to a listening socket.
    ///
    /// The time limit matters, for example, while a suspended app accepts no connections.
    ///
    /// - Throws: ``SocketError``. The code is `ECONNREFUSED` if the serving process has ended, and `ETIMEDOUT` if the
    ///   time limit has passed.
    package static func connected(to address: AttachAddress, within seconds: Double = 5) throws(SocketError) -> Socket {
        let socket = try make(for: address)
        let deadline = Deadline(seconds: seconds)
        connecting: while try withBytes(of: address, { connect(socket.descriptor, $0, $1) }) != 0 {
            var code = errno
            switch code {
            case EINTR: continue
            case EAGAIN where !deadline.hasPassed:
                // On Linux, too many connections to the path are waiting. No event announces that one has been
                // accepted, so the next attempt blocks.
                socket.setBlocking(until: deadline)
                continue
            case EAGAIN: code = ETIMEDOUT
            case EINPROGRESS:
                code = ETIMEDOUT
                // A connection that is still pending has no error yet.
                let end = [(socket.descriptor, Readiness.writable)]
                if Readiness.wait(for: end, milliseconds: deadline.milliseconds)[0] {
                    var size = socklen_t(MemoryLayout<Int32>.size)
                    getsockopt(socket.descriptor, SOL_SOCKET, SO_ERROR, &code, &size)
                }
                if code == 0 { break connecting }
            default: break
            }
            throw SocketError("connecting to \(address)", code: code)
        }
        socket.setBlocking(false)
        socket.disableSendDelay()
        return socket
    }

    /// Returns `false` if the socket at a path certainly has no process that accepts connections.
    static func isListening(at path: String) -> Bool {
        do throws(SocketError) {
            _ = try connected(to: .path(path), within: 0)
            return true
        } catch {
            return ![ECONNREFUSED, ENOENT].contains(error.code)
        }
    }

    private func setBlocking(_ isBlocking: Bool) {
        let flags = fcntl(descriptor, F_GETFL)
        _ = fcntl(descriptor, F_SETFL, isBlocking ? flags & ~O_NONBLOCK : flags | O_NONBLOCK)
    }

    /// Makes the next connection attempt wait until a deadline.
    private func setBlocking(until deadline: Deadline) {
        let milliseconds = Int(deadline.milliseconds)
        var time = timeval()
        time.tv_sec = milliseconds / 1_000
        time.tv_usec = numericCast(milliseconds % 1_000 * 1_000)
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
        setBlocking(true)
    }

    private static func make(for address: AttachAddress) throws(SocketError) -> Socket {
        let family = if case .path = address { AF_UNIX } else { AF_INET }
        let descriptor = socket(family, SocketConstants.stream, 0)
        guard descriptor >= 0 else { throw SocketError("opening a socket") }
        return Socket(descriptor)
    }

    private func disableSendDelay() {
        // Nagle's algorithm delays short frames. The option has no effect on a socket with a path.
        set(TCP_NODELAY, of: Int32(IPPROTO_TCP))
    }

    private func set(_ option: Int32, of level: Int32) {
        var isOn: Int32 = 1
        _ = setsockopt(descriptor, level, option, &isOn, socklen_t(MemoryLayout<Int32>.size))
    }

    /// The port on which the socket listens; 0 for a socket with a path.
    package var port: UInt16 {
        var address = sockaddr_in()
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &size) }
        }
        return status == 0 && address.sin_family == sa_family_t(AF_INET) ? UInt16(bigEndian: address.sin_port) : 0
    }

    private static func withBytes(
        of address: AttachAddress, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) throws(SocketError) -> Int32 {
        switch address {
        case .path(let path):
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            let bytes = Array(path.utf8)
            guard bytes.count <= pathLimit, !bytes.contains(0) else {
                throw SocketError("naming the socket \(path)", code: ENAMETOOLONG)
            }
            withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
            return rebound(&address, body)
        case .tcp(let port):
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = port.bigEndian
            address.sin_addr = in_addr(s_addr: UInt32(0x7f00_0001).bigEndian)
            return rebound(&address, body)
        }
    }

    private static func rebound<Address>(
        _ address: inout Address, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
        withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<Address>.size))
            }
        }
    }

    /// Accepts a connection, or returns `nil` if no connection is pending.
    package func accept() throws(SocketError) -> Socket? {
        let descriptor = FlintLibc.accept(self.descriptor, nil, nil)
        if descriptor >= 0 {
            let socket = Socket(descriptor)
            socket.disableSendDelay()
            return socket
        }
        // Without a free file descriptor or memory, the connection stays pending, and the caller has to try again
        // later.
        guard [EMFILE, ENFILE, ENOMEM, ENOBUFS].contains(errno) else { return nil }
        throw SocketError("accepting a connection")
    }

    /// The user that runs the process at the other end, or `nil` if the system does not report the user.
    package var peerUser: uid_t? {
        #if canImport(Darwin)
            var (user, group) = (uid_t(), gid_t())
            return getpeereid(descriptor, &user, &group) == 0 ? user : nil
        #else
            // The fields of the system's `ucred` structure: process, user, and group.
            var credentials: (UInt32, UInt32, UInt32) = (0, .max, .max)
            var size = socklen_t(MemoryLayout.size(ofValue: credentials))
            let status = getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &size)
            return status == 0 ? credentials.1 : nil
        #endif
    }

    /// Returns whether every owner is known and is either the user or root.
    static func isTrusted(_ owners: [uid_t?], by user: uid_t) -> Bool {
        // Root can control the processes of every user anyway.
        owners.allSatisfy { $0 == user || $0 == 0 }
    }

    func isTrusted(at path: String) -> Bool {
        var status = stat()
        let owner = stat(path, &status) == 0 ? status.st_uid : nil
        return Self.isTrusted([peerUser, owner], by: geteuid())
    }

    /// Ends the connection and unblocks every thread that is reading or writing.
    package func shutDown() {
        _ = shutdown(descriptor, Int32(SHUT_RDWR))
    }

    /// Appends the available bytes to a buffer without waiting.
    func read(into buffer: inout [UInt8]) -> Reading {
        withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 16) { chunk in
            while true {
                let count = recv(descriptor, chunk.baseAddress, chunk.count, 0)
                if count > 0 {
                    buffer.append(contentsOf: chunk.prefix(count))
                    return .bytes(count)
                }
                if count < 0, errno == EINTR { continue }
                return count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK) ? .nothing : .end
            }
        }
    }

    /// Writes all bytes, waiting as necessary until the deadline.
    ///
    /// If the result is `false`, the connection is unusable.
    func write(_ bytes: [UInt8], by deadline: Deadline) -> Bool {
        bytes.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = send(
                    descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count,
                    SocketConstants.sendFlags)
                if count >= 0 {
                    rest = rest.dropFirst(count)
                } else if errno == EAGAIN || errno == EWOULDBLOCK {
                    guard !deadline.hasPassed else { return false }
                    Readiness.wait(for: [(descriptor, Readiness.writable)], milliseconds: deadline.milliseconds)
                } else if errno != EINTR {
                    return false
                }
            }
            return true
        }
    }
}

package enum Readiness {
    package static let readable = Int16(POLLIN)
    package static let writable = Int16(POLLOUT)

    /// Waits until at least one descriptor is ready for its event, and returns which ones are.
    ///
    /// A broken connection counts as ready. The time limit -1 stands for no limit.
    @discardableResult
    package static func wait(for descriptors: [(Int32, Int16)], milliseconds: Int32) -> [Bool] {
        var all = descriptors.map { pollfd(fd: $0.0, events: $0.1, revents: 0) }
        let deadline = milliseconds < 0 ? nil : Deadline(seconds: Double(milliseconds) / 1_000)
        var left = milliseconds
        while true {
            let count = poll(&all, nfds_t(all.count), left)
            if count > 0 { return all.map { $0.revents != 0 } }
            // A signal ends the wait early.
            guard count < 0, errno == EINTR else { return all.map { _ in false } }
            left = deadline?.milliseconds ?? -1
        }
    }
}

/// A pipe for waking a thread that waits for file descriptors.
///
/// The thread waits for ``descriptor`` to become readable and then calls ``drain()``.
package final class WakePipe: Sendable {
    private let ends: (read: Int32, write: Int32)

    package init() throws(SocketError) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw SocketError("opening a pipe") }
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK)
        }
        self.ends = (ends[0], ends[1])
    }

    deinit {
        close(ends.read)
        close(ends.write)
    }

    package var descriptor: Int32 { ends.read }

    package func wake() {
        var byte: UInt8 = 0
        // A full pipe wakes the thread too, so a failed write does not matter.
        _ = write(ends.write, &byte, 1)
    }

    package func drain() {
        withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { chunk in
            // A shorter read has emptied the pipe.
            while read(ends.read, chunk.baseAddress, chunk.count) == chunk.count {}
        }
    }
}
