import InspectorKit
import TerminalKit

/// The overrides of a fact, line by line, each with its key and with the effect it would have on features.
struct OverrideTable {
    /// The lines, a heading first.
    private(set) var lines: [StyledLine] = []
    /// The lines of each override, in the order of the values; the last is that of no override.
    private(set) var ranges: [Range<Int>] = []

    /// The cells before the effects.
    private static let titleColumns = 23

    /// Makes the lines.
    ///
    /// - Parameters:
    ///   - fact: The fact.
    ///   - now: The text of the value it is overridden with, if it is.
    ///   - keys: The commands that override it with each value, and then the one that removes the override.
    ///   - context: Where these commands have their keys.
    ///   - state: The state whose previews are shown.
    ///   - columns: The cells a line may take.
    init(
        fact: Fact, now: String?, keys: [ConsoleCommand], context: KeyContext, state: ConsoleState, columns: Int
    ) {
        var heading = StyledLine("Override", .heading)
        heading.pad(to: Self.titleColumns)
        heading.append("what it would change", .dim)
        lines.append(heading)
        let values = fact.values + [(title: "no override", command: fact.drop)]
        for (value, command) in zip(values, keys) {
            let isCurrent = now.map { $0 == value.title } ?? (value.command == fact.drop)
            var line = StyledLine(" \(state.keymap.keyText(for: command, in: [context]) ?? " ") ", .key)
            line.append(value.title)
            line.pad(to: Self.titleColumns)
            if isCurrent {
                line.append("current", .strong)
            } else {
                line.append(PreviewWords.line(state.previews.results[value.command], signs: state.signs))
            }
            let start = lines.count
            lines += line.wrapped(to: columns, indent: Self.titleColumns)
            ranges.append(start..<lines.count)
        }
    }
}
