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
    static func print(_ lines: [String]) {
        var text = ""
        for line in lines {
            text += TextSanitizer.sanitized(line)
            text += "\n"
        }
        write(text, to: 1)
    }

    /// Writes one JSON object.
    static func print(json value: some Encodable) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        let json = String(decoding: try encoder.encode(value), as: UTF8.self)
        write(TextSanitizer.sanitizedJSON(json) + "\n", to: 1)
    }

    /// Writes a line to standard error.
    static func complain(_ message: String) {
        write(TextSanitizer.sanitized(message) + "\n", to: 2)
    }

    /// Writes everything, however many calls that takes; a reader that has gone is no error.
    private static func write(_ text: String, to file: Int32) {
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
                return
            }
            rest = rest.dropFirst(count)
        }
    }
}
