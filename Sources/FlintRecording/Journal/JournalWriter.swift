import InspectorKit

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The file of a journal that is being written.
final class JournalWriter {
    /// How many bytes the file has.
    private(set) var size = 0
    /// Whether writing fails as on a full disk, for tests.
    var isFull = false
    private let path: String
    private var descriptor: Int32

    /// Creates the file.
    ///
    /// - Parameter path: Where it is to be; nothing may be there.
    /// - Throws: ``RecordingError``.
    init(_ path: String) throws(RecordingError) {
        descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw errno == EEXIST ? .exists(path: path) : .unwritable(path: path, error: errno)
        }
        self.path = path
    }

    deinit {
        close()
    }

    /// Adds lines in one go, all of them or none.
    ///
    /// - Parameter lines: The lines; one that is too long to be read again is replaced by a note.
    /// - Returns: The number of the error that kept it from that, or `nil`.
    func write(_ lines: [JournalLine]) -> Int32? {
        var bytes: [UInt8] = []
        for line in lines {
            guard let encoded = try? line.encoded(), encoded.count <= LineScanner.lineLimit else {
                bytes += (try? JournalLine.lost(Self.tooLong(line)).encoded()) ?? []
                continue
            }
            bytes += encoded
        }
        let error = write(bytes)
        if error == nil { size += bytes.count } else { _ = ftruncate(descriptor, off_t(size)) }
        return error
    }

    private static func tooLong(_ line: JournalLine) -> LostRecords {
        var lost = LostRecords(events: 0, logLines: 0, reason: "A line was too long to be written.")
        if case .event = line { lost.events = 1 }
        if case .log = line { lost.logLines = 1 }
        return lost
    }

    private func write(_ bytes: [UInt8]) -> Int32? {
        if isFull { return ENOSPC }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 { rest = rest.dropFirst(count) } else if errno != EINTR { return errno }
        }
        return nil
    }

    /// Closes the file; harmless when called again.
    func close() {
        if descriptor >= 0 { closeFile(descriptor) }
        descriptor = -1
    }

    /// Removes the file that was created.
    func remove() {
        unlink(path)
    }
}

/// The system's `write`, for where a method has the name.
private let systemWrite = write

/// The system's `close`, for where a method has the name.
private func closeFile(_ descriptor: Int32) {
    close(descriptor)
}
