// SPDX-License-Identifier: MIT

import FlintCore
import FlintWorld

/// A question about why features are or are not available, for `flint why` and the tool `explain_feature`.
struct WhyQuestion<App: FlintApplication>: Question {
    /// The typed names of the features.
    ///
    /// Without names, the question is about the features that need the fewest steps.
    var features: [String] = []
    var persona: String?
    var plan: Int?
    var listsInputs = false

    @MainActor
    func answer(in session: AppSession<App>) throws -> WhyAnswer {
        let state = try persona.map { try session.world(in: $0) }
        let model = try state?.model ?? session.model
        let found = try features.map { try Names.feature($0, in: model) }
        var ids: [String] = []
        for feature in found where !ids.contains(feature.id) { ids.append(feature.id) }
        return try WhyAnswer(about: ids, in: try state ?? session.world(of: ids.isEmpty ? nil : ids), only: plan)
    }

    @MainActor
    func lines(of answer: WhyAnswer, in session: AppSession<App>) throws -> [String] {
        let words = ["why"] + features + (plan.map { ["--plan", String($0)] } ?? []) + ["--apply"]
        // The command would change the app, not the persona, and it cannot change a recording, so both omit it.
        let canApply = try !features.isEmpty && persona == nil && session.model.status.recording == nil
        return answer.lines(applying: canApply ? session.invocation.commandLine(words) : nil)
            + (listsInputs ? answer.actions.flatMap(Self.lines) : [])
    }

    private static func lines(of action: ActionSnapshot) -> [String] {
        guard let input = action.input else { return [] }
        let fields = input.fields.map { "\($0.name)\($0.isRequired ? "" : " (optional)"): \($0.description)" }
        guard !fields.isEmpty else { return [] }
        return ["input of \(action.id): \(fields.joined(separator: "; "))"]
    }
}
