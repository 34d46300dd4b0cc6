internal import FeatureGating

/// Why what a command would do cannot be told without the app.
package struct UnforeseenCommand: Error, Hashable {
    /// The sentences.
    package let message: String

    init(_ message: String) {
        self.message = message
    }
}

extension World {
    /// Returns what commands would make of the facts.
    ///
    /// - Parameter commands: The commands, in order.
    /// - Returns: What would be different, by fact.
    /// - Throws: ``UnforeseenCommand`` if only the app itself knows, or for a fact or a value that does not exist.
    package func assumptions(of commands: [Command]) throws(UnforeseenCommand) -> [FactKey: FactAssumption] {
        var assumptions: [FactKey: FactAssumption] = [:]
        for command in commands { try assume(command, in: &assumptions) }
        return assumptions
    }

    /// Works out what commands would change.
    ///
    /// - Parameters:
    ///   - commands: The commands, in order.
    ///   - limit: How many features are named of those that would change in the same way.
    /// - Returns: The changes, or why they cannot be told.
    package func preview(_ commands: [Command], limit: Int) -> Preview {
        do throws(UnforeseenCommand) {
            let all = changes(assuming: try assumptions(of: commands))
            var counts: [Preview.Count] = []
            let named = all.filter { Preview.count($0.before, $0.after, in: &counts) <= limit }
            return Preview(changes: named, counts: counts)
        } catch {
            return Preview(changes: [], refusal: error.message)
        }
    }

    private func assume(
        _ command: Command, in assumptions: inout [FactKey: FactAssumption]
    ) throws(UnforeseenCommand) {
        switch command {
        case .setOverride(let fact, let override): try self.override(fact, with: override?.value, in: &assumptions)
        case .restoreOverrides(let records):
            for record in records { try self.override(record.identity, with: record.value, in: &assumptions) }
        case .removeAllOverrides: removeOverrides(in: &assumptions) { _ in true }
        case .removeOverridesOfKind(let kind): removeOverrides(in: &assumptions) { $0 == kind }
        case .setUserToggle(let id, let isOn):
            guard let feature = feature(id), let initial = feature.toggleDefault else {
                throw UnforeseenCommand("There is no user setting of \(id).")
            }
            assumptions[.userToggle(feature: feature.path), default: FactAssumption()].actual =
                .truth(Truth(isOn ?? initial))
        case .sequence(let commands): for command in commands { try assume(command, in: &assumptions) }
        case .setPurchase, .store: throw .needsApp("what happens at the store", "purchase PRODUCT purchased")
        case .setPermission, .restartApp: throw .needsApp("the system's own rules", "permission PERMISSION authorized")
        case .setFlag: throw .needsApp("how the providers of flags decide", "flag KEY on")
        case .undo, .redo, .restoreDevice: throw .needsApp("what commands can undo", "purchase PRODUCT purchased")
        case .focus, .perform, .openURL, .beginFlow, .answerFlow, .setBackgroundWork, .savePersona:
            throw UnforeseenCommand(CommandResult.recorded.message)
        }
    }

    private func override(
        _ fact: FactReference, with text: String?, in assumptions: inout [FactKey: FactAssumption]
    ) throws(UnforeseenCommand) {
        guard let key = FactKey(fact), isKnown(fact) else {
            throw UnforeseenCommand("There is no \(fact.kind.word) \(fact.key) in the app.")
        }
        guard let text else {
            assumptions[key, default: FactAssumption()].override = .none
            return
        }
        guard let value = FactValue(text, of: fact.kind) else {
            throw UnforeseenCommand("\(fact.kind.word) \(fact.key) cannot be \"\(text)\".")
        }
        assumptions[key, default: FactAssumption()].override = .value(value)
    }

    /// Whether the app has a fact; flags are known by any name.
    private func isKnown(_ fact: FactReference) -> Bool {
        switch fact.kind {
        case .purchase: model.products[fact.key] != nil
        case .permission, .flag, .platform: true
        case .toggle, .runtimeSwitch: feature(fact.key) != nil
        }
    }

    private func removeOverrides(
        in assumptions: inout [FactKey: FactAssumption], where isRemoved: (FactKind) -> Bool
    ) {
        for key in Set(facts.keys).union(assumptions.keys) where isRemoved(key.kind) {
            guard (assumptions[key] ?? FactAssumption()).isOverridden(facts[key]) else { continue }
            assumptions[key, default: FactAssumption()].override = .none
        }
    }
}

extension UnforeseenCommand {
    /// The refusal of a command whose effect only the app itself can work out.
    fileprivate static func needsApp(_ what: String, _ instead: String) -> UnforeseenCommand {
        UnforeseenCommand(
            "Only the app itself knows \(what); a recording has the values of one moment. Assume an override instead, such "
                + "as \"\(instead)\".")
    }
}
