import InspectorKit

extension ConsoleState {
    /// The reason commands cannot be recorded, or `nil` if they can.
    var reasonRecordingNotAllowed: String? {
        switch environment.recording {
        case .unsupported: "Changes cannot be recorded from here"
        case .none: model.status.recording != nil && !isInThePast ? "A recording cannot be changed" : nil
        case .file: nil
        }
    }

    mutating func startOrEndRecording() {
        if case .file = environment.recording {
            outbox.append(.record(path: nil))
        } else {
            openRecordingForm(path: "\(fileName).scenario", problem: nil)
        }
    }

    private mutating func openRecordingForm(path: String, problem: String?) {
        dialog = .form(
            FormDialog(
                title: "Record the changes",
                body: [StyledLine("Every change that you make from now on becomes a line of a scenario.", .dim)],
                fields: [
                    FormDialog.Field(name: "file", description: "a new file", isRequired: true, field: TextField(path))
                ], purpose: .record, problem: problem))
    }

    mutating func submitRecording(_ form: FormDialog) {
        dialog = nil
        outbox.append(.record(path: form.fields[0].field.text.trimmed))
    }

    /// Announces that a recording has started or ended, or opens the form again with the problem.
    mutating func receive(recordingIn path: String?, problem: String?) {
        let ended = environment.recording
        if path == nil { environment.recording = .none }
        if let problem {
            if let path, dialog == nil {
                openRecordingForm(path: path, problem: problem)
            } else {
                announce(problem, .problem)
            }
        } else if let path {
            environment.recording = .file(path)
            let key = keymap.keyText(for: .record, in: [.console])
            announce("Changes are recorded in \(path)" + (key.map { "; \($0) ends the recording" } ?? ""), .done)
        } else if case .file(let path) = ended {
            announce("The changes were recorded in \(path)", .done)
        }
    }
}
