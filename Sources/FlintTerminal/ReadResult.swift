// SPDX-License-Identifier: MIT

import FlintLibc

/// The result of reading from a nonblocking descriptor.
enum ReadResult: Equatable {
    /// The number of bytes that were read into the beginning of the buffer.
    case bytes(Int)
    case nothing
    /// The other end is closed, or the terminal is disconnected.
    case end

    init(_ descriptor: Int32, into buffer: inout [UInt8]) {
        while true {
            let count = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                self = .bytes(count)
                return
            }
            if count < 0, errno == EINTR { continue }
            // `errno` is valid only after a failed read. A stale value would make the end of the input look like a
            // pause, and the program would wait forever for a disconnected terminal.
            self = count < 0 && errno == EAGAIN ? .nothing : .end
            return
        }
    }
}
