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

/// Writes the files of a report, for their owner only.
enum ReportFile {
    /// Makes a folder, with those above it, where there is none.
    static func makeFolder(_ folder: URL) throws(DebugReportError) {
        let path = folder.path(percentEncoded: false)
        do {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw .unwritable(path: path, reason: String(cString: strerror(errno)))
        }
    }

    /// Writes a text.
    static func write(_ text: String, named name: String, in folder: URL) throws(DebugReportError) {
        try write(Data(text.utf8), to: folder.appending(path: name))
    }

    /// Writes a value as JSON.
    static func write(json value: some Encodable, named name: String, in folder: URL) throws(DebugReportError) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = ReportDate.encoding
        let file = folder.appending(path: name)
        do {
            let data = try encoder.encode(value)
            try write(data + [UInt8(ascii: "\n")], to: file)
        } catch let error as DebugReportError {
            throw error
        } catch {
            throw .unwritable(path: file.path(percentEncoded: false), reason: "\(error)")
        }
    }

    private static func write(_ data: Data, to file: URL) throws(DebugReportError) {
        let path = file.path(percentEncoded: false)
        // A link of that name is replaced, not followed.
        unlink(path)
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .unwritable(path: path, reason: String(cString: strerror(errno))) }
        let error = FileWriting.write(data, to: descriptor)
        close(descriptor)
        if let error { throw .unwritable(path: path, reason: String(cString: strerror(error))) }
    }
}
