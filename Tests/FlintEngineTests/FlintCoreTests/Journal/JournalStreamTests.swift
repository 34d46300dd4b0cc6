import Foundation
import Testing

@testable import FlintCore

@MainActor struct JournalStreamTests {
    private let folder = StateFolder()
    private let fixture = Fixture(Desk.self)
    private var path: String { folder.path(of: "logs/journal.jsonl") }

    private func stream(size: Int = 1 << 20, files: Int = 3) throws -> JournalStream {
        try fixture.run {
            try JournalStream(journal: fixture.runtime.journal, path: path, sizeLimit: size, fileLimit: files)
        }
    }

    private func advise(_ texts: String...) {
        for text in texts { fixture.runtime.advise(text) }
    }

    private var texts: [String] {
        get throws { try WrittenEvents(path: path).records.map(\.title) }
    }

    @Test func `every event is written as a line immediately`() throws {
        let stream = try stream()
        fixture.run { Desk.text.perform(withInput: "hello") }
        let content = try WrittenEvents(path: stream.path)
        let formatter = EventFormatter(runtime: fixture.runtime)
        #expect(content.records.map(\.kind) == [.actionBegan, .actionCompleted])
        #expect(content.records == fixture.runtime.journal.events.map { formatter.record(of: $0).toTheMillisecond })
        let end = try #require(content.records.last)
        let execution = try #require(end.execution)
        #expect(
            execution.action
                == EventRecord.Action(featureID: "Desk", id: "TextAction", name: "Text", session: "main"))
        #expect(execution.request == 1 && execution.input == "hello")
        #expect(execution.source == "application" && execution.userInitiated == true)
        #expect(end.outcome == .success && end.cause == "user" && end.duration != nil)
        #expect(try folder.mode("logs/journal.jsonl") == 0o600)
        #expect(try folder.text("logs/journal.jsonl").split(separator: "\n").count == 3)
    }

    @Test func `denials, fact changes and advisories are written`() throws {
        let fixture = Fixture(Desk.self, Safe.self)
        let stream = try fixture.runtime.journal.stream(to: path)
        fixture.run {
            _ = Safe.ping.request()
            fixture.toggles.setEnabled(Safe.self, enabled: true)
            FlintRuntime.current.advise("two\nlines")
        }
        stream.cancel()
        let records = try WrittenEvents(path: path).records
        #expect(records.map(\.kind) == [.requestDenied, .factChanged, .advisory])
        #expect(records[0].title.hasPrefix("Safe: “Ping” denied") && records[0].featureID == "Safe")
        #expect(records[1].title == "User setting of Safe: off → on")
        #expect(records[2].title == "two\nlines")
    }

    @Test func `prompts, flows and parts of inputs have readable titles`() throws {
        let stream = try stream()
        let journal = fixture.runtime.journal
        journal.append(.promptShown(.camera, feature: ["Desk"]), cause: .user)
        journal.append(.promptAnswered(.camera, status: .denied, feature: nil), cause: .user)
        journal.append(.flowBegan(feature: ["Desk"], permissions: [.camera, .photos]), cause: .user)
        journal.append(.flowEnded(feature: ["Desk"], cancelled: true, outstanding: [.photos]), cause: .user)
        journal.append(.flowEnded(feature: ["Desk"], cancelled: false, outstanding: []), cause: .user)
        let records = try WrittenEvents(path: stream.path).records
        #expect(
            records.map(\.title) == [
                "Camera: prompt shown", "Camera: answered, denied", "Desk: requesting Camera, Photos",
                "Desk: permissions canceled. Still missing: Photos", "Desk: permissions done, all granted",
            ])
        #expect(records.map(\.featureID) == ["Desk", nil, "Desk", "Desk", "Desk"])
        fixture.run { Desk.file.perform(withInput: Folder(name: "bills")) }
        let last = try WrittenEvents(path: stream.path).records.last
        #expect(last?.execution?.input == "bills")
        #expect(last?.execution?.inputInfo == ["name": "bills", "length": "5"])
    }

    @Test func `a world-readable file becomes readable by its owner only`() throws {
        try FileManager.default.createDirectory(atPath: folder.path(of: "logs"), withIntermediateDirectories: true)
        try folder.write("", to: "logs/journal.jsonl")
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
        _ = try stream()
        #expect(try folder.mode("logs/journal.jsonl") == 0o600)
    }

    @Test func `a file name that begins with a dot has no extension`() {
        #expect(JournalFiles.path("/a/.journal", number: 1) == "/a/.journal.1")
        #expect(JournalFiles.path("/a/b.jsonl", number: 2) == "/a/b.2.jsonl")
    }

    @Test func `a file never exceeds its size limit`() throws {
        let first = try stream()
        advise("a")
        first.cancel()
        let header = JournalFiles.header.count
        let line = try folder.text("logs/journal.jsonl").utf8.count - header
        // All lines have the length of the first line.
        for (limit, files) in [(header + 2 * line, 1), (header + 2 * line - 1, 2)] {
            let fixture = Fixture(Desk.self)
            let path = folder.path(of: "limit-\(limit)/journal.jsonl")
            let stream = try fixture.runtime.journal.stream(to: path, sizeLimit: limit)
            for text in ["b", "c"] { fixture.runtime.advise(text) }
            stream.cancel()
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: folder.path(of: "limit-\(limit)")).count == files)
        }
    }

    @Test func `a stream ends when it is canceled or released`() throws {
        var stream: JournalStream? = try stream()
        advise("a")
        stream?.cancel()
        advise("b")
        stream = try self.stream()
        advise("c")
        stream = nil
        advise("d")
        #expect(try texts == ["a", "c"])
        #expect(stream == nil)
    }

    @Test(arguments: [0, 1, 12])
    func `a file begins with a line that names its format, even after a crash`(count: Int) throws {
        try FileManager.default.createDirectory(atPath: folder.path(of: "logs"), withIntermediateDirectories: true)
        let header = String(decoding: JournalFiles.header, as: UTF8.self)
        try folder.write(String(header.prefix(count)), to: "logs/journal.jsonl")
        let stream = try stream()
        advise("a")
        #expect(try folder.text("logs/journal.jsonl").hasPrefix("{\"flint\":\"events\",\"version\":1}\n{"))
        let content = try WrittenEvents(path: stream.path)
        #expect(content.records.map(\.title) == ["a"] && content.unreadableLines == 0)
    }

    @Test func `a line torn by a crash is skipped`() throws {
        try FileManager.default.createDirectory(atPath: folder.path(of: "logs"), withIntermediateDirectories: true)
        let header = String(decoding: JournalFiles.header, as: UTF8.self)
        try folder.write(header + "{\"cause\":\"app\",\"da", to: "logs/journal.jsonl")
        let stream = try stream()
        advise("after the crash")
        let content = try WrittenEvents(path: stream.path)
        #expect(content.records.map(\.title) == ["after the crash"], "The next line is complete.")
        #expect(content.unreadableLines == 1)
    }

    @Test func `a full file is rotated and the oldest one is removed`() throws {
        let stream = try stream(size: 1, files: 3)
        advise("a", "b", "c", "d", "e")
        #expect(try texts == ["c", "d", "e"])
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path(of: "logs")).sorted()
        #expect(names == ["journal.1.jsonl", "journal.2.jsonl", "journal.jsonl"])
        #expect(stream.path == path)
    }

    @Test func `a stream can be limited to one file`() throws {
        let stream = try stream(size: 1, files: 1)
        advise("a", "b")
        #expect(try texts == ["b"])
        stream.cancel()
    }

    @Test func `a symbolic link is not followed`() throws {
        try FileManager.default.createDirectory(atPath: folder.path(of: "logs"), withIntermediateDirectories: true)
        try folder.write("mine", to: "victim")
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: folder.path(of: "victim"))
        #expect(throws: LogFileError.self) { try stream() }
        #expect(try folder.text("victim") == "mine")
    }

    @Test(arguments: [
        "notes", "{\"name\": 1}", "[]\n", "{\"cause\":\"app\"}\n", "{\"flint\":\"journal\",\"version\":9}\n",
    ])
    func `a file of another program is refused and left unchanged`(content: String) throws {
        try FileManager.default.createDirectory(atPath: folder.path(of: "logs"), withIntermediateDirectories: true)
        try folder.write(content, to: "logs/journal.jsonl")
        let error = #expect(throws: LogFileError.self) { try stream() }
        #expect(error?.description.contains("it belongs to another program") == true)
        #expect(try folder.text("logs/journal.jsonl") == content)
    }

    @Test func `a pipe in place of the file does not block`() throws {
        try FileManager.default.createDirectory(atPath: folder.path(of: "logs"), withIntermediateDirectories: true)
        #expect(mkfifo(path, 0o600) == 0)
        #expect(throws: LogFileError.self) { try stream() }
    }

    @Test func `a file of another program in place of a full one is neither renamed nor removed`() throws {
        let stream = try stream(size: 1, files: 2)
        try folder.write("notes", to: "logs/journal.1.jsonl")
        advise("a", "b")
        #expect(try folder.text("logs/journal.1.jsonl") == "notes")
        #expect(
            fixture.advisories.contains {
                $0.contains("journal.1.jsonl cannot be written: it belongs to another program")
            })
        stream.cancel()
    }

    @Test func `streaming to a path that cannot be written throws an error`() throws {
        try folder.write("a file", to: "logs")
        #expect(throws: LogFileError.self) { try stream() }
        #expect(throws: LogFileError.self) { try fixture.runtime.journal.stream(to: folder.path + "/") }
    }

    @Test func `a later write error is reported once`() throws {
        let stream = try stream(size: 1)
        advise("a")
        try FileManager.default.removeItem(atPath: folder.path(of: "logs"))
        try folder.write("a file", to: "logs")
        advise("b", "c")
        #expect(fixture.advisories.count == 4)
        #expect(fixture.advisories.filter { $0.contains(path) }.count == 1)
        stream.cancel()
    }
}

