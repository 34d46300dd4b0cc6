// SPDX-License-Identifier: MIT

import FlintTerminal
import FlintWorld

/// A part of the selected item that can be copied.
///
/// The console copies with the OSC 52 escape sequence, so the text reaches the clipboard of the user's terminal even
/// over a remote connection. Not every terminal supports the sequence.
enum CopyPart: Sendable, Hashable, CaseIterable {
    case row
    case details
    /// The complete item, in the format of the command line's `--json` option.
    case json
    case id
    /// The facts that decide the feature's availability, as text that commands accept in place of a persona's name.
    case persona

    /// The width in cells at which a copied row is laid out, so that it is complete in a narrow window.
    static let rowColumns = 240
    static let detailColumns = 400

    var key: Character {
        switch self {
        case .row: "r"
        case .details: "d"
        case .json: "J"
        case .id: "i"
        case .persona: "p"
        }
    }

    var title: String {
        switch self {
        case .row: "The row"
        case .details: "The details as text"
        case .json: "The details as JSON"
        case .id: "The id"
        case .persona: "The facts behind it, as a persona for FLINT_PERSONA"
        }
    }
}

extension ConsoleState {
    mutating func askWhatToCopy() {
        let options = CopyPart.allCases.map { part in
            ChoiceDialog.Option(
                key: part.key, title: part.title, intent: .copy(part),
                reason: copiedText(of: part) == nil ? "Not available for this item" : nil,
                details: part == .row || part == .id ? copiedText(of: part) ?? "" : "")
        }
        offer("Copy", options)
    }

    mutating func copy(_ part: CopyPart) {
        guard let text = copiedText(of: part) else { return }
        outbox.append(.copy(text, title: part.title))
    }

    mutating func announceCopy(of title: String, _ text: String, wasSent: Bool) {
        guard wasSent else {
            announce("\(title): too long to copy (\(text.utf8.count) bytes)", .problem)
            return
        }
        let count = text.count.counted("character")
        announce("\(title): \(count) sent to the terminal's clipboard, if it supports OSC 52", .done)
    }

    private func copiedText(of part: CopyPart) -> String? {
        let screen = screen.behavior
        switch part {
        case .row: return screen.selectedRow(in: self, columns: CopyPart.rowColumns)?.text.collapsingSpaces
        case .id: return screen.selectedID(in: self)
        case .persona:
            guard let id = screen.explainedFeature(in: self), app.explanations.features[id] != nil else { return nil }
            let text = app.world.decidingPersona(of: id).sharedText
            return text.isEmpty ? nil : text
        case .details:
            guard let title = screen.detailTitle(in: self) else { return nil }
            // In a wide window, no text is cut or wrapped.
            var wide = self
            wide.environment.size = TerminalSize(columns: CopyPart.detailColumns, rows: environment.size.rows)
            wide.pointer.divider = Divider()
            let texts = screen.detailLines(in: wide).map {
                (keymap.namesCommands ? $0.narrowText : $0.text).trimmingTrailingSpaces
            }
            return ([title] + texts).joined(separator: "\n")
        case .json:
            guard let value = screen.selectedValue(in: self) else { return nil }
            // The text ends with a line break.
            return (try? TextFormat.indentedJSON(of: value)).map { String($0.dropLast()) }
        }
    }
}

extension String {
    /// The text without spaces at its ends, and with at most two in a row.
    fileprivate var collapsingSpaces: String {
        var text = ""
        for character in self where character != " " || (!text.isEmpty && !text.hasSuffix("  ")) {
            text.append(character)
        }
        return text.trimmingTrailingSpaces
    }
}

// MARK: - The selection

extension ListScreen {
    func selectedRow(in state: ConsoleState, columns: Int) -> StyledLine? {
        let content = state[keyPath: content]
        guard hasSelection(in: state), content.browser.list.isPresent else { return nil }
        return line(content.rows[content.browser.list.index], in: state, columns: columns)
    }

    func selectedID(in state: ConsoleState) -> String? {
        hasSelection(in: state) ? state[keyPath: content].browser.list.selection : nil
    }

    func keptSelection(in state: ConsoleState) -> String? {
        let browser = state[keyPath: content].browser
        return browser.restoredSelection ?? browser.list.selection
    }

    func selectedValue(in state: ConsoleState) -> (any Encodable)? { selectedItem(in: state) as? any Encodable }
}

extension FollowingScreen {
    func selectedRow(in state: ConsoleState, columns: Int) -> StyledLine? {
        state[keyPath: tail].shown.map(rowFormatter(in: state, columns: columns))
    }

    func selectedID(in state: ConsoleState) -> String? { state[keyPath: tail].shown.flatMap { idText(of: $0) } }

    func selectedValue(in state: ConsoleState) -> (any Encodable)? {
        state[keyPath: tail].shown.flatMap { value(of: $0) }
    }
}
