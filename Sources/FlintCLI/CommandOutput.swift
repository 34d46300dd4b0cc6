import TerminalKit

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

/// Writes answers to standard output and complaints to standard error, with everything unsafe in them made visible.
enum CommandOutput {
    /// Writes lines of text.
    ///
    /// - Throws: ``CommandLineError/cannotWrite(_:)``, for example if the disk is full.
    static func print(_ lines: [String]) throws(CommandLineError) {
        var text = ""
        for line in lines {
            text += TextSanitizer.sanitized(line)
            text += "\n"
        }
        try answer(text)
    }

    /// Writes one JSON object.
    ///
    /// - Throws: ``CommandLineError/cannotWrite(_:)``, for example if the disk is full.
    static func print(json value: some Encodable) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        let json = String(decoding: try encoder.encode(value), as: UTF8.self)
        try answer(TextSanitizer.sanitizedJSON(json) + "\n")
    }

    /// Writes a line to standard error.
    static func complain(_ message: String) {
        _ = write(TextSanitizer.sanitized(message) + "\n", to: 2)
    }

    /// Writes to standard output; a reader that has gone is no error.
    private static func answer(_ text: String) throws(CommandLineError) {
        guard let problem = write(text, to: 1), problem != EPIPE else { return }
        throw .cannotWrite("The answer cannot be written: \(String(cString: strerror(problem))).")
    }

    /// Writes everything, however many calls that takes, and returns the number of the error that kept it from that.
    private static func write(_ text: String, to file: Int32) -> Int32? {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            #if canImport(Darwin)
                let count = rest.withUnsafeBytes { Darwin.write(file, $0.baseAddress, $0.count) }
            #elseif canImport(Musl)
                let count = rest.withUnsafeBytes { Musl.write(file, $0.baseAddress, $0.count) }
            #else
                let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
            #endif
            if count < 0 {
                if errno == EINTR { continue }
                return errno
            }
            rest = rest.dropFirst(count)
        }
        return nil
    }
}
