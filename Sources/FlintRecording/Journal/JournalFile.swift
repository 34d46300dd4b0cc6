// SPDX-License-Identifier: MIT

import FlintLibc
import FlintLocks
import FlintWorld

/// An error for a journal or report that cannot be read, or a journal that cannot be written.
///
/// The description states the problem and usually a solution. An associated `error` is a value of `errno`.
package enum RecordingError: Error, Sendable, Hashable, CustomStringConvertible {
    case exists(path: String)
    case unwritable(path: String, error: Int32)
    case unreadable(path: String, error: Int32)
    case notAFile(path: String)
    case notARecording(path: String, reason: String)
    case otherVersion(path: String, version: Int)
    /// The state after an event exceeds the size limit; event 0 refers to the declarations.
    case tooLarge(path: String, event: UInt64)
    /// The file is empty, or the journal has no complete keyframe.
    case empty(path: String)

    package var description: String {
        switch self {
        case .exists(let path): "The file \(path) already exists: choose another name, or remove the file."
        case .unwritable(let path, let error):
            "The journal \(path) cannot be written: \(String(cString: strerror(error))). Choose a path in an "
                + "existing, writable folder."
        case .unreadable(let path, let error): "\(path) cannot be read: \(String(cString: strerror(error)))."
        case .notAFile(let path): "\(path) is not a file. Specify a journal or a report."
        case .notARecording(let path, let reason):
            "\(path) is neither a journal nor a report: \(reason). Use --journal to create a journal and the "
                + "command report to create a report."
        case .otherVersion(let path, let version):
            "\(path) uses version \(version) of the format, but this program reads \(JournalHeader.version). Use the "
                + "version of the program that wrote it."
        case .tooLarge(let path, let event):
            "\(path) exceeds the limit of 128 MB for \(event == 0 ? "the features" : "the state after event \(event)")"
                + ". Its events and its log can be read with timeline and logs."
        case .empty(let path):
            "The journal \(path) ends before the first state of the app is complete, so nothing can be shown."
        }
    }
}

/// A regular file of any size that is read at arbitrary offsets.
final class RecordedFile: Sendable {
    let path: String
    private let descriptor: Int32
    private let bytes = Protected(0)

    var bytesRead: Int { bytes.withLock { $0 } }

    init(_ path: String) throws(RecordingError) {
        var information = stat()
        // The kind of file is checked before opening, because opening a device may have side effects.
        guard stat(path, &information) == 0 else { throw .unreadable(path: path, error: errno) }
        guard information.st_mode & S_IFMT == S_IFREG else { throw .notAFile(path: path) }
        // Without `O_NONBLOCK`, a pipe that has replaced the file would block the call.
        let file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { throw .unreadable(path: path, error: errno) }
        // The path may lead to another file than it did when `stat` was called.
        guard fstat(file, &information) == 0, information.st_mode & S_IFMT == S_IFREG else {
            close(file)
            throw .notAFile(path: path)
        }
        (self.path, descriptor) = (path, file)
    }

    deinit {
        close(descriptor)
    }

    var size: Int {
        var information = stat()
        return fstat(descriptor, &information) == 0 ? Int(information.st_size) : 0
    }

    /// Reads at most as many bytes as the buffer holds and returns their number, which is 0 at the end of the file.
    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(RecordingError) -> Int {
        while true {
            let count = pread(descriptor, buffer.baseAddress, buffer.count, off_t(offset))
            if count >= 0 {
                bytes.withLock { $0 += count }
                return count
            }
            if errno != EINTR { throw .unreadable(path: path, error: errno) }
        }
    }
}

/// A scanner that iterates over the lines of a file with a bounded buffer.
///
/// The scanner ignores an incomplete last line. It reports lines that are longer than the limit without their bytes.
struct LineScanner {
    /// The maximum length of a line in bytes, without the line feed.
    static let lineLimit = 1 << 20
    private static let chunk = 1 << 18

    struct Line {
        let offset: Int
        let index: Int
        /// The bytes without the line feed, or `nil` if the line is too long.
        let bytes: UnsafeBufferPointer<UInt8>?
    }

    private let file: RecordedFile
    private var offset: Int
    private var index = 0

    /// The offset after the last line feed that was found.
    private(set) var end: Int

    init(_ file: RecordedFile, from offset: Int) {
        (self.file, self.offset, end) = (file, offset, offset)
    }

    /// Calls a closure for each complete line.
    ///
    /// The scan stops when the closure returns `false`, a line starts at the limit, or the file ends. A line's bytes
    /// are valid only during the call of the closure.
    ///
    /// - Returns: The number of bytes after the last complete line, or 0 if the scan stopped earlier.
    mutating func scan(upTo limit: Int = .max, _ body: (Line) throws -> Bool) throws -> Int {
        var buffer = [UInt8](repeating: 0, count: Self.chunk)
        // The number of bytes of the incomplete line in the buffer.
        var filled = 0
        var isTooLong = false
        while true {
            let room = filled
            let read = try buffer.withUnsafeMutableBytes { bytes throws(RecordingError) in
                try file.read(into: UnsafeMutableRawBufferPointer(rebasing: bytes[room...]), at: offset)
            }
            guard read > 0 else { return offset - end }
            offset += read
            filled += read
            var start = 0
            // The bytes of earlier rounds do not contain a line feed.
            var searched = room
            while let feed = Self.feed(in: buffer, from: searched, to: filled) {
                let lineOffset = end
                guard lineOffset < limit else { return 0 }
                // `offset` is the position in the file of the end of the buffer's filled part.
                end = offset - (filled - feed - 1)
                let goesOn = try buffer.withUnsafeBufferPointer { bytes in
                    try body(
                        Line(
                            offset: lineOffset, index: index,
                            bytes: isTooLong || feed - start > Self.lineLimit
                                ? nil : UnsafeBufferPointer(rebasing: bytes[start..<feed])))
                }
                index += 1
                isTooLong = false
                (start, searched) = (feed + 1, feed + 1)
                guard goesOn else { return 0 }
            }
            filled -= start
            if filled > Self.lineLimit || isTooLong {
                // The bytes of an overlong line are discarded; only its end matters.
                isTooLong = true
                filled = 0
            } else {
                if start > 0 { buffer.replaceSubrange(0..<filled, with: buffer[start..<start + filled]) }
                if filled == buffer.count { buffer += Array(repeating: 0, count: buffer.count) }
            }
        }
    }

    private static func feed(in buffer: [UInt8], from start: Int, to end: Int) -> Int? {
        buffer.withUnsafeBytes { bytes in
            guard start < end, let base = bytes.baseAddress,
                let found = memchr(base + start, CInt(UInt8(ascii: "\n")), end - start)
            else { return nil }
            return UnsafeRawPointer(found) - base
        }
    }
}
