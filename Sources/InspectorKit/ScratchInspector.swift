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
