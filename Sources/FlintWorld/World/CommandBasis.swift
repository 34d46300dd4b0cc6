// SPDX-License-Identifier: MIT

package import FeatureGating
import FlintFoundation

/// An app whose facts can be overridden.
///
/// The protocol provides checks that commands share, such as ``key(of:)`` and ``checked(_:of:by:)``. The error messages
/// are the same for a running app and a ``World``.
package protocol OverridableApp {
    func product(_ id: String) -> OverridableProduct?
    func switches(of featureID: String) -> FeatureSwitches?
    func ownFact(_ fact: FactReference) -> FactKey?
    func title(of key: FactKey) -> String
    var now: Date { get }
}

/// The state on which commands are planned: a running app's state or a ``World``.
///
/// ``CommandForecast`` reads the basis and never changes it.
package protocol CommandBasis {
    var app: any OverridableApp { get }
    var cause: Cause { get }
    func fact(_ key: FactKey) -> Fact?
    var overriddenFacts: Set<FactKey> { get }
    /// Returns the value that the user has set for a feature, or `nil` if the default applies.
    ///
    /// - Throws: A ``CommandError`` if commands cannot change the app's user settings.
    func userSetting(of feature: FeatureSwitches) throws(CommandError) -> Bool?
    /// Forecasts the value that features see after a flag is set or reset, or `nil` if the value takes effect later.
    ///
    /// `before` is the currently set value. A command that restores an earlier state may set a value without an effect.
    ///
    /// - Throws: A ``CommandError`` if the flag cannot be set.
    func flag(
        _ key: String, setting isOn: Bool?, isRestoring: Bool
    ) throws(CommandError) -> (value: Truth?, before: Bool?)
    /// Returns the saved state of the permissions or the store.
    ///
    /// - Throws: A ``CommandError`` if the app has no simulated device, or if its behavior is unknown.
    func savedState(of part: SavedDevice.Part) throws(CommandError) -> SavedDevice
    func requireRunningApp() throws(CommandError)
    var waitingValues: [FactKey: WaitingValue] { get }
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
    let undoRefusal: String

    package init(inverses: [Command], redos: [Command], undoRefusal: String) {
        (self.inverses, self.redos, self.undoRefusal) = (inverses, redos, undoRefusal)
    }
}

package struct OverridableProduct {
    package let id: String
    package let name: String
    package let isConsumable: Bool

    package init(id: String, name: String, isConsumable: Bool) {
        (self.id, self.name, self.isConsumable) = (id, name, isConsumable)
    }

    func requireStatus() throws(CommandError) {
        guard isConsumable else { return }
        throw CommandError("The store keeps no purchase status of \(name), because it is a consumable; override it.")
    }
}

package struct FeatureSwitches {
    package let path: FeaturePath
    package let name: String
    package let userSettingDefault: Bool?
    package let hasRuntimeSwitch: Bool
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
    package func key(of fact: FactReference) throws(CommandError) -> FactKey {
        switch fact.kind {
        case .purchase: return .purchase(productID: try knownProduct(fact.key).id)
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
        default:
            if let key = ownFact(fact) { return key }
            throw CommandError("There is no \(fact.kind.rawValue) \(fact.key.excerpt).")
        }
    }

    /// Checks an override, and returns it with its fact.
    ///
    /// The sender is the author of an override that does not name an author.
    package func checked(
        _ override: Override, of fact: FactReference, by sender: Cause
    ) throws(CommandError) -> (key: FactKey, override: FactOverride) {
        let key = try key(of: fact)
        guard let value = FactValue(override.value, of: key) else {
            throw CommandError(
                fact.kind == .platform
                    ? "\"\(override.value.excerpt)\" is not a platform and version; write, for example, \"watchOS 9.0\"."
                    : "\(fact.kind.rawValue) \(fact.key) cannot be \"\(override.value.excerpt)\"."
                        + (key.kind.isOwn ? key.domain.hint : ""))
        }
        let now = now
        let expiry = override.expiry?.resolved(at: now).inWholeSeconds
        if let expiry, expiry.hasPassed(by: now) {
            guard case .until = expiry else { throw CommandError("An override must have at least 1 use.") }
            throw CommandError(
                "The override of \(title(of: key)) would last \(expiry.displayText(at: now)), which is in the past.")
        }
        let reason = override.reason.flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 }
        let author = override.source.map(Cause.init(rawValue:)) ?? sender
        return (key, FactOverride(value: value, cause: author, since: now, reason: reason, expiry: expiry))
    }

    package func permission(_ name: String) throws(CommandError) -> SystemPermissionConstraint {
        guard let permission = SystemPermissionConstraint(name: name) else {
            throw CommandError("There is no permission \(name.excerpt).")
        }
        return permission
    }

    func knownProduct(_ id: String) throws(CommandError) -> OverridableProduct {
        if let product = product(id) { return product }
        throw CommandError("There is no product \(id).")
    }

    func check(_ action: StoreAction) throws(CommandError) {
        if let productID = action.productID { _ = try knownProduct(productID) }
        if case .advance(let seconds) = action, !seconds.isFinite || seconds < 0 {
            throw CommandError("The store's clock cannot be advanced by \(seconds) seconds.")
        }
        guard case .setRate(let rate) = action else { return }
        guard rate.isFinite, rate >= 0 else {
            throw CommandError("The store's clock cannot run at \(rate) times real time.")
        }
        guard rate <= StoreAction.fastestRate else {
            throw CommandError(
                "The store's clock runs at most \(Int(StoreAction.fastestRate)) times as fast as real time, not "
                    + "\(rate) times.")
        }
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
