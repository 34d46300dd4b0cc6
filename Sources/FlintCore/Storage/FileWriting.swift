#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Writes to open files.
package enum FileWriting {
    /// Writes everything, however many calls that takes.
    ///
    /// - Parameters:
    ///   - bytes: What to write.
    ///   - file: The descriptor of the open file.
    /// - Returns: The number of the error that kept it from that, or `nil` if all is written.
    package static func write(_ bytes: some Sequence<UInt8>, to file: Int32) -> Int32? {
        var rest = Array(bytes)[...]
        while !rest.isEmpty {
            #if canImport(Darwin)
                let count = rest.withUnsafeBytes { Darwin.write(file, $0.baseAddress, $0.count) }
            #elseif canImport(Musl)
                let count = rest.withUnsafeBytes { Musl.write(file, $0.baseAddress, $0.count) }
            #else
                let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
            #endif
            if count < 0 {
                if errno == EINTR { continue }
                return errno
            }
            rest = rest.dropFirst(count)
        }
        return nil
    }
}
