// SPDX-License-Identifier: MIT

import FlintCore
import FlintFoundation
import FlintLibc
import FlintTerminal
import FlintWorld

/// Writes answers to standard output, and notes and errors to standard error.
///
/// Text is sanitized, so control characters in names and values cannot affect the terminal. Only shell scripts are
/// written verbatim. The methods that return a Boolean value are for commands that keep running: they return `false`
/// when the reader has closed the pipe. All other methods ignore a closed pipe.
enum CommandOutput {
    static func print(_ lines: [String]) throws(CommandLineError) {
        _ = try write(printableText(of: lines))
    }

    static func confirm(_ lines: [String]) throws(CommandLineError) {
        if !CommandRun.current.style.isQuiet { try print(lines) }
    }

    private static func printableText(of lines: [String]) -> String {
        let isColored = CommandRun.current.style.isColored
        var text = ""
        for line in lines {
            let line = TextSanitizer.sanitized(line)
            text += isColored ? StatusPainter.painted(line) : line
            text += "\n"
        }
        return text
    }

    /// Writes a shell script verbatim, because its indentation may contain tabs.
    static func print(script: String) throws(CommandLineError) {
        _ = try write(script.hasSuffix("\n") ? script : script + "\n")
    }

    static func print(json value: some Encodable) throws {
        _ = try write(try TextFormat.indentedJSON(of: value))
        CommandRun.current.answer = .complete
    }

    static func print(jsonError error: CommandLineError) {
        guard let object = try? jsonLine(of: ErrorAnswer(error)) else { return }
        switch CommandRun.current.answer {
        case .none: _ = try? write(object)
        // The error becomes the last member of the answer.
        case .begun: _ = try? write("\n  ],\n  " + object.dropFirst())
        case .complete: break
        }
    }

    /// Writes or replaces a file with default permissions, because it belongs to the user.
    static func save(_ text: String, to path: String) throws(CommandLineError) {
        do {
            try Data(text.utf8).write(to: URL(filePath: path), options: .atomic)
        } catch {
            throw .cannotWrite("\(excerpt(path)) cannot be written. Choose a path in an existing, writable folder.")
        }
    }

    static func element(json value: some Encodable) throws -> String {
        let lines = try TextFormat.indentedJSON(of: value).split(separator: "\n")
        return lines.map { "    " + $0 }.joined(separator: "\n")
    }

    static func safe(json text: String) -> String { TextFormat.printable(json: text) }

    /// Sanitizes text and puts it on one line.
    static func safe(text: String) -> String { TextSanitizer.sanitized(text) }

    /// Sanitizes text and keeps its line feeds.
    static func safe(lines text: String) -> String {
        text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            safe(text: String(line.last == "\r" ? line.dropLast() : line))
        }.joined(separator: "\n")
    }

    /// Sanitizes comma-separated values with records that end with CR LF.
    static func safe(table text: String) -> String {
        text.split(separator: "\r\n" as Character, omittingEmptySubsequences: false).map { safe(lines: String($0)) }
            .joined(separator: "\r\n")
    }

    /// Writes part of an answer that has already been sanitized, and returns whether the reader is still connected.
    static func writePart(text: String) throws(CommandLineError) -> Bool {
        try write(text)
    }

    static func print(jsonLines values: [some Encodable]) throws -> Bool {
        var text = ""
        for value in values { text += try jsonLine(of: value) }
        return try write(text)
    }

    private static func jsonLine(of value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        return TextFormat.printable(json: String(decoding: try encoder.encode(value), as: UTF8.self)) + "\n"
    }

    static func writePart(_ lines: [String]) throws(CommandLineError) -> Bool {
        try write(printableText(of: lines))
    }

    /// Returns user-supplied text for an error message: sanitized, on one line and truncated.
    static func excerpt(_ text: String) -> String { TextSanitizer.sanitized(text.excerpt) }

    /// Replaces the progress line on standard error, or clears it for an empty string, unless `--quiet` is set.
    static func showProgress(_ text: String) {
        guard !CommandRun.current.style.isQuiet else { return }
        _ = FileWriting.write("\r\u{1B}[K\(TextSanitizer.sanitized(text))".utf8, to: CommandRun.current.errors)
    }

    static func printNote(_ message: String) {
        if !CommandRun.current.style.isQuiet { printError(message) }
    }

    /// Writes a note about a JSON document of another program in which an object repeats a name.
    static func printNoteOnRepeatedName(in data: Data, at path: String, within limits: JSONLimits) {
        guard let error = limits.repeatedName(in: data) else { return }
        printNote("\(excerpt(path)) is ambiguous: \(error). One of the two members is ignored.")
    }

    static func printError(_ message: String) {
        let lines = message.split(separator: "\n", omittingEmptySubsequences: false).map {
            TextSanitizer.sanitized(String($0)) + "\n"
        }
        _ = FileWriting.write(lines.joined().utf8, to: CommandRun.current.errors)
    }

    private static func write(_ text: String) throws(CommandLineError) -> Bool {
        guard !text.isEmpty, let problem = FileWriting.write(text.utf8, to: CommandRun.current.output) else {
            return true
        }
        if problem == EPIPE { return false }
        throw .cannotWrite("The output cannot be written: \(String(cString: strerror(problem))).")
    }
}

/// An error that ends a command, with its message and exit status.
struct CommandLineError: Error {
    let exitStatus: ExitStatus
    /// The name of the error in JSON.
    let kind: String
    /// A complete sentence for the user.
    let message: String

    var status: Int32 { exitStatus.rawValue }

    static func usage(_ message: String) -> Self { Self(exitStatus: .usage, kind: "usage", message: message) }

    static func refused(_ message: String) -> Self { Self(exitStatus: .refused, kind: "refused", message: message) }

    static func unusableFile(_ message: String) -> Self {
        Self(exitStatus: .unusableFile, kind: "unusable-file", message: message)
    }

    static func cannotWrite(_ message: String) -> Self {
        Self(exitStatus: .cannotWrite, kind: "cannot-write", message: message)
    }

    static func locked(_ message: String) -> Self { Self(exitStatus: .locked, kind: "locked", message: message) }
}

extension CommandLineError {
    init(saving error: StateFileError) {
        self =
            switch error {
            case .locked: .locked(error.description)
            case .foreignFile: .unusableFile(error.description)
            case .unreadable, .malformed, .ambiguous, .newer, .unwritable: .cannotWrite(error.description)
            }
    }

    init(_ missing: MissingAnswer) { self = .refused(missing.description) }

    /// Asks for the effects of a command that the app has carried out.
    ///
    /// If the app does not answer, the error contains the outcome of the command.
    static func effects<Answer>(
        after outcome: String, _ ask: () throws(CommandLineError) -> Answer
    ) throws(CommandLineError) -> Answer {
        do throws(CommandLineError) {
            return try ask()
        } catch {
            throw .refused("\(outcome) Its effects are unknown: \(error.message)")
        }
    }
}

/// The JSON output of a command that ends with an error instead of an answer.
struct ErrorAnswer: Encodable {
    struct Content: Encodable {
        let kind: String
        let message: String
        let status: Int32
    }

    let error: Content

    init(_ error: CommandLineError) {
        self.error = Content(kind: error.kind, message: error.message, status: error.status)
    }
}
