import FlintCore
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
    private static let slot = OutputStyleSlot()

    /// How answers are written.
    static var style: OutputStyle {
        get { slot.value }
        set { slot.value = newValue }
    }

    /// Writes lines of text.
    ///
    /// - Throws: ``CommandLineError/cannotWrite(_:)``, for example if the disk is full.
    static func print(_ lines: [String]) throws(CommandLineError) {
        try answer(text(lines))
    }

    /// Writes what a command has changed, which is no answer to a question and left out with `--quiet`.
    ///
    /// - Throws: ``CommandLineError/cannotWrite(_:)``, for example if the disk is full.
    static func confirm(_ lines: [String]) throws(CommandLineError) {
        if !style.isQuiet { try print(lines) }
    }

    /// Lines of text, safe to print, with color if it is wanted.
    private static func text(_ lines: [String]) -> String {
        let isColored = style.isColored
        var text = ""
        for line in lines {
            let line = TextSanitizer.sanitized(line)
            text += isColored ? StatusPainter.painted(line) : line
            text += "\n"
        }
        return text
    }

    /// Writes a script, whose lines are indented with whatever its shell takes.
    ///
    /// - Throws: ``CommandLineError/cannotWrite(_:)``, for example if the disk is full.
    static func print(script: String) throws(CommandLineError) {
        try answer(script.hasSuffix("\n") ? script : script + "\n")
    }

    /// Writes one JSON object.
    ///
    /// - Throws: ``CommandLineError/cannotWrite(_:)``, for example if the disk is full.
    static func print(json value: some Encodable) throws {
        try answer(try text(json: value))
    }

    /// A value as JSON that a terminal can show.
    static func text(json value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        return TextSanitizer.sanitizedJSON(String(decoding: try encoder.encode(value), as: UTF8.self)) + "\n"
    }

    /// A value as JSON that a terminal can show, indented to stand in an array of an object.
    static func element(json value: some Encodable) throws -> String {
        let lines = try text(json: value).split(separator: "\n")
        return lines.map { "    " + $0 }.joined(separator: "\n")
    }

    /// JSON that a terminal can show, of JSON that need not be complete.
    static func safe(json text: String) -> String { TextSanitizer.sanitizedJSON(text) }

    /// A text that a terminal can show, on one line.
    static func safe(text: String) -> String { TextSanitizer.sanitized(text) }

    /// A text of several lines that a terminal can show; line breaks stay.
    static func safe(lines text: String) -> String {
        text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            line.last == "\r" ? safe(text: String(line.dropLast())) + "\r" : safe(text: String(line))
        }.joined(separator: "\n")
    }

    /// Writes a text that is safe to print, for an answer that is made part by part.
    ///
    /// - Returns: Whether the reader is still there.
    /// - Throws: ``CommandLineError/cannotWrite(_:)``, for example if the disk is full.
    static func printed(text: String) throws(CommandLineError) -> Bool {
        try write(text)
    }

    /// Writes values as JSON, one object on a line.
    ///
    /// - Returns: Whether the reader is still there.
    /// - Throws: ``CommandLineError/cannotWrite(_:)``, for example if the disk is full.
    static func print(jsonLines values: [some Encodable]) throws -> Bool {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        var text = ""
        for value in values {
            text += TextSanitizer.sanitizedJSON(String(decoding: try encoder.encode(value), as: UTF8.self)) + "\n"
        }
        return try write(text)
    }

    /// Writes lines of text, for a command that keeps running.
    ///
    /// - Returns: Whether the reader is still there.
    /// - Throws: ``CommandLineError/cannotWrite(_:)``, for example if the disk is full.
    static func printed(_ lines: [String]) throws(CommandLineError) -> Bool {
        try write(text(lines))
    }

    /// The most characters of a text from outside that a complaint quotes.
    static let quotedLength = 200

    /// A text from outside as a complaint can quote it: safe, on one line, and cut where it is very long.
    ///
    /// Bytes are counted and not letters, because one letter can have any number of marks.
    static func quotable(_ text: String) -> String {
        guard text.utf8.count > quotedLength else { return TextSanitizer.sanitized(text) }
        let start = String(decoding: text.utf8.prefix(quotedLength), as: UTF8.self)
        return TextSanitizer.sanitized(start) + "…"
    }

    /// Shows on standard error how far something is, in place of what was shown there last; nothing with an empty text.
    ///
    /// It is left out with `--quiet`.
    static func showProgress(_ text: String) {
        guard !style.isQuiet else { return }
        _ = FileWriting.write("\r\u{1B}[K\(TextSanitizer.sanitized(text))".utf8, to: 2)
    }

    /// Writes a line that is no error to standard error; it is left out with `--quiet`.
    static func note(_ message: String) {
        if !style.isQuiet { complain(message) }
    }

    /// Writes a line to standard error.
    static func complain(_ message: String) {
        _ = FileWriting.write((TextSanitizer.sanitized(message) + "\n").utf8, to: 2)
    }

    /// Writes to standard output; a closed reader is no error.
    private static func answer(_ text: String) throws(CommandLineError) {
        _ = try write(text)
    }

    /// Writes to standard output.
    ///
    /// - Returns: Whether the reader is still there.
    private static func write(_ text: String) throws(CommandLineError) -> Bool {
        guard !text.isEmpty, let problem = FileWriting.write(text.utf8, to: 1) else { return true }
        if problem == EPIPE { return false }
        throw .cannotWrite("The answer cannot be written: \(String(cString: strerror(problem))).")
    }
}

/// Why a command could not do what was asked, with the status the program exits with.
enum CommandLineError: Error {
    /// What was typed is invalid; status 64, as `EX_USAGE` of sysexits.
    case usage(String)
    /// The request cannot be fulfilled now; status 1.
    case refused(String)
    /// A file that is needed is missing or not one of the program's; status 66, as `EX_NOINPUT` of sysexits.
    case unusableFile(String)
    /// Something could not be written; status 73, as `EX_CANTCREAT` of sysexits.
    case cannotWrite(String)
    /// Another process holds the lock of a file; status 75, as `EX_TEMPFAIL` of sysexits.
    case locked(String)

    /// The error for a state file that could not be changed.
    init(saving error: StateFileError) {
        self =
            switch error {
            case .locked: .locked(error.description)
            case .notOurs: .unusableFile(error.description)
            case .unreadable, .malformed, .newer, .unwritable: .cannotWrite(error.description)
            }
    }

    /// What is wrong and what to do.
    var message: String {
        switch self {
        case .usage(let message), .refused(let message), .unusableFile(let message), .cannotWrite(let message),
            .locked(let message):
            message
        }
    }

    /// The status the program exits with.
    var status: Int32 {
        let status: ExitStatus =
            switch self {
            case .usage: .usage
            case .refused: .refused
            case .unusableFile: .unusableFile
            case .cannotWrite: .cannotWrite
            case .locked: .locked
            }
        return status.rawValue
    }
}
