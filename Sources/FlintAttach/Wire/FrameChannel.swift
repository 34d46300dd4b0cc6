import InspectorKit

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    public import Foundation
#endif

/// Splits bytes that arrive in pieces into frames: four bytes with the length, most significant first, and the content.
package struct FrameBuffer: Sendable {
    /// A frame that is longer than is read.
    package struct TooLong: Error, Sendable, Hashable, CustomStringConvertible {
        /// The length that was announced, in bytes.
        package let length: Int
        /// How long a frame may be.
        package let limit: Int

        /// Describes a frame.
        package init(length: Int, limit: Int) {
            (self.length, self.limit) = (length, limit)
        }

        /// What is wrong.
        package var description: String { "A frame of \(length) bytes is longer than the \(limit) that are read." }
    }

    /// The longest request that a server reads, in bytes.
    package static let requestLimit = 4 << 20
    /// The longest request that a server reads before it knows who asks, in bytes.
    package static let greetingLimit = 16 << 10
    /// The longest answer that a client reads, in bytes.
    package static let answerLimit = 16 << 20

    /// The bytes that have arrived.
    package var bytes: [UInt8] = []
    private var start = 0
    /// How long a frame may be, in bytes.
    package var limit: Int

    /// Creates an empty buffer.
    ///
    /// - Parameter limit: How long a frame may be, in bytes.
    package init(limit: Int) {
        self.limit = limit
    }

    /// Removes the first frame and returns its content.
    ///
    /// - Returns: The content; `nil` if it has not arrived as a whole.
    /// - Throws: ``TooLong`` as soon as the length is known, whatever has arrived of the content.
    package mutating func next() throws(TooLong) -> Data? {
        guard bytes.count - start >= 4 else { return nil }
        let length = bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
        guard length <= limit else { throw TooLong(length: length, limit: limit) }
        guard bytes.count - start >= 4 + length else { return nil }
        let content = Data(bytes[start + 4..<start + 4 + length])
        start += 4 + length
        // Moving the rest is put off until it is worth it, so that many small frames cost their own bytes only.
        if start == bytes.count {
            bytes.removeAll(keepingCapacity: bytes.capacity <= 1 << 20)
            start = 0
        } else if start > 1 << 16 {
            bytes.removeSubrange(..<start)
            start = 0
        }
        return content
    }

    /// Whether a part of a frame has arrived.
    package var isInsideFrame: Bool { bytes.count > start }

    /// A frame with a content.
    package static func frame(_ content: Data) -> [UInt8] {
        let length = UInt32(clamping: content.count)
        return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: length >> $0) } + content
    }
}

/// A connection that carries frames; read by one thread at a time and written by any.
package final class FrameChannel: @unchecked Sendable {
    /// What came of waiting for a frame.
    package enum Reading: Sendable {
        /// A frame arrived.
        case frame(Data)
        /// The time is over, or the thread was woken.
        case nothing
        /// The connection has ended, or carries something else than frames.
        case end(FrameBuffer.TooLong?)
    }

    /// How long a write may take before the other side counts as stuck, in seconds.
    package static let patience = 10.0

    /// The connection.
    package let socket: Socket
    // Used by the thread that reads only.
    private var buffer: FrameBuffer
    /// The connection again, for one thread at a time that writes.
    private let writer: Guarded<Socket>

    /// Creates a channel over a connection.
    ///
    /// - Parameters:
    ///   - socket: The connection.
    ///   - limit: How long a frame may be that is read, in bytes.
    package init(_ socket: Socket, limit: Int) {
        self.socket = socket
        writer = Guarded(socket)
        buffer = FrameBuffer(limit: limit)
    }

    /// Changes how long a frame may be; called by the thread that reads.
    package func setLimit(_ limit: Int) { buffer.limit = limit }

    /// Returns the next frame, waiting for it.
    ///
    /// - Parameters:
    ///   - seconds: How long to wait at most; `nil` for as long as it takes.
    ///   - pipe: Wakes the thread before.
    /// - Returns: What came of it.
    package func read(seconds: Double? = nil, orWakenBy pipe: WakePipe? = nil) -> Reading {
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

    /// Writes a frame.
    ///
    /// - Returns: Whether it was written; otherwise the connection is ended.
    @discardableResult
    package func write(_ content: Data) -> Bool {
        let isWritten = writer.withLock { socket in
            socket.write(FrameBuffer.frame(content), by: Deadline(seconds: Self.patience))
        }
        if !isWritten { socket.shutDown() }
        return isWritten
    }
}
