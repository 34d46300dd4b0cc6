#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Writes the records of one zip file, as the format's specification (APPNOTE 6.3) has them.
struct ZipWriter {
    private let descriptor: Int32
    private let path: String
    private let sizeLimit: UInt64
    private let moment: (time: UInt16, date: UInt16)
    private var directory: [UInt8] = []
    private var count = 0
    private var offset: UInt64 = 0

    /// Starts a file.
    ///
    /// - Parameters:
    ///   - descriptor: The open, empty file.
    ///   - path: Where it is, for words on what is wrong.
    ///   - sizeLimit: The bytes the file must have fewer of.
    ///   - date: When its entries were made.
    init(descriptor: Int32, path: String, sizeLimit: UInt64, date: Date) {
        self.descriptor = descriptor
        self.path = path
        self.sizeLimit = sizeLimit
        moment = Self.moment(date)
    }

    /// Adds a file.
    ///
    /// It may be written to meanwhile: what is read is what the archive holds.
    ///
    /// - Parameters:
    ///   - file: Where it is.
    ///   - name: Its name in the archive, with slashes.
    /// - Throws: ``DebugReportError`` if it cannot be read, or does not fit.
    mutating func add(_ file: String, as name: String) throws(DebugReportError) {
        let name = Array(name.utf8)
        guard name.count <= Int(UInt16.max) else { throw .tooLarge(reason: "a file's name is too long") }
        let start = offset
        // The size and the checksum are known once the file has been read.
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
        let size = UInt32(offset - begin)
        try patch(header(crc: crc.value, size: size, nameLength: name.count), at: start)
        directory += entry(crc: crc.value, size: size, nameLength: name.count, offset: UInt32(start)) + name
        count += 1
    }

    /// Writes the list of what has been added, which ends the file.
    mutating func finish() throws(DebugReportError) {
        let start = offset
        try write(directory)
        let size = offset - start
        var end = Bytes()
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
        record.add(UInt32(0x0403_4B50))
        addCommon(to: &record, crc: crc, size: size, nameLength: nameLength)
        return record.bytes
    }

    private func entry(crc: UInt32, size: UInt32, nameLength: Int, offset: UInt32) -> [UInt8] {
        var record = Bytes()
        record.add(UInt32(0x0201_4B50))
        // Made on Unix, so that the attributes below are a file's mode.
        record.add(UInt16(3 << 8 | 20))
        addCommon(to: &record, crc: crc, size: size, nameLength: nameLength)
        record.add(UInt16(0))
        record.add(UInt16(0))
        record.add(UInt16(0))
        record.add(UInt32(0o100600) << 16)
        record.add(offset)
        return record.bytes
    }

    /// What the header before a file and its entry in the directory have in common.
    private func addCommon(to record: inout Bytes, crc: UInt32, size: UInt32, nameLength: Int) {
        record.add(UInt16(20))
        // The name is in UTF-8.
        record.add(UInt16(1 << 11))
        // Stored.
        record.add(UInt16(0))
        record.add(moment.time)
        record.add(moment.date)
        record.add(crc)
        record.add(size)
        record.add(size)
        record.add(UInt16(nameLength))
        record.add(UInt16(0))
    }

    /// A moment on the user's clock as the format writes it, with years from 1980 to 2107 and even seconds.
    static func moment(_ date: Date) -> (time: UInt16, date: UInt16) {
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

    /// Numbers as bytes, the lowest first.
    private struct Bytes {
        var bytes: [UInt8] = []

        mutating func add(_ number: some FixedWidthInteger) {
            withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
        }
    }
}

/// The checksum that zip archives use, over bytes that come in pieces.
struct CRC32: Hashable {
    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1 }
    }

    private var state: UInt32 = 0xFFFF_FFFF

    /// The checksum of what has been added.
    var value: UInt32 { state ^ 0xFFFF_FFFF }

    /// Adds bytes.
    mutating func add(_ bytes: UnsafeRawBufferPointer) {
        var state = state
        Self.table.withUnsafeBufferPointer { table in
            for byte in bytes { state = table[Int((state ^ UInt32(byte)) & 0xFF)] ^ (state >> 8) }
        }
        self.state = state
    }
}
