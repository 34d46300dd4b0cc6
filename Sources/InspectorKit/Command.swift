/// A change that a front end asks for.
///
/// Front ends change the world in no other way. A command is a value, so it can be saved, replayed, shown before it is
/// carried out and undone: the inspector answers each with the command that undoes it, if there is one.
package enum Command: Codable, Sendable, Hashable {
    /// Overrides a fact, or removes its override with `nil`.
    case setOverride(FactReference, Override?)
    /// Removes every override of one kind of fact.
    case removeOverridesOfKind(FactKind)
    /// Removes every override.
    case removeAllOverrides
    /// Restores overrides that were removed together.
    case restoreOverrides([OverrideRecord])
    /// Changes the user's own choice of a feature's toggle, as the app's settings screen would; `nil` forgets it.
    case setUserToggle(feature: String, isOn: Bool?)
    /// Changes the simulated system's status of a permission, as its settings app would.
    case setPermission(permission: String, status: PermissionStatus)
    /// Changes the simulated store's status of a product, as a purchase or a refund would.
    case setPurchase(productID: String, status: PurchaseStatus)
    /// Sets a feature flag where flags can be set, as a developer's menu would; `nil` forgets what was set.
    case setFlag(key: String, isOn: Bool?)
    /// Simulates a store event.
    case store(StoreAction)
    /// Starts the app again, as far as the simulated system is concerned: what was allowed once expires.
    case restartApp
    /// Puts a feature, with everything under it, into focus or takes it out again.
    ///
    /// While anything is in focus, only that is recorded in the timeline and, apart from errors, in the log.
    case focus(feature: String, isOn: Bool)
    /// Performs an action.
    case perform(ActionInvocation)
    /// Performs the action a URL leads to.
    case openURL(String)
    /// Starts asking for a feature's undetermined permissions, and performs the action if all are granted.
    case beginFlow(feature: String, thenPerform: ActionInvocation?)
    /// Answers the flow that is under way.
    case answerFlow(FlowAnswer)
    /// Lets the app's background work run, or holds it.
    case setBackgroundWork(isRunning: Bool)
    /// Makes a part of the simulated device what it was.
    case restoreDevice(SavedDevice)
    /// Saves the app's present state as a persona, in place of one with the same name.
    case savePersona(name: String, description: String?)
    /// Carries out several changes in order as one, all of them or none.
    case sequence([Command])
    /// Undoes the latest change of the history.
    case undo
    /// Does again what was undone last.
    case redo
}

extension Command {
    /// The subject of a command.
    package enum Subject: Sendable, Hashable {
        /// Overrides of facts.
        case overrides
        /// Actual values of facts.
        case facts
        /// An action of a feature.
        case action
        /// The authorization flow.
        case flow
        /// The app as a whole.
        case app
        /// The history of commands.
        case history
        /// Several commands with subjects of their own.
        case sequence([Command])
    }

    /// The subject of the command.
    package var subject: Subject {
        switch self {
        case .setOverride, .removeOverridesOfKind, .removeAllOverrides, .restoreOverrides: .overrides
        case .setUserToggle, .setPermission, .setPurchase, .setFlag, .store, .restoreDevice, .restartApp: .facts
        case .perform, .openURL: .action
        case .beginFlow, .answerFlow: .flow
        case .focus, .setBackgroundWork, .savePersona: .app
        case .undo, .redo: .history
        case .sequence(let commands): .sequence(commands)
        }
    }

    /// Whether it overrides facts or removes overrides, which an app can refuse.
    package var overridesFacts: Bool {
        if case .sequence(let commands) = self { return commands.contains(where: \.overridesFacts) }
        return subject == .overrides
    }

    /// Whether its effect can be worked out without carrying it out.
    package var isForeseeable: Bool {
        switch subject {
        case .overrides, .facts: true
        case .sequence(let commands): commands.allSatisfy(\.isForeseeable)
        case .action, .flow, .app, .history: false
        }
    }

