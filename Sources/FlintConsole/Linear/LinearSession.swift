// SPDX-License-Identifier: MIT

import FlintTerminal
import FlintWorld

/// The interpreter of the linear console, which translates typed lines into steps and changes into printed lines.
///
/// The session is a value without side effects. It reads the console's state and remembers only what was printed: the
/// numbered results, the rest of a long list, and the state as of the last report. The ``ConsoleShell`` takes the
/// steps. A line is, in this order, an answer to the open dialog, a number, a key, a command with or without a name, or
/// words to search for.
struct LinearSession {
    enum Choice: Sendable, Hashable {
        case row(ConsoleScreen, RowID)
        case take(PaletteEntry)
        /// Selects the item that the command applies to, and then runs the command.
        case run(KeyCommand, on: PaletteEntry?)
        case line(String)
    }

    enum Rest: Sendable, Hashable {
        case none
        /// The rows of the current screen that follow the given number of printed rows.
        case rows(Int)
        case lines([String])
    }

    enum Answer: Sendable, Hashable {
        case changes
        case row
        case list
        case details
    }

    static let page = 20
    static let historyLimit = 100

    var choices: [Choice] = [] {
        didSet { numbersAnswerFlow = false }
    }
    /// Whether a typed number chooses an answer of the authorization flow.
    ///
    /// New numbered results reset the value.
    var numbersAnswerFlow = false
    var rest = Rest.none
    var answer = Answer.changes
    private(set) var history: [String] = []
    /// The lines to print before the steps are taken.
    var output: [String] = []
    var shown = Shown()

    mutating func read(_ line: String, in state: ConsoleState) -> [LinearStep] {
        shown.begin(state)
        answer = .changes
        let steps = steps(for: line, in: state)
        // The steps remove the announcement, so an announcement with the same text is new.
        if !steps.isEmpty { shown.announcement = nil }
        return steps
    }

    private mutating func steps(for line: String, in state: ConsoleState) -> [LinearStep] {
        if case .form(let form) = state.dialog { return fill(form, with: line) }
        let text = line.trimmingSpaces
        if !text.isEmpty, text != "history", history.last != text {
            if history.count == Self.historyLimit { history.removeFirst() }
            history.append(text)
        }
        if case .choices(let choices) = state.dialog { return choose(text, from: choices, in: state) }
        if case .flow = state.inputMode, let steps = reply(text, in: state) { return steps }
        return readCommand(text, in: state)
    }

    // MARK: Questions

    private mutating func fill(_ form: FormDialog, with line: String) -> [LinearStep] {
        guard form.fields.indices.contains(form.focus) else { return [] }
        switch line.trimmingSpaces {
        case "esc": return [LinearStep(.run(.close))]
        // An empty line keeps the field's value.
        case "": return [LinearStep(.fill(form.fields[form.focus].field.text))]
        case "-": return [LinearStep(.fill(""))]
        default: return [LinearStep(.fill(line))]
        }
    }

    private mutating func choose(_ text: String, from dialog: ChoiceDialog, in state: ConsoleState) -> [LinearStep] {
        if text.isEmpty { return choose(dialog.selected, of: dialog) }
        if text == "more", printRest(in: state) { return [] }
        if text == "list" || text == "show" {
            shown.dialog = nil
            return []
        }
        let first = dialog.firstNumber
        if let number = Int(text), dialog.options.indices.contains(number - first) {
            return choose(number - first, of: dialog)
        }
        let commands: [KeyCommand] = [.close, .nextPlace, .nextExpiry, .previousExpiry, .giveReason, .quit]
        let bindings = state.keymap.bindings(in: state.inputMode.contexts).filter { commands.contains($0.command) }
        if text == "back" || text == "cancel" { return [LinearStep(.run(.close))] }
        if let command = bindings.first(where: { $0.isNamed(text) })?.command { return [LinearStep(.run(command))] }
        if let source = sourceToCompare(text, of: dialog, in: state) {
            return [LinearStep(.take(.compareSource(source)))]
        }
        if let row = dialog.options.firstIndex(where: { $0.key.map(String.init) == text }) {
            return choose(row, of: dialog)
        }
        let named = dialog.options.indices.filter {
            SearchTerms(text).match(dialog.options[$0].title)
        }
        if named.count == 1 { return choose(named[0], of: dialog) }
        // The line closes a dialog that makes no changes, and is then read as a command.
        guard dialog.makesChanges else { return [LinearStep(.run(.close))] + readCommand(text, in: state) }
        let last = first + dialog.options.count - 1
        output.append(
            "\"\(text.excerpt)\" is not an option. Type a number from \(first) to \(last), or \"close\" to choose nothing."
        )
        return []
    }

