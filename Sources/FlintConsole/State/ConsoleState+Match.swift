import InspectorKit

/// What came of looking for the next match in a list.
enum MatchSearch: Sendable, Hashable {
    /// A match was found on the way to the end of the list.
    case found
    /// A match was found after the search began again at the other end.
    case foundFromOtherEnd
    /// What is selected is the only match.
    case isOnly
    /// There is no match.
    case none

    /// Looks for the next row that matches, from one row on all around the list.
    ///
    /// - Parameters:
    ///   - start: The row to begin after.
    ///   - step: 1 for the rows below, -1 for those above.
    ///   - count: The number of rows.
    ///   - isMatch: Whether a row matches.
    /// - Returns: What came of it, and the row that was found.
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
    /// Goes to the next match of the filter or, without a filter, to the next failure or refusal.
    ///
    /// - Parameter step: 1 for the rows below, -1 for those above.
    mutating func goToMatch(_ step: Int) {
        switch screen.behavior.selectMatch(step, in: &self) {
        case .found: break
        case .foundFromOtherEnd:
            announce(step > 0 ? "Continued from the first row" : "Continued from the last row", .notice)
        case .isOnly:
            outbox.append(.ring)
            announce(filter.isActive ? "This is the only match" : "This is the only one", .notice)
        case .none:
            outbox.append(.ring)
            announce(filter.isActive ? "Nothing matches the filter" : screen.behavior.noFailureText, .notice)
        }
    }
}
