// SPDX-License-Identifier: MIT

import FlintCore
import FlintInspector
import FlintWorld

// The tools that change the app. If the app is read-only, they return a refusal with the reason.
extension AppTools {
    var override: ModelContextTool {
        ModelContextTool(
            name: "override", title: "Override a fact",
            summary: """
                Overrides the status of a product or permission, a feature's user setting or runtime switch, a flag or the \
                platform, or removes the override with "none". The actual value is kept, and "undo" removes the override. \
                The answer names the features that became available or unavailable.
                """,
            effect: .undoable,
            parameters: [
                .text(
                    "kind", "The kind of fact.", isRequired: true, among: kindNames),
                .text(
                    "name", "The id or name of a product, permission, feature or flag. Leave it out for the platform."),
                .text(
                    "value",
                    """
                    purchased, not-purchased or unknown; not-determined, authorized, denied, restricted or unsupported; on or \
                    off; a platform such as "watchOS 9.0"; or none.
                    """, isRequired: true),
                .text("reason", "The reason, for people who see the override later."),
                .text("expires", "The time after which the override expires, such as 10m or 1h30m."),
            ], answer: .change
        ) { arguments in
            try requireChanges()
            let assumption = try Assumption(
                kind: try Assumption.kind(try arguments.text("kind"), in: try session.model),
                name: try arguments.optionalText("name"),
                value: try arguments.text("value"), in: session)
            let expiry = try arguments.optionalText("expires").map { text throws(CommandLineError) in
                OverrideExpiry.after(seconds: Double(try DurationParser.seconds(text, for: "expires")))
            }
            return try await change(
                try assumption.command(reason: try arguments.optionalText("reason"), expiry: expiry))
        }
    }

    var undo: ModelContextTool {
        ModelContextTool(
            name: "undo", title: "Undo the latest change",
            summary: "Undoes the latest change to the app by this client, a command or the console.",
            effect: .undoable, parameters: [], answer: .change
        ) { _ in
            try requireChanges()
            return try await change(.undo)
        }
    }

    private static var timeouts: ClosedRange<Int> { 1...3_600 }

    var perform: ModelContextTool {
        ModelContextTool(
            name: "perform_action", title: "Perform an action",
            summary: """
                Performs an action of a feature, as the app's user would. If the feature is not available, the action is \
                denied with the reason. Pass answers to permission prompts in "answers". The effects of an action cannot \
                be undone.
                """,
            effect: .action,
            parameters: [
                Self.feature,
                .text(
                    "action", "The action's id or a part of its name. explain_feature lists the actions.",
                    isRequired: true),
                .named("input", "The values of the action's input, keyed by name."),
                .named(
                    "answers",
                    "Answers to prompts, keyed by permission: allow, allow-once, deny, ask-later or cancel."),
                .number(
                    "timeout",
                    "The maximum number of seconds to wait for the action to complete; 60 by default. An action that "
                        + "takes longer is not canceled.", in: Self.timeouts),
            ], answer: .perform
        ) { arguments in
            try requireChanges()
            let model = try session.model
            let feature = try session.feature(arguments.text("feature"))
            let action = try Names.action(arguments.text("action"), of: feature)
            let answers = try FlowAnswers(
                arguments.named("answers").map { "\($0.key)=\($0.value)" }.sorted(), in: model)
            let invocation = ActionInvocation(
                feature: feature.id, action: action.id, input: try arguments.named("input"))
            let seconds = try arguments.number("timeout", in: Self.timeouts, byDefault: 60)
            let performed = try await session.perform(.perform(invocation), answers: answers, within: Double(seconds))
            var answer = try ModelContextAnswer([performed.message], performed)
            // A failed action is an error for the model, although the answer contains its events.
            answer.isRefusal = performed.status != .done
            return answer
        }
    }

    private func change(_ command: Command) async throws -> ModelContextAnswer {
        let answer = try await session.execute(command)
        return try ModelContextAnswer([answer.message] + (answer.unsaved ?? []).map(\.sentence), answer)
    }

    private func requireChanges() throws(CommandLineError) {
        if session.recorded != nil {
            throw .refused(
                "This server uses a recording of the app, which cannot be changed. To change the app, use a server that "
                    + "runs it or is attached to it.")
        }
        guard isReadOnly else { return }
        throw .refused(
            "This server cannot change the app, because it was started with --read-only. Nothing was changed.")
    }
}
