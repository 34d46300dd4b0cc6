// SPDX-License-Identifier: MIT

import FlintWorld

extension ConsoleState {
    /// The marked facts of the screen or, without marks, the selected one.
    var chosenFacts: [OverridableFact] {
        let marked = markedFacts
        return marked.isEmpty ? selectedFacts : marked
    }

    var selectedFacts: [OverridableFact] { screen.behavior.selectedFact(in: self).map { [$0] } ?? [] }

    private var markedFacts: [OverridableFact] {
        view.marks.sorted().compactMap(screen.behavior.fact(ofRow:)).filter(model.has).map(overridable)
    }

    /// The kind of the facts that the screen lists or, if it lists several kinds, of the selected fact.
    var chosenKind: FactKind? { screen.behavior.factKind ?? screen.behavior.selectedFact(in: self)?.kind }

    var markedFeatures: [FeatureSummary] {
        screen == .features && !view.marks.isEmpty ? model.features.filter { view.marks.contains($0.id) } : []
    }

    mutating func flipMark() {
        let fact = screen.behavior.selectedFact(in: self)?.reference
        guard let id = fact.map(screen.behavior.id) ?? screen.behavior.selectedID(in: self) else { return }
        if view.marks.remove(id) == nil { view.marks.insert(id) }
        screen.behavior.move(.by(1), in: &self)
        announceMarks()
    }

    mutating func removeMarks() {
        view.marks = []
        announceMarks()
    }

    private mutating func announceMarks() {
        announce(markedText.map { "\($0) marked" } ?? "Nothing is marked", .notice)
    }

    func markedTitle(_ title: String) -> String {
        let count = markedFeatures.count + markedFacts.count
        return count == 0 ? title : "\(title), \(count) marked"
    }

    private var markedText: String? {
        let (features, facts) = (markedFeatures, markedFacts)
        if !features.isEmpty { return features.count.counted("feature") }
        return facts.isEmpty ? nil : facts.countedByKind
    }

    mutating func changeChosenFacts(toValue index: Int?) {
        let commands = chosenFacts.map { fact in index.map { fact.values(in: app.world)[$0].command } ?? fact.removal }
        // The facts change with one command, so that they are also undone together.
        send(.all(commands), .change)
    }
}

extension [OverridableFact] {
    var countedByKind: String {
        guard let kind = first?.kind, allSatisfy({ $0.kind == kind }) else { return count.counted("fact") }
        return "\(count) \(count == 1 ? kind.title : kind.pluralTitle)"
    }
}
