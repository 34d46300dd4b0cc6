// SPDX-License-Identifier: MIT

/// The changes that have been tried in a ``ScratchInspector``.
///
/// Front ends use ``AppStatus/scratch`` to show that they display a scratch copy. Each change is described in a few
/// words, such as "Premium: purchased".
package struct ScratchStatus: Codable, Sendable, Hashable {
    package var changes: [String]
    /// The features whose availability differs from the app's, with each group before its children.
    package var differences: [FeatureChange]

    package init(changes: [String], differences: [FeatureChange]) {
        self.changes = changes
        self.differences = differences
    }
}

/// The tried commands of a ``ScratchInspector``, with undo and redo.
///
/// A scratch copy's revision combines the app's revision with the number of edits to this list. A front end that
/// follows the copy therefore notices changes to either.
package struct TriedCommands: Sendable {
    package struct Trial: Sendable {
        package let command: Command
        package let title: String
    }

    package private(set) var trials: [Trial] = []
    /// The undone trials; the next one to redo is last.
    package private(set) var undone: [Trial] = []
    package private(set) var edits: UInt64 = 0

    /// The position of the edit count within a revision: above the app's change count and below the connection count.
    private static let edits = (shift: UInt64(40), mask: UInt64(0xfff) << 40)

    private var editBits: UInt64 { edits << Self.edits.shift & Self.edits.mask }

    /// Returns the scratch copy's revision for a revision of the app.
    package func revision(over base: Revision) -> Revision { Revision(rawValue: base.rawValue | editBits) }

    /// Returns the app's part of a scratch copy's revision, or `nil` if the tried commands have changed since the
    /// revision.
    package func base(of revision: Revision) -> Revision? {
        guard revision.rawValue & Self.edits.mask == editBits else { return nil }
        return Revision(rawValue: revision.rawValue & ~Self.edits.mask)
    }

    package init(_ trials: [Trial] = []) {
        self.trials = trials
    }

    package var commands: [Command] { trials.map(\.command) }

    /// Adds a tried command and discards undone commands, which can no longer be redone.
    ///
    /// - Parameters:
    ///   - command: The command that was tried.
    ///   - title: A description of the change.
    ///   - effect: The effect on the availability of features.
    /// - Returns: The result of trying the command.
    package mutating func add(_ command: Command, title: String, effect: CommandEffect?) -> CommandResult {
        trials.append(Trial(command: command, title: title))
        undone = []
        edits += 1
        return CommandResult(
            done: CommandChange([CommandChange.Part("Tried", title)], effect: effect), inverse: .undo)
    }

    package mutating func undo() -> CommandResult {
        guard let trial = trials.popLast() else {
            return CommandResult(status: .failed, message: "There is nothing to undo.")
        }
        undone.append(trial)
        edits += 1
        return CommandResult(status: .done, message: "Undone: \(trial.title).")
    }

    package mutating func redo() -> CommandResult {
        guard let trial = undone.popLast() else {
            return CommandResult(status: .failed, message: "There is nothing to redo.")
        }
        trials.append(trial)
        edits += 1
        return CommandResult(status: .done, message: "Redone: \(trial.title).")
    }

    /// Returns a status that includes the tried commands.
    ///
    /// - Parameters:
    ///   - status: The app's status.
    ///   - differences: The features whose availability differs from the app's.
    /// - Returns: The status of the scratch copy.
    package func status(_ status: AppStatus, differences: [FeatureChange]) -> AppStatus {
        var status = status
        status.scratch = ScratchStatus(changes: trials.map(\.title), differences: differences)
        (status.undo, status.redo, status.irreversible) = (trials.last?.title, undone.last?.title, nil)
        return status
    }

    /// Describes the facts whose values differ between two plans, such as "Premium: purchased".
    ///
    /// - Parameters:
    ///   - before: The facts of the first plan.
    ///   - after: The facts of the second plan.
    ///   - world: The world of the app without the plans.
    /// - Returns: A description of the first three facts in alphabetical order and a count of the others, or `nil` if
    ///   the plans have the same values.
    static func title(from before: [FactKey: Fact], to after: [FactKey: Fact], in world: World) -> String? {
        let titles = Set(before.keys).union(after.keys).compactMap { key -> String? in
            let (was, fact) = (before[key] ?? world.facts[key], after[key] ?? world.facts[key])
            guard let fact, !Fact.haveSameValues(was, fact) else { return nil }
            let isRemoved = was?.override != nil && fact.override == nil
            return "\(world.title(of: key)): \(isRemoved ? "no override" : fact.effective.displayText(for: key))"
        }
        guard !titles.isEmpty else { return nil }
        let named = titles.sorted().prefix(3)
        let more = titles.count > named.count ? " and \(titles.count - named.count) more" : ""
        return named.joined(separator: ", ") + more
    }
}

extension CommandResult {
    package static let notTried = CommandResult(
        status: .failed, message: "This command cannot be tried; apply or discard the tried changes first.")

    package static let noChange = CommandResult(status: .failed, message: "This would have no effect.")
}
