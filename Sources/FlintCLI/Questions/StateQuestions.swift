// SPDX-License-Identifier: MIT

import FlintConsole
import FlintCore
import FlintWorld

/// A question about the facts that explain the difference between two states.
///
/// Each state is a persona or the current state.
struct CompareQuestion<App: FlintApplication>: Question {
    let first: String
    let second: String

    func answer(in session: AppSession<App>) throws -> ComparedStates {
        let comparison = WorldComparison(from: try session.world(in: first), to: try session.world(in: second))
        return ComparedStates(from: first, to: second, comparison)
    }
}

struct ComparedStates: TextAnswer {
    private enum CodingKeys: CodingKey {
        case from, to
    }

    let from: String
    let to: String
    let comparison: WorldComparison

    init(from: String, to: String, _ comparison: WorldComparison) {
        (self.from, self.to, self.comparison) = (from, to, comparison)
    }

    var lines: [String] { WorldComparisonFormatter(comparison, from: from, to: to).lines }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(from, forKey: .from)
        try container.encode(to, forKey: .to)
        try comparison.encode(to: encoder)
    }
}

/// A question about the features that a state gains or loses from another version of the app to this one.
struct ProofQuestion<App: FlintApplication>: Question {
    let old: String

    func answer(in session: AppSession<App>) throws -> GatingProof {
        GatingProof(from: try GatingFile(old, program: App.commandName).world(), to: try session.world())
    }
}
