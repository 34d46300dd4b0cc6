// SPDX-License-Identifier: MIT

import FlintFoundation

/// The files of a journal stream: the current file and the full files that precede it.
///
/// A ``JournalStream`` writes the files. Each file starts with a ``header`` line, followed by one JSON object per
/// event.
package enum JournalFiles {
    package struct Content: Sendable {
        package let records: [EventRecord]
        /// The number of malformed lines.
        ///
        /// A truncated last line, which a crash can leave behind, is not counted.
        package let unreadableLines: Int
    }

    /// The maximum size of a file that can be read, in bytes.
    private static let sizeLimit = 1 << 30

    package static func read(path: String) throws -> Content {
        var records: [EventRecord] = []
        var unreadable = 0
        var files: [[UInt8]] = []
        while let data = try data(self.path(path, number: files.count)) { files.append(data) }
        for data in files.reversed() {
            var lines = data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            // Every complete line ends with a line ending, so the last element is empty or truncated.
            let last = lines.removeLast()
            for line in lines where !line.isEmpty && !line.elementsEqual(header.dropLast()) {
                if let record = EventRecord(line: line) { records.append(record) } else { unreadable += 1 }
            }
            // A last line without a line ending is complete if it can be decoded. Another program may have written it.
            if !last.isEmpty, let record = EventRecord(line: last) { records.append(record) }
        }
        return Content(records: records, unreadableLines: unreadable)
    }

    /// The first line of every file, which identifies the format and its version.
    static let header = Array("{\"flint\":\"events\",\"version\":1}\n".utf8)

    static func canBegin(_ bytes: some Collection<UInt8>) -> Bool {
        // A crash may have truncated the header, so a part of it is sufficient.
        bytes.count < header.count ? header.starts(with: bytes) : bytes.starts(with: header)
    }

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
    func encodedLine() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = ReportDate.encoding
        return TextFormat.printable(json: Array(try encoder.encode(self))) + [UInt8(ascii: "\n")]
    }

    init?(line: some Sequence<UInt8>) {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = ReportDate.decoding
        guard let record = try? decoder.decode(EventRecord.self, from: Data(line), within: .journalLine) else {
            return nil
        }
        self = record
    }
}
