import FlintAttach
import FlintConsole
import FlintInspectorTestSupport
import FlintTestSupport
import FlintWorld
import Foundation
import Testing

@testable import FlintCLI

struct ConsoleSourcesTests {
    private let folder: TemporaryFolder
    private let recordings: RecordingFinder

    init() throws {
        folder = try TemporaryFolder()
        recordings = RecordingFinder(
            folder: try folder.makeFolder("here"), recent: PlaceFile(statePath: folder.path(of: "state/overrides.json"))
        )
        try folder.makeFolder("state")
    }

    private func journal(_ name: String) throws -> String { try folder.write("{\"journal\":\"flint\"}\n", to: name) }

    private func search(_ apps: [(name: String, app: String, process: Int32)]) throws -> AppSearch {
        let directory = SocketDirectory(path: "/tmp/flint-list-\(UInt32.random(in: .min ... .max))")
        defer { try? FileManager.default.removeItem(atPath: directory.path) }
        try directory.prepare()
        let sockets = try apps.map { app in
            try Socket.listening(at: .path("\(directory.path)/\(app.name)-\(getpid()).sock"))
        }
        defer { withExtendedLifetime(sockets) {} }
        return AppSearch(in: directory, others: []) { entry throws(AttachError) in
            let app = apps.first { $0.name == entry.name }
            return ServedApp(
                app: app?.app ?? "", process: app?.process ?? 0, instance: "1", isReadOnly: false,
                allowsOverrides: true)
        }
    }

    private func sources(local: String?) -> ConsoleSources {
        ConsoleSources(localApp: local, recordings: recordings, personas: { PersonaList() }, isReadOnly: false)
    }

    @Test func `apps with the same name are distinguished by their processes`() throws {
        let search = try search([
            ("podcasts", "Podcasts", 11), ("podcasts-two", "Podcasts", 12), ("weather", "Weather", 13),
        ])
        let alone = sources(local: nil).findSources(search).sources
        #expect(alone.map(\.title) == ["Podcasts (11)", "Podcasts (12)", "Weather"])
        #expect(alone.map(\.target) == ["11", "12", "weather"])
        let beside = sources(local: "Weather").findSources(search).sources
        #expect(beside.map(\.title) == ["Weather", "Podcasts (11)", "Podcasts (12)", "Weather (13)"])
    }

    @Test func `a console does not list the app that it serves itself`() throws {
        let search = try search([("podcasts", "Podcasts", getpid())])
        #expect(sources(local: "Podcasts").findSources(search).sources.map(\.note) == ["in this process"])
    }

    @Test func `an app that is attached at an address stays in the list`() throws {
        var console = sources(local: nil)
        console.addressedApp = AppSource(.running, target: "museum", title: "Museum", note: "process 11", process: 11)
        #expect(try console.findSources(search([])).sources.map(\.title) == ["Museum"])
        #expect(try console.findSources(search([("museum", "Museum", 11)])).sources.map(\.title) == ["Museum"])
    }

    @Test func `missing apps are explained`() throws {
        let notes = try sources(local: nil).findSources(search([])).notes
        #expect(notes.count == 1 && notes[0].hasPrefix("No app serves its inspector in"))
    }

    @Test func `the listed recordings are the last opened ones and those in the folder`() throws {
        let old = try journal("elsewhere/old.jsonl")
        let (first, second) = (try journal("here/first.jsonl"), try journal("here/second.json"))
        try folder.write("{}", to: "here/other.json")
        try folder.write("{}", to: "here/app-report.json")
        for path in [first, old, folder.path(of: "gone.jsonl")] { recordings.recordOpening(of: path) }
        let found = recordings.sources()
        #expect(found.prefix(2).map(\.target) == [old, first])
        #expect(Set(found.map(\.target)) == [old, first, second, folder.path(of: "here/app-report.json")])
        #expect(found[0].title == "old.jsonl" && found[0].note.hasSuffix("/elsewhere"))
    }

    @Test func `the listed scenarios are the files in the folder, with the reason if one cannot be played`() throws {
        try folder.write("keys 2\n", to: "here/good.scenario")
        try folder.write("fly\n", to: "here/bad.scenario")
        try folder.write("keys 2\n", to: "here/other.txt")
        let found = recordings.scenarios().sorted { $0.title < $1.title }
        #expect(found.map(\.title) == ["bad.scenario", "good.scenario"])
        #expect(found[1].content == .script(try ConsoleScript("keys 2\n")))
        guard case .unusable(let reason) = found[0].content else {
            Issue.record("bad.scenario can be played")
            return
        }
        #expect(reason.hasPrefix("The file cannot be played: line 1: \"fly\" is not a step"))
    }

    @Test func `the number of recordings is limited`() throws {
        for number in 0..<(RecordingFinder.limit + 5) { _ = try journal("here/\(number).jsonl") }
        #expect(recordings.sources().count == RecordingFinder.limit)
        for number in 0..<15 { recordings.recordOpening(of: "/\(number)") }
        #expect(recordings.recent.read().recordings == (5..<15).reversed().map { "/\($0)" })
    }

    @Test func `the console's saved position contains the opened recordings`() {
        recordings.recordOpening(of: "/a.jsonl")
        recordings.recent.save(ConsolePlace())
        #expect(recordings.recent.read().recordings == ["/a.jsonl"])
    }

    @Test func `an ended app is reported as ended`() {
        let ended = AppSource(.running, target: "/nowhere.sock", title: "Museum", note: "", process: .max)
        let problem = #expect(throws: SourceProvider.Failure.self) { try sources(local: nil).openSource(ended) }
        #expect(problem?.reason == "the app has ended; start it again")
    }

    @Test func `an ended app and a damaged recording cannot be read, and the reason is stated`() throws {
        let ended = AppSource(.running, target: "/nowhere.sock", title: "Museum", note: "", process: .max)
        let app = #expect(throws: SourceProvider.Failure.self) { try sources(local: nil).readWorld(of: ended) }
        #expect(app?.reason == "the app has ended; start it again")
        let damaged = RecordingFinder.source(folder.path(of: "here/damaged.jsonl"))
        try folder.write("not a journal", to: "here/damaged.jsonl")
        let file = #expect(throws: SourceProvider.Failure.self) { try sources(local: nil).readWorld(of: damaged) }
        #expect(file?.reason.contains("damaged.jsonl") == true, "\(file?.reason ?? "")")
        // Only a recording that is shown is remembered.
        #expect(recordings.recent.read().recordings == nil)
    }

    @Test func `a deleted recording cannot be opened, and the reason is stated`() {
        let missing = RecordingFinder.source(folder.path(of: "gone.jsonl"))
        let problem = #expect(throws: SourceProvider.Failure.self) { try sources(local: nil).openSource(missing) }
        #expect(problem?.reason.contains("cannot be read") == true)
    }
}
