import InspectorKit
import TerminalKit

/// Where keys go at a moment.
enum InputMode: Sendable, Hashable {
    /// The window is too small for anything.
    case cramped
    /// A dialog that offers choices.
    case choices
    /// A dialog that offers choices some of which are overrides, which can be given a limit and a reason.
    case overriding
    /// A dialog with fields.
    case form
    /// The list of keys.
    case help
    /// The palette.
    case palette
    /// The filter that is being typed.
    case filter
    /// An authorization flow that waits for an answer.
    case flow(FlowSnapshot.Stage)
    /// A screen.
    case screen(ConsoleScreen)

    /// The contexts whose keys mean something here, the most specific first.
    var contexts: [KeyContext] {
        switch self {
        case .cramped: [.cramped, .everywhere]
        case .choices: [.choices, .everywhere]
        case .overriding: [.overriding, .choices, .everywhere]
        case .form: [.form, .everywhere]
        case .help: [.help, .everywhere]
        case .palette: [.palette, .everywhere]
        case .filter: [.filter, .everywhere]
        case .flow(let stage): [Self.context(of: stage), .flow, .motion, .console, .everywhere]
        case .screen(let screen): [screen.behavior.keyContext, .browsing, .motion, .console, .everywhere]
        }
    }

    /// The context of a stage of the flow.
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
    /// Does what a key means in the inputMode where keys go.
    mutating func press(_ key: KeyPress) {
        moveOn()
        let inputMode = inputMode
        if case .choices(let dialog) = dialog, dialog.waitsForArrow, key.isLetter {
            outbox.append(.ring)
            announce("Letters choose here once an arrow was pressed; enter takes the marked choice", .notice)
        } else if case .choices(let dialog) = dialog, [.choices, .overriding].contains(inputMode),
            let row = dialog.row(for: key)
        {
            choose(row)
        } else if let binding = keymap.binding(for: key, in: inputMode.contexts) {
            run(binding.command)
        } else if !type(key, in: inputMode) {
            outbox.append(.ring)
            let advice = dialog == nil ? "? lists the keys" : "the last line lists the keys"
            announce("\(key) is not bound here; \(advice)", .notice)
        }
    }

    /// Leaves behind what the last key led to: a user who has moved on must not get a form over the new screen.
    mutating func moveOn() {
        announcement = nil
        submission = nil
        refused = nil
        pointer = PointerState()
        if inFlight == 0 { flow.isExpected = false }
    }

    /// Runs a command, or announces why it cannot be run now.
    mutating func run(_ command: KeyCommand) {
        if let reason = reason(against: command) {
            outbox.append(.ring)
            announce(reason, .problem)
            return
        }
        switch inputMode {
        case .choices, .overriding: runInChoices(command)
        case .form: runInForm(command)
        case .help: runInHelp(command)
        case .palette: runInPalette(command)
        case .filter: runInFilter(command)
        case .cramped, .flow, .screen: runOnScreen(command)
        }
    }

    /// Runs a command that means the same in all places.
    ///
    /// - Returns: Whether it is such a command.
    mutating func runEverywhere(_ command: KeyCommand) -> Bool {
        switch command {
        case .quit: outbox.append(.quit)
        case .suspend: outbox.append(.suspend)
        case .redraw: outbox.append(.redraw)
        default: return false
        }
        return true
    }

    /// Puts a key into the text that is being typed.
    ///
    /// - Returns: Whether there is such a text and the key means something in it.
    private mutating func type(_ key: KeyPress, in inputMode: InputMode) -> Bool {
        switch (inputMode, dialog) {
        case (.filter, _):
            guard filter.field.press(key) else { return false }
            filter.completions = nil
            filterChanged()
        case (.form, .form(var form)):
            guard form.fields[form.focus].field.press(key) else { return false }
            form.problem = nil
            dialog = .form(form)
        case (.help, .help(var help)):
            guard help.field.press(key) else { return false }
            help.selected = 0
            dialog = .help(help)
        case (.palette, .palette(var palette)):
            guard palette.field.press(key) else { return false }
            dialog = .palette(palette)
            searchPalette(keepsSelection: false)
        default: return false
        }
        return true
    }

    /// Puts pasted text into the text that is being typed; anywhere else it is not taken for keys.
    mutating func paste(_ text: String) {
        switch (inputMode, dialog) {
        case (.filter, _):
            filter.field.insert(text)
            filter.completions = nil
            filterChanged()
        case (.form, .form(var form)):
            form.fields[form.focus].field.insert(text)
            form.problem = nil
            dialog = .form(form)
        case (.help, .help(var help)):
            help.field.insert(text)
            help.selected = 0
            dialog = .help(help)
        case (.palette, .palette(var palette)):
            palette.field.insert(text)
            dialog = .palette(palette)
            searchPalette(keepsSelection: false)
        default:
            outbox.append(.ring)
            announce("Text can be pasted only where text is typed", .notice)
        }
    }

    /// Moves the selection of the present screen's list.
    mutating func moveList(_ motion: Motion) { screen.behavior.move(motion, in: &self) }

    /// Scrolls the present screen's details; what lies beyond the end is corrected when the event is done with.
    mutating func scrollDetail(_ motion: Motion) {
        switch motion {
        case .by(let lines): detailTop = max(0, detailTop + lines)
        case .pages(let pages): detailTop = max(0, detailTop + pages * (layout.detailHeight(screen) - 1))
        case .first: detailTop = 0
        case .last: detailTop = .max / 2
        }
    }
}

extension KeyPress {
    /// Whether it types a character.
    fileprivate var isLetter: Bool {
        if case .character = key { modifiers.isEmpty } else { false }
    }
}
