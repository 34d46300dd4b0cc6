import FlintInspectorTestSupport
import FlintTerminal
import FlintWorld
import Foundation

@testable import FlintConsole

/// A console without a terminal, which plays keys, performs effects synchronously, and draws.
///
/// The driver passes events to the console's state and carries out the resulting effects on a ``SampleApp``.
/// Effects that are neither commands nor requests are collected in ``effects``. Tests use the console with verbs such
/// as ``select(_:sourceLocation:)``, or type keys, and then read the state, the drawn text, or the sent commands.
struct ConsoleDriver {
    var state: ConsoleState
    let app: SampleApp
    /// Effects other than commands and requests, in order.
    var effects: [ConsoleEffect] = []
    private var isListed = false

    /// Opens a console.
    ///
    /// - Parameters:
    ///   - app: The app.
    ///   - columns: The width of the screen.
    ///   - rows: The height of the screen.
    ///   - usesUTF8: Whether the terminal shows more than ASCII.
    ///   - colors: The number of colors of the terminal.
    ///   - options: The console's settings.
    ///   - place: The saved position of the previous session.
    ///   - startsAtTop: Whether to select the first feature, from which tests count their keys, instead of the
    ///     console's initial selection.
    init(
        _ app: SampleApp = SampleApp(), columns: Int = 120, rows: Int = 40, usesUTF8: Bool = true,
        colors: Int = 256, options: ConsoleOptions = ConsoleOptions(), place: ConsolePlace? = nil,
        startsAtTop: Bool = true
    ) {
        self.app = app
        state = ConsoleState(
            environment: ConsoleEnvironment(
                size: TerminalSize(columns: columns, rows: rows), colors: colors, usesUTF8: usesUTF8),
            options: options, place: place)
        pull()
        if startsAtTop {
            FeaturesScreen().move(.first, in: &state)
            // The selection is explained after an event has been processed.
            feed(.terminal(.resumed))
        }
    }

    /// Reads the app's changes, events, and log lines.
    mutating func pull() {
        let request = Sync(
            since: isListed ? state.model.revision : nil, event: state.lastEventID,
            line: state.screens.logs.tail.rows.lastID)
        let events = [ConsoleEvent](answering: request, by: app, after: state.app.whatIf, missing: [])
        isListed = events.listsApp ?? isListed
        for event in events { feed(event) }
    }

    /// Processes an event and all resulting effects.
    mutating func feed(_ event: ConsoleEvent) {
        for effect in state.update(event) {
            switch effect {
            case .send(let command, let purpose): execute(command, purpose)
            case .ask(.state):
                isListed = false
                pull()
            case .ask(let question):
                for answer in question.answer(by: app, after: state.app.whatIf) { feed(answer) }
            case .countStates(let id): feed(.states(id, app.states(of: id)))
            default: effects.append(effect)
            }
        }
    }

    private mutating func execute(_ command: Command, _ purpose: CommandPurpose) {
        let result = SampleApp.result(of: command, sentTo: app)
        pull()
        if let result { feed(.commandFinished(command, purpose, result)) }
    }

    /// Presses keys: characters as they are typed, and names in angle brackets.
    mutating func type(_ keys: String) {
        for key in KeyPress.sequence(keys) { feed(.terminal(.key(key))) }
    }

    /// Changes the app without a command and reads the changes.
    mutating func change(_ body: (SampleApp) -> Void) {
        body(app)
        pull()
    }

    /// Shows a world as a value in place of the app.
    mutating func show(_ world: World) {
        app.show(world)
        isListed = false
        pull()
    }

    /// Adds events and log lines that do not come from the app, and reads them.
    mutating func log(_ change: (inout News) -> Void) { self.change { $0.add(change) } }

    mutating func resize(_ columns: Int, _ rows: Int) {
        feed(.terminal(.resize(TerminalSize(columns: columns, rows: rows))))
    }

    func canvas() -> Canvas {
        var canvas = Canvas(size: state.environment.size)
        state.render(into: &canvas)
        return canvas
    }

    /// The number of list rows that are generated to draw the screen.
    var rowsDrawn: Int {
        var canvas = Canvas(size: state.environment.size)
        return state.render(into: &canvas)
    }

    func text() -> String { canvas().lines.joined(separator: "\n") }

    var announcement: String { state.messages.announcement?.text ?? "" }

    /// The text of the selected line of the details, or `nil` if none is selected.
    var selectedDetail: String? {
        let lines = state.detailLines()
        return state.details.selection?.index(in: lines).map { lines[$0].text }
    }

    var choices: ChoiceDialog? {
        if case .choices(let dialog) = state.dialog { dialog } else { nil }
    }

    var form: FormDialog? {
        if case .form(let dialog) = state.dialog { dialog } else { nil }
    }

    var help: HelpDialog? {
        if case .help(let dialog) = state.dialog { dialog } else { nil }
    }

    /// The title of the open dialog with choices, or an empty string.
    var dialogTitle: String { choices?.title ?? "" }
}

extension ConsoleState {
    var selectedFlag: FlagSnapshot? {
        if case .flag(let flag)? = selectedFactItem { flag } else { nil }
    }
}
