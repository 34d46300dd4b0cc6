#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The files of a journal stream: the one that is written to and the full ones before it.
package enum JournalFiles {
    /// What the files of a stream hold.
    package struct Content: Sendable {
        /// The events, in the order in which they were written.
        package let records: [EventRecord]
        /// How many lines are not understood; one that a crash has torn at the end of a file is not counted.
        package let unreadableLines: Int
    }

    /// How many bytes one file may have; a larger one was not written by a stream.
    private static let sizeLimit = 1 << 30

    /// Reads the files of a stream, the oldest first.
    ///
    /// - Parameter path: The path the stream was given.
    /// - Returns: The events of all files; none if there is no file.
    /// - Throws: ``LogFileError`` if a file is there and cannot be read.
    package static func read(path: String) throws -> Content {
        var records: [EventRecord] = []
        var unreadable = 0
        var files: [[UInt8]] = []
        while let data = try data(self.path(path, number: files.count)) { files.append(data) }
        for data in files.reversed() {
            var lines = data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            let last = lines.removeLast()
            for line in lines where !line.isEmpty && !line.elementsEqual(header.dropLast()) {
                if let record = EventRecord(line: line) { records.append(record) } else { unreadable += 1 }
            }
            // Whole except for its end, as another program may have left it.
            if !last.isEmpty, let record = EventRecord(line: last) { records.append(record) }
        }
        return Content(records: records, unreadableLines: unreadable)
    }

    /// The first line of every file of a stream, which names the format and its version.
    static let header = Array("{\"flint\":\"events\",\"version\":1}\n".utf8)

    /// Returns whether a file that begins with some bytes is one of a stream, perhaps cut off by a crash.
    static func canBegin(_ bytes: some Collection<UInt8>) -> Bool {
        bytes.count < header.count ? header.starts(with: bytes) : bytes.starts(with: header)
    }

    /// The path of the full file with a number; 0 is the one that is written to.
    static func path(_ path: String, number: Int) -> String {
        guard number > 0 else { return path }
        let place = PathComponents(path)
        guard let dot = place.name.lastIndex(of: "."), dot > place.name.startIndex else {
            return "\(path).\(number)"
        }
        return PathComponents(place.directory, "\(place.name[..<dot]).\(number)\(place.name[dot...])").path
    }

    private static func data(_ path: String) throws(LogFileError) -> [UInt8]? {
        do throws(FileReading.Failure) {
            return Array(try FileReading.read(path, limit: sizeLimit))
        } catch .missing {
            return nil
        } catch {
            throw .unreadable(path: path, reason: error.description)
        }
    }
}

extension EventRecord {
    /// The record as one line of JSON, with its end.
    func line() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = ReportDate.encoding
        return Array(try encoder.encode(self)) + [UInt8(ascii: "\n")]
    }

    /// Reads a line of JSON, or returns `nil` if it is malformed.
    init?(line: some Sequence<UInt8>) {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = ReportDate.decoding
        guard let record = try? decoder.decode(EventRecord.self, from: Data(line), within: .journalLine) else {
            return nil
        }
        self = record
    }
}
