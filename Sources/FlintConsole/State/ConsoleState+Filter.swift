// SPDX-License-Identifier: MIT

import FlintTerminal
import FlintWorld

/// The completions of a filter term while the user cycles through them.
///
/// The typed text is retained, so that each completion replaces the previous one.
struct FilterCompletions: Sendable, Hashable {
    let offer: FilterCompletion
    /// The filter's text before the first completion was applied.
    let typed: String
    var index: Int

    var field: TextField {
        var field = TextField(typed)
        field.replace(offer.range, with: offer.candidates[index].text)
        return field
    }
}

extension ConsoleState {
    mutating func filterChanged() { screen.behavior.filterChanged(in: &self) }

    mutating func openFilter() {
        pane = .list
        if filter.isActive { clearFilter(keepsSelection: true) }
        screen.behavior.rememberPosition(in: &self)
        filter = Filter()
        filter.isEditing = true
    }

    mutating func clearFilter(keepsSelection: Bool) {
        filter = Filter()
        screen.behavior.rebuildRows(in: &self)
        screen.behavior.restorePosition(keepsSelection: keepsSelection, in: &self)
    }

    mutating func runInFilter(_ command: KeyCommand) {
        switch command {
        case .keepFilter: keepFilter()
        case .endFilter: clearFilter(keepsSelection: filter.hasChosen)
        case .complete: complete(by: 1)
        case .completeBack: complete(by: -1)
        case .up, .down:
            filter.hasChosen = true
            moveList(.by(command == .up ? -1 : 1))
        default: _ = runEverywhere(command)
        }
    }

    /// Ends typing and applies the filter.
    ///
    /// A filter with an error stays open, and an empty filter is removed.
    private mutating func keepFilter() {
        if let problem = filterProblem {
            reject(problem, .problem)
        } else if filter.isActive {
            filter.isEditing = false
            filter.completions = nil
        } else {
            clearFilter(keepsSelection: true)
        }
    }

    private mutating func complete(by step: Int) {
        if var completions = filter.completions {
            let count = completions.offer.candidates.count
            completions.index = (completions.index + step + count) % count
            filter.completions = completions
            filter.field = completions.field
        } else if let offer = filterCompletion {
            var completions = FilterCompletions(
                offer: offer, typed: filter.field.text, index: step > 0 ? 0 : offer.candidates.count - 1)
            filter.field = completions.field
            if offer.candidates.count == 1 {
                // A unique completion is final, so a space prepares for the next term.
                if !offer.candidates[0].isField, filter.field.cursor == filter.field.text.count {
                    filter.field.insert(" ")
                }
            } else {
                completions.index = step > 0 ? 0 : offer.candidates.count - 1
                filter.completions = completions
            }
        } else {
            reject("There is nothing to complete here; enter keeps the filter")
            return
        }
        filterChanged()
    }

    // MARK: Display

    var itemFilter: ItemFilter { filter.itemFilter(screen.behavior.filterFields) }

    var filterProblem: String? { itemFilter.problems.first }

    var filterCompletion: FilterCompletion? {
        let behavior = screen.behavior
        return FilterCompletion(
            filter.field.text, cursor: filter.field.cursor, fields: behavior.filterFields,
            // A value that the text field would change could not match after the completion.
            values: { behavior.filterValues(of: $0, in: self).acceptedByTextField })
    }

    /// A hint about a filter term that matches no existing value, with the nearest value.
    var filterHint: String? {
        let behavior = screen.behavior
        for condition in itemFilter.conditions where !condition.isExcluded {
            guard case .part(let name, let needle) = condition.test,
                let field = behavior.filterFields.first(where: { $0.name == name })
            else { continue }
            let values = behavior.filterValues(of: field, in: self)
            guard !values.contains(where: needle.occurs) else { continue }
            let nearest = EditDistance.nearest(to: needle.text, among: values)
            return "Nothing here has \(name):\(needle.text)." + (nearest.map { " Did you mean \($0)?" } ?? "")
        }
        return nil
    }

    func filterLine(columns: Int) -> StyledLine? {
        if let problem = filterProblem {
            return StyledLine(TextLayout.clipped(" no  \(problem)", to: columns, ellipsis: glyphs.ellipsis), .bad)
        }
        if filter.isActive, matchCount == 0, let hint = filterHint {
            return StyledLine(TextLayout.clipped(" --  \(hint)", to: columns, ellipsis: glyphs.ellipsis), .doubtful)
        }
        guard let offer = filter.completions?.offer ?? filterCompletion else { return nil }
        let chosen = filter.completions?.index
        var line = StyledLine(" tab ", .key)
        // Scrolls so that the applied completion is visible.
        for (index, candidate) in offer.candidates.enumerated().dropFirst(max(0, (chosen ?? 0) - 3)) {
            guard line.width + 2 < columns else { break }
            line.append(" ")
            let text = TextLayout.clipped(candidate.text, to: columns - line.width - 1, ellipsis: glyphs.ellipsis)
            line.append(text, index == chosen ? .current : .dim)
        }
        if !filter.isActive {
            let help = "   !word excludes  \"a phrase\""
            if line.width + help.utf8.count < columns { line.append(help, .dim) }
        }
        return line
    }
}

extension [String] {
    fileprivate var acceptedByTextField: [String] { filter { TextSanitizer.sanitized($0) == $0 } }
}
