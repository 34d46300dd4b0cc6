// SPDX-License-Identifier: MIT

import FlintFoundation
import FlintTerminal
import FlintWorld

/// The section of a detail pane that lists the values with which a fact can be overridden.
///
/// Each line shows the key for a value and the features that the override would change. The line of the current value
/// reads `current` instead.
struct OverrideTable {
    private(set) var lines: [StyledLine] = []

    private static let titleColumns = 23

    /// Creates the lines of the table.
    ///
    /// - Parameters:
    ///   - fact: The fact to override.
    ///   - now: The current override's value as shown on the screen, or `nil` if the fact is not overridden.
    ///   - keys: The commands that override the fact with each value, or `nil` for a value that a dialog offers,
    ///     followed by the command that removes the override.
    ///   - context: The context in which these commands have keys.
    ///   - state: The console's state, which contains the previews.
    ///   - columns: The width in cells.
    init(
        fact: OverridableFact, now: String?, keys: [KeyCommand?], context: KeyContext, state: ConsoleState, columns: Int
    ) {
        var heading = StyledLine("Override", .heading)
        heading.pad(to: Self.titleColumns)
        heading.append("effect", .dim)
        lines.append(heading)
        let values = fact.values(in: state.app.world) + [(title: "no override", command: fact.removal)]
        for (value, command) in zip(values, keys) {
            // If the fact is not overridden, the line that removes the override is the current one.
            let isCurrent = now.map { $0 == value.title } ?? (value.command == fact.removal)
            let key = command.flatMap { state.keymap.keyText(for: $0, in: [context]) }
            var line = StyledLine(" \(key ?? " ") ", .key)
            line.append(value.title)
            line.pad(to: max(Self.titleColumns, line.width + 1))
            if isCurrent {
                line.append("current", .strong)
            } else {
                line.append(PreviewFormatter.line(value.command, in: state))
            }
            lines += line.wrapped(to: columns, indent: Self.titleColumns)
        }
    }
}

enum OverrideExpiryFormatter {
    /// Returns the wording of an override's expiry, such as `until 14:05`, `for 2 uses`, or `until removed`.
    ///
    /// A duration whose end is not fixed yet is shown as a duration, such as `for 10 minutes`. An expiry on the same
    /// day as `today` is shown without the day.
    static func expiry(_ expiry: OverrideExpiry?, in timeZone: DisplayTimeZone, today: Date?) -> String {
        switch expiry {
        case nil: return OverrideExpiry.untilRemovedText
        case .after(let seconds)?: return "for \(DurationFormatter.exact(seconds: seconds))"
        case .untilQuit?, .uses?:
            // The wording of these expiries does not depend on the current date.
            return expiry?.displayText(at: .distantPast) ?? OverrideExpiry.untilRemovedText
        case .until(let date)?:
            let day = TimestampFormatter.day(of: date, in: timeZone)
            let minute = TimestampFormatter.minute(of: date, in: timeZone)
            let isToday = today.map { TimestampFormatter.day(of: $0, in: timeZone) == day } ?? false
            return isToday ? "until \(minute)" : "until \(day) \(minute)"
        }
    }
}

extension ConsoleState {
    func expiryText(of record: OverrideRecord) -> String {
        // The date of the newest event represents the current day, because drawing must not read a clock.
        OverrideExpiryFormatter.expiry(record.expiry, in: environment.timeZone, today: newestEvent?.date)
    }

    func termsText(of record: OverrideRecord) -> String {
        let reason = record.reason.flatMap { $0.isEmpty ? nil : glyphs.quoted($0) }
        let source = record.source.map { "by \($0)" }
        let assumption = isAssumed(record.identity) ? "assumed" : nil
        return [assumption, expiryText(of: record), reason, source].compactMap { $0 }.joined(
            separator: glyphs.separator)
    }

    func overrideLines(of fact: OverridableFact, words: String?, columns: Int) -> [StyledLine] {
        guard let words else { return [StyledLine("   override    ").adding("none", .dim)] }
        var line = StyledLine("   override    ").adding("\(overrideSign(of: fact.reference)) \(words)", .overridden)
        if let record = fact.record(in: model) {
            line.append("  \(termsText(of: record))", .dim)
        }
        return line.wrapped(to: columns, indent: 15)
    }
}
