import Foundation

@testable import FlintCore

/// A reader for archives of uncompressed entries, which throws if an archive is malformed.
struct ZipReader {
    struct Entry {
        let name: String
        let data: [UInt8]
        let mode: UInt32
    }

    private let bytes: [UInt8]

    let entries: [Entry]

    init(_ url: URL) throws {
        let bytes = [UInt8](try Data(contentsOf: url))
        self.bytes = bytes
        func number(_ offset: Int, _ count: Int) -> Int {
            (0..<count).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) }
        }
        let end = bytes.count - 22
        guard end >= 0, number(end, 4) == 0x0605_4B50 else { throw TestError("no end record") }
        let count = number(end + 10, 2)
        var offset = number(end + 16, 4)
        guard offset + number(end + 12, 4) == end else { throw TestError("the directory is not before its end") }
        var entries: [Entry] = []
        for _ in 0..<count {
            guard number(offset, 4) == 0x0201_4B50 else { throw TestError("no entry") }
            let (nameLength, extra, comment) = (number(offset + 28, 2), number(offset + 30, 2), number(offset + 32, 2))
            let name = Array(bytes[(offset + 46)..<(offset + 46 + nameLength)])
            let (crc, size, local) = (number(offset + 16, 4), number(offset + 24, 4), number(offset + 42, 4))
            guard number(offset + 10, 2) == 0, number(offset + 20, 4) == size else { throw TestError("not stored") }
            guard number(offset + 8, 2) == 0x800 else { throw TestError("the name is not marked as UTF-8") }
            // The local header must match the central one.
            guard number(local, 4) == 0x0403_4B50,
                bytes[(local + 4)..<(local + 30)] == bytes[(offset + 6)..<(offset + 32)],
                Array(bytes[(local + 30)..<(local + 30 + nameLength)]) == name
            else { throw TestError("header and entry differ") }
            let data = Array(bytes[(local + 30 + nameLength)..<(local + 30 + nameLength + size)])
            var sum = CRC32()
            data.withUnsafeBytes { sum.add($0) }
            guard Int(sum.value) == crc else { throw TestError("wrong checksum") }
            entries.append(
                Entry(
                    name: String(decoding: name, as: UTF8.self), data: data, mode: UInt32(number(offset + 38, 4) >> 16))
            )
            offset += 46 + nameLength + extra + comment
        }
        guard offset == end else { throw TestError("the directory has a gap") }
        self.entries = entries
    }

    var names: [String] { entries.map(\.name) }

    func text(_ name: String) -> String? {
        entries.first { $0.name == name }.map { String(decoding: $0.data, as: UTF8.self) }
    }
}
