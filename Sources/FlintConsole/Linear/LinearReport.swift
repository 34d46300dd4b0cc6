// SPDX-License-Identifier: MIT

import FlintTerminal
import FlintWorld

extension LinearSession {
    /// The parts of the state as of the last report.
    ///
    /// The next report compares the new state with them.
    struct Shown {
        /// Whether the report on a typed line has yet to be printed.
        var isAnswering = false
        var screen = ConsoleScreen.features
        var pane = Pane.list
        /// The list's title, which names its filters, and its number of rows, or 0 for a list that grows at the end.
        var list = ""
        var selection: String?
        var column = 0
        var announcement: Announcement?
        var dialog: Dialog?
        var question: Question?
        var banner: String?
        var warnings: Set<String> = []
        /// The id of the latest event whose changes in availability were announced, or `nil` before the first report.
        var event: UInt64?
        var source: String?

        struct Question: Hashable {
            let feature: String
            let stage: FlowSnapshot.Stage
            let permission: String?
        }

        mutating func begin(_ state: ConsoleState) {
            isAnswering = true
            readPlace(state)
        }

        mutating func readPlace(_ state: ConsoleState) {
            (screen, pane, list) = (state.screen, state.pane, Self.listSummary(of: state))
            selection = state.screen.behavior.selectedID(in: state)
            column = state.screens.matrix.column
        }

        static func listSummary(of state: ConsoleState) -> String {
            let behavior = state.screen.behavior
            // New rows are no reason to print a growing list again.
            let count = behavior.isNewestLast(in: state) ? 0 : behavior.rowCount(in: state)
            return "\(behavior.linearTitle(in: state)) \(count)"
        }
    }

    /// Returns the lines that report what has changed since the last report.
    ///
    /// Changes of the app itself are only announced. The answer to a typed line also contains the list or the details
    /// that its steps have led to.
    mutating func report(_ state: ConsoleState) -> [String] {
        defer { output = [] }
        if shown.event == nil {
            output += greeting(state)
            shown.event = state.lastEventID
            shown.banner = Self.banner(state)
        } else if state.sources.shown?.id != shown.source {
            // Earlier events of another app or recording are not news, but its banner is.
            shown.event = state.lastEventID
            shown.banner = nil
        }
        shown.source = state.sources.shown?.id
        announce(state)
        let isAnswering = shown.isAnswering
        // A question takes the place of the list or the details.
        if !reportQuestions(state), isAnswering { reportPlace(state) }
        shown.isAnswering = false
        shown.readPlace(state)
        return output
    }

    private func greeting(_ state: ConsoleState) -> [String] {
        let title = state.screen.title.lowercased()
        return status(state) + ["Type \"list\" to list the \(title), \"help\" for help, \"q\" to quit."]
    }

    func status(_ state: ConsoleState) -> [String] {
        let line = StatusLine(state)
        return [line.left, line.right].map(\.rowText).filter { !$0.isEmpty }.map { part in
            // The signs before the words are omitted, because they add nothing to the words.
            part.split(separator: ", ").map { $0.first.map("*=>".contains) == true ? $0.dropFirst(2) : $0 }
                .joined(separator: ", ")
        }
    }

    /// Returns the mode to announce: disconnected, what-if, or a past event; or `nil` for a live app.
    private static func banner(_ state: ConsoleState) -> String? {
        let status = state.model.status
        if status.disconnection != nil { return "disconnected" }
        if state.app.whatIf != nil { return "what-if" }
        return status.recording.map { "event \($0.event)" }
    }

    // MARK: Announcements

    private mutating func announce(_ state: ConsoleState) {
        let text = state.messages.announcement?.text ?? ""
        if let announcement = state.messages.announcement, announcement != shown.announcement { output.append(text) }
        shown.announcement = state.messages.announcement
        let last = shown.event ?? 0
        // Only the entries since the last report are read, the newest one first.
        let entries = state.screens.timeline.tail.rows.fold.entries.reversed().prefix { $0.id > last }
        let changes = Self.net(entries.reversed().flatMap(\.event.features))
            .filter { state.feature($0.featureID)?.isVisible != false }
            .map { "\($0.featureName) is \($0.after.availabilityText)" }
            // The announced result of a command already names the features that it changed.
            .filter { !text.contains($0) }
        output += changes.prefix(Self.page).map { "\($0) now" }
        if changes.count > Self.page {
            output.append("\(changes.count - Self.page) more features have changed their availability")
        }
        shown.event = max(last, state.lastEventID)
        let raised = state.app.warnings.filter { !shown.warnings.contains($0.id) }
        output += raised.prefix(Self.page).map { "Warning: \($0.message)" }
        if raised.count > Self.page { output.append("\(raised.count - Self.page) more warnings") }
        shown.warnings = Set(state.app.warnings.map(\.id))
        let banner = Self.banner(state)
        guard banner != shown.banner else { return }
        shown.banner = banner
        output += status(state)
    }

