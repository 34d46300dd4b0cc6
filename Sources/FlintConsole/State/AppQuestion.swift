// SPDX-License-Identifier: MIT

import FlintWorld

/// A question that requires more of the app than the console's world.
///
/// During a what-if session, the answers are those of the app after the tried commands.
package enum AppQuestion: Sendable, Hashable {
    /// The facts that each of several commands would change.
    case plans([Command])
    /// The features that are lost without a fact and gained with it, and those that personas lose.
    case impact(of: FactReference)
    case matrix
    /// The explanation of a feature for a persona, compared with another one or with the current state.
    case explanation(of: String, for: Persona, comparedWith: Persona?)
    case personas
    /// The gates in every state that the app remembers.
    case coverage
    /// The app after the commands of the what-if session, which begins if there is none.
    case whatIf
    /// The result of trying a command in the what-if session.
    case result(of: Command, CommandPurpose)

    /// Asks the app.
    ///
    /// - Parameters:
    ///   - inspector: The app's inspector.
    ///   - whatIf: The what-if session, or `nil` outside of one.
    /// - Returns: The answer, or the reason that it is missing.
    package func answer(by inspector: any Inspector, after whatIf: WhatIf?) -> [ConsoleEvent] {
        do {
            return try ask(inspector, whatIf)
        } catch {
            let reason = String(describing: error)
            return switch self {
            case .plans(let commands): commands.map { .missing(.preview($0), reason: reason) }
            case .impact(let fact): [.missing(.impact(of: fact), reason: reason)]
            case .matrix, .personas: [.missing(.matrix, reason: reason)]
            case .explanation(let id, _, _): [.missing(.explanation(of: id), reason: reason)]
            case .coverage: [.missing(.coverage, reason: reason)]
            case .whatIf: [.announce(reason)]
            case .result(let command, let purpose):
                [.commandFinished(command, purpose, CommandResult(status: .failed, message: reason))]
            }
        }
    }

    private func ask(_ inspector: any Inspector, _ whatIf: WhatIf?) throws -> [ConsoleEvent] {
        func world() throws(MissingAnswer) -> World {
            guard var whatIf else { return try inspector.world(of: nil, reading: false) }
            return try whatIf.world(of: inspector)
        }
        switch self {
        case .plans(let commands):
            return [.planned(commands, try inspector.plans(commands.map { [$0] }, after: whatIf))]
        case .impact(let fact):
            let world = try world()
            let personas = try inspector.personas().usable(in: world.model).personas
            return try inspector.impact(of: fact, for: personas, in: world, after: whatIf).map { [.impact($0)] } ?? []
        case .matrix:
            let world = try world()
            let personas = try inspector.personas().usable(in: world.model)
            return [.matrix(try inspector.matrix(of: personas.personas, in: world, after: whatIf), personas)]
        case .explanation(let id, let persona, let base):
            let explanation = try inspector.explanation(
                of: id, for: persona, comparedWith: base, in: world(), after: whatIf)
            return [.personaExplained(persona: persona.name, feature: id, explanation)]
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
