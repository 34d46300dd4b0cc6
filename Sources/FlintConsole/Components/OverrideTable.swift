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
            lines += line.wrapped(to: columns, indent: Self.titleColumns)
        }
    }
}

/// When an override expires and why it was made, as people read it.
enum OverrideWords {
    /// How long an override is kept, such as `until 14:05`, `for 2 uses` or `until removed`.
    ///
    /// - Parameters:
    ///   - expiry: The expiry.
    ///   - offset: The seconds to add to universal time.
    ///   - today: A moment of the day whose times need no date; `nil` to give the date always.
    /// - Returns: The text, in the same words as ``OverrideExpiry/displayText(now:timeZoneOffset:)``.
    static func expiry(_ expiry: OverrideExpiry?, offset: Int, today: Date?) -> String {
        switch expiry {
        case nil: return OverrideExpiry.untilRemovedText
        case .after(let seconds)?: return "for \(DurationWords.words(seconds: seconds))"
        case .untilQuit?, .uses?:
            // Neither depends on a moment.
            return expiry?.displayText(now: .distantPast, timeZoneOffset: 0) ?? OverrideExpiry.untilRemovedText
        case .until(let date)?:
            let day = DateWords.day(of: date, offset: offset)
            let minute = DateWords.minute(of: date, offset: offset)
            let isToday = today.map { DateWords.day(of: $0, offset: offset) == day } ?? false
            return isToday ? "until \(minute)" : "until \(day) \(minute)"
        }
    }
}

extension ConsoleState {
    /// How long an override is kept, as people read it.
    func expiryText(of record: OverrideRecord) -> String {
        // The newest event gives the current day without reading a clock; on any other day the date is given.
        OverrideWords.expiry(record.expiry, offset: environment.timeZoneOffset, today: newestEvent?.date)
    }

    /// How long an override is kept, its reason and its source, as people read them.
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
            line.append("  \(termsWords(of: record))", .dim)
        }
        return line.wrapped(to: columns, indent: 15)
    }
}
