import InspectorKit

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// How long an override still lasts and why it was made, in words.
enum OverrideWords {
    /// How long an override still lasts, such as `until 14:05` or `2 decisions left`.
    ///
    /// - Parameters:
    ///   - limit: The limit.
    ///   - offset: The seconds to add to universal time.
    ///   - today: A moment of the day whose times need no date; `nil` to give the date always.
    /// - Returns: The words; `nil` for until it is dropped.
    static func limit(_ limit: OverrideLimit?, offset: Int, today: Date?) -> String? {
        switch limit {
        case nil: return nil
        case .untilQuit?: return "until quit"
        case .decisions(let count)?: return "\(count) decision\(count == 1 ? "" : "s") left"
        case .until(let date)?:
            let day = DateWords.day(of: date, offset: offset)
            let minute = DateWords.minute(of: date, offset: offset)
            let isToday = today.map { DateWords.day(of: $0, offset: offset) == day } ?? false
            return isToday ? "until \(minute)" : "until \(day) \(minute)"
        }
    }
}

extension ConsoleState {
    /// How long an override still lasts, in words; `nil` for until it is dropped.
    func limitWords(of record: OverrideRecord) -> String? {
        // The newest event tells the day without looking at a clock; on any other day the date is given.
        OverrideWords.limit(record.limit, offset: environment.timeZoneOffset, today: log.items.last?.date)
    }

    /// When an override expires, its reason and its source, in words; empty if none of them is known.
    func termsWords(of record: OverrideRecord) -> String {
        let reason = record.reason.flatMap { $0.isEmpty ? nil : "\(signs.openQuote)\($0)\(signs.closeQuote)" }
        let source = record.source.map { "by \($0)" }
        return [limitWords(of: record), reason, source].compactMap { $0 }.joined(separator: " \(signs.dot) ")
    }

    /// The lines that say whether a fact is overridden, with what, how long and why.
    func overrideLines(of fact: Fact, words: String?, columns: Int) -> [StyledLine] {
        guard let words else { return [StyledLine("   override    ").adding("none", .dim)] }
        var line = StyledLine("   override    ").adding("\(signs.overridden) \(words)", .overridden)
        if let record = fact.record(in: model) {
            let terms = termsWords(of: record)
            if !terms.isEmpty { line.append("  \(terms)", .dim) }
        }
        return line.wrapped(to: columns, indent: 15)
    }
}
