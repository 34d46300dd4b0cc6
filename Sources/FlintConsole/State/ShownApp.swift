// SPDX-License-Identifier: MIT

import FlintWorld

package struct ShownApp: Sendable {
    /// The app at the shown moment, after the commands of the what-if session.
    package internal(set) var world = World()
    package internal(set) var whatIf: WhatIf?
    var moment = ShownMoment()
    var explanations = Explanations()
    var previews = Previews()
    var search = FeatureSearch()
    /// The reasons for missing answers, until the questions are asked again.
    var missing: [ConsoleQuestion: String] = [:]
    var warnings: [GateWarning] = []
    /// The personas that the palette finds, as of its last opening.
    var personas: [Persona] = []
    /// Whether the world has changed since the last event was handled.
    var hasChanged = false

    // MARK: Changes

    mutating func replaceWorld(with new: World) {
        if new.model.status.disconnection == nil { missing[.state] = nil }
        world = new
        explanations.expireAll(in: new.model)
        search = FeatureSearch()
        hasChanged = true
    }

    /// Applies changes to the world, and returns whether features were added.
    mutating func apply(_ changes: ModelChanges) -> Bool {
        let old = world.model.status
        let hasNewFeatures = world.apply(changes)
        let new = world.model.status
        explanations.markOutdated(after: changes, in: world.model, hasNewFeatures: hasNewFeatures)
        if hasNewFeatures { search = FeatureSearch() }
        if !changes.states.isEmpty || old.focus != new.focus { search.statesChanged = true }
        // An advancing clock alone has no effect on previews. Scheduled events also change the store in other ways.
        var oldStore = old.store
        if let now = new.store?.now { oldStore?.now = now }
        if !changes.withoutStatusAndStacks.isEmpty || oldStore != new.store { hasChanged = true }
        return hasNewFeatures
    }

    mutating func add(_ news: News) {
        world.add(news)
        explanations.removeRequests(answeredBy: news)
    }

    // MARK: Answers

    /// Prepares to ask the unanswered questions again, and returns whether there are any.
    mutating func forgetMissingAnswers() -> Bool {
        let before = missing.count
        // The shell requests the state, the events, and the log lines before every key, so their reasons are kept.
        missing = missing.filter { [.state, .events, .logLines].contains($0.key) }
        guard missing.count < before else { return false }
        explanations.expireAll(in: world.model)
        search.isRequested = false
        hasChanged = true
        return true
    }

    /// Whether the declarations that are not near the visible rows should be removed.
    var hasExcessDeclarations: Bool { whatIf == nil && world.declarationCount > 1_000 }

    func missingText(_ question: ConsoleQuestion?) -> String? {
        question.flatMap { question in missing[question].map(question.sentence) }
    }

    func missingLine(_ question: ConsoleQuestion) -> StyledLine? {
        missingText(question).map { StyledLine($0, .bad) }
    }
}
