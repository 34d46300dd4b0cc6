// SPDX-License-Identifier: MIT

import FlintFoundation
import FlintWorld

extension ConsoleFile {
    fileprivate var title: String {
        switch self {
        case .report: "Save a report"
        case .recording: "Record the changes"
        case .scenario(let minutes?): "Save the changes of the last \(minutes == 1 ? "minute" : "\(minutes) minutes")"
        case .scenario(nil): "Save all changes of the history"
        case .test(let event): "Write a test of event \(event)"
        }
    }

    fileprivate var summary: String {
        switch self {
        case .report: "Features, purchases, permissions, flags, overrides, timeline and log in one file."
        case .recording: "Every change that you make from now on becomes a line of a scenario."
        case .scenario: "Every change that is not undone becomes a line of a scenario."
        case .test: "Sets the facts that decided the event, and expects the availability of its features."
        }
    }

    fileprivate var format: String {
        switch self {
        case .report: "plain text if the name ends in .txt, otherwise JSON"
        case .recording, .scenario: "a new file"
        case .test: "a new Swift file, named as the test's type"
        }
    }

    fileprivate func name(for app: String) -> String {
        switch self {
        case .report: "\(app)-report.json"
        case .recording, .scenario: "\(app).scenario"
        case .test(let event): "Event\(event)Tests.swift"
        }
    }
}

extension ConsoleState {
    mutating func askForFile(_ file: ConsoleFile) { dialog = .form(form(for: file)) }

    /// Returns names for a file, except names that are known to be taken.
    private func suggestedPaths(for file: ConsoleFile) -> [String] {
        let app = model.status.appName.lowercased().map { $0.isLetter || $0.isNumber ? String($0) : "-" }.joined()
        let name = file.name(for: app.isEmpty ? "app" : String(app.prefix(40)))
        let parts = name.split(separator: ".", maxSplits: 1)
        let names = [name] + (2...100).map { "\(parts[0])-\($0).\(parts.last ?? "")" }
        return names.filter { !takenNames.contains($0) }
    }

    private func form(for file: ConsoleFile) -> FormDialog {
        form(for: file, path: suggestedPaths(for: file).first ?? "", problem: nil)
    }

    private func form(for file: ConsoleFile, path: String, problem: String?) -> FormDialog {
        FormDialog(
            title: file.title, body: [StyledLine(file.summary, .dim)],
            fields: [
                FormDialog.Field(name: "file", description: file.format, isRequired: true, field: TextField(path))
            ], purpose: .write(file), problem: problem)
    }

    mutating func reportOutcome(_ outcome: FileOutcome, of file: ConsoleFile, at path: String) {
        let isSuggestion = suggestedPaths(for: file).contains(path)
        switch outcome {
        case .complete, .incomplete, .taken: takenNames.insert(path.split(separator: "/").last.map(String.init) ?? path)
        case .failed: break
        }
        switch outcome {
        case .complete(let sentence): announceFile(file, at: path, sentence)
        case .incomplete(let parts): announce("The report was saved in \(path), but is incomplete: \(parts)", .problem)
        case .taken:
            let next = isSuggestion ? suggestedPaths(for: file).first : nil
            ask(for: file, path: next ?? path, problem: "There is already a file \(path)")
        case .failed(let problem): ask(for: file, path: path, problem: problem)
        }
    }

    private mutating func ask(for file: ConsoleFile, path: String, problem: String) {
        if dialog == nil {
            dialog = .form(form(for: file, path: path, problem: problem))
        } else {
            announce(problem, .problem)
        }
    }

    private mutating func announceFile(_ file: ConsoleFile, at path: String, _ sentence: String) {
        switch file {
        case .report: announce("The report was saved in \(path)", .done)
        case .test, .scenario: announce("\(path): \(sentence)", .done)
        case .recording:
            environment.recording = .file(path)
            let key = keymap.keyText(for: .record, in: [.console])
            let omission =
                model.overrides.isEmpty && model.status.differences.isEmpty ? "" : ", but not the earlier ones"
            announce(
                "Changes are recorded in \(path)\(omission)" + (key.map { "; \($0) ends the recording" } ?? ""), .done)
        }
    }

    // MARK: Recordings

    var reasonRecordingNotAllowed: String? {
        switch environment.recording {
        case .unsupported: "Changes cannot be recorded from here"
        case .none: model.status.recording != nil && !isInThePast ? "A recording cannot be changed" : nil
        case .file: nil
        }
    }

    mutating func startOrEndRecording() {
        if case .file = environment.recording {
            outbox.append(.endRecording)
            return
        }
        let periods: [(title: String, file: ConsoleFile)] = [
            ("From now on", .recording), ("The last minute", .scenario(minutes: 1)),
            ("The last 5 minutes", .scenario(minutes: 5)), ("The last 10 minutes", .scenario(minutes: 10)),
            ("All changes of the history", .scenario(minutes: nil)),
        ]
        let options = periods.map { ChoiceDialog.Option(title: $0.title, intent: .open(form(for: $0.file))) }
        offer("Record which changes?", options)
    }

    mutating func endRecording(problem: String?) {
        guard case .file(let path) = environment.recording else { return }
        environment.recording = .none
        announce(problem ?? "The changes were recorded in \(path)", problem == nil ? .done : .problem)
    }

    // MARK: Reports

    /// An inspector of the data that the console still shows after losing the connection, or `nil` for a connected app.
    var lastKnownApp: MomentInspector? {
        guard let reason = model.status.disconnection else { return nil }
        let (events, lines) = (screens.timeline.tail.rows.fold.events, screens.logs.tail.rows.items)
        let moment = RecordedMoment(
            name: model.status.appName, event: lastEventID,
            date: newestEvent?.date ?? lines.last?.date ?? .distantPast, isLast: true)
        // The console has not received these parts, so the report lists them as missing.
        var parts: [MissingPart.Part] = [.catalog, .facts, .history, .moments]
        if app.missing[.state] != nil { parts += [.state, .differences] }
        return MomentInspector(
            moment, World(model: model),
            MomentInspector.Records(
                stacks: screens.stacks.open, history: { [] }, events: { id in events.filter { $0.id > id } },
                logLines: { id in lines.filter { $0.id > id } }, personas: { PersonaList() }, moment: nil,
                missing: parts.map { MissingPart($0, reason: reason) }))
    }
}
