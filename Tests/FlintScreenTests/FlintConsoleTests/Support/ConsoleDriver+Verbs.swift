import FlintModel
import FlintTerminal
import FlintWorld
import Testing

@testable import FlintConsole

// The verbs press the keys that a user would press, and record an issue at their caller if what they look for is not
// there. They do not check that the app accepts a command or a form, which many tests refuse on purpose. A test whose
// subject is a key types that key instead.
extension ConsoleDriver {
    /// An item that a screen lists, with the name that the console shows.
    struct Item {
        fileprivate let noun: String
        fileprivate let name: String
        fileprivate let screen: ConsoleScreen

        static func feature(_ name: String) -> Item { Item(noun: "feature", name: name, screen: .features) }
        static func product(_ name: String) -> Item { Item(noun: "product", name: name, screen: .purchases) }
        static func permission(_ name: String) -> Item { Item(noun: "permission", name: name, screen: .permissions) }
        static func fact(_ name: String) -> Item { Item(noun: "fact", name: name, screen: .flags) }
        /// A persona, which is a column of the matrix.
        static func persona(_ name: String) -> Item { Item(noun: "persona", name: name, screen: .matrix) }

        static let smartPlaylists = feature("Smart playlists")
        static let premium = product("Premium subscription")
    }

    // MARK: Keys

    /// Presses the keys that run commands in the part of the console that currently receives keys.
    ///
    /// `press(.unlock)` presses U on the Features screen.
    mutating func press(_ commands: KeyCommand..., sourceLocation: SourceLocation = #_sourceLocation) {
        for command in commands where !pressKey(for: command, sourceLocation) { return }
    }

    private mutating func pressKey(for command: KeyCommand, _ sourceLocation: SourceLocation) -> Bool {
        let contexts = state.inputMode.contexts
        let keys = state.keymap.bindings(in: contexts).filter { $0.command == command }.flatMap(\.keys)
        let key = keys.first { key in
            // The letters of a dialog's options take precedence over the keymap.
            if case .choices(let dialog) = state.dialog, dialog.row(for: key) != nil { return false }
            return state.keymap.binding(for: key, in: contexts)?.command == command
        }
        guard let key else {
            Issue.record("No key runs the command \(command.rawValue) here.", sourceLocation: sourceLocation)
            return false
        }
        feed(.terminal(.key(key)))
        return true
    }

    /// Types text in which angle brackets have no special meaning.
    private mutating func enter(_ text: String) {
        for character in text { feed(.terminal(.key(KeyPress(.character(character))))) }
    }

    // MARK: Screens and lists

    /// Opens a screen with its digit.
    ///
    /// `go(to: .timeline)` presses 5.
    mutating func go(to screen: ConsoleScreen, sourceLocation: SourceLocation = #_sourceLocation) {
        guard isScreenActive(sourceLocation) else { return }
        enter("\(screen.rawValue)")
        guard state.screen != screen else { return }
        Issue.record("The screen \(screen.title) did not open: \(announcement)", sourceLocation: sourceLocation)
    }

    private func isScreenActive(_ sourceLocation: SourceLocation) -> Bool {
        guard state.dialog != nil || state.filter.isEditing else { return true }
        let obstacle = state.dialog == nil ? "A filter is being typed" : "A dialog is open"
        Issue.record("\(obstacle), so the screen receives no keys.", sourceLocation: sourceLocation)
        return false
    }

    /// Filters the list of the screen, and keeps the filter.
    ///
    /// `filter("is:overridden")` types the text after a slash, and presses Enter.
    mutating func filter(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) {
        guard isScreenActive(sourceLocation), pressKey(for: .filter, sourceLocation) else { return }
        enter(text)
        guard pressKey(for: .keepFilter, sourceLocation), state.filter.isEditing else { return }
        Issue.record("The filter \(text) is not kept: \(announcement)", sourceLocation: sourceLocation)
    }

