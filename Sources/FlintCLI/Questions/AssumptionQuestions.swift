// SPDX-License-Identifier: MIT

import FlintConsole
import FlintCore
import FlintInspector
import FlintWorld

struct WhatIfQuestion<App: FlintApplication>: Question {
    struct Answer: Encodable {
        let assumptions: [Hypothesis<App>]
        let changes: [FeatureChange]
    }

    /// The assumptions as typed, such as "purchase premium purchased".
    let assumptions: [String]

    func answer(in session: AppSession<App>) throws -> Answer {
        let assumed = try assumptions.map { try Hypothesis<App>($0, in: session) }
        let preview = try session.preview(assumed.map(\.command))
        if let refusal = preview.refusal { throw CommandLineError.refused(refusal) }
        return Answer(assumptions: assumed, changes: preview.changes)
    }

    func lines(of answer: Answer, in session: AppSession<App>) -> [String] {
        ["\(answer.changes.count.counted("feature")) would change."] + PlainReport.changes(answer.changes)
    }
}

/// A question about the features that are lost without a fact, now and for every persona.
struct ImpactQuestion<App: FlintApplication>: Question {
    struct Answer: Encodable {
        private enum CodingKeys: CodingKey {
            case assumption, states
        }

        let assumption: Assumption
        let states: [Impact]
        let opposite: FactImpact?
    }

    let kind: String
    let name: String

    func answer(in session: AppSession<App>) throws -> Answer {
        let kind = try Assumption.kind(kind, in: try session.model)
        let loss = try Assumption(losing: kind, name, in: session)
        let world = try session.world()
        let states = try session.withPersonas { personas in
            try session.inspector.impact(of: loss.command, on: personas, in: world)
        }
        let opposite = try session.inspector.impact(of: loss.reference, in: world)
        return Answer(assumption: loss, states: states, opposite: opposite)
    }

    func lines(of answer: Answer, in session: AppSession<App>) -> [String] {
        ImpactFormatter.lines(answer.states, opposite: answer.opposite)
    }
}

/// A question about the number of features and actions that are lost without each fact.
struct FactRankingQuestion<App: FlintApplication>: Question {
    func answer(in session: AppSession<App>) throws -> FactRanking { try session.world().factRanking }

    func lines(of answer: FactRanking, in session: AppSession<App>) -> [String] { ImpactFormatter.lines(answer) }
}

/// A question about the number of states in which a feature is available.
struct StatesQuestion<App: FlintApplication>: Question {
    let feature: String

    func answer(in session: AppSession<App>) throws -> StatesAnswer {
        let found = try Names.feature(feature, in: session.model)
        let progress = CountProgress()
        let world = try session.world(of: [found.id])
        guard let states = world.states(of: found.id, progress: progress.showProgress) else {
            throw CommandLineError.refused("\(found.name) is no longer registered.")
        }
        return StatesAnswer(id: found.id, name: found.name, states: states)
    }
}
