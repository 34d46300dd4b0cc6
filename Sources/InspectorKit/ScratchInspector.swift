/// An app as it would be after some commands, for trying things out.
///
/// It answers every question as if the commands it was sent had been carried out, and carries out none of them. What
/// cannot be foreseen, such as what an action of the app would do, it refuses. ``Command/undo`` removes the last command again.
package protocol ScratchInspector: Inspector {
    /// The commands that were tried and not undone, in order.
    var commands: [Command] { get }
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
