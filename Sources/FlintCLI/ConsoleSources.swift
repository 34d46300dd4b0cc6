// SPDX-License-Identifier: MIT

import FlintAttach
import FlintConsole
import FlintCore
import FlintFoundation
import FlintLibc
import FlintRecording
import FlintWorld

/// Finds and opens the apps and recordings that the console can switch to.
///
/// Sources are opened in the same way as by `flint console` with `--attach` or `--recording`.
struct ConsoleSources: Sendable {
    /// The name of the app in this process, or `nil` if the console was started for another app.
    let localApp: String?
    let recordings: RecordingFinder
    let personas: @Sendable () -> PersonaList
    let isReadOnly: Bool
    /// The app that the console is attached to by its address, which a search may not find.
    var addressedApp: AppSource?

    func findSources(_ search: AppSearch = RunningApps.search()) -> FoundSources {
        let local = localApp.map { AppSource(.local, target: "", title: $0, note: "in this process") }
        // The search also finds this process if it serves its app.
        let running = search.apps.filter { $0.app.process != getpid() }
        let names = running.map(\.app.app) + [localApp].compactMap(\.self)
        let apps = running.map { found in
            let isUnique = names.count { $0 == found.app.app } == 1
            return Self.source(for: found.app, name: found.entry.name, isUnique: isUnique)
        }
        // The search may already have found the addressed app, which must not be listed twice.
        let others = [addressedApp].compactMap(\.self).filter { app in
            !running.contains { $0.app.process == app.process }
        }
        return FoundSources(
            [local].compactMap(\.self) + apps + others + recordings.sources(), scenarios: recordings.scenarios(),
            notes: search.findings.map(\.messageAndRemedy))
    }

    /// Returns the source for a running app.
    ///
    /// A unique name identifies the app even after a restart. If several apps have the name, the source identifies
    /// the process, and the app cannot be found again after a restart.
    static func source(for app: ServedApp, name: String, isUnique: Bool) -> AppSource {
        let remarks = [
            "process \(app.process)", app.isProduction ? "production" : nil, app.isReadOnly ? "read-only" : nil,
        ]
        return AppSource(
            .running, target: isUnique ? name : String(app.process),
            title: isUnique ? app.app : "\(app.app) (\(app.process))",
            note: remarks.compactMap(\.self).joined(separator: ", "), process: app.process)
    }

    func openSource(_ source: AppSource) throws(SourceProvider.Failure) -> OpenedSource {
        switch source.kind {
        case .local: throw Self.localFailure
        case .running:
            let remote = try attach(to: source, isReadOnly: isReadOnly)
            let findMoment: MomentFinder = { event in try remote.moment(at: event) }
            return OpenedSource(
                source: source, inspector: remote, findMoment: findMoment,
                present: { remote.present(on: $0) }, close: { remote.close() })
        case .recording:
            let (inspector, note) = try openRecording(source)
            recordings.recordOpening(of: source.target)
            let findMoment: MomentFinder = { event in try inspector.moment(at: event) }
            return OpenedSource(
                source: source, inspector: inspector, findMoment: inspector.hasMoments ? findMoment : nil, note: note)
        }
    }

    /// Reads the world of a source, for a comparison with the world on screen.
    func readWorld(of source: AppSource) throws(SourceProvider.Failure) -> (world: World, note: String?) {
        switch source.kind {
        case .local: throw Self.localFailure
        case .running:
            let remote = try attach(to: source, isReadOnly: true)
            defer { remote.close() }
            return (try SourceProvider.world(of: remote), nil)
        case .recording:
            let (inspector, note) = try openRecording(source)
            return (try SourceProvider.world(of: inspector), note)
        }
    }

    // The shell keeps the app of its own process open.
    private static let localFailure = SourceProvider.Failure("it runs only in the console that started it")

    private func attach(
        to source: AppSource, isReadOnly: Bool
    ) throws(SourceProvider.Failure) -> RemoteInspector {
        do throws(CommandLineError) {
            return try RunningApps.attach(
                to: source.target, as: "console", isReadOnly: isReadOnly, changesProduction: true)
        } catch {
            // The end of the process explains the failure better than the error.
            let hasEnded = source.process.map { !ProcessIdentity.current.isRunning($0) } ?? false
            throw SourceProvider.Failure(hasEnded ? "the app has ended; start it again" : error.message)
        }
    }

    private func openRecording(
        _ source: AppSource
    ) throws(SourceProvider.Failure) -> (inspector: MomentInspector, note: String?) {
        do {
            let recording = try Recording(source.target)
            return (try recording.inspector(personas: personas), recording.problems.first)
        } catch {
            throw SourceProvider.Failure(Recordings.unusable(error).message)
        }
    }
}

struct RecordingFinder: Sendable {
    static let limit = 20
    private static let examinedLimit = 500

    let folder: String
    let recent: PlaceFile

    /// Records that a recording was opened, but only if the app has already stored state.
    func recordOpening(of path: String) {
        if recent.hasFolder { recent.addRecording(path) }
    }

    func sources() -> [AppSource] {
        var seen: Set<String> = []
        let opened = recent.read().recordings ?? []
        let paths = opened.filter { access($0, R_OK) == 0 } + inFolder()
        return paths.filter { seen.insert($0).inserted }.prefix(Self.limit).map(Self.source)
    }

    static func source(_ path: String) -> AppSource {
        let slash = path.lastIndex(of: "/") ?? path.startIndex
        return AppSource(
            .recording, target: path, title: String(path[path.index(after: slash)...]),
            note: "recording in \(path[..<slash].isEmpty ? "/" : path[..<slash])")
    }

    private func inFolder() -> [String] {
        newestFiles(withSuffixes: [".jsonl", ".json"]).filter { Recording.isJournal($0) || $0.hasSuffix("report.json") }
    }

    func scenarios() -> [Scenario] {
        newestFiles(withSuffixes: [".scenario"]).prefix(Self.limit).map { path in
            let name = path.split(separator: "/").last.map(String.init) ?? path
            return Scenario(title: name, folder: folder, content: Self.content(ofScenario: path))
        }
    }

    private static func content(ofScenario path: String) -> Scenario.Content {
        let text: String
        do throws(FileReading.Failure) {
            text = String(decoding: try FileReading.read(path, limit: ConsoleScript.byteLimit), as: UTF8.self)
        } catch {
            return .unusable(reason: "The file cannot be read: \(error)")
        }
        do throws(ConsoleScriptError) {
            return .script(try ConsoleScript(text))
        } catch {
            return .unusable(reason: "The file cannot be played: \(error)")
        }
    }

    private func newestFiles(withSuffixes suffixes: [String]) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let files = names.filter { name in suffixes.contains { name.hasSuffix($0) } }.sorted()
        let dated = files.prefix(Self.examinedLimit).compactMap { name -> (path: String, modified: Int)? in
            var status = stat()
            let path = folder == "/" ? "/\(name)" : "\(folder)/\(name)"
            guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
            #if canImport(Darwin)
                return (path, status.st_mtimespec.tv_sec)
            #else
                return (path, status.st_mtim.tv_sec)
            #endif
        }
        return dated.sorted { ($1.modified, $0.path) < ($0.modified, $1.path) }.map(\.path)
    }
}
