// SPDX-License-Identifier: MIT

import FlintTerminal
import FlintWorld

/// A restriction that hides items from a list, and the key that relaxes it.
///
/// A screen can have several restrictions: the typed filter, a minimum log level, a topic, or a past moment. If they
/// leave the list empty, the console shows each restriction with its key, so that the user can see which one to relax.
struct ActiveFilter: Sendable, Hashable {
    let label: String
    /// The restriction's current setting, such as `error and above`.
    let value: String
    let key: String
    /// The effect of pressing the key, such as `shows all topics`.
    let effect: String

    private static let labelColumns = 8

    /// Returns a heading and one line for each restriction, to show in place of an empty list.
    ///
    /// `noun` is the singular word for an item, such as `line`.
    static func lines(_ filters: [ActiveFilter], noun: String, columns: Int, glyphs: GlyphSet) -> [StyledLine] {
        [StyledLine("No \(noun) matches:", .dim)]
            + filters.map { narrowing in
                let end = " \(narrowing.effect)"
                // Only the value is truncated. The key and its effect tell the user how to relax the restriction.
                let room =
                    columns - 2 - max(labelColumns, narrowing.label.utf8.count + 1) - 2
                    - DisplayWidth.of(narrowing.key + end)
                let label = TextLayout.cell(
                    narrowing.label, max(labelColumns, narrowing.label.utf8.count + 1), ellipsis: glyphs.ellipsis)
                var line = StyledLine("  " + label, .dim)
                line.append(TextLayout.clipped(narrowing.value, to: room, ellipsis: glyphs.ellipsis) + "  ")
                line.append(narrowing.key, .key)
                line.append(end, .dim)
                return line
            }
    }

    /// Returns the restrictions and their keys as a phrase, such as `the level (L) and the filter (esc)`.
    static func summary(of filters: [ActiveFilter]) -> String {
        filters.map { "the \($0.label) (\($0.key))" }.listed()
    }
}

extension ConsoleState {
    var typedFilter: [ActiveFilter] {
        guard filter.isActive else { return [] }
        let key = keymap.keyText(for: .back, in: [.motion]) ?? ""
        return [ActiveFilter(label: "filter", value: filter.field.text, key: key, effect: "clears the filter")]
    }
}

/// Search words that must all occur in a string, in any order and regardless of case.
///
/// The list of keys is searched this way because its entries have no fields to filter by.
struct SearchTerms: Sendable, Hashable {
    private let words: [TextNeedle]

    init(_ text: String) {
        words = text.split(separator: " ").map { TextNeedle(String($0)) }
    }

    func match(_ text: String) -> Bool { words.allSatisfy { $0.occurs(in: text) } }
}
