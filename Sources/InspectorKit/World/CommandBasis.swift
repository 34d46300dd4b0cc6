#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// An app with facts that can be overridden.
package protocol OverridableApp {
    /// Whether the app has a product.
    func hasProduct(_ id: String) -> Bool
    /// Returns the switches of a feature; `nil` if there is none with the id.
    func switches(of featureID: String) -> FeatureSwitches?
    /// Returns the title of a fact, such as "User setting of Dynamic Speed".
    func title(of key: FactKey) -> String
}

/// An app on which commands are planned: one that runs, or the world of one.
package protocol CommandBasis: OverridableApp {
    /// Returns what is known of a fact; `nil` if it was never reported.
    func fact(_ key: FactKey) -> Fact?
    /// The facts that are overridden.
    var overriddenFacts: Set<FactKey> { get }
    /// Checks that a command can be carried out as far as its kind, its product and the system of the app are concerned.
    ///
    /// - Throws: Why it would be refused, or why its effect is not known.
    func check(_ command: Command) throws(CommandError)
    /// The value that a flag would have if it were set, or if what was set were forgotten.
    ///
    /// - Parameters:
    ///   - isOn: What to set; `nil` forgets.
    ///   - key: The flag.
    /// - Returns: The value, `nil` for none, and whether anything would be different in the provider.
    /// - Throws: Why it cannot be set.
    func value(setting isOn: Bool?, flag key: String) throws(CommandError) -> (value: Bool?, isChange: Bool)
    /// The simulated system the app runs on, if it runs on one.
    var system: (any SimulatedSystem)? { get }
    /// The commands that would undo and redo what was done before.
    func recordedSteps() throws(CommandError) -> RecordedSteps
}

/// The commands that would undo and redo what was done, the first to be carried out last.
package struct RecordedSteps {
    var inverses: [Command]
    var redos: [Command]

    /// Creates the steps.
    package init(inverses: [Command], redos: [Command]) {
        (self.inverses, self.redos) = (inverses, redos)
    }
}

/// The switches that a feature has, which can be overridden.
package struct FeatureSwitches {
    /// The feature's path.
    package let path: FeaturePath
    /// The feature's name.
    package let name: String
    /// The value until the user has made a choice; `nil` if the user is not asked.
    package let toggleDefault: Bool?
    /// Whether the feature can be enabled in code.
    package let hasRuntimeSwitch: Bool

    /// Creates the switches of a feature.
    package init(path: FeaturePath, name: String, toggleDefault: Bool?, hasRuntimeSwitch: Bool) {
        (self.path, self.name) = (path, name)
        (self.toggleDefault, self.hasRuntimeSwitch) = (toggleDefault, hasRuntimeSwitch)
    }
}

/// The reason that a command was refused, in a sentence that names a remedy.
package struct CommandError: Error {
    /// The sentence.
    package let message: String

    /// Creates an error.
    package init(_ message: String) {
        self.message = message
    }
}

extension OverridableApp {
    /// Returns the fact that a name stands for, if the app has it and it can be overridden.
    ///
    /// - Throws: ``CommandError`` that names what the app has not.
    package func key(of fact: FactReference) throws(CommandError) -> FactKey {
        switch fact.kind {
        case .purchase:
            guard hasProduct(fact.key) else { throw CommandError("There is no product \(fact.key).") }
            return .purchase(productID: fact.key)
        case .permission: return .permission(try permission(fact.key))
        case .toggle: return .userToggle(feature: try toggledFeature(fact.key).path)
        case .runtimeSwitch:
            let feature = try feature(fact.key)
            guard feature.hasRuntimeSwitch else {
                throw CommandError("\(feature.name) has no switch in the program.")
            }
            return .runtimeSwitch(feature: feature.path)
        case .flag:
            if fact.key.isEmpty { throw CommandError("A flag without a name cannot be overridden.") }
            return .featureFlag(FeatureKey(rawValue: fact.key))
        case .platform: return .platform
        }
    }

    /// Returns the fact that an override is about, with the value and the expiry that it would have.
    ///
    /// - Throws: ``CommandError`` for a fact that the app has not, a value that the fact cannot have, or an expiry that has
    ///   passed.
    package func checked(
        _ override: Override, of fact: FactReference
    ) throws(CommandError) -> (key: FactKey, value: FactValue, expiry: OverrideExpiry?) {
        guard let value = FactValue(override.value, of: fact.kind) else {
            throw CommandError(
                fact.kind == .platform
                    ? "\"\(override.value)\" is no platform and version; write, for example, \"watchOS 9.0\"."
                    : "\(fact.kind.rawValue) \(fact.key) cannot be \"\(override.value)\".")
        }
        if let reason = override.reason, reason.hasMarks(beyond: JSONLimits.stateFile.marks) {
            throw CommandError(
                "The reason has more than \(JSONLimits.stateFile.marks) combining marks in a row, which no file keeps; "
                    + "leave some out.")
        }
        let (key, now) = (try key(of: fact), Date())
        let expiry = override.expiry?.resolved(at: now).inWholeSeconds
        if let expiry, expiry.hasPassed(by: now) {
            guard case .until = expiry else { throw CommandError("An override has at least 1 use.") }
            throw CommandError("\(title(of: key)) was overridden \(expiry.displayText(at: now)), which is over.")
        }
        return (key, value, expiry)
    }

    /// Returns the permission with a name.
    package func permission(_ name: String) throws(CommandError) -> SystemPermissionConstraint {
        guard let permission = SystemPermissionConstraint(name: name) else {
            throw CommandError("There is no permission \(name).")
        }
        return permission
    }

    func toggledFeature(_ id: String) throws(CommandError) -> FeatureSwitches {
        let feature = try feature(id)
        guard feature.toggleDefault != nil else { throw CommandError("\(feature.name) has no toggle for the user.") }
        return feature
    }

    private func feature(_ id: String) throws(CommandError) -> FeatureSwitches {
        guard let feature = switches(of: id) else { throw CommandError("There is no feature \(id).") }
        return feature
    }
}