    /// Whether its effect lasts only as long as the program.
    package var lastsUntilQuit: Bool {
        switch self {
        case .setOverride(_, let override): override?.expiry == .untilQuit
        case .sequence(let commands): commands.contains(where: \.lastsUntilQuit)
        case .focus, .setBackgroundWork: true
        case .removeOverridesOfKind, .removeAllOverrides, .restoreOverrides, .setUserToggle, .setPermission,
            .setPurchase,
            .setFlag, .store, .restoreDevice, .restartApp, .perform, .openURL, .beginFlow, .answerFlow, .savePersona,
            .undo,
            .redo:
            false
        }
    }
}

/// A part of a simulated device as a value.
package struct SavedDevice: Codable, Sendable, Hashable {
    /// What was saved.
    package enum Part: String, Codable, Sendable, Hashable {
        /// The permissions, and what was allowed once.
        case permissions
        /// The store: what was bought, how it behaves, and what its clock shows.
        case store
    }

    /// What was saved.
    package var part: Part
    /// The form in which it was saved, which only the device reads.
    package var content: String

    /// Creates the value.
    package init(part: Part, content: String) {
        self.part = part
        self.content = content
    }
}

// Overrides of each kind with values of their own type.
extension Command {
    /// Overrides a product's status, or removes the override with `nil`.
    package static func overridePurchase(productID: String, status: PurchaseStatus?) -> Command {
        .setOverride(FactReference(kind: .purchase, key: productID), status.map { Override(value: $0.rawValue) })
    }

    /// Overrides a permission's status, or removes the override with `nil`.
    package static func overridePermission(permission: String, status: PermissionStatus?) -> Command {
        .setOverride(FactReference(kind: .permission, key: permission), status.map { Override(value: $0.rawValue) })
    }

    /// Overrides a feature's user setting, or removes the override with `nil`.
    package static func overrideToggle(feature: String, isOn: Bool?) -> Command {
        .setOverride(FactReference(kind: .toggle, key: feature), isOn.map { Override(value: $0 ? "on" : "off") })
    }

    /// Overrides whether a feature is enabled in code, or removes the override with `nil`.
    package static func overrideRuntimeSwitch(feature: String, isOn: Bool?) -> Command {
        .setOverride(
            FactReference(kind: .runtimeSwitch, key: feature), isOn.map { Override(value: $0 ? "on" : "off") })
    }

    /// Overrides a feature flag, or removes the override with `nil`.
    package static func overrideFlag(key: String, isOn: Bool?) -> Command {
        .setOverride(FactReference(kind: .flag, key: key), isOn.map { Override(value: $0 ? "on" : "off") })
    }

    /// Overrides the platform, such as `watchOS 9.0`, or removes the override with `nil`.
    package static func overridePlatform(platform: String?) -> Command {
        .setOverride(
            FactReference(kind: .platform, key: FactReference.platformKey), platform.map { Override(value: $0) })
    }

    /// Makes the override that a record describes.
    package static func override(_ record: OverrideRecord) -> Command { .setOverride(record.identity, record.override) }
}

/// What came of a command.
package struct CommandResult: Codable, Sendable, Hashable {
    /// Whether it was carried out.
    package enum Status: String, Codable, Sendable, Hashable, CaseIterable {
        /// It was carried out.
        case done
        /// It was an action of a feature that is not available; nothing ran.
        case unavailable
        /// It could not be carried out, or the action it performed failed; the message gives the reason.
        case failed
    }

    /// Whether it was carried out.
    package var status: Status
    /// One line for people: what happened, or what is wrong and what to do, without ``unsaved``.
    package var outcome: String
    /// The command that undoes it, if it can be undone.
    package var inverse: Command?
    /// The parts of the message, if the command was a change.
    package var change: CommandChange?
    /// The changes that are not in their files; `nil` if all are.
    package var unsaved: [UnsavedChange]?

    /// The outcome, and a sentence for each change that is not saved.
    package var message: String { ([outcome] + (unsaved ?? []).map(\.sentence)).joined(separator: " ") }

    private enum CodingKeys: String, CodingKey {
        case status, inverse, change, unsaved
        case outcome = "message"
    }

    /// Creates a result.
    package init(status: Status, message: String, inverse: Command? = nil) {
        self.status = status
        outcome = message
        self.inverse = inverse
    }

    /// Creates the result of a change that was carried out.
    package init(done change: CommandChange, inverse: Command?) {
        self.init(status: .done, message: change.message, inverse: inverse)
        self.change = change
    }
}

