import InspectorKit

extension ConsoleState {
    mutating func askForReport() {
        let name = model.status.appName.lowercased().map { $0.isLetter || $0.isNumber ? String($0) : "-" }.joined()
        openReportForm(path: "\(name.isEmpty ? "app" : String(name.prefix(40)))-report.json", problem: nil)
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