    /// Combines changes of the same feature, and omits changes that cancel each other out.
    private static func net(_ changes: [FeatureChange]) -> [FeatureChange] {
        var (net, indices) = ([FeatureChange](), [String: Int]())
        for change in changes {
            if let index = indices[change.featureID] {
                net[index].after = change.after
            } else {
                indices[change.featureID] = net.count
                net.append(change)
            }
        }
        return net.filter { $0.before != $0.after }
    }

    // MARK: Questions

    /// Reports an open dialog or the question of an authorization flow unless it was reported before.
    ///
    /// - Returns: Whether a dialog is open or a question was reported, so that neither the list nor the details follow.
    private mutating func reportQuestions(_ state: ConsoleState) -> Bool {
        let before = shown.dialog
        shown.dialog = state.dialog
        switch state.dialog {
        case .choices(let dialog):
            // A dialog that follows the app, such as the store's clock, is not printed again with every change.
            if case .choices(let old) = before, old.title == dialog.title, old.terms != dialog.terms {
                ask(dialog.terms, of: dialog, state)
            } else if shown.isAnswering ? before != state.dialog : before?.title != dialog.title {
                ask(dialog, state)
            }
            return true
        case .form(let form):
            if before != state.dialog { ask(form, isNew: before?.title != form.title) }
            return true
        case .help, .palette, nil: if before != nil { rest = .none }
        }
        // A flow asks only while its pane has the focus. Otherwise, a line is a command.
        guard case .flow(let stage) = state.inputMode, let flow = state.model.status.flow else {
            shown.question = nil
            return false
        }
        let question = Shown.Question(feature: flow.featureID, stage: stage, permission: flow.current)
        guard question != shown.question || before != nil else { return false }
        shown.question = question
        let answers = flow.offeredAnswers
        output += FlowView.question(of: flow, in: state).map(\.narrowText).filter { !$0.isEmpty }
        output += answers.enumerated().map { "\($0.offset + 1)  \($0.element.title): \($0.element.consequence)" }
        choices = []
        numbersAnswerFlow = true
        let choice = answers.isEmpty ? "" : "Enter chooses \(state.screens.flow.choice + 1). "
        output.append("\(choice)\"back\" leaves the question open.")
        return true
    }

    private mutating func ask(_ dialog: ChoiceDialog, _ state: ConsoleState) {
        output.append(dialog.title)
        output += dialog.body.map(\.narrowText).filter { !$0.isEmpty }
        let options = dialog.options.enumerated().map { index, option in
            let remark = option.remark.isEmpty ? "" : ", \(option.remark)"
            return "\(index + dialog.firstNumber)  \(option.title)\(remark)\(Self.effect(of: option, state))"
        }
        printPage(of: options)
        ask(dialog.terms, of: dialog, state)
    }

    private mutating func ask(_ terms: OverrideTerms, of dialog: ChoiceDialog, _ state: ConsoleState) {
        func name(_ command: KeyCommand) -> String {
            state.keymap.keyText(for: command, in: state.inputMode.contexts) ?? ""
        }
        if !dialog.places.isEmpty {
            let others = dialog.places.indices.filter { $0 != dialog.place }.map { dialog.places[$0].name }
            output.append(
                "The change is made \(dialog.places[dialog.place].name). \(name(.nextPlace)) offers to make it "
                    + "\(others.joined(separator: ", ")).")
        }
        if dialog.offersOverrides {
            let reason = terms.reason.isEmpty ? "no reason" : "reason: \(terms.reason)"
            output.append(
                "The override is kept \(terms.expiryText), \(reason). \(name(.nextExpiry)) and "
                    + "\(name(.giveReason)) change this.")
        }
        guard dialog.options.indices.contains(dialog.selected) else { return }
        if dialog.inputMode == .sources {
            output.append("\(name(.compareSource)) and a number compares the shown app or recording with that one.")
        }
        let marked = "\(dialog.selected + dialog.firstNumber), \(dialog.options[dialog.selected].title)"
        output.append("Enter chooses \(marked). \(name(.close)) chooses nothing.")
    }

