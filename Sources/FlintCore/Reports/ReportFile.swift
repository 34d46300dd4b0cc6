// SPDX-License-Identifier: MIT

import FlintFoundation
import FlintLibc

/// Functions that write the files of a report, with access for their owner only.
enum ReportFile {
    static func makeFolder(_ folder: URL) throws(DebugReportError) {
        let path = folder.path(percentEncoded: false)
        do {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw .unwritable(path: path, reason: SystemError(causeOf: error).reason)
        }
    }

    static func write(_ text: String, named name: String, in folder: URL) throws(DebugReportError) {
        try write(Data(text.utf8), to: folder.appending(path: name))
    }

    static func write(json value: some Encodable, named name: String, in folder: URL) throws(DebugReportError) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = ReportDate.encoding
        let file = folder.appending(path: name)
        do {
            let bytes = TextFormat.printable(json: Array(try encoder.encode(value)))
            try write(Data(bytes) + [UInt8(ascii: "\n")], to: file)
        } catch let error as DebugReportError {
            throw error
        } catch {
            throw .unwritable(path: file.path(percentEncoded: false), reason: "\(error)")
        }
    }

    private static func write(_ data: Data, to file: URL) throws(DebugReportError) {
        let path = file.path(percentEncoded: false)
        // A symbolic link with this name is replaced, not followed.
        unlink(path)
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .unwritable(path: path, reason: String(cString: strerror(errno))) }
        let error = FileWriting.write(data, to: descriptor)
        close(descriptor)
        if let error { throw .unwritable(path: path, reason: String(cString: strerror(error))) }
    }
}

/// The date format of reports, such as `2026-02-03T09:30:00.250Z`.
enum ReportDate {
    static func string(from date: Date) -> String {
        date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    }

    static let encoding = JSONEncoder.DateEncodingStrategy.custom { date, encoder in
        var container = encoder.singleValueContainer()
        try container.encode(string(from: date))
    }
}

/// A new folder with a unique name and with access for its owner only.
///
/// The caller must call ``remove()`` when the folder is no longer needed.
struct TemporaryFolder {
    let url: URL

    init(in parent: URL, prefix: String) throws(DebugReportError) {
        let template = parent.appending(path: "\(prefix)-XXXXXX").path(percentEncoded: false)
        var name = Array(template.utf8CString)
        let isMade = name.withUnsafeMutableBufferPointer { $0.baseAddress.flatMap { mkdtemp($0) } != nil }
        guard isMade else { throw .unwritable(path: template, reason: String(cString: strerror(errno))) }
        url = URL(
            filePath: String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self),
            directoryHint: .isDirectory)
    }

    func remove() {
        try? FileManager.default.removeItem(at: url)
    }
}