/// A change that counts and is not saved.
package struct UnsavedChange: Codable, Sendable, Hashable {
    /// What is wrong, where, and what to do.
    package let reason: String
    /// Whether the lock of the file is in the way, and not the file.
    package let isLocked: Bool
    /// Whether the change itself is saved, and only its entry in the history is not.
    package let isHistory: Bool

    package init(reason: String, isLocked: Bool, isHistory: Bool = false) {
        self.reason = reason
        self.isLocked = isLocked
        self.isHistory = isHistory
    }

    /// The change as a sentence of a result's message.
    package var sentence: String {
        "Not saved\(isHistory ? " in the history" : isLocked ? " yet" : ""): \(reason)"
    }
}

extension CommandResult {
    /// Adds a change that is not saved.
    package mutating func add(_ unsaved: UnsavedChange) {
        self.unsaved = (self.unsaved ?? []) + [unsaved]
        guard var change else { return }
        change.note = [change.note, unsaved.sentence].compactMap(\.self).joined(separator: " ")
        self.change = change
    }
}

/// What a command changed, in the parts of which its message consists.
package struct CommandChange: Codable, Sendable, Hashable {
    /// One thing that was changed, such as "Premium" and "overridden, purchased until removed".
    package struct Part: Codable, Sendable, Hashable {
        /// What was changed; empty where the rest is a sentence of its own.
        package var subject: String
        /// How it was changed.
        package var text: String

        package init(_ subject: String, _ text: String) {
            self.subject = subject
            self.text = text
        }

        /// Creates a part that is a sentence of its own.
        package init(_ text: String) { self.init("", text) }
    }

    /// What was changed.
    package var parts: [Part]
    /// What that did to features; `nil` if nothing, or if the message does not tell.
    package var effect: CommandEffect?
    /// A sentence after that, if there is more to know.
    package var note: String?

    package init(_ parts: [Part], effect: CommandEffect? = nil, note: String? = nil) {
        self.parts = parts
        self.effect = effect
        self.note = note
    }

    /// Stands between the parts of a message.
    package static let separator = "; "

    /// The change as a sentence.
    ///
    /// An example is `Premium: overridden, purchased until removed; Playlists is available.`
    package var message: String {
        let texts = parts.map { $0.subject.isEmpty ? $0.text : "\($0.subject): \($0.text)" } + [effect?.words]
        let sentence = texts.compactMap(\.self).joined(separator: Self.separator) + "."
        return [sentence, note].compactMap(\.self).joined(separator: " ")
    }
}

/// What a command did to the availability of features.
package struct CommandEffect: Codable, Sendable, Hashable {
    /// The part of the message about it, such as `Playlists is available, Albums is undetermined, and 3 more`.
    package var words: String
    /// How many features have changed.
    package var count: Int

    /// Creates the value.
    package init(words: String, count: Int) {
        self.words = words
        self.count = count
    }
}

extension CommandEffect {
    /// How many features a sentence about a change names; the rest are counted.
    package static let namedFeatures = 20

    /// Describes changes of availability; `nil` if there are none.
    ///
    /// - Parameters:
    ///   - changes: The changes.
    ///   - feature: The name of the feature that changed, and whether it is available now.
    package init?<Change>(_ changes: [Change], _ feature: (Change) -> (name: String, isAvailable: Bool?)) {
        guard !changes.isEmpty else { return nil }
        var words = changes.prefix(Self.namedFeatures).map { change in
            let (name, isAvailable) = feature(change)
            return switch isAvailable {
            case true?: "\(name) is available"
            case false?: "\(name) is not available"
            case nil: "\(name) is undetermined"
            }
        }
        if changes.count > words.count { words.append("and \(changes.count - words.count) more") }
        self.init(words: words.joined(separator: ", "), count: changes.count)
    }

    /// Describes changes of availability; `nil` if there are none.
    package init?(_ changes: [FeatureChange]) { self.init(changes) { ($0.featureName, $0.after) } }
}
