import InspectorKit
import TerminalKit

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

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
        fact: OverridableFact, now: String?, keys: [KeyCommand], context: KeyContext, state: ConsoleState, columns: Int
    ) {
        var heading = StyledLine("Override", .heading)
        heading.pad(to: Self.titleColumns)
        heading.append("what it would change", .dim)
        lines.append(heading)
        let values = fact.values + [(title: "no override", command: fact.removal)]
        for (value, command) in zip(values, keys) {
            let isCurrent = now.map { $0 == value.title } ?? (value.command == fact.removal)
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

/// When an override expires and why it was made, as people read it.
enum OverrideWords {
    /// When an override expires, such as `until 14:05` or `2 uses left`.
    ///
    /// - Parameters:
    ///   - expiry: The expiry.
    ///   - offset: The seconds to add to universal time.
    ///   - today: A moment of the day whose times need no date; `nil` to give the date always.
    /// - Returns: The text; `nil` for an override that stays until it is removed.
    static func expiry(_ expiry: OverrideExpiry?, offset: Int, today: Date?) -> String? {
        switch expiry {
        case nil, .after?: return nil
        case .untilQuit?: return "until quit"
        case .uses(let count)?: return "\(count) use\(count == 1 ? "" : "s") left"
        case .until(let date)?:
            let day = DateWords.day(of: date, offset: offset)
            let minute = DateWords.minute(of: date, offset: offset)
            let isToday = today.map { DateWords.day(of: $0, offset: offset) == day } ?? false
            return isToday ? "until \(minute)" : "until \(day) \(minute)"
        }
    }
}

extension ConsoleState {
    /// When an override expires, as people read it; `nil` for an override that stays until it is removed.
    func expiryText(of record: OverrideRecord) -> String? {
        // The newest event gives the current day without reading a clock; on any other day the date is given.
        OverrideWords.expiry(record.expiry, offset: environment.timeZoneOffset, today: newestEvent?.date)
    }

    /// When an override expires, its reason and its source, as people read them; empty if none of them is known.
    func termsWords(of record: OverrideRecord) -> String {
        let reason = record.reason.flatMap { $0.isEmpty ? nil : "\(signs.openQuote)\($0)\(signs.closeQuote)" }
        let source = record.source.map { "by \($0)" }
        return [expiryText(of: record), reason, source].compactMap { $0 }.joined(separator: " \(signs.dot) ")
    }

    /// The lines that say whether a fact is overridden, with what, how long and why.
    func overrideLines(of fact: OverridableFact, words: String?, columns: Int) -> [StyledLine] {
        guard let words else { return [StyledLine("   override    ").adding("none", .dim)] }
        var line = StyledLine("   override    ").adding("\(signs.overridden) \(words)", .overridden)
        if let record = fact.record(in: model) {
            let terms = termsWords(of: record)
            if !terms.isEmpty { line.append("  \(terms)", .dim) }
        }
        return line.wrapped(to: columns, indent: 15)
    }
}