    /// Returns the source whose number is in a line such as `compare 2`, or `nil` for any other line.
    private func sourceToCompare(_ text: String, of dialog: ChoiceDialog, in state: ConsoleState) -> AppSource? {
        let words = text.split(separator: " ").map(String.init)
        let bindings = state.keymap.bindings(in: state.inputMode.contexts).filter { $0.command == .compareSource }
        guard words.count == 2, bindings.contains(where: { $0.isNamed(words[0]) }), let number = Int(words[1]),
            dialog.options.indices.contains(number - dialog.firstNumber)
        else { return nil }
        return dialog.options[number - dialog.firstNumber].source
    }

    private mutating func choose(_ row: Int, of dialog: ChoiceDialog) -> [LinearStep] {
        if dialog.options.indices.contains(row) {
            switch dialog.options[row].intent {
            case .goTo, .goToFeature, .showEvent: answer = .details
            case .close, .change, .perform, .offerAction, .offerPlans, .openDeclaration, .offerFocus, .beginFlow,
                .showFlow,
                .replaceFlow, .chooseValue, .typeValue,
                .readImpact, .removeOverride, .stopWatching, .typeAdvance, .open, .askToResetStore, .leaveWhatIf,
                .showLevel,
                .showTopic, .read, .copy, .openSource, .offerPlay, .play, .listSettings, .set, .changeProduction:
                break
            }
        }
        return [LinearStep(.option(row))]
    }

    private mutating func reply(_ text: String, in state: ConsoleState) -> [LinearStep]? {
        let answers = state.model.status.flow?.offeredAnswers ?? []
        if let named = answers.firstIndex(where: { $0.isNamed(text) }) { return [LinearStep(.answer(named))] }
        guard text.isEmpty || Int(text) != nil else { return nil }
        guard numbersAnswerFlow else {
            guard text.isEmpty else { return nil }
            // The question is asked again.
            if !printRest(in: state) { shown.question = nil }
            return []
        }
        if text.isEmpty { return answers.isEmpty ? [] : [LinearStep(.answer(state.screens.flow.choice))] }
        return Int(text).flatMap { answers.indices.contains($0 - 1) ? [LinearStep(.answer($0 - 1))] : nil }
    }

    // MARK: Lines

    private mutating func readCommand(_ text: String, in state: ConsoleState) -> [LinearStep] {
        if text.isEmpty || text == "more" {
            if !printRest(in: state), !text.isEmpty { output.append("There is nothing more to list.") }
            return []
        }
        if text.hasPrefix("/") { return filter(text, in: state) }
        if let typed = Self.textToComplete(in: text) {
            complete(typed, in: state)
            return []
        }
        if text.hasPrefix("?") || text == "help" || text.hasPrefix("help ") {
            help(text.drop { $0 != " " && $0 != "?" }.dropFirst().description.trimmingSpaces, in: state)
            return []
        }
        if text.hasPrefix(":") {
            printResults(of: text.dropFirst().description.trimmingSpaces, in: state)
            return []
        }
        if let number = Int(text) { return open(number, in: state) }
        switch text.lowercased() {
        case "list", "redraw": answer = .list
        case "show", "details":
            shown.question = nil
            answer = .details
        case "status": output += status(state)
        case "history":
            printChoices(history.map { ($0, .line($0)) }, title: "\(history.count.counted("line")) typed, oldest first")
        default: return runNamed(text, in: state)
        }
        return []
    }

