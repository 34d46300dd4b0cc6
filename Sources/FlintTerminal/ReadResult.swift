// SPDX-License-Identifier: MIT

import FlintLibc

/// The result of reading from a nonblocking descriptor.
enum ReadResult: Equatable {
    /// The number of bytes that were read into the beginning of the buffer.
    case bytes(Int)
    /// No data is available now.
    case nothing
    /// The end of the input.
    ///
    /// The other end is closed, or the terminal is disconnected.
    case end

    /// Creates a result by reading once into a buffer.
    ///
    /// The read is retried if a signal interrupts it. `errno` is examined only if the read fails. A stale value could
    /// otherwise make the end of the input look like a pause, and a program would wait forever for a disconnected
    /// terminal.
    ///
    /// - Parameters:
    ///   - descriptor: The descriptor to read from.
    ///   - buffer: The buffer that receives the bytes.
    init(_ descriptor: Int32, into buffer: inout [UInt8]) {
        while true {
            let count = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                self = .bytes(count)
                return
            }
            if count < 0, errno == EINTR { continue }
            self = count < 0 && errno == EAGAIN ? .nothing : .end
            return
        }
    }
}