/// The events in the files of a stream, oldest first.
private struct WrittenEvents {
    static let dateStyle = Date.ISO8601FormatStyle(includingFractionalSeconds: true)

    var records: [EventRecord] = []
    var unreadableLines = 0

    init(path: String) throws {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .custom {
            try Self.dateStyle.parse(try $0.singleValueContainer().decode(String.self))
        }
        let files = (0...).lazy.map { JournalFiles.path(path, number: $0) }
            .prefix { FileManager.default.fileExists(atPath: $0) }
        for file in files.reversed() {
            // The first line of a file names the format.
            for line in try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n").dropFirst() {
                if let record = try? decoder.decode(EventRecord.self, from: Data(line.utf8)) {
                    records.append(record)
                } else {
                    unreadableLines += 1
                }
            }
        }
    }
}

extension EventRecord {
    /// The record with its date rounded to the written precision.
    fileprivate var toTheMillisecond: EventRecord {
        var record = self
        record.date = (try? WrittenEvents.dateStyle.parse(ReportDate.string(from: date))) ?? date
        return record
    }
}

private final class Desk: Feature {
    static let description = "Writes texts"
    static let text = action(TextAction.self)
    static let file = action(FileAction.self)

    static func prepare(actions: FeatureActionsBuilder) {
        actions.declare(text)
        actions.declare(file)
    }
}

private struct Folder: FlintLoggable {
    let name: String

    var loggingDescription: String { name }
    var loggingInfo: [String: String]? { ["name": name, "length": "\(name.count)"] }
}

private final class FileAction: Action {
    typealias InputType = Folder

    static func perform(context: ActionContext<Folder>, presenter: Void, completion: Completion) -> Completion.Status {
        completion.completedSync(.success)
    }
}

private final class Safe: ConditionalFeature {
    static let description = "Is off by default"
    static let ping = action(PingAction.self)
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.userToggled(defaultValue: false) }
    static func prepare(actions: FeatureActionsBuilder) { actions.declare(ping) }
}
