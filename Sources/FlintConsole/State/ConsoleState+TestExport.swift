import InspectorKit

extension ConsoleState {
    mutating func askForTest() {
        guard let event = selectedTimelineRow?.entry.event.id else { return }
        openTestForm(of: event, path: "Event\(event)Tests.swift", problem: nil)
    }

    private mutating func openTestForm(of event: UInt64, path: String, problem: String?) {
        dialog = .form(
            FormDialog(
                title: "Write a test of event \(event)",
                body: [
                    StyledLine(
                        "Sets the facts that decided the event, and expects the availability of its features.", .dim)
                ],
                fields: [
                    FormDialog.Field(
                        name: "file", description: "a new Swift file, named as the test's type", isRequired: true,
                        field: TextField(path))
                ], purpose: .exportTest(event), problem: problem))
    }

    /// Announces that the test was written, or opens the form again with the problem.
    mutating func receive(_ outcome: TestExportOutcome, ofTestOf event: UInt64, at path: String) {
        switch outcome {
        case .written(let sentence): announce("\(path): \(sentence)", .done)
        case .failed(let problem):
            if dialog == nil {
                openTestForm(of: event, path: path, problem: problem)
            } else {
                announce(problem, .problem)
            }
        }
    }
}
