/// An app as it would be after some commands, for trying things out.
///
/// It answers every question as if the commands it was sent had been carried out, and carries out none of them. What
/// cannot be foreseen, such as what an action of the app would do, it refuses. ``Command/undo`` removes the last command again.
package protocol ScratchInspector: Inspector {
    /// The app as it is, which answers what no command changes the answer to.
    var original: any Inspector { get }

    /// The commands that were tried and not undone, in order.
    var commands: [Command] { get }
}

// Questions that are answered as they are for the app.
extension ScratchInspector {
    /// Counts the states of the app as it is.
    package func states(of featureID: String, progress: @escaping (Double) -> Bool) -> AvailableStates? {
        original.states(of: featureID, progress: progress)
    }

    /// Reviews what all features require, which no command changes.
    package func lint() -> LintReport { original.lint() }

    /// Returns what the app declares, which no command changes.
    package func catalog(of features: [String]?) -> Catalog { original.catalog(of: features) }

    /// Reads what features can be found by, which no command changes.
    package func featureTexts() -> FeatureTexts { original.featureTexts() }

    /// Returns the ids of the features that a fact is required by, which no command changes.
    package func usage(of fact: FactReference) -> [String] { original.usage(of: fact) }

    /// Finds the action of a URL, which no command changes.
    package func target(of url: String) -> ActionInvocation? { original.target(of: url) }

    /// The open action stacks of the app as it is.
    package func stacks() -> [StackSnapshot] { original.stacks() }

    /// The events of the app as it is.
    package func events(after id: UInt64) -> [EventRecord] { original.events(after: id) }

    /// The log of the app as it is.
    package func logLines(after id: UInt64) -> [LogLine] { original.logLines(after: id) }

    /// What commands have done to the app as it is.
    package func history() -> [HistoryEntry] { original.history() }

    /// Returns the app as it was.
    package func moment(at event: UInt64) throws -> any ScratchInspector { try original.moment(at: event) }

    /// The app's personas.
    package func personas() -> PersonaList { original.personas() }

    /// Has the app read values again whose changes are not announced.
    package func refresh(features: [String], facts: [FactReference]) {
        original.refresh(features: features, facts: facts)
    }
}

/// What has been tried on an app without changing it.
package struct ScratchStatus: Codable, Sendable, Hashable {
    /// What each command changed, in order, such as "Premium: purchased".
    package var changes: [String]
    /// How many features are available, or not available, that would be otherwise.
    package var differenceCount: Int

    /// Creates the status.
    package init(changes: [String], differenceCount: Int) {
        self.changes = changes
        self.differenceCount = differenceCount
    }
}

extension Command {
    /// Whether what the command would do can be worked out without carrying it out.
    package var isForeseeable: Bool {
        switch self {
        case .setOverride, .removeOverridesOfKind, .removeAllOverrides, .restoreOverrides, .setUserToggle,
            .setPermission,
            .setPurchase, .setFlag, .store, .restoreDevice, .restartApp:
            true
        case .sequence(let commands): commands.allSatisfy(\.isForeseeable)
        case .focus, .perform, .openURL, .beginFlow, .answerFlow, .setBackgroundWork, .savePersona, .undo,
            .redo:
            false
        }
    }
}

/// The commands that were tried on an app, with those that were undone.
package struct TriedCommands: Sendable {
    /// A command that was tried.
    package struct Trial: Sendable {
        package let command: Command
        /// What it changed, such as "Premium: purchased".
        package let title: String
    }

    /// What is tried, in order.
    package private(set) var trials: [Trial] = []
    /// What was undone, the first to be redone last.
    package private(set) var undone: [Trial] = []
    /// How often the commands have changed.
    package private(set) var edits: UInt64 = 0

    /// The bits of a revision's number that are the app's own revision; those above count the edits.
    private static let revisionBits: UInt64 = 40

    /// Returns the revision of the copy, given that of the app.
    package func revision(over base: Revision) -> Revision {
        Revision(rawValue: edits << Self.revisionBits | base.rawValue)
    }

    /// Returns the revision of the app that a revision of the copy includes, or `nil` if the commands were others.
    package func base(of revision: Revision) -> Revision? {
        guard revision.rawValue >> Self.revisionBits == edits else { return nil }
        return Revision(rawValue: revision.rawValue & (1 << Self.revisionBits - 1))
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

    /// Returns what leads from some assumptions to others, such as "Premium: purchased".
    ///
    /// - Parameters:
    ///   - before: What was assumed of facts.
    ///   - after: What is assumed of them.
    ///   - fact: What is known of each fact.
    ///   - title: The title of a fact.
    /// - Returns: The facts that change with their values, of many the first.
    package static func title(
        from before: [FactKey: FactAssumption], to after: [FactKey: FactAssumption], fact: (FactKey) -> Fact?,
        title: (FactKey) -> String
    ) -> String {
        let titles = after.filter { before[$0.key] != $0.value }.map { key, assumption in
            let isRemoved = assumption.override == .none && before[key]?.override != assumption.override
            let value =
                isRemoved
                ? "no override" : assumption.applied(to: fact(key), of: key).effective.displayText(for: key)
            return "\(title(key)): \(value)"
        }
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