    private static func effect(of option: ChoiceDialog.Option, _ state: ConsoleState) -> String {
        guard let command = option.previewed, let preview = state.app.previews.results[command] else { return "" }
        let changes = PlainReport.changes(preview.changes).map { $0.drop { $0 == " " } }
        guard !changes.isEmpty else { return "; no availability changes" }
        let more = changes.count > 5 ? ", and \(changes.count - 5) more" : ""
        return "; \(changes.prefix(5).joined(separator: ", "))\(more)"
    }

    private mutating func ask(_ form: FormDialog, isNew: Bool) {
        if isNew {
            output.append(form.title)
            output += form.body.map(\.narrowText)
            output += form.fields.prefix(form.focus).map { "\($0.name): \($0.shownText)" }
            output.append("Enter leaves an answer as it is, \"-\" empties it, and \"esc\" cancels.")
        }
        if let problem = form.problem { output.append("Problem: \(problem)") }
        guard form.fields.indices.contains(form.focus) else { return }
        let field = form.fields[form.focus]
        let notes = [
            field.description, field.isSensitive ? "visible while you type it" : "",
            field.field.text.isEmpty ? "" : "now \(field.shownText)",
        ]
        let name = field.name + (field.isRequired ? " (required)" : "")
        output.append(([name] + [notes.filter { !$0.isEmpty }.joined(separator: "; ")]).joined(separator: ": "))
    }

    // MARK: The place

    private mutating func reportPlace(_ state: ConsoleState) {
        switch answer {
        case .list: appendList(of: state)
        case .details: output += details(state)
        case .row: printSelectedRow(state)
        case .changes:
            if state.screen != shown.screen || Shown.listSummary(of: state) != shown.list {
                appendList(of: state)
            } else if state.pane != shown.pane {
                if state.pane == .detail { output += details(state) } else { appendList(of: state) }
            } else if state.screen == .matrix, state.screens.matrix.column != shown.column {
                output += MatrixScreen().linearHeading(in: state).map(\.narrowText)
            } else if state.screen.behavior.selectedID(in: state) != shown.selection {
                printSelectedRow(state)
            }
        }
    }

    private mutating func printSelectedRow(_ state: ConsoleState) {
        let behavior = state.screen.behavior
        guard let row = behavior.selectedRowNumber(in: state) else { return }
        output.append(String(behavior.rowText(row, in: state).drop { $0 == " " }))
    }

    private mutating func appendList(of state: ConsoleState) {
        let behavior = state.screen.behavior
        let order = behavior.isNewestLast(in: state) && behavior.rowCount(in: state) > 1 ? ", newest first" : ""
        let count = behavior.rowCount(in: state)
        output.append("\(behavior.linearTitle(in: state)): \(count.counted("row"))\(order)")
        output += behavior.linearHeading(in: state).map(\.narrowText).filter { !$0.isEmpty }
        choices = []
        output += rows(after: 0, in: state)
    }

    /// Returns the next rows of the current screen's list, and numbers their items.
    mutating func rows(after first: Int, in state: ConsoleState) -> [String] {
        let behavior = state.screen.behavior
        let count = behavior.rowCount(in: state)
        let end = min(count, first + Self.page)
        var lines: [String] = []
        for position in first..<max(first, end) {
            let row = behavior.isNewestLast(in: state) ? count - 1 - position : position
            let text = behavior.rowText(row, in: state)
            guard let id = behavior.rowID(row, in: state) else {
                lines.append(text)
                continue
            }
            choices.append(.row(state.screen, id))
            lines.append("\(choices.count)  \(text)")
        }
        rest = end < count ? .rows(end) : .none
        if end < count { lines.append("\"more\" lists \(count - end) more.") }
        return lines
    }

    private func details(_ state: ConsoleState) -> [String] {
        if state.screen == .features, FeaturesScreen().hasSelection(in: state), let feature = state.selectedFeature {
            return PlainReport.explanation(of: feature).filter { !$0.isEmpty }
        }
        let title = state.screen.behavior.detailTitle(in: state)
        return [title].compactMap(\.self) + state.detailLines().map(\.narrowText).filter { !$0.isEmpty }
    }
}

extension Dialog {
    fileprivate var title: String? {
        switch self {
        case .choices(let dialog): dialog.title
        case .form(let form): form.title
        case .help, .palette: nil
        }
    }
}

extension FormDialog.Field {
    fileprivate var shownText: String {
        isSensitive ? String(repeating: "*", count: field.text.count) : field.text
    }
}
