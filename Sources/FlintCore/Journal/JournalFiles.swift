// SPDX-License-Identifier: MIT

import FlintFoundation

/// The files of a journal stream: the current file and the full files that precede it.
///
/// A ``JournalStream`` writes the files. Each file starts with a ``header`` line, followed by one JSON object per
/// event.
enum JournalFiles {
    /// The first line of every file, which identifies the format and its version.
    static let header = Array("{\"flint\":\"events\",\"version\":1}\n".utf8)

    static func canBegin(_ bytes: some Collection<UInt8>) -> Bool {
        // A crash may have truncated the header, so a part of it is sufficient.
        bytes.count < header.count ? header.starts(with: bytes) : bytes.starts(with: header)
    }

    static func path(_ path: String, number: Int) -> String {
        guard number > 0 else { return path }
        let place = PathComponents(path)
        let (stem, suffix) = PathComponents.split(place.name)
        return PathComponents(place.directory, "\(stem).\(number)\(suffix)").path
    }
}

extension EventRecord {
    func encodedLine() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = ReportDate.encoding
        return TextFormat.printable(json: Array(try encoder.encode(self))) + [UInt8(ascii: "\n")]
    }
}
