// SPDX-License-Identifier: MIT

import FlintTerminal
import FlintWorld

package struct AppSource: Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
        case local
        case running
        case recording
    }

    package var kind: Kind
    /// The name or process ID of a running app, or the absolute path of a recording.
    package var target: String
    /// The app's name, with the process ID if several apps share the name, or the recording's file name.
    package var title: String
    /// The process, environment, and restrictions of a running app, or the folder of a recording.
    package var note: String
    package var process: Int32?

    package init(_ kind: Kind, target: String, title: String, note: String, process: Int32? = nil) {
        (self.kind, self.target, self.title, self.note, self.process) = (kind, target, title, note, process)
    }

    /// An identifier that stays the same when the source's other properties change.
    var id: String {
        switch kind {
        case .local: "local"
        case .running: "running \(process.map(String.init) ?? target)"
        case .recording: "recording \(target)"
        }
    }

    var kindTitle: String {
        switch kind {
        case .local, .running: "app"
        case .recording: "recording"
        }
    }
}

/// The result of a search for everything that a console can show or play.
package struct FoundSources: Sendable, Hashable {
    package var sources: [AppSource]
    package var scenarios: [Scenario] = []
    /// The reasons that apps are missing.
    package var notes: [String] = []

    package init(_ sources: [AppSource], scenarios: [Scenario] = [], notes: [String] = []) {
        (self.sources, self.scenarios, self.notes) = (sources, scenarios, notes)
    }
}

struct SourcesState: Sendable {
    /// The source with which the console opened, or `nil` if the console always shows the same app.
    var first: AppSource?
    /// The shown source, or `nil` if the console always shows the same app.
    var shown: AppSource?
    var known: [AppSource] = []
    var scenarios: [Scenario] = []
    var play: ScenarioPlay?
    /// Whether the list of sources opens once it is complete.
    var isListRequested = false
    var opening: AppSource?
    var comparing: AppSource?
    /// The typed name of the source to compare with as soon as the list is complete.
    var nameToCompare: String?
    /// The places in the sources that were shown before, by the source's id.
    var places: [String: ConsolePlace] = [:]

    var showsFirst: Bool { shown?.id == first?.id }

    mutating func moveOn() {
        isListRequested = false
        (comparing, nameToCompare) = (nil, nil)
    }
}

extension ConsoleState {
    var shownTitle: String {
        if case .running? = sources.shown?.kind { sources.shown?.title ?? "" } else { model.status.appName }
    }

    mutating func listSources() {
        sources.isListRequested = true
        outbox.append(.listSources)
        announce("Looking for apps, recordings, and scenarios", .notice)
    }

    var reasonSwitchNotAllowed: String? {
        if sources.shown == nil { return "This console shows only one app" }
        if let opening = sources.opening { return "\(opening.title) is being opened" }
        return app.whatIf?.changes.isEmpty == false ? tryingReason : nil
    }

    var tryingReason: String {
        "Changes are being tried; \(keymap.keyText(for: .whatIf, in: [.console]) ?? "") applies or discards them"
    }

    /// Stores the sources and opens their list if the user is still waiting for it.
    mutating func storeSources(_ found: FoundSources) {
        (sources.known, sources.scenarios) = (found.sources, found.scenarios)
        // The title can change when another app with the same name starts.
        if let shown = found.sources.first(where: { $0.id == sources.shown?.id }) { sources.shown = shown }
        if case .palette = dialog { searchPalette(keepsSelection: true) }
        if let name = sources.nameToCompare {
            sources.nameToCompare = nil
            compare(withSourceNamed: name)
        }
        guard sources.isListRequested else { return }
        sources.isListRequested = false
        messages.announcement = nil
        let options = found.sources.map { source in
            ChoiceDialog.Option(
                title: source.title, note: source.note, isCurrent: source.id == sources.shown?.id,
                intent: .openSource(source))
        }
        offer(
            "Apps, recordings, and scenarios", body: found.notes.map { StyledLine($0, .dim) },
            options + found.scenarios.map(option))
    }

    mutating func open(_ source: AppSource) {
        guard source.id != sources.shown?.id else {
            announce("\(source.title) is shown already", .notice)
            return
        }
        if let reason = reasonSwitchNotAllowed {
            reject(reason, .problem)
            return
        }
        sources.opening = source
        announce("Opening \(source.title)", .notice)
        outbox.append(.openSource(source))
    }

    /// Replaces the state of the previous source, and remembers the user's place in that source.
    mutating func showSource(_ source: AppSource, canTravel: Bool, note: String?) {
        // The sources are kept, because the rest of the state is replaced below.
        var sources = sources
        if let shown = sources.shown { sources.places[shown.id] = ConsolePlace(self) }
        (sources.shown, sources.opening) = (source, nil)
        sources.moveOn()
        var environment = environment
        environment.canTravel = canTravel
        self = ConsoleState(
            environment: environment, keymap: keymap, options: options, place: sources.places[source.id])
        self.sources = sources
        outbox.append(.showSource)
        announce(["Now showing \(source.title)", note].compactMap(\.self).joined(separator: ". "), .done)
    }

    mutating func reportFailure(opening source: AppSource, reason: String) {
        sources.opening = nil
        reject("\(source.title) cannot be shown: \(reason)", .problem)
    }
}
