// SPDX-License-Identifier: MIT

import FlintFoundation

/// An app whose facts can be overridden.
///
/// The protocol provides checks that commands share, such as ``key(of:)`` and ``checked(_:of:)``. The error messages
/// are the same for a running app and a ``World``.
package protocol OverridableApp {
    func hasProduct(_ id: String) -> Bool
    /// Returns a feature's user setting and runtime switch, or `nil` for an unknown feature.
    func switches(of featureID: String) -> FeatureSwitches?
    func title(of key: FactKey) -> String
}

/// The state on which commands are planned: a running app's state or a ``World``.
///
/// ``CommandForecast`` reads the basis and never changes it.
package protocol CommandBasis: OverridableApp {
    /// Returns the state of a fact, or `nil` if the fact was never reported.
    func fact(_ key: FactKey) -> Fact?
    var overriddenFacts: Set<FactKey> { get }
    /// Checks whether the app supports a command and has the product or simulated system that the command requires.
    ///
    /// - Throws: A ``CommandError`` if the command would be refused or if its effect cannot be forecast.
    func check(_ command: Command) throws(CommandError)
    /// Forecasts a flag's value after the flag is set or reset.
    ///
    /// - Parameters:
    ///   - isOn: The value to set, or `nil` to reset the flag.
    ///   - key: The flag's key.
    ///   - isRestoring: Whether the command restores an earlier state, which includes values without an effect.
    /// - Returns: The forecast value, or `nil` if no provider has a value, and whether the provider's value changes.
    /// - Throws: A ``CommandError`` if the flag cannot be set.
    func value(
        setting isOn: Bool?, flag key: String, isRestoring: Bool
    ) throws(CommandError) -> (value: Bool?, isChange: Bool)
    /// The values that wait until they take effect, by fact.
    var waitingValues: [FactKey: WaitingValue] { get }
    /// Returns the action that a URL leads to, or `nil` if the app does not handle the URL.
    func target(of url: String) -> ActionInvocation?
    var system: (any SimulatedSystem)? { get }
    func recordedSteps() throws(CommandError) -> RecordedSteps
}

/// The commands that undo and redo the recorded history.
///
/// In both lists, the next command to apply is last.
package struct RecordedSteps {
    var inverses: [Command]
    var redos: [Command]

    package init(inverses: [Command], redos: [Command]) {
        (self.inverses, self.redos) = (inverses, redos)
    }
}

/// A feature's user setting and runtime switch.
package struct FeatureSwitches {
    package let path: FeaturePath
    package let name: String
    /// The user setting's default, or `nil` if the feature has no user setting.
    package let userSettingDefault: Bool?
    package let hasRuntimeSwitch: Bool
    /// The time at which a change of the user setting takes effect.
    package let effectTime: EffectTime

    package init(
        path: FeaturePath, name: String, userSettingDefault: Bool?, hasRuntimeSwitch: Bool, effectTime: EffectTime
    ) {
        (self.path, self.name) = (path, name)
        (self.userSettingDefault, self.hasRuntimeSwitch) = (userSettingDefault, hasRuntimeSwitch)
        self.effectTime = effectTime
    }
}

/// The reason a command was refused.
///
/// The message is a sentence that also states a solution if one exists. Handlers throw the error, and the command's
/// result contains the message.
package struct CommandError: Error {
    package let message: String
    /// Whether the command may succeed later, for example because a file cannot be written now.
    package let isTemporary: Bool

    package init(_ message: String, isTemporary: Bool = false) {
        self.message = message
        self.isTemporary = isTemporary
    }
}

extension OverridableApp {
    /// Returns the key of a fact that can be overridden.
    ///
    /// - Throws: ``CommandError`` if the app does not have the fact, or if the key of a flag is empty.
    package func key(of fact: FactReference) throws(CommandError) -> FactKey {
        switch fact.kind {
        case .purchase:
            guard hasProduct(fact.key) else { throw CommandError("There is no product \(fact.key).") }
            return .purchase(productID: fact.key)
        case .permission: return .permission(try permission(fact.key))
        case .userSetting: return .userSetting(feature: try featureWithUserSetting(fact.key).path)
        case .runtimeSwitch:
            let feature = try feature(fact.key)
            guard feature.hasRuntimeSwitch else {
                throw CommandError("\(feature.name) has no runtime switch.")
            }
            return .runtimeSwitch(feature: feature.path)
        case .flag:
            if fact.key.isEmpty { throw CommandError("A flag without a name cannot be overridden.") }
            return .featureFlag(FeatureKey(rawValue: fact.key))
        case .platform: return .platform
        }
    }

    /// Validates an override.
    ///
    /// - Throws: ``CommandError`` for an unknown fact, an invalid value, or an expiry that has already passed.
    package func checked(
        _ override: Override, of fact: FactReference
    ) throws(CommandError) -> (key: FactKey, value: FactValue, expiry: OverrideExpiry?) {
        guard let value = FactValue(override.value, of: fact.kind) else {
            throw CommandError(
                fact.kind == .platform
                    ? "\"\(override.value.excerpt)\" is not a platform and version; write, for example, \"watchOS 9.0\"."
                    : "\(fact.kind.rawValue) \(fact.key) cannot be \"\(override.value.excerpt)\".")
        }
        let (key, now) = (try key(of: fact), Date())
        let expiry = override.expiry?.resolved(at: now).inWholeSeconds
        if let expiry, expiry.hasPassed(by: now) {
            guard case .until = expiry else { throw CommandError("An override must have at least 1 use.") }
            throw CommandError(
                "The override of \(title(of: key)) would last \(expiry.displayText(at: now)), which is in the past.")
        }
        return (key, value, expiry)
    }

    package func permission(_ name: String) throws(CommandError) -> SystemPermissionConstraint {
        guard let permission = SystemPermissionConstraint(name: name) else {
            throw CommandError("There is no permission \(name.excerpt).")
        }
        return permission
    }

    func featureWithUserSetting(_ id: String) throws(CommandError) -> FeatureSwitches {
        let feature = try feature(id)
        guard feature.userSettingDefault != nil else { throw CommandError("\(feature.name) has no user setting.") }
        return feature
    }

    private func feature(_ id: String) throws(CommandError) -> FeatureSwitches {
        guard let feature = switches(of: id) else { throw CommandError("There is no feature \(id).") }
        return feature
    }
}
