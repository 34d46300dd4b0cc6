// SPDX-License-Identifier: MIT

import FlintWorld

/// The result of a search for the next match in a list.
enum MatchSearch: Sendable, Hashable {
    /// A match that was found before the search reached the end of the list.
    case found
    /// A match that was found after the search wrapped around.
    case foundFromOtherEnd
    /// The selected row is the only match.
    case isOnly
    case none

    /// Searches for the next match, wrapping around at the end of the list.
    ///
    /// - Parameters:
    ///   - start: The row after which the search begins. This row itself is tested last.
    ///   - step: 1 to search down, -1 to search up.
    ///   - count: The number of rows.
    ///   - isMatch: A closure that returns whether a row matches.
    /// - Returns: The result and the row, or `nil` without a match.
    static func next(
        from start: Int, by step: Int, count: Int, where isMatch: (Int) -> Bool
    ) -> (result: MatchSearch, row: Int)? {
        guard count > 0 else { return nil }
        for distance in 1...count {
            let target = start + step * distance
            let row = ((target % count) + count) % count
            guard isMatch(row) else { continue }
            return (row == start ? .isOnly : row == target ? .found : .foundFromOtherEnd, row)
        }
        return nil
    }
}

extension ConsoleState {
    /// Selects the next match of the filter or, without a filter, the next failure or refusal.
    ///
    /// - Parameter step: 1 to search down, -1 to search up.
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
