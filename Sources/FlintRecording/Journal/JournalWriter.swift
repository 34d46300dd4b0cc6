// SPDX-License-Identifier: MIT

import FlintLibc
import FlintWorld

/// A journal file that is open for writing.
///
/// A new file is readable only by its owner and never replaces an existing file. A failed write is undone by truncating
/// the file to its previous size, so that the file ends with a complete line.
final class JournalWriter {
    private(set) var size = 0
    /// Whether writes fail as if the disk were full.
    ///
    /// Used by tests.
    var isFull = false
    private let path: String
    private var descriptor: Int32

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

    /// Appends all lines, or no line at all, and returns the value of `errno` if writing failed.
    ///
    /// A line that is too long to be read back is replaced by a note about its loss.
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
            let count = rest.withUnsafeBytes { FlintLibc.write(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 { rest = rest.dropFirst(count) } else if errno != EINTR { return errno }
        }
        return nil
    }

    func close() {
        if descriptor >= 0 { FlintLibc.close(descriptor) }
        descriptor = -1
    }

    func remove() {
        unlink(path)
    }
}
