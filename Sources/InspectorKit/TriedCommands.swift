/// The changes that have been tried on an app without changing it.
package struct ScratchStatus: Codable, Sendable, Hashable {
    /// The change of each command, in order, such as "Premium: purchased".
    package var changes: [String]
    /// The number of features whose availability differs from the app.
    package var differenceCount: Int

    /// Creates the status.
    package init(changes: [String], differenceCount: Int) {
        self.changes = changes
        self.differenceCount = differenceCount
    }
}

/// The commands that were tried on an app, with those that were undone.
package struct TriedCommands: Sendable {
    /// A command that was tried.
    package struct Trial: Sendable {
        package let command: Command
        /// Its change, such as "Premium: purchased".
        package let title: String
    }

    /// The trials, in order.
    package private(set) var trials: [Trial] = []
    /// The trials that were undone; the last one is redone first.
    package private(set) var undone: [Trial] = []
    /// The number of changes of the list of trials.
    package private(set) var edits: UInt64 = 0

    /// The bits of a revision that count the edits, above those that count an app's changes and below those that count
    /// connections to it.
    private static let edits = (shift: UInt64(40), mask: UInt64(0xfff) << 40)

    private var editBits: UInt64 { edits << Self.edits.shift & Self.edits.mask }

    /// Returns the revision of the copy, given that of the app.
    package func revision(over base: Revision) -> Revision { Revision(rawValue: base.rawValue | editBits) }

    /// Returns the revision of the app that a revision of the copy includes, or `nil` if the commands were others.
    package func base(of revision: Revision) -> Revision? {
        guard revision.rawValue & Self.edits.mask == editBits else { return nil }
        return Revision(rawValue: revision.rawValue & ~Self.edits.mask)
    }

    /// Creates the commands of a copy in which the same is tried as in another one.
    package init(_ trials: [Trial] = []) {
        self.trials = trials
    }

    /// The commands, in order.
    package var commands: [Command] { trials.map(\.command) }

    /// Adds a command; what was undone before it can no longer be redone.
    ///
    /// - Parameters:
    ///   - command: The command.
    ///   - title: What it changed.
    ///   - effect: What that did to features.
    /// - Returns: The result.
    package mutating func add(_ command: Command, title: String, effect: CommandEffect?) -> CommandResult {
        trials.append(Trial(command: command, title: title))
        undone = []
        edits += 1
        return CommandResult(
            done: CommandChange([CommandChange.Part("Tried", title)], effect: effect), inverse: .undo)
    }

    /// Removes the last command.
    package mutating func undo() -> CommandResult {
        guard let trial = trials.popLast() else {
            return CommandResult(status: .failed, message: "There is nothing to undo.")
        }
        undone.append(trial)
        edits += 1
        return CommandResult(status: .done, message: "Undone: \(trial.title).")
    }

    /// Tries the command again that was undone last.
    package mutating func redo() -> CommandResult {
        guard let trial = undone.popLast() else {
            return CommandResult(status: .failed, message: "There is nothing to redo.")
        }
        trials.append(trial)
        edits += 1
        return CommandResult(status: .done, message: "Redone: \(trial.title).")
    }

    /// Returns a status with what has been tried.
    ///
    /// - Parameters:
    ///   - status: The status.
    ///   - differenceCount: How many features are available, or not available, that would be otherwise.
    /// - Returns: The status of the copy.
    package func status(_ status: AppStatus, differenceCount: Int) -> AppStatus {
        var status = status
        status.scratch = ScratchStatus(changes: trials.map(\.title), differenceCount: differenceCount)
        (status.undo, status.redo) = (trials.last?.title, undone.last?.title)
        return status
    }

    /// Returns the facts that differ between two plans with their values, such as "Premium: purchased"; of many the first.
    ///
    /// - Parameters:
    ///   - before: The facts of the first plan.
    ///   - after: The facts of the second plan.
    ///   - world: The app as it is.
    /// - Returns: The words; `nil` if the plans have the same values.
    static func title(from before: [FactKey: Fact], to after: [FactKey: Fact], in world: World) -> String? {
        let titles = Set(before.keys).union(after.keys).compactMap { key -> String? in
            let (was, fact) = (before[key] ?? world.facts[key], after[key] ?? world.facts[key])
            guard let fact, was?.actual != fact.actual || was?.override?.value != fact.override?.value else {
                return nil
            }
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
    /// The refusal of what cannot be tried.
    package static let notTried = CommandResult(
        status: .failed, message: "Nothing is carried out while changes are tried: apply or leave them first.")

    /// The refusal of what makes no difference.
    package static let triedInVain = CommandResult(status: .failed, message: "This would change nothing.")
}