    /// Selects an item on its screen by filtering for its name, and clears the filter.
    ///
    /// `select(.feature("Smart playlists"))` opens the Features screen unless it is open already.
    ///
    /// - Returns: Whether the item is selected.
    @discardableResult
    mutating func select(_ item: Item, sourceLocation: SourceLocation = #_sourceLocation) -> Bool {
        guard isScreenActive(sourceLocation) else { return false }
        if state.screen != item.screen { go(to: item.screen, sourceLocation: sourceLocation) }
        if item.screen == .matrix { return selectColumn(of: item, sourceLocation) }
        filter("\"\(item.name)\"", sourceLocation: sourceLocation)
        // The names of other items can contain the name.
        for _ in 0..<state.matchCount where selectedName != item.name {
            guard pressKey(for: .nextMatch, sourceLocation) else { return false }
        }
        let isFound = state.matchCount > 0 && selectedName == item.name
        if !isFound { Issue.record("The console lists no \(item.noun) \(item.name).", sourceLocation: sourceLocation) }
        return pressKey(for: .back, sourceLocation) && isFound
    }

    private mutating func selectColumn(of persona: Item, _ sourceLocation: SourceLocation) -> Bool {
        let names = state.screens.matrix.matrix?.columns.map(\.name) ?? []
        guard let wanted = names.firstIndex(of: persona.name) else {
            Issue.record("The matrix has no column \(persona.name): \(names)", sourceLocation: sourceLocation)
            return false
        }
        let column = state.screens.matrix.column
        for _ in 0..<abs(wanted - column) {
            press(wanted > column ? .right : .left, sourceLocation: sourceLocation)
        }
        return state.screens.matrix.column == wanted
    }

    /// The name of the selected feature, product, permission, or fact.
    private var selectedName: String? {
        switch state.screen {
        case .features: state.screens.features.browser.list.selection.flatMap(state.feature)?.name
        case .purchases: state.selectedProduct?.name
        case .permissions: state.selectedPermission?.title
        case .flags: state.selectedFactItem?.title
        case .timeline, .stacks, .logs, .matrix: nil
        }
    }

    /// Selects the last row of the list that contains some text.
    ///
    /// `select(row: "Seek x12")` goes to the end of the list, and then up to the row.
    mutating func select(row text: String, sourceLocation: SourceLocation = #_sourceLocation) {
        guard isScreenActive(sourceLocation) else { return }
        if state.pane == .detail { press(.nextPane, sourceLocation: sourceLocation) }
        press(.last, sourceLocation: sourceLocation)
        for _ in 0..<state.matchCount where !selectedRow.contains(text) { press(.up, sourceLocation: sourceLocation) }
        guard !selectedRow.contains(text) else { return }
        Issue.record("No row contains \(text).", sourceLocation: sourceLocation)
    }

    /// The selected row of the list, in full, or an empty string.
    private var selectedRow: String {
        state.screen.behavior.selectedRow(in: state, columns: 400)?.text ?? ""
    }

    /// Goes to the line of the details that contains some text and leads somewhere.
    ///
    /// `select(line: "Location when in use")` selects the requirement in the details of a feature.
    mutating func select(line text: String, sourceLocation: SourceLocation = #_sourceLocation) {
        guard isScreenActive(sourceLocation) else { return }
        if state.pane == .list { press(.nextPane, sourceLocation: sourceLocation) }
        let lines = state.detailLines()
        let wanted = lines.firstIndex { $0.target != nil && $0.text.contains(text) }
        if let wanted, let line = state.details.selection?.index(in: lines), line > wanted {
            press(.first, sourceLocation: sourceLocation)
        }
        // A key either selects the next line or scrolls by one line.
        for _ in 0..<lines.count * 2 where selectedDetail?.contains(text) != true {
            press(.down, sourceLocation: sourceLocation)
        }
        guard selectedDetail?.contains(text) != true else { return }
        Issue.record("No line of the details contains \(text) and leads somewhere.", sourceLocation: sourceLocation)
    }

    // MARK: Dialogs

    /// Chooses an option of the open dialog by its title or the beginning of its title.
    ///
    /// `choose("not purchased")` moves to the option with the arrow keys, and presses Enter.
    ///
    /// - Returns: Whether there is such an option.
    @discardableResult
    mutating func choose(_ title: String, sourceLocation: SourceLocation = #_sourceLocation) -> Bool {
        guard case .choices(let dialog) = state.dialog else {
            Issue.record("No dialog with options is open, so \(title) is not one.", sourceLocation: sourceLocation)
            return false
        }
        let titles = dialog.options.map(\.title)
        let rows = titles.indices.filter { titles[$0].hasPrefix(title) }
        guard let row = titles.firstIndex(of: title) ?? (rows.count == 1 ? rows[0] : nil) else {
            let count = rows.isEmpty ? "No option begins" : "Several options begin"
            Issue.record("\(count) with \(title): \(titles)", sourceLocation: sourceLocation)
            return false
        }
        for _ in 0..<abs(row - dialog.selected) {
            press(row > dialog.selected ? .down : .up, sourceLocation: sourceLocation)
        }
        return pressKey(for: .choose, sourceLocation)
    }

