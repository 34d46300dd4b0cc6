#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// What reading a descriptor that does not block has brought.
enum InputReading: Equatable {
    /// So many bytes, at the beginning of the buffer.
    case bytes(Int)
    /// There is nothing to read now.
    case nothing
    /// The end of the input: the other end is closed, or the terminal has been disconnected.
    case end

    /// Reads once into a buffer; a read that a signal interrupts is repeated.
    ///
    /// The error number is looked at only where the read has failed: one from before must not turn an end into a pause,
    /// in which a program would wait for a disconnected terminal.
    ///
    /// - Parameters:
    ///   - descriptor: Where to read from.
    ///   - buffer: Takes the bytes.
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
