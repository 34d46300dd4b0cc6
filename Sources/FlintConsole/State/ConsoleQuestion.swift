// SPDX-License-Identifier: MIT

import FlintTerminal
import FlintWorld

/// A question that the console asks the app.
///
/// During a what-if session, the answers describe the app after the tried commands.
package enum ConsoleQuestion: Sendable, Hashable {
    case state
    /// The newest records. The shell requests them together with all other news.
    case events, logLines
    case parts(Sync.Want)
    case plans([Command])
    case impact(of: FactReference)
    case facts
    case matrix
    /// The explanation of a feature for a persona, compared with another one or with the current state.
    case explanation(of: String, for: Persona, comparedWith: Persona?)
    case personas
    /// The gates in every state that the app remembers.
    case coverage
    /// The app in the what-if session. If there is no session, a new one begins.
    case whatIf
    case result(of: Command, CommandPurpose)

    static let stacks = Self.parts(Sync.Want(stacks: true))
    static let featureTexts = Self.parts(Sync.Want(texts: true))
    static func explanation(of id: String) -> Self { .parts(Sync.Want(features: [id])) }
    static func usage(of fact: FactReference) -> Self { .parts(Sync.Want(dependents: [fact])) }

    func sentence(_ reason: String) -> String { "\(subject) missing: \(reason)" }

    private var subject: String {
        switch self {
        case .state: "The state of the app is"
        case .events: "New events are"
        case .logLines: "New log lines are"
        case .parts(let want):
            if want.stacks {
                "The action stacks are"
            } else if want.texts {
                "The descriptions of the features are"
            } else {
                want.dependents.isEmpty ? "The explanation is" : "The list of features is"
            }
        case .plans: "The effect is"
        case .impact: "The list of lost features is"
        case .facts: "The list of facts is"
        case .matrix, .personas: "The personas are"
        case .explanation: "The explanation is"
        case .coverage: "The list of what was seen is"
        case .whatIf: "The what-if session is"
        case .result: "The result is"
        }
    }

    package func answer(
        by inspector: any Inspector, after whatIf: WhatIf?, nearby: [String] = []
    ) -> [ConsoleEvent] {
        do {
            return try ask(inspector, whatIf, nearby)
        } catch {
            let reason = String(describing: error)
            if case .result(let command, let purpose) = self {
                return [.commandFinished(command, purpose, CommandResult(status: .failed, message: reason))]
            }
            // Each effect is shown separately, so the reason is reported for each command.
            if case .plans(let commands) = self { return commands.map { .missing(.plans([$0]), reason: reason) } }
            return [.missing(self, reason: reason)]
        }
    }

    private func ask(_ inspector: any Inspector, _ whatIf: WhatIf?, _ nearby: [String]) throws -> [ConsoleEvent] {
        func world() throws(MissingAnswer) -> World {
            guard var whatIf else { return try inspector.world(of: nil, reading: false) }
            return try whatIf.world(of: inspector)
        }
        switch self {
        case .state:
            if whatIf != nil { return try Self.whatIf.ask(inspector, whatIf, []) }
            return [.listed(try inspector.readModel())]
        case .events, .logLines: return []
        case .parts(let want):
            var whole = want
            // The features nearby come with the same answer, so that selecting one of them requires no other
            // question.
            whole.features += nearby
            return [.answered(want, inspector.sync(Sync(want: whole)))]
        case .plans(let commands):
            return [.planned(commands, try inspector.plans(commands.map { [$0] }, after: whatIf))]
        case .impact(let fact):
            let world = try world()
            let personas = try inspector.personas().usable(in: world.model).personas
            return try inspector.impact(of: fact, for: personas, in: world, after: whatIf).map { [.impact($0)] } ?? []
        case .facts: return [.facts(try world().factList())]
        case .matrix:
            let world = try world()
            let personas = try inspector.personas().usable(in: world.model)
            return [.matrix(try inspector.matrix(of: personas.personas, in: world, after: whatIf), personas)]
        case .explanation(let id, let persona, let base):
            let explanation = try inspector.explanation(
                of: id, for: persona, comparedWith: base, in: world(), after: whatIf)
            return [.personaExplained(self, explanation)]
        case .personas:
            return [.personas(try inspector.personas())]
        case .coverage:
            let world = try world()
            guard world.model.features.count <= CoverageRefusal.limit else {
                return [.coverage(.failure(CoverageRefusal()))]
            }
            var coverage = GateCoverage(of: world)
            try coverage.observe(inspector, at: world, after: whatIf)
            return [.coverage(.success(coverage.report))]
        case .whatIf:
            var whatIf = whatIf ?? WhatIf()
            let world = try whatIf.world(of: inspector)
            return [.tried(whatIf, world)]
        case .result(let command, let purpose):
            var tried = whatIf ?? WhatIf()
            let result = tried.run(command, on: inspector)
            guard result.status == .done else { return [.commandFinished(command, purpose, result)] }
            let world = try tried.world(of: inspector)
            return [.tried(tried, world), .commandFinished(command, purpose, result)]
        }
    }
}

extension ConsoleState {
    mutating func report(_ reason: String, forMissing question: ConsoleQuestion) {
        let isKnown = app.missing.updateValue(reason, forKey: question) == reason
        var text = question.sentence(reason)
        if question == .state, model.status.disconnection != text {
            var status = model.status
            status.disconnection = text
            // An empty app takes the place of the state that could not be read.
            let empty = AppModel(
                revision: .zero, status: status, features: [], products: [], permissions: [], flags: [], overrides: [])
            replaceWorld(with: World(model: empty))
        }
        // The same reason is announced only once.
        guard !isKnown else { return }
        if let id = commands.refusal?.invocation.feature, question == .explanation(of: id),
            let refusal = commands.takeRefusal(explainedBy: [id])
        {
            text = "\(refusal.message) \(text)"
        }
        announce(text, .problem)
    }

    mutating func askMissingQuestionsAgain() {
        if app.forgetMissingAnswers() { screens.stacks.isStale = true }
    }

    /// Returns a line with the reason a screen may be empty although the app has content for it.
    func missingLine(on screen: some ScreenBehavior) -> StyledLine? {
        (app.missingText(screen.question(in: self)) ?? model.status.disconnection).map { StyledLine($0, .bad) }
    }
}