    /// Returns the steps that open the result with a number.
    ///
    /// Before any results are numbered, a number opens the screen with that number.
    private mutating func open(_ number: Int, in state: ConsoleState) -> [LinearStep] {
        if choices.isEmpty, let screen = ConsoleScreen(rawValue: number) { return steps(to: screen, in: state) }
        guard choices.indices.contains(number - 1) else {
            output.append(
                choices.isEmpty
                    ? "Nothing is numbered yet. Type \"list\" to list the \(state.screen.title.lowercased())."
                    : "The results are numbered from 1 to \(choices.count).")
            return []
        }
        switch choices[number - 1] {
        case .row(let screen, let id):
            guard screen == state.screen else {
                output.append("That item is on another screen. Type \"\(screen.title.lowercased())\" to list it again.")
                return []
            }
            answer = .details
            return [LinearStep(.open(id))]
        case .take(let entry): return steps(taking: entry)
        case .run(let command, let entry): return steps(running: command, on: entry, in: state)
        case .line(let line):
            // A number in a line from the history referred to an earlier list.
            choices = []
            return readCommand(line, in: state)
        }
    }

    mutating func steps(to screen: ConsoleScreen, in state: ConsoleState) -> [LinearStep] {
        KeyCommand.screens.first { $0.value == screen }.map { steps(running: $0.key, on: nil, in: state) } ?? []
    }

    private mutating func filter(_ text: String, in state: ConsoleState) -> [LinearStep] {
        let query = text.dropFirst().description
        let tab = query.firstIndex(of: "\t")
        // A question mark can be part of a pattern, so it completes only where a term or a value begins.
        let isQuestion = query == "?" || query.hasSuffix(":?") || query.hasSuffix(" ?")
        guard tab != nil || isQuestion else {
            answer = .list
            // The texts are requested first, so that the filter also searches descriptions and requirements.
            return [LinearStep(.prepare), LinearStep(.filter(query.trimmingSpaces))]
        }
        let typed = tab.map { String(query[..<$0]) } ?? String(query.dropLast())
        // The completions are found in a copy, so that the list keeps its filter.
        var copy = state
        copy.filter.field = TextField(typed)
        guard let offer = copy.filterCompletion else {
            output.append("There is nothing to complete here.")
            return []
        }
        let results = offer.candidates.map { candidate -> (String, Choice) in
            var field = TextField(typed)
            field.replace(offer.range, with: candidate.text)
            return (candidate.text, .line("/\(field.text)\(candidate.isField ? "?" : "")"))
        }
        printChoices(results, title: "Completions of /\(typed)")
        return []
    }

    // MARK: Lists

    /// Prints the next part of a long list.
    ///
    /// - Returns: `false` if no rows are left.
    mutating func printRest(in state: ConsoleState) -> Bool {
        switch rest {
        case .none: return false
        case .rows(let count): output += rows(after: count, in: state)
        case .lines(let lines): printPage(of: lines)
        }
        return true
    }

    mutating func printPage(of lines: [String]) {
        output += lines.prefix(Self.page)
        let left = lines.dropFirst(Self.page)
        rest = left.isEmpty ? .none : .lines(Array(left))
        if !left.isEmpty { output.append("\"more\" lists \(left.count) more.") }
    }

    mutating func printChoices(_ results: [(text: String, choice: Choice)], title: String) {
        output.append(title)
        choices = results.map { $0.choice }
        printPage(of: results.enumerated().map { "\($0.offset + 1)  \($0.element.text)" })
    }
}

extension ChoiceDialog {
    /// The number of the first option.
    ///
    /// If the options have digits as keys, as unlock plans do, the digits are also their numbers, so the first number
    /// is 0.
    var firstNumber: Int { options.count > 1 && options[1].key == "1" ? 0 : 1 }
}

extension KeyBinding {
    func isNamed(_ text: String) -> Bool {
        keys.contains { $0.description == text } || names.contains(text.lowercased())
    }

    var names: [String] {
        let title = KeyCommand.screens[command]?.title ?? ""
        let name = command.rawValue
        return [name, name.replacingHyphens, label.lowercased(), title.lowercased()].filter { !$0.isEmpty }
    }
}

extension FlowAnswer {
    /// Returns whether a typed line names the answer: its title or its identifier, such as "deny" for the refusal.
    fileprivate func isNamed(_ text: String) -> Bool {
        [title.lowercased(), rawValue, rawValue.replacingHyphens].contains(text.lowercased())
    }
}

extension String {
    fileprivate var replacingHyphens: String { String(map { $0 == "-" ? " " : $0 }) }

    var trimmingSpaces: String { String(drop { $0 == " " }).trimmingTrailingSpaces }
}
