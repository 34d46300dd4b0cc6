// SPDX-License-Identifier: MIT

internal import FeatureGating

/// A change to the app that a front end requests.
///
/// Front ends can change an app only through commands. A command is a value, so it can be saved, replayed, previewed,
/// and undone. ``CommandResult/inverse`` contains the command that undoes it.
///
/// ```swift
/// inspector.send(.override(.flag, "new-player", to: "on")) { result in
///     print(result.message)
/// }
/// ```
package enum Command: Sendable, Hashable {
    /// Sets an override, or removes it if the value is `nil`.
    case setOverride(FactReference, Override?)
    case removeOverridesOfKind(FactKind)
    case removeAllOverrides
    case restoreOverrides([OverrideRecord])
    /// Changes the actual value of a fact at its source, or resets it if the value is `nil`.
    ///
    /// The source is the app's settings screen for a user setting, the simulated system for a permission, the simulated
    /// store for a product, and the first provider that supports setting values for a flag.
    case setValue(FactReference, FactValue?)
    case store(StoreAction)
    /// Simulates a restart of the app: permissions that were allowed once expire, and waiting values take effect.
    case restartApp
    case beginSession
    /// Adds a feature and its descendants to the focus, or removes them.
    ///
    /// If any feature is in focus, the timeline and the log include only features in focus. The log still includes all
    /// errors.
    case focus(feature: String, isOn: Bool)
    case perform(ActionInvocation)
    case openURL(String)
    /// Starts the authorization flow for a feature's undetermined permissions.
    ///
    /// If all required permissions are granted, the flow then performs the action.
    case beginFlow(feature: String, thenPerform: ActionInvocation?)
    case answerFlow(FlowAnswer)
    case setBackgroundWork(isRunning: Bool)
    case restoreDevice(SavedDevice)
    /// Puts the simulated store into a state that is relative to the current time.
    case setStore(StoreState)
    /// Saves the app's current state, or only its overrides, as a persona, replacing any persona with the same name.
    case savePersona(name: String, description: String?, of: Persona.Scope = .state)
    /// Saves a persona under a name, or deletes the saved persona if the value is `nil`.
    case setPersona(name: String, persona: Persona?)
    /// Applies several commands in order as a single change.
    ///
    /// If any command is refused, no command takes effect.
    case sequence([Command])
    case undo
    case redo
}

extension Command {
    package enum Subject: Sendable, Hashable {
        case overrides
        case facts
        case action
        case flow
        case app
        case history
        case sequence([Command])
    }

    package static func all(_ commands: [Command]) -> Command {
        commands.count == 1 ? commands[0] : .sequence(commands)
    }

    package var subject: Subject {
        switch self {
        case .setOverride, .removeOverridesOfKind, .removeAllOverrides, .restoreOverrides: .overrides
        case .setValue, .store, .setStore, .restoreDevice, .restartApp, .beginSession: .facts
        case .perform, .openURL: .action
        case .beginFlow, .answerFlow: .flow
        case .focus, .setBackgroundWork, .savePersona, .setPersona: .app
        case .undo, .redo: .history
        case .sequence(let commands): .sequence(commands)
        }
    }

    package var overridesFacts: Bool {
        if case .sequence(let commands) = self { return commands.contains(where: \.overridesFacts) }
        return subject == .overrides
    }

    package var savesPersona: Bool {
        if case .sequence(let commands) = self { return commands.contains(where: \.savesPersona) }
        if case .setPersona(_, _?) = self { return true }
        return if case .savePersona = self { true } else { false }
    }

    /// The names of the personas that the command deletes, or `nil` if it does anything else.
    package var deletedPersonas: [String]? {
        if case .setPersona(let name, nil) = self { return [name] }
        guard case .sequence(let commands) = self else { return nil }
        let names = commands.map(\.deletedPersonas)
        return names.contains(nil) ? nil : names.flatMap { $0 ?? [] }
    }

    package var canBeForecast: Bool {
        switch subject {
        case .overrides, .facts: true
        case .sequence(let commands): commands.allSatisfy(\.canBeForecast)
        case .action, .flow, .app, .history: false
        }
    }

    /// Whether any effect of the command ends with the app's process.
    package var lastsUntilQuit: Bool {
        switch self {
        case .setOverride(_, let override): override?.expiry == .untilQuit
        case .sequence(let commands): commands.contains(where: \.lastsUntilQuit)
        case .focus, .setBackgroundWork: true
        case .removeOverridesOfKind, .removeAllOverrides, .restoreOverrides, .setValue, .store, .setStore,
            .restoreDevice, .restartApp, .beginSession, .perform, .openURL, .beginFlow, .answerFlow, .savePersona,
            .setPersona, .undo,
            .redo:
            false
        }
    }
}

extension Command {
    /// Returns a command that overrides a fact, or removes the override if the value is `nil`.
    ///
    /// The value has the spelling of the fact's kind.
    package static func override(_ kind: FactKind, _ key: String, to value: String?) -> Command {
        .setOverride(FactReference(kind: kind, key: key), value.map { Override(value: $0) })
    }

    package static func setUserSetting(feature: String, isOn: Bool?) -> Command {
        .setValue(FactReference(kind: .userSetting, key: feature), isOn.map { .truth(Truth($0)) })
    }

