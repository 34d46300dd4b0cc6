// SPDX-License-Identifier: MIT

import FlintWorld

extension ConsoleState {
    /// The marked facts of the screen or, if none is marked, the selected one.
    var chosenFacts: [OverridableFact] {
        let marked = markedFacts
        return marked.isEmpty ? screen.behavior.selectedFact(in: self).map { [$0] } ?? [] : marked
    }

    private var markedFacts: [OverridableFact] {
        guard let kind = screen.behavior.factKind else { return [] }
        return view.marks.sorted().map { FactReference(kind: kind, key: $0) }.filter(model.has)
            .map { OverridableFact(kind: kind, key: $0.key, title: model.title(of: $0)) }
    }

    /// Marks or unmarks the selected fact, and selects the next row.
    mutating func flipMark() {
        guard let key = screen.behavior.selectedFact(in: self)?.key else { return }
        if view.marks.remove(key) == nil { view.marks.insert(key) }
        screen.behavior.move(.by(1), in: &self)
        announceMarks()
    }

    mutating func removeMarks() {
        view.marks = []
        announceMarks()
    }

    private mutating func announceMarks() {
        guard let kind = screen.behavior.factKind else { return }
        let count = markedFacts.count
        let noun = count == 1 ? kind.title : kind.pluralTitle
        announce(count == 0 ? "Nothing is marked" : "\(count) \(noun) marked", .notice)
    }

    /// Returns a list's title with the number of marked items.
    func markedTitle(_ title: String) -> String {
        let count = markedFacts.count
        return count == 0 ? title : "\(title), \(count) marked"
    }

    /// Sends a command for each chosen fact, to be undone together.
    mutating func changeChosenFacts(toValue index: Int?) {
        let commands = chosenFacts.map { fact in index.map { fact.values(in: model)[$0].command } ?? fact.removal }
        send(.all(commands), .change)
    }
}
