// SPDX-License-Identifier: MIT

import FlintFoundation
import FlintLibc

/// A writer for the records of a zip file, according to the format's specification (APPNOTE 6.3).
///
/// Call ``add(_:as:)`` for each file and then ``finish()``. The writer does not close the file descriptor.
struct ZipWriter {
    private let descriptor: Int32
    private let path: String
    private let sizeLimit: UInt64
    private let dosDateTime: (time: UInt16, date: UInt16)
    private var directory: [UInt8] = []
    private var count = 0
    private var offset: UInt64 = 0

    /// Creates a writer for an open, empty file.
    ///
    /// The path is only for error messages, and the date is the modification date of all entries.
    init(descriptor: Int32, path: String, sizeLimit: UInt64, date: Date) {
        self.descriptor = descriptor
        self.path = path
        self.sizeLimit = sizeLimit
        dosDateTime = Self.dosDateTime(date)
    }

    /// Adds a file to the archive, under a name with slashes as separators.
    ///
    /// If the file changes at the same time, the archive contains the bytes that were read.
    mutating func add(_ file: String, as name: String) throws(DebugReportError) {
        let name = Array(name.utf8)
        guard name.count <= Int(UInt16.max) else { throw .tooLarge(reason: "a file's name is too long") }
        let start = offset
        // The size and the checksum are patched in after the file has been read.
        try write(header(crc: 0, size: 0, nameLength: name.count) + name)
        let source = open(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard source >= 0 else { throw .unwritable(path: file, reason: String(cString: strerror(errno))) }
        defer { close(source) }
        var crc = CRC32()
        let begin = offset
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = buffer.withUnsafeMutableBytes { read(source, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .unwritable(path: file, reason: String(cString: strerror(errno))) }
            guard count > 0 else { break }
            buffer.withUnsafeBytes { crc.add(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
            try write(Array(buffer[..<count]))
        }
        // The limit on the size of the archive keeps both numbers below 4 GiB.
        let size = UInt32(offset - begin)
        try patch(header(crc: crc.value, size: size, nameLength: name.count), at: start)
        directory += entry(crc: crc.value, size: size, nameLength: name.count, offset: UInt32(start)) + name
        count += 1
    }

    mutating func finish() throws(DebugReportError) {
        let start = offset
        try write(directory)
        let size = offset - start
        var end = Bytes()
        // The signature of the end record. The archive has one disk and no comment.
        end.add(UInt32(0x0605_4B50))
        end.add(UInt16(0))
        end.add(UInt16(0))
        end.add(UInt16(count))
        end.add(UInt16(count))
        end.add(UInt32(size))
        end.add(UInt32(start))
        end.add(UInt16(0))
        try write(end.bytes)
    }

    // MARK: Records

    private func header(crc: UInt32, size: UInt32, nameLength: Int) -> [UInt8] {
        var record = Bytes()
        // The signature of a local file header.
        record.add(UInt32(0x0403_4B50))
        addCommon(to: &record, crc: crc, size: size, nameLength: nameLength)
        return record.bytes
    }

    private func entry(crc: UInt32, size: UInt32, nameLength: Int, offset: UInt32) -> [UInt8] {
        var record = Bytes()
        // The signature of an entry in the central directory.
        record.add(UInt32(0x0201_4B50))
        // Marks the entry as created on Unix, so that the external attributes below are interpreted as a file mode.
        record.add(UInt16(3 << 8 | 20))
        addCommon(to: &record, crc: crc, size: size, nameLength: nameLength)
        // The entry has no comment, begins on the first disk, and has no internal attributes.
        record.add(UInt16(0))
        record.add(UInt16(0))
        record.add(UInt16(0))
        record.add(UInt32(0o100600) << 16)
        record.add(offset)
        return record.bytes
    }

    private func addCommon(to record: inout Bytes, crc: UInt32, size: UInt32, nameLength: Int) {
        // The version of the format that is needed to extract the entry: 2.0.
        record.add(UInt16(20))
        // Bit 11: the name is encoded in UTF-8.
        record.add(UInt16(1 << 11))
        // The compression method: stored.
        record.add(UInt16(0))
        record.add(dosDateTime.time)
        record.add(dosDateTime.date)
        record.add(crc)
        record.add(size)
        record.add(size)
        record.add(UInt16(nameLength))
        // The entry has no extra field.
        record.add(UInt16(0))
    }

    /// Returns a date in the MS-DOS format of zip files, in local time with a resolution of two seconds.
    ///
    /// Dates before 1980 result in January 1, 1980. Dates after October 2, 2096, are treated as that date.
    static func dosDateTime(_ date: Date) -> (time: UInt16, date: UInt16) {
        var seconds = time_t(max(0, min(date.timeIntervalSince1970, 4e9)))
        var parts = tm()
        guard localtime_r(&seconds, &parts) != nil, (80...207).contains(parts.tm_year) else { return (0, 0x21) }
        return (
            UInt16(parts.tm_hour) << 11 | UInt16(parts.tm_min) << 5 | UInt16(min(parts.tm_sec, 59) / 2),
            UInt16(parts.tm_year - 80) << 9 | UInt16(parts.tm_mon + 1) << 5 | UInt16(parts.tm_mday)
        )
    }

    // MARK: Writing

    private mutating func write(_ bytes: [UInt8]) throws(DebugReportError) {
        guard offset + UInt64(bytes.count) < sizeLimit else {
            throw .tooLarge(reason: "it would have \(sizeLimit) bytes or more")
        }
        if let error = FileWriting.write(bytes, to: descriptor) {
            throw .unwritable(path: path, reason: String(cString: strerror(error)))
        }
        offset += UInt64(bytes.count)
    }

    private func patch(_ bytes: [UInt8], at offset: UInt64) throws(DebugReportError) {
        let count = bytes.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, off_t(offset)) }
        guard count == bytes.count else { throw .unwritable(path: path, reason: String(cString: strerror(errno))) }
    }

    /// A byte buffer to which numbers are appended in little-endian order.
    private struct Bytes {
        var bytes: [UInt8] = []

        mutating func add(_ number: some FixedWidthInteger) {
            withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
        }
    }
}

struct CRC32: Hashable {
    // The remainders of all bytes, for the polynomial with reversed bits.
    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1 }
    }

    private var state: UInt32 = 0xFFFF_FFFF

    var value: UInt32 { state ^ 0xFFFF_FFFF }

    mutating func add(_ bytes: UnsafeRawBufferPointer) {
        var state = state
        Self.table.withUnsafeBufferPointer { table in
            for byte in bytes { state = table[Int((state ^ UInt32(byte)) & 0xFF)] ^ (state >> 8) }
        }
        self.state = state
    }
}
