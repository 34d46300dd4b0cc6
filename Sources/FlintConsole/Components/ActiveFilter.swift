import InspectorKit
import TerminalKit

/// Something that leaves items out of a list, with the key that lets more of them in.
struct ActiveFilter: Sendable, Hashable {
    /// What leaves them out, in a word, such as `level`.
    let label: String
    /// What it lets through, such as `error and above`.
    let value: String
    /// The key that widens it.
    let key: String
    /// What the key does, such as `shows all topics`.
    let effect: String

    /// The cells that labels take in a list of several.
    private static let labelColumns = 8

    /// What lets nothing through, one below the other, so that each can be widened.
    ///
    /// - Parameters:
    ///   - narrowings: The active filters.
    ///   - noun: What is looked for, such as `line`.
    ///   - columns: The cells a line may take; of a long value the end is cut off, never the key.
    ///   - signs: What cut-off text ends with.
    /// - Returns: A heading, then a line for each.
    static func lines(_ narrowings: [ActiveFilter], noun: String, columns: Int, signs: GlyphSet) -> [StyledLine] {
        [StyledLine("No \(noun) matches:", .dim)]
            + narrowings.map { narrowing in
                let end = " \(narrowing.effect)"
                let room = columns - 2 - labelColumns - 2 - DisplayWidth.of(narrowing.key + end)
                var line = StyledLine(
                    "  " + TextLayout.cell(narrowing.label, labelColumns, ellipsis: signs.ellipsis), .dim)
                line.append(TextLayout.clipped(narrowing.value, to: room, ellipsis: signs.ellipsis) + "  ")
                line.append(narrowing.key, .key)
                line.append(end, .dim)
                return line
            }
    }

    /// What leaves an item out, in a few words, such as `the level (L) and the filter (esc)`.
    static func words(_ narrowings: [ActiveFilter]) -> String {
        let parts = narrowings.map { "the \($0.label) (\($0.key))" }
        guard let last = parts.last, parts.count > 1 else { return parts.first ?? "" }
        return parts.dropLast().joined(separator: ", ") + " and " + last
    }
}

extension ConsoleState {
    /// The filter of the present screen among what leaves items out, or nothing while there is none.
    var typedFilter: [ActiveFilter] {
        guard filter.isActive else { return [] }
        let key = keymap.keyText(for: .back, in: [.motion]) ?? ""
        return [ActiveFilter(label: "filter", value: filter.field.text, key: key, effect: "clears the filter")]
    }
}

/// Words that must all occur in a text, in any order and in any case.
struct SearchTerms: Sendable, Hashable {
    private let words: [TextNeedle]

    /// Creates terms from what was typed; blanks separate words.
    init(_ text: String) {
        words = text.split(separator: " ").map { TextNeedle(String($0)) }
    }

    /// Whether everything matches because there are no terms.
    var isEmpty: Bool { words.isEmpty }

    /// Whether a text contains every word.
    func match(_ text: String) -> Bool { words.allSatisfy { $0.isIn(text) } }
}
