// SPDX-License-Identifier: MIT

import FlintFoundation
import FlintLocks
import FlintWorld

/// A buffer that splits a byte stream into frames.
///
/// A frame is a four-byte big-endian length followed by that many bytes of content.
package struct FrameBuffer: Sendable {
    package struct TooLong: Error, Sendable, Hashable, CustomStringConvertible {
        package let length: Int
        package let limit: Int

        package init(length: Int, limit: Int) {
            (self.length, self.limit) = (length, limit)
        }

        package var description: String { "A frame of \(length) bytes exceeds the limit of \(limit) bytes." }
    }

    /// The maximum length in bytes of a request that a server reads.
    package static let requestLimit = 4 << 20
    /// The maximum length in bytes of a request before the client is authenticated.
    package static let greetingLimit = 16 << 10
    /// The maximum length in bytes of a response that a client reads.
    package static let answerLimit = 16 << 20

    /// The bytes that have arrived, including some of the frames that ``next()`` has already returned.
    package var bytes: [UInt8] = []
    private var start = 0
    package var limit: Int

    package init(limit: Int) {
        self.limit = limit
    }

    package mutating func next() throws(TooLong) -> Data? {
        guard bytes.count - start >= 4 else { return nil }
        let length = bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
        // The length is checked before the content arrives, so that the other end cannot fill the memory.
        guard length <= limit else { throw TooLong(length: length, limit: limit) }
        guard bytes.count - start >= 4 + length else { return nil }
        let content = Data(bytes[start + 4..<start + 4 + length])
        start += 4 + length
        // Bytes are moved only occasionally, so that many small frames stay cheap.
        if start == bytes.count {
            bytes.removeAll(keepingCapacity: bytes.capacity <= 1 << 20)
            start = 0
        } else if start > 1 << 16 {
            bytes.removeSubrange(..<start)
            start = 0
        }
        return content
    }

    package static func frame(_ content: Data) -> [UInt8] {
        let length = UInt32(clamping: content.count)
        return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: length >> $0) } + content
    }
}

/// A connection that carries frames.
///
/// One thread at a time may read. Any thread may write; writes are serialized.
package final class FrameChannel: @unchecked Sendable {
    package enum Reading: Sendable {
        case frame(Data)
        /// The time limit passed, or the pipe woke the thread.
        case nothing
        /// The connection ended, or a frame exceeded the limit.
        case end(FrameBuffer.TooLong?)
    }

    /// The time limit in seconds for a write, after which the other end counts as unresponsive.
    package static let writeTimeout = 10.0

    package let socket: Socket
    // Used only by the reading thread.
    private var buffer: FrameBuffer
    private let writer: Protected<Socket>

    package init(_ socket: Socket, limit: Int) {
        self.socket = socket
        writer = Protected(socket)
        buffer = FrameBuffer(limit: limit)
    }

    /// Changes the maximum length of a received frame.
    ///
    /// Call this method only on the reading thread.
    package func setLimit(_ limit: Int) { buffer.limit = limit }

    /// Waits for the next frame.
    ///
    /// Other threads can use the pipe to end the wait early. If `seconds` is `nil`, the wait has no limit.
    package func read(seconds: Double? = nil, interruptedBy pipe: WakePipe? = nil) -> Reading {
        let deadline = seconds.map(Deadline.init)
        while true {
            do throws(FrameBuffer.TooLong) {
                if let frame = try buffer.next() { return .frame(frame) }
            } catch {
                return .end(error)
            }
            switch socket.read(into: &buffer.bytes) {
            case .bytes: continue
            case .end: return .end(nil)
            case .nothing: break
            }
            let left = deadline?.milliseconds ?? -1
            if left == 0 { return .nothing }
            let descriptors = [socket.descriptor] + (pipe.map { [$0.descriptor] } ?? [])
            let ready = Readiness.wait(for: descriptors.map { ($0, Readiness.readable) }, milliseconds: left)
            if let pipe, ready[1] {
                pipe.drain()
                return .nothing
            }
        }
    }

    /// Returns the text up to the first empty line, for a client that sends text instead of frames.
    ///
    /// The result is `nil` if the connection ends, or if the limit in bytes or the time limit is exceeded.
    package func readHead(limit: Int, seconds: Double) -> String? {
        let deadline = Deadline(seconds: seconds)
        let end = Array("\r\n\r\n".utf8)
        while true {
            let bytes = buffer.bytes.prefix(limit)
            if let range = bytes.firstRange(of: end) {
                return String(decoding: bytes[..<range.lowerBound], as: UTF8.self)
            }
            guard bytes.count < limit else { return nil }
            switch socket.read(into: &buffer.bytes) {
            case .bytes: continue
            case .end: return nil
            case .nothing: break
            }
            let left = deadline.milliseconds
            if left == 0 { return nil }
            _ = Readiness.wait(for: [(socket.descriptor, Readiness.readable)], milliseconds: left)
        }
    }

    /// Writes a frame, and shuts the connection down if the write fails.
    @discardableResult
    package func write(_ content: Data) -> Bool { write(bytes: FrameBuffer.frame(content)) }

    /// Writes bytes without the length of a frame, and shuts the connection down if the write fails.
    @discardableResult
    package func write(bytes: [UInt8]) -> Bool {
        let isWritten = writer.withLock { socket in
            socket.write(bytes, by: Deadline(seconds: Self.writeTimeout))
        }
        // The other end could not tell where the next frame begins.
        if !isWritten { socket.shutDown() }
        return isWritten
    }
}