    /// Types into the fields of the open form, beginning with the first, and submits the form.
    ///
    /// `submit("My state", "for a test")` replaces the content of the first two fields and leaves the others.
    mutating func submit(_ texts: String..., sourceLocation: SourceLocation = #_sourceLocation) {
        submit(texts, sourceLocation)
    }

    private mutating func submit(_ texts: [String], _ sourceLocation: SourceLocation) {
        guard case .form(let form) = state.dialog else {
            Issue.record("No form is open.", sourceLocation: sourceLocation)
            return
        }
        guard texts.count <= form.fields.count else {
            let names = form.fields.map(\.name)
            Issue.record("The form has fewer fields than \(texts): \(names)", sourceLocation: sourceLocation)
            return
        }
        for (index, text) in texts.enumerated() {
            moveToField(index, of: form, sourceLocation)
            if !form.fields[index].field.text.isEmpty { type("<ctrl-u>") }
            enter(text)
        }
        if case .form(let current) = state.dialog, !current.isAtEnd {
            moveToField(form.fields.count - 1, of: form, sourceLocation)
        }
        press(.choose, sourceLocation: sourceLocation)
    }

    private mutating func moveToField(_ index: Int, of form: FormDialog, _ sourceLocation: SourceLocation) {
        for _ in form.fields {
            guard case .form(let current) = state.dialog, current.focus != index else { return }
            press(.nextField, sourceLocation: sourceLocation)
        }
    }

    // MARK: Commands

    /// Performs an action of the selected feature with input in the order of its fields.
    ///
    /// `perform("Create", input: "Morning walk")` chooses the action, and submits the form for its input. The console
    /// may then show why the action was refused.
    mutating func perform(_ action: String, input: String..., sourceLocation: SourceLocation = #_sourceLocation) {
        guard isScreenActive(sourceLocation), pressKey(for: .perform, sourceLocation) else { return }
        switch state.dialog {
        // A feature with a single action that takes input immediately asks for the input.
        case .form(let form) where form.title.hasSuffix(": \(action)"): break
        case .choices: guard choose(action, sourceLocation: sourceLocation) else { return }
        default:
            Issue.record("The action \(action) is not offered: \(announcement)", sourceLocation: sourceLocation)
            return
        }
        if case .form = state.dialog {
            submit(input, sourceLocation)
        } else if !input.isEmpty {
            Issue.record("The action \(action) asks for no input.", sourceLocation: sourceLocation)
        }
    }

    /// Selects an item and overrides it with a value as the console shows it.
    ///
    /// `override(.product("Premium subscription"), as: "purchased")` opens the dialog with the values of the product.
    mutating func override(_ item: Item, as value: String, sourceLocation: SourceLocation = #_sourceLocation) {
        guard select(item, sourceLocation: sourceLocation), pressKey(for: .override, sourceLocation) else { return }
        if case .form = state.dialog {
            submit([value], sourceLocation)
        } else {
            choose(value, sourceLocation: sourceLocation)
        }
    }

    /// Runs the first entry that the palette finds.
    ///
    /// `run("override the platform")` types the text after a colon, and presses Enter.
    mutating func run(_ words: String, sourceLocation: SourceLocation = #_sourceLocation) {
        guard isScreenActive(sourceLocation), pressKey(for: .palette, sourceLocation) else { return }
        enter(words)
        guard case .palette(let palette) = state.dialog, !palette.hasNoMatch else {
            Issue.record("The palette finds nothing for \(words).", sourceLocation: sourceLocation)
            return
        }
        press(.choose, sourceLocation: sourceLocation)
        guard case .palette = state.dialog else { return }
        Issue.record("The palette refuses \(words): \(announcement)", sourceLocation: sourceLocation)
    }
}
