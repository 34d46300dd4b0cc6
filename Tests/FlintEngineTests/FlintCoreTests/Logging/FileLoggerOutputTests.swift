import FlintTestSupport
import Foundation
import Testing

@testable import FlintCore

struct FileLoggerOutputTests {
    private let folder = StateFolder()
    private let time = ManualTime()
    private let runtime = FlintRuntime()

    /// Returns an output with files in the folder `Logs`, where a line of one letter takes two bytes.
    private func output(
        _ name: String = "app", size: Int = 1000, files: Int = 10, strategy: (any LogFileNamingStrategy)? = nil
    ) throws -> FileLoggerOutput {
        try runtime.bind {
            try FileLoggerOutput(
                name: name, folderName: "Logs", namingStrategy: strategy, directory: folder.path, maxFileSize: size,
                maxFiles: files, formatter: TextFormatter(), now: { [time] in time.now })
        }
    }

    private var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path(of: "Logs")).sorted() }
    }

    private var today: String { "app-" + DatePattern.day.string(from: time.now) }

    private func write(_ text: String, to output: FileLoggerOutput) {
        for letter in text { output.log(event: .sample(String(letter))) }
        output.flush()
    }

    private var advisories: [String] { runtime.journal.advisories }

    @Test func `lines are written to a file readable by its owner only`() throws {
        let output = try output()
        write("ab", to: output)
        #expect(try names == ["\(today).log"])
        #expect(try folder.text("Logs/\(today).log") == "a\nb\n")
        #expect(try folder.mode("Logs/\(today).log") == 0o600)
        #expect(try folder.mode("Logs") == 0o700)
        #expect(output.threshold == .debug)
    }

    @Test func `a later run appends to the file`() throws {
        write("a", to: try output())
        write("b", to: try output())
        #expect(try folder.text("Logs/\(today).log") == "a\nb\n")
    }

    @Test func `a line torn by a crash or a full disk does not damage the next line`() throws {
        write("a", to: try output())
        try folder.write("a\nbro", to: "Logs/\(today).log")
        write("cd", to: try output())
        #expect(try folder.text("Logs/\(today).log") == "a\nbro\nc\nd\n")
    }

    @Test func `a full file is followed by another`() throws {
        write("abcde", to: try output(size: 4))
        #expect(try names == ["\(today).2.log", "\(today).3.log", "\(today).log"])
        #expect(try folder.text("Logs/\(today).log") == "a\nb\n")
        #expect(try folder.text("Logs/\(today).3.log") == "e\n")
        write("f", to: try output(size: 4))
        #expect(try folder.text("Logs/\(today).3.log") == "e\nf\n", "A later run continues the last file.")
    }

    @Test func `a line that exceeds the size limit starts a new file`() throws {
        write("abc", to: try output(size: 5))
        #expect(try folder.text("Logs/\(today).log") == "a\nb\n")
        #expect(try folder.text("Logs/\(today).2.log") == "c\n")
    }

    @Test func `lines are written asynchronously`() async throws {
        let (lines, written) = AsyncStream.makeStream(of: String.self)
        let output = try runtime.bind {
            try FileLoggerOutput(
                name: "app", folderName: "Logs", namingStrategy: nil, directory: folder.path, maxFileSize: 1000,
                maxFiles: 2, formatter: Announcing(announce: { written.yield($0) }), now: { [time] in time.now })
        }
        output.log(event: .sample("a"))
        var iterator = lines.makeAsyncIterator()
        #expect(await iterator.next() == "a")
    }

    @Test func `lines that exceed the buffer are counted`() throws {
        let gate = DispatchSemaphore(value: 0)
        let begun = DispatchSemaphore(value: 0)
        let output = try runtime.bind {
            try FileLoggerOutput(
                name: "app", folderName: "Logs", namingStrategy: nil, directory: folder.path, maxFileSize: 1 << 20,
                maxFiles: 2,
                formatter: Announcing(announce: { text in
                    guard text == "first" else { return }
                    begun.signal()
                    gate.wait()
                }), now: { [time] in time.now })
        }
        output.log(event: .sample("first"))
        begun.wait()
        let line = LogEvent.sample("x")
        for _ in 0..<10_007 { output.log(event: line) }
        gate.signal()
        output.flush()
        let text = try folder.text("Logs/\(today).log")
        #expect(text.hasSuffix("x\n7 lines were dropped because they arrived too fast.\n"))
        #expect(text.split(separator: "\n").count == 10_002)
    }

    @Test func `a formatter can omit a line`() throws {
        let output = try runtime.bind {
            try FileLoggerOutput(name: "app", directory: folder.path, formatter: OmittingFormatter())
        }
        write("ab", to: output)
        let name = try #require(try names.first)
        #expect(try folder.text("Logs/\(name)") == "b\n")
    }

    @Test func `a world-readable file becomes readable by its owner only`() throws {
        let output = try output()
        try folder.write("old\n", to: "Logs/\(today).log")
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o644], ofItemAtPath: folder.path(of: "Logs/\(today).log"))
        write("a", to: output)
        #expect(try folder.text("Logs/\(today).log") == "old\na\n")
        #expect(try folder.mode("Logs/\(today).log") == 0o600)
    }

    private func makeFile(_ name: String, age: Double) throws {
        try folder.write("old", to: "Logs/\(name)")
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: -age)], ofItemAtPath: folder.path(of: "Logs/\(name)"))
    }

    @Test func `the current file is never removed`() throws {
        let output = try output(files: 1)
        try makeFile("app-2001-01-01.log", age: -10_000)
        write("a", to: output)
        #expect(try names == ["\(today).log"])
    }

    @Test func `old files are removed by age, then by name and number`() throws {
        let output = try output(files: 2)
        try makeFile("app-2001-01-01.log", age: 10)
        try makeFile("app-2002-01-01.log", age: 20)
        write("a", to: output)
        #expect(try names == ["\(today).log", "app-2001-01-01.log"].sorted())
        let moment = Date(timeIntervalSinceNow: -30)
        for name in ["app-2001-01-01.log", "app-2001-01-01.2.log", "app-2001-01-01.10.log"] {
            try makeFile(name, age: 0)
            try FileManager.default.setAttributes(
                [.modificationDate: moment], ofItemAtPath: folder.path(of: "Logs/\(name)"))
        }
        write("b", to: try self.output(files: 2))
        #expect(try names.contains("app-2001-01-01.10.log"))
        #expect(try names.count == 2)
    }

    @Test func `a folder with the name of a log file is ignored`() throws {
        let output = try output()
        write("a", to: output)
        for name in ["Logs/app-2001-01-01.log", "copy"] {
            try FileManager.default.createDirectory(atPath: folder.path(of: name), withIntermediateDirectories: false)
        }
        try output.copyForArchiving(to: URL(filePath: folder.path(of: "copy")))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path(of: "copy")) == ["\(today).log"])
    }

    @Test func `an invalid folder name is refused`() {
        #expect(throws: LogFileError.invalidName("../elsewhere")) {
            try FileLoggerOutput(name: "app", folderName: "../elsewhere", directory: folder.path)
        }
    }

    @Test func `a file name that begins with a dot has no extension`() throws {
        struct Dot: LogFileNamingStrategy {
            func next() -> String { ".journal" }
        }
        write("ab", to: try output(size: 2, strategy: Dot()))
        #expect(try names == [".journal", ".journal.2"])
    }

    @Test func `a new day has a new file`() throws {
        let output = try output()
        let yesterday = today
        write("a", to: output)
        time.advance(seconds: 86_400)
        write("b", to: output)
        #expect(try names == ["\(yesterday).log", "\(today).log"])
    }

    @Test func `only the oldest log files of the output are removed`() throws {
        let output = try output(size: 2, files: 2)
        try folder.write("mine", to: "Logs/other-2026-01-01.log")
        try folder.write("notes", to: "Logs/app-notes.log")
        write("abcde", to: output)
        #expect(try names == ["\(today).4.log", "\(today).5.log", "app-notes.log", "other-2026-01-01.log"])
        #expect(try folder.text("Logs/\(today).5.log") == "e\n")
    }

    @Test func `only the output's own files are archived`() throws {
        let output = try output(size: 2)
        write("ab", to: output)
        try folder.write("mine", to: "Logs/other-2026-01-01.log")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path(of: "Logs/app-2020-01-01.log"), withDestinationPath: "/etc/passwd")
        output.log(event: .sample("c"))
        try FileManager.default.createDirectory(atPath: folder.path(of: "copy"), withIntermediateDirectories: false)
        try output.copyForArchiving(to: URL(filePath: folder.path(of: "copy")))
        let copied = try FileManager.default.contentsOfDirectory(atPath: folder.path(of: "copy")).sorted()
        #expect(copied == ["\(today).2.log", "\(today).3.log", "\(today).log"])
        #expect(try folder.text("copy/\(today).3.log") == "c\n", "Pending lines are written first.")
    }

    @Test func `a symbolic link in place of the file is neither followed nor removed`() throws {
        try folder.write("precious", to: "victim")
        let output = try output()
        try FileManager.default.createSymbolicLink(
            atPath: folder.path(of: "Logs/\(today).log"), withDestinationPath: folder.path(of: "victim"))
        write("a", to: output)
        #expect(try folder.text("victim") == "precious")
        #expect(try folder.text("Logs/\(today).2.log") == "a\n")
        #expect(advisories == [])
    }

    @Test func `a hard link to another file is not written to`() throws {
        try folder.write("precious", to: "victim")
        let output = try output()
        try FileManager.default.linkItem(
            atPath: folder.path(of: "victim"), toPath: folder.path(of: "Logs/\(today).log"))
        write("a", to: output)
        #expect(try folder.text("victim") == "precious")
    }

    @Test func `a removed file is created again`() throws {
        let output = try output()
        write("a", to: output)
        try FileManager.default.removeItem(atPath: folder.path(of: "Logs"))
        write("b", to: output)
        #expect(try folder.text("Logs/\(today).log") == "b\n")
    }

    @Test func `a disk error is reported once and writing resumes after it`() throws {
        let output = try output()
        try FileManager.default.removeItem(atPath: folder.path(of: "Logs"))
        try folder.write("a file", to: "Logs")
        write("ab", to: output)
        write("c", to: output)
        #expect(advisories.count == 1)
        #expect(advisories.first?.contains(folder.path(of: "Logs")) == true)
        try FileManager.default.removeItem(atPath: folder.path(of: "Logs"))
        write("d", to: output)
        #expect(try folder.text("Logs/\(today).log") == "d\n")
        #expect(advisories.count == 1)
    }

    @Test func `an app's own naming strategy names the files`() throws {
        struct Fixed: LogFileNamingStrategy {
            func next() -> String { "journal" }
        }
        let output = try output(size: 2, files: 2, strategy: Fixed())
        write("abc", to: output)
        #expect(try names == ["journal.2", "journal.3"])
    }

    @Test func `a naming strategy with an invalid file name causes an advisory`() throws {
        struct Outside: LogFileNamingStrategy {
            func next() -> String { "../outside" }
        }
        write("a", to: try output(strategy: Outside()))
        #expect(try folder.names == ["Logs"])
        #expect(advisories.count == 1)
    }

    @Test(arguments: ["", "..", "a/b", "a\0b"])
    func `an invalid file name is refused`(_ name: String) {
        #expect(throws: LogFileError.invalidName(name)) { try output(name) }
    }

    @Test func `a folder that cannot be created is refused`() throws {
        try folder.write("a file", to: "Logs")
        #expect(throws: LogFileError.self) { try output() }
    }

    @Test func `a folder that is a symbolic link is refused`() throws {
        try FileManager.default.createSymbolicLink(
            atPath: folder.path(of: "Logs"), withDestinationPath: NSTemporaryDirectory())
        #expect(throws: LogFileError.self) { try output() }
    }

    @Test func `many threads can write concurrently`() throws {
        let output = try output(size: 1 << 20)
        DispatchQueue.concurrentPerform(iterations: 8) { index in
            for line in 0..<100 { output.log(event: .sample("\(index).\(line)")) }
        }
        output.flush()
        let lines = try folder.text("Logs/\(today).log").split(separator: "\n")
        #expect(lines.count == 800 && Set(lines).count == 800)
    }
}

/// A formatter that calls a closure before each line is written.
private struct Announcing: LogEventFormattingStrategy {
    let announce: @Sendable (String) -> Void

    func format(_ event: LogEvent) -> String? {
        announce(event.text)
        return event.text
    }
}

/// A formatter that omits every line with the text "a".
private struct OmittingFormatter: LogEventFormattingStrategy {
    func format(_ event: LogEvent) -> String? { event.text == "a" ? nil : event.text }
}