    package static func setFlag(key: String, isOn: Bool?) -> Command {
        .setValue(FactReference(kind: .flag, key: key), isOn.map { .truth(Truth($0)) })
    }

    package static func setPermission(permission: String, status: PermissionStatus) -> Command {
        .setValue(FactReference(kind: .permission, key: permission), .permission(status))
    }

    package static func setPurchase(productID: String, status: PurchaseStatus) -> Command {
        .setValue(FactReference(kind: .purchase, key: productID), .truth(status.truth))
    }

    package static func rename(_ persona: Persona, to name: String) -> Command {
        var renamed = persona
        renamed.name = name
        return .sequence([
            .setPersona(name: name, persona: renamed), .setPersona(name: persona.name, persona: nil),
        ])
    }

    package static func override(_ record: OverrideRecord) -> Command { .setOverride(record.identity, record.override) }
}

/// The result of a command.
///
/// The inspector returns a result for every command, including commands that fail. Front ends show ``message``, which
/// combines the outcome with a sentence for each change that could not be saved.
package struct CommandResult: Codable, Sendable, Hashable {
    package enum Status: String, Codable, Sendable, Hashable, CaseIterable {
        case done
        /// The action was not performed because its feature is unavailable or declined the request.
        case unavailable
        case failed
    }

    package var status: Status
    /// The effect of the command, or the problem and its solution, in one line.
    ///
    /// The text does not mention ``unsaved`` changes.
    package var outcome: String
    package var inverse: Command?
    package var change: CommandChange?
    package var unsaved: [UnsavedChange]?
    /// Whether only a part of the command was carried out.
    ///
    /// In this case, ``outcome`` and ``inverse`` describe only that part. The property is not encoded, so it is set
    /// only in the app's process.
    package var isPartial = false

    package var message: String { ([outcome] + (unsaved ?? []).map(\.sentence)).joined(separator: " ") }

    private enum CodingKeys: String, CodingKey {
        case status, inverse, change, unsaved
        case outcome = "message"
    }

    package init(status: Status, message: String, inverse: Command? = nil, isPartial: Bool = false) {
        self.status = status
        outcome = message
        self.inverse = inverse
        self.isPartial = isPartial
    }

    package init(done change: CommandChange, inverse: Command? = nil) {
        self.init(status: .done, message: change.message, inverse: inverse)
        self.change = change
    }
}

/// A change that took effect but could not be saved.
///
/// The usual cause is a file that another process has locked or that cannot be written. The change is lost when the
/// process ends, unless a later attempt to save it succeeds.
package struct UnsavedChange: Codable, Sendable, Hashable {
    package let reason: String
    /// Whether another process holds the file's lock.
    package let isLocked: Bool
    /// Whether the change itself was saved and only its history entry was not.
    package let isHistory: Bool

    package init(reason: String, isLocked: Bool, isHistory: Bool = false) {
        self.reason = reason
        self.isLocked = isLocked
        self.isHistory = isHistory
    }

    package var sentence: String {
        "Not saved\(isHistory ? " in the history" : isLocked ? " yet" : ""): \(reason)"
    }
}

extension CommandResult {
    package mutating func add(_ unsaved: UnsavedChange) {
        self.unsaved = (self.unsaved ?? []) + [unsaved]
        guard var change else { return }
        change.note = [change.note, unsaved.sentence].compactMap(\.self).joined(separator: " ")
        self.change = change
    }
}

/// The effects of a command as the parts of its message.
///
/// ``message`` joins the parts, the effect on features, and an additional note into sentences.
package struct CommandChange: Codable, Sendable, Hashable {
    /// A changed item and its new value.
    ///
    /// For example, the subject is "Premium", and the text is "overridden, purchased until removed".
    package struct Part: Codable, Sendable, Hashable {
        /// The changed item, or an empty string if ``text`` is a complete clause.
        package var subject: String
        package var text: String

        package init(_ subject: String, _ text: String) {
            self.subject = subject
            self.text = text
        }

        package init(_ text: String) { self.init("", text) }
    }

    package var parts: [Part]
    /// The effect on features' availability, or `nil` if no availability changed or the message omits the effect.
    package var effect: CommandEffect?
    package var note: String?

    package init(_ parts: [Part], effect: CommandEffect? = nil, note: String? = nil) {
        self.parts = parts
        self.effect = effect
        self.note = note
    }

    package static let separator = "; "

    package var message: String {
        let texts = parts.map { $0.subject.isEmpty ? $0.text : "\($0.subject): \($0.text)" } + [effect?.text]
        let sentence = texts.compactMap(\.self).joined(separator: Self.separator) + "."
        return [sentence, note].compactMap(\.self).joined(separator: " ")
    }
}

/// The effect of a command on the availability of features.
///
/// ``text`` names at most ``namedFeatures`` features and counts the others, for example `Playlists is available,
/// Albums is undetermined, and 3 more`.
package struct CommandEffect: Codable, Sendable, Hashable {
    package var text: String
    package var count: Int

    package init(text: String, count: Int) {
        self.text = text
        self.count = count
    }
}

extension CommandEffect {
    package static let namedFeatures = 20

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
        self.init(text: words.joined(separator: ", "), count: changes.count)
    }

    package init?(_ changes: [FeatureChange]) { self.init(changes) { ($0.featureName, $0.after) } }
}
