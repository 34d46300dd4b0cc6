import InspectorKit

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension ConsoleState {
    mutating func askForReport() {
        openReportForm(path: "\(fileName)-report.json", problem: nil)
    }

    /// A file name without extension that is derived from the app's name.
    var fileName: String {
        let name = model.status.appName.lowercased().map { $0.isLetter || $0.isNumber ? String($0) : "-" }.joined()
        return name.isEmpty ? "app" : String(name.prefix(40))
    }

    private mutating func openReportForm(path: String, problem: String?) {
        let description = "plain text if the name ends in .txt, otherwise JSON"
        dialog = .form(
            FormDialog(
                title: "Save a report",
                body: [
                    StyledLine(
                        "Features, purchases, permissions, flags, overrides, timeline and log in one file.", .dim)
                ],
                fields: [
                    FormDialog.Field(name: "file", description: description, isRequired: true, field: TextField(path))
                ], purpose: .saveReport, problem: problem))
    }

    /// An inspector of what the console still shows of an app whose connection was lost, or `nil` for another app.
    var lastKnownApp: MomentInspector? {
        guard let reason = model.status.disconnection else { return nil }
        let (events, lines) = (timeline.tail.rows.fold.events, logs.tail.rows.recent.items)
        let moment = RecordedMoment(
            name: model.status.appName, event: lastEventID,
            date: newestEvent?.date ?? lines.last?.date ?? .distantPast, isLast: true)
        let missing: [MissingPart.Part] = [.catalog, .facts, .differences, .history, .moments]
        return MomentInspector(
            moment, World(model: model),
            MomentInspector.Records(
                stacks: stacks.open, history: { [] }, events: { id in events.filter { $0.id > id } },
                logLines: { id in lines.filter { $0.id > id } }, personas: { PersonaList() }, moment: nil,
                missing: missing.map { MissingPart($0, reason: reason) }))
    }

    mutating func submitReport(_ form: FormDialog) {
        dialog = nil
        outbox.append(.saveReport(path: form.fields[0].field.text.trimmed))
    }

    /// Announces that the report was saved, or opens the form again with the problem.
    mutating func receive(_ outcome: ReportOutcome, ofReportAt path: String) {
        switch outcome {
        case .complete: announce("The report was saved in \(path)", .done)
        case .incomplete(let parts): announce("The report was saved in \(path), but is incomplete: \(parts)", .problem)
        case .failed(let problem):
            if dialog == nil { openReportForm(path: path, problem: problem) } else { announce(problem, .problem) }
        }
    }
}
