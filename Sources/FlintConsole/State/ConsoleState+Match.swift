// SPDX-License-Identifier: MIT

import FlintWorld

enum MatchSearch: Sendable, Hashable {
    case found
    /// A match that was found after the search wrapped around.
    case foundFromOtherEnd
    case isOnly
    case none

    /// Searches for the next match, wrapping around at the end of the list.
    ///
    /// The search goes down with a step of 1 and up with -1. It begins after the starting row, which is tested last.
    static func findNext(
        from start: Int, by step: Int, count: Int, where isMatch: (Int) -> Bool
    ) -> (result: MatchSearch, row: Int)? {
        guard count > 0 else { return nil }
        for distance in 1...count {
            let target = start + step * distance
            // The remainder is negative for a row above the first one.
            let row = ((target % count) + count) % count
            guard isMatch(row) else { continue }
            return (row == start ? .isOnly : row == target ? .found : .foundFromOtherEnd, row)
        }
        return nil
    }
}

extension ConsoleState {
    /// Selects the next match of the filter or, without a filter, the next failure or refusal.
    mutating func goToMatch(_ step: Int) {
        switch screen.behavior.selectMatch(step, in: &self) {
        case .found: break
        case .foundFromOtherEnd:
            let (place, back) = step > 0 ? ("beginning", KeyCommand.previousMatch) : ("end", .nextMatch)
            let key = keymap.keyText(for: back, in: [.browsing]).map { "; \($0) goes back" } ?? ""
            announce("Continued from the \(place)\(key)", .notice)
        case .isOnly:
            reject(filter.isActive ? "This is the only match" : "This is the only one")
        case .none:
            reject(filter.isActive ? "Nothing matches the filter" : screen.behavior.noFailureText(in: self))
        }
    }
}
