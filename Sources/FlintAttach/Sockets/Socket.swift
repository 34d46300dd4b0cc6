#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A stream socket of this machine, closed when it is released.
///
/// All members may be called from any thread; two threads that write at once must agree on an order themselves.
package final class Socket: Sendable {
    /// What came of a read.
    enum Reading: Sendable, Hashable {
        /// There are so many new bytes.
        case bytes(Int)
        /// There is nothing yet.
        case nothing
        /// The other end is closed, or the connection is broken.
        case end
    }

    /// The number of the file.
    package let descriptor: Int32

    private init(_ descriptor: Int32) {
        self.descriptor = descriptor
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
        #if canImport(Darwin)
            var isOn: Int32 = 1
            setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &isOn, socklen_t(MemoryLayout<Int32>.size))
        #endif
    }

    deinit {
        close(descriptor)
    }

    /// How many bytes the path of a socket may have.
    package static let pathLimit = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

    /// Opens a socket that others can connect to.
    ///
    /// - Parameter address: A path where there must be nothing yet, or a port; 0 for any that is free.
    /// - Returns: The socket.
    /// - Throws: ``SocketError``.
    package static func listening(at address: AttachAddress) throws(SocketError) -> Socket {
        let socket = try make(for: address)
        if case .tcp = address {
            // A port that an ended process of this app used a moment ago is taken over.
            socket.set(SO_REUSEADDR, of: SOL_SOCKET)
        }
        guard try withBytes(of: address, { bind(socket.descriptor, $0, $1) }) == 0 else {
            throw SocketError("binding \(address)")
        }
        if case .path(let path) = address, chmod(path, 0o600) != 0 { throw SocketError("restricting \(path)") }
        guard listen(socket.descriptor, 16) == 0 else { throw SocketError("listening at \(address)") }
        return socket
    }

    /// Connects to a socket.
    ///
    /// - Parameter address: Its address.
    /// - Returns: The connection.
    /// - Throws: ``SocketError``; the code is `ECONNREFUSED` if its process has ended.
    package static func connected(to address: AttachAddress) throws(SocketError) -> Socket {
        let socket = try make(for: address)
        if try withBytes(of: address, { connect(socket.descriptor, $0, $1) }) != 0 {
            guard errno == EINPROGRESS else { throw SocketError("connecting to \(address)") }
            Readiness.wait(for: [(socket.descriptor, Readiness.writable)], milliseconds: 5_000)
            var (code, size) = (ETIMEDOUT, socklen_t(MemoryLayout<Int32>.size))
            getsockopt(socket.descriptor, SOL_SOCKET, SO_ERROR, &code, &size)
            guard code == 0 else { throw SocketError("connecting to \(address)", code: code) }
        }
        socket.hurry()
        return socket
    }

    private static func make(for address: AttachAddress) throws(SocketError) -> Socket {
        let family = if case .path = address { AF_UNIX } else { AF_INET }
        let descriptor = socket(family, SocketConstants.stream, 0)
        guard descriptor >= 0 else { throw SocketError("opening a socket") }
        return Socket(descriptor)
    }

    /// Has frames of a port sent at once, however short they are; without effect on a path.
    private func hurry() {
        set(TCP_NODELAY, of: Int32(IPPROTO_TCP))
    }

    private func set(_ option: Int32, of level: Int32) {
        var isOn: Int32 = 1
        _ = setsockopt(descriptor, level, option, &isOn, socklen_t(MemoryLayout<Int32>.size))
    }

    /// The port on which the socket listens; 0 for one with a path.
    package var port: UInt16 {
        var address = sockaddr_in()
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &size) }
        }
        return status == 0 && address.sin_family == sa_family_t(AF_INET) ? UInt16(bigEndian: address.sin_port) : 0
    }

    /// Calls a function with an address as the system expects it.
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

    /// Takes a connection that waits.
    ///
    /// - Returns: The connection; `nil` if none waits.
    /// - Throws: ``SocketError`` if the process can have no more open files.
    package func accept() throws(SocketError) -> Socket? {
        #if canImport(Glibc)
            let descriptor = Glibc.accept(self.descriptor, nil, nil)
        #elseif canImport(Musl)
            let descriptor = Musl.accept(self.descriptor, nil, nil)
        #else
            let descriptor = Darwin.accept(self.descriptor, nil, nil)
        #endif
        if descriptor >= 0 {
            let socket = Socket(descriptor)
            socket.hurry()
            return socket
        }
        guard [EMFILE, ENFILE, ENOMEM, ENOBUFS].contains(errno) else { return nil }
        throw SocketError("taking a connection")
    }

    /// The user whose process is at the other end; `nil` if the system does not report it.
    package var peerUser: uid_t? {
        #if canImport(Darwin)
            var (user, group) = (uid_t(), gid_t())
            return getpeereid(descriptor, &user, &group) == 0 ? user : nil
        #else
            // The system's structure: process, user and group.
            var credentials: (UInt32, UInt32, UInt32) = (0, .max, .max)
            var size = socklen_t(MemoryLayout.size(ofValue: credentials))
            let status = getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &size)
            return status == 0 ? credentials.1 : nil
        #endif
    }

    /// Ends the connection; reads and writes of every thread then end.
    package func shutDown() {
        _ = shutdown(descriptor, Int32(SHUT_RDWR))
    }

    /// Appends what has arrived to a buffer, without waiting.
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

    /// Writes bytes.
    ///
    /// - Parameters:
    ///   - bytes: The bytes.
    ///   - deadline: When they must be written.
    /// - Returns: Whether all of them were; otherwise the connection is of no more use.
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

/// Waits for descriptors.
package enum Readiness {
    /// There is something to read.
    package static let readable = Int16(POLLIN)
    /// There is room to write.
    package static let writable = Int16(POLLOUT)

    /// Waits until at least one descriptor is ready.
    ///
    /// - Parameters:
    ///   - descriptors: The descriptors, each with what it is to be ready for.
    ///   - milliseconds: How long to wait at most; -1 for as long as it takes.
    /// - Returns: Which of them are ready; a broken one is.
    @discardableResult
    package static func wait(for descriptors: [(Int32, Int16)], milliseconds: Int32) -> [Bool] {
        var all = descriptors.map { pollfd(fd: $0.0, events: $0.1, revents: 0) }
        guard poll(&all, nfds_t(all.count), milliseconds) > 0 else { return all.map { _ in false } }
        return all.map { $0.revents != 0 }
    }
}

/// Wakes a thread that waits for descriptors.
package final class WakePipe: Sendable {
    private let ends: (read: Int32, write: Int32)

    /// Opens a pipe.
    ///
    /// - Throws: ``SocketError`` if the process can have no more open files.
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

    /// What a thread waits for.
    package var descriptor: Int32 { ends.read }

    /// Wakes the thread, once for any number of calls until it has drained the pipe.
    package func wake() {
        var byte: UInt8 = 0
        _ = write(ends.write, &byte, 1)
    }

    /// Makes the pipe ready for the next call.
    package func drain() {
        withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { chunk in
            while read(ends.read, chunk.baseAddress, chunk.count) == chunk.count {}
        }
    }
}
