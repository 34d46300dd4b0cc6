import Foundation
import Testing

@testable import FlintCore

struct ZipArchiveTests {
    private let folder = StateFolder()
    private var source: URL { URL(filePath: folder.path(of: "source")) }
    private var target: URL { URL(filePath: folder.path(of: "out.zip")) }

    init() throws {
        try FileManager.default.createDirectory(
            atPath: folder.path(of: "source/sub"), withIntermediateDirectories: true)
    }

    @Test func `an archive contains every file with its content`() throws {
        try folder.write("hello", to: "source/b.txt")
        try folder.write("", to: "source/empty")
        try folder.write("déjà vu", to: "source/sub/naïve 日本.txt")
        let large = [UInt8]((0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        try Data(large).write(to: source.appending(path: "a.bin"))
        try ZipArchive.write(folder: source, to: target)
        let zip = try ZipReader(target)
        #expect(zip.names == ["a.bin", "b.txt", "empty", "sub/naïve 日本.txt"])
        #expect(zip.text("b.txt") == "hello" && zip.text("empty") == "")
        #expect(zip.text("sub/naïve 日本.txt") == "déjà vu")
        #expect(zip.entries[0].data == large)
        #expect(zip.entries.allSatisfy { $0.mode == 0o100600 })
        #expect(try folder.mode("out.zip") == 0o600)
    }

    @Test func `an empty folder is an empty archive`() throws {
        try ZipArchive.write(folder: source, to: target)
        #expect(try ZipReader(target).entries.isEmpty)
    }

    @Test func `symbolic links are omitted`() throws {
        try FileManager.default.createSymbolicLink(
            atPath: folder.path(of: "source/passwd"), withDestinationPath: "/etc/passwd")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path(of: "source/loop"), withDestinationPath: folder.path(of: "source"))
        try ZipArchive.write(folder: source, to: target)
        #expect(try ZipReader(target).entries.isEmpty)
    }

    @Test func `exceeding a limit throws an error and leaves no file`() throws {
        for name in ["a", "b", "c"] { try folder.write("hello", to: "source/\(name)") }
        #expect(throws: DebugReportError.tooLarge(reason: "it has 3 files, and the limit is 2")) {
            try ZipArchive.write(folder: source, to: target, entryLimit: 2)
        }
        #expect(throws: DebugReportError.self) {
            try ZipArchive.write(folder: source, to: target, sizeLimit: 100)
        }
        #expect(try folder.names == ["source"])
    }

    @Test func `an existing file is not replaced`() throws {
        try folder.write("mine", to: "out.zip")
        #expect(throws: DebugReportError.self) { try ZipArchive.write(folder: source, to: target) }
        #expect(try folder.text("out.zip") == "mine")
    }

    @Test func `the checksum is CRC-32`() {
        var sum = CRC32()
        Array("123456789".utf8).withUnsafeBytes { sum.add($0) }
        #expect(sum.value == 0xCBF4_3926)
        #expect(CRC32().value == 0)
    }

    @Test func `an archive has fewer bytes than its limit`() throws {
        try folder.write("hello", to: "source/a")
        try ZipArchive.write(folder: source, to: target)
        let size = UInt64(try Data(contentsOf: target).count)
        for (limit, fits) in [(size, false), (size + 1, true)] {
            let file = URL(filePath: folder.path(of: "limit-\(limit).zip"))
            let isWritten = (try? ZipArchive.write(folder: source, to: file, sizeLimit: limit)) != nil
            #expect(isWritten == fits)
        }
    }

    @Test func `dates are in the local time zone`() {
        let date = Date(timeIntervalSince1970: 1_234_567_890)
        let parts = DatePattern("yyyy MM dd HH mm ss").string(from: date).split(separator: " ").compactMap {
            UInt16($0)
        }
        let moment = ZipWriter.dosDateTime(date)
        #expect(parts.count == 6)
        #expect([moment.date >> 9 + 1980, moment.date >> 5 & 15, moment.date & 31] == Array(parts.prefix(3)))
        #expect([moment.time >> 11, moment.time >> 5 & 63, moment.time & 31 * 2] == Array(parts.suffix(3)))
    }

    @Test func `dates that the format cannot represent are replaced by its first day`() {
        #expect(ZipWriter.dosDateTime(Date(timeIntervalSince1970: 0)) == (0, 0x21))
        #expect(ZipWriter.dosDateTime(Date(timeIntervalSince1970: .nan)) == (0, 0x21))
    }
}
