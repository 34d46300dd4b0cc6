// SPDX-License-Identifier: MIT

import FlintTerminal
import FlintWorld

/// The part of the console that currently receives keys.
///
/// The mode determines which key contexts apply. It is derived from the state: a window that is too small takes
/// precedence over a dialog, a dialog over a filter that is being typed, and a filter over the screen.
enum InputMode: Sendable, Hashable {
    case cramped
    case choices
    case overriding
    case sources
    case form
    case help
    case palette
    case filter
    case flow(FlowSnapshot.Stage)
    case screen(ConsoleScreen)

    static let all: [InputMode] =
        ConsoleScreen.allCases.map(InputMode.screen) + FlowSnapshot.Stage.allCases.map(InputMode.flow)
        + [.cramped, .choices, .overriding, .sources, .form, .help, .palette, .filter]

    /// The contexts that apply, the most specific one first.
    var contexts: [KeyContext] {
        switch self {
        case .cramped: [.cramped, .everywhere]
        case .choices: [.choices, .everywhere]
        case .overriding: [.overriding, .choices, .everywhere]
        case .sources: [.sources, .choices, .everywhere]
        case .form: [.form, .everywhere]
        case .help: [.help, .everywhere]
        case .palette: [.palette, .everywhere]
        case .filter: [.filter, .everywhere]
        case .flow(let stage): [Self.context(of: stage), .flow, .motion, .console, .everywhere]
        case .screen(let screen): [screen.behavior.keyContext, .browsing, .motion, .console, .everywhere]
        }
    }

    private static func context(of stage: FlowSnapshot.Stage) -> KeyContext {
        switch stage {
        case .card: .flowCard
        case .prompt: .flowPrompt
        case .outcome: .flowOutcome
        case .summary: .flowSummary
        }
    }
}

extension ConsoleState {
    /// Handles a key as the letter of a dialog's option, as a bound command, or as text.
    mutating func press(_ key: KeyPress) {
        moveOn()
        let inputMode = inputMode
        // The letters of a dialog's options take precedence over the keymap.
        if case .choices(let dialog) = dialog, [.choices, .overriding, .sources].contains(inputMode),
            let row = dialog.row(for: key)
        {
            choose(row)
        } else if let binding = keymap.binding(for: key, in: inputMode.contexts) {
            run(binding.command)
        } else if !edit({ $0.press(key) }) {
            reject("\(key) is not bound here; \(dialog == nil ? "?" : "the last line") lists the keys")
        }
    }

    /// Resets the state that lasts only until the next key or click.
    ///
    /// If the user has moved on, the result of an earlier command must not open a form or a dialog on top of the new
    /// screen.
    mutating func moveOn() {
        messages.moveOn()
        askMissingQuestionsAgain()
        commands.moveOn()
        sources.moveOn()
        pointer.moveOn()
        if commands.count == 0 { screens.flow.isExpected = false }
    }

    mutating func run(_ command: KeyCommand) {
        if let reason = reasonNotAllowed(command) {
            reject(reason)
            return
        }
        switch inputMode {
        case .choices, .overriding, .sources: runInChoices(command)
        case .form: runInForm(command)
        case .help: runInHelp(command)
        case .palette: runInPalette(command)
        case .filter: runInFilter(command)
        case .cramped, .flow, .screen: runOnScreen(command)
        }
    }

    mutating func runEverywhere(_ command: KeyCommand) -> Bool {
        switch command {
        case .quit where dialog == nil && app.whatIf?.changes.isEmpty == false: runWhatIf()
        case .quit: outbox.append(.quit)
        case .suspend: outbox.append(.suspend)
        case .redraw: outbox.append(.redraw)
        default: return false
        }
        return true
    }

    mutating func paste(_ text: String) {
        let isInserted = edit { field in
            field.insert(text)
            return true
        }
        // Pasted text is never interpreted as keys.
        if !isInserted { reject("Text can be pasted only where text is typed") }
    }

    /// Changes the text field that has the focus.
    ///
    /// - Returns: The closure's result, or `false` if no text field has the focus.
    private mutating func edit(_ change: (inout TextField) -> Bool) -> Bool {
        switch (inputMode, dialog) {
        case (.filter, _):
            guard change(&filter.field) else { return false }
            filter.completions = nil
            filterChanged()
        case (.form, .form(var form)):
            guard change(&form.fields[form.focus].field) else { return false }
            form.problem = nil
            dialog = .form(form)
        case (.help, .help(var help)):
            guard change(&help.field) else { return false }
            help.selected = 0
            dialog = .help(help)
        case (.palette, .palette(var palette)):
            guard change(&palette.field) else { return false }
            dialog = .palette(palette)
            searchPalette(keepsSelection: false)
        case (.cramped, _), (.choices, _), (.overriding, _), (.sources, _), (.flow, _), (.screen, _), (.form, _),
            (.help, _), (.palette, _):
            return false
        }
        return true
    }

    mutating func moveList(_ motion: Motion) { screen.behavior.move(motion, in: &self) }
}
