import InspectorKit

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Why a journal or a report cannot be read, or a journal not written: what is wrong, and what to do.
package enum RecordingError: Error, Sendable, Hashable, CustomStringConvertible {
    /// There is a file already where a new one is to be made.
    case exists(path: String)
    /// The system refused to make or write the file, with this error number.
    case unwritable(path: String, error: Int32)
    /// The system refused to read the file, with this error number.
    case unreadable(path: String, error: Int32)
    /// What the path leads to is a directory, a pipe or a device.
    case notAFile(path: String)
    /// It is neither a journal nor a report.
    case notARecording(path: String, reason: String)
    /// Another version of the program wrote it.
    case otherVersion(path: String, version: Int)
    /// The state after an event is made of more than is read; 0 for what was declared before it.
    case tooLarge(path: String, event: UInt64)
    /// There is no complete keyframe in it.
    case empty(path: String)

    /// What is wrong, and what to do.
    package var description: String {
        switch self {
        case .exists(let path): "There is a file \(path) already: choose another name, or remove the file."
        case .unwritable(let path, let error):
            "The journal \(path) cannot be written: \(String(cString: strerror(error))). Name a file in a folder that is "
                + "there and that you may write in."
        case .unreadable(let path, let error): "\(path) cannot be read: \(String(cString: strerror(error)))."
        case .notAFile(let path): "\(path) is not a file. Name a journal or a report."
        case .notARecording(let path, let reason):
            "\(path) is neither a journal nor a report: \(reason). Journals are made with --journal, reports with the "
                + "command report."
        case .otherVersion(let path, let version):
            "\(path) has version \(version) of the format, and this program reads \(JournalHeader.version). Use the "
                + "version of the program that wrote it."
        case .tooLarge(let path, let event):
            "\(path) has more for \(event == 0 ? "the features" : "the state after event \(event)") than is read "
                + "(128 MB). Its events and its log can be read with timeline and logs."
        case .empty(let path):
            "The journal \(path) ends before the first state of the app is complete; nothing can be shown of it."
        }
    }
}

/// A file that is read by position, so that how large it is does not matter.
final class RecordedFile: Sendable {
    /// Where it is.
    let path: String
    private let descriptor: Int32
    private let bytes = Guarded(0)

    /// How many bytes have been read from it, for limits on what a question costs.
    var bytesRead: Int { bytes.withLock { $0 } }

    /// Opens a file, without waiting for the other end of a pipe.
    ///
    /// - Parameter path: Where it is.
    /// - Throws: ``RecordingError``.
    init(_ path: String) throws(RecordingError) {
        var information = stat()
        // Looked at before it is opened, because opening a device may have effects of its own.
        guard stat(path, &information) == 0 else { throw .unreadable(path: path, error: errno) }
        guard information.st_mode & S_IFMT == S_IFREG else { throw .notAFile(path: path) }
        let file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { throw .unreadable(path: path, error: errno) }
        guard fstat(file, &information) == 0, information.st_mode & S_IFMT == S_IFREG else {
            close(file)
            throw .notAFile(path: path)
        }
        (self.path, descriptor) = (path, file)
    }

    deinit {
        close(descriptor)
    }

    /// How many bytes it has now.
    var size: Int {
        var information = stat()
        return fstat(descriptor, &information) == 0 ? Int(information.st_size) : 0
    }

    /// Reads bytes into a buffer.
    ///
    /// - Parameters:
    ///   - buffer: Where they are put.
    ///   - offset: Where they are in the file.
    /// - Returns: How many there were; 0 at the end.
    /// - Throws: ``RecordingError/unreadable(path:error:)``.
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

/// Passes over the lines of a file, of which it has no more than a buffer in memory.
struct LineScanner {
    /// How long a line may be; a longer one is passed over.
    static let lineLimit = 1 << 20
    private static let chunk = 1 << 18

    /// A line that was found.
    struct Line {
        /// Where it begins.
        let offset: Int
        /// Its number in the part that is scanned, the first one's being 0.
        let index: Int
        /// Its bytes, without the line feed; `nil` if there are too many.
        let bytes: UnsafeBufferPointer<UInt8>?
    }

    private let file: RecordedFile
    private var offset: Int
    private var index = 0

    /// Where the scan stopped: behind the last line feed that was found.
    private(set) var end: Int

    /// Prepares a scan.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - offset: Where a line begins.
    init(_ file: RecordedFile, from offset: Int) {
        (self.file, self.offset, end) = (file, offset, offset)
    }

    /// Calls a function with every line that ends, until it returns `false` or there are no more.
    ///
    /// - Parameters:
    ///   - limit: The offset at which to stop.
    ///   - body: Takes a line; its bytes are valid during the call only.
    /// - Returns: How many bytes follow the last line without an end of their own.
    /// - Throws: ``RecordingError/unreadable(path:error:)``, and what the function throws.
    mutating func scan(upTo limit: Int = .max, _ body: (Line) throws -> Bool) throws -> Int {
        var buffer = [UInt8](repeating: 0, count: Self.chunk)
        // How many bytes of the line that has begun are in the buffer.
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
            var searched = room
            while let feed = Self.feed(in: buffer, from: searched, to: filled) {
                let lineOffset = end
                guard lineOffset < limit else { return 0 }
                end = offset - (filled - feed - 1)
                let goesOn = try buffer.withUnsafeBufferPointer { bytes in
                    try body(
                        Line(
                            offset: lineOffset, index: index,
                            bytes: isTooLong ? nil : UnsafeBufferPointer(rebasing: bytes[start..<feed])))
                }
                index += 1
                isTooLong = false
                (start, searched) = (feed + 1, feed + 1)
                guard goesOn else { return 0 }
            }
            filled -= start
            if filled > Self.lineLimit || isTooLong {
                // Only where it ends matters.
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
