import FeatureGating
import InspectorKit

/// Why a recording cannot answer, and what to do instead.
struct RecordedRefusal: Error, Hashable {
    /// The sentences.
    let message: String

    init(_ message: String) {
        self.message = message
    }
}

/// What commands would make of the facts of a recording.
struct RecordedAssumptions: Hashable {
    /// A fact as it is assumed to be.
    enum Value: Hashable {
        /// A purchase, a setting, a switch or a flag with this value.
        case truth(Truth)
        /// A permission with an override.
        case permission(PermissionStatus)
        /// A permission without its override.
        case removed

        /// The value of what is owned or on; `nil` for a permission.
        var truth: Truth? {
            if case .truth(let truth) = self { truth } else { nil }
        }
    }

    private var values: [FactReference: Value] = [:]
    /// The facts that are assumed to be overridden.
    private var overridden: Set<FactReference> = []
    /// The facts whose override is removed.
    private var withoutOverride: Set<FactReference> = []
    /// What the user sets, which counts where nothing is overridden.
    private var settings: [FactReference: Truth] = [:]

    /// Whether nothing is assumed.
    var isEmpty: Bool { values.isEmpty }

    /// What is assumed of a fact; `nil` if it is as it was recorded.
    subscript(fact: FactReference) -> Value? { values[fact] }

    /// Assumes that commands are carried out.
    ///
    /// - Parameters:
    ///   - commands: The commands, in order.
    ///   - gating: The recording.
    /// - Throws: ``RecordedRefusal`` if what they would do does not follow from the recording.
    init(_ commands: [Command], in gating: RecordedGating) throws(RecordedRefusal) {
        for command in commands { try add(command, gating) }
    }

    private mutating func add(_ command: Command, _ gating: RecordedGating) throws(RecordedRefusal) {
        switch command {
        case .setOverride(let fact, let override?): try set(fact, override.value, gating)
        case .setOverride(let fact, nil): try remove(fact, gating)
        case .removeAllOverrides: try removeAll(gating) { _ in true }
        case .removeOverridesOfKind(let kind): try removeAll(gating) { $0.kind == kind }
        case .restoreOverrides(let records): for record in records { try set(record.identity, record.value, gating) }
        case .setUserToggle(let feature, let isOn?):
            let fact = FactReference(kind: .toggle, key: feature)
            // Under an override, the setting changes nothing.
            let isOverridden = isOverridden(fact, gating)
            settings[fact] = Truth(isOn)
            if !isOverridden { values[fact] = .truth(Truth(isOn)) }
        case .sequence(let commands): for command in commands { try add(command, gating) }
        case .setUserToggle:
            throw RecordedRefusal("The default of a user setting is in no recording. Assume on or off.")
        case .setPurchase, .store: throw .needsApp("what happens at the store", "purchase PRODUCT purchased")
        case .setPermission, .restartApp: throw .needsApp("the system's own rules", "permission PERMISSION authorized")
        case .setFlag: throw .needsApp("how the providers of flags decide", "flag KEY on")
        case .undo, .redo, .restoreDevice: throw .needsApp("what commands can undo", "purchase PRODUCT purchased")
        case .focus, .perform, .openURL, .beginFlow, .answerFlow, .setBackgroundWork, .savePersona:
            throw RecordedRefusal(CommandResult.recorded.message)
        }
    }

    private func isOverridden(_ fact: FactReference, _ gating: RecordedGating) -> Bool {
        if overridden.contains(fact) { return true }
        return !withoutOverride.contains(fact) && gating.model.override(of: fact) != nil
    }

    // MARK: Overrides

    private mutating func set(
        _ fact: FactReference, _ text: String, _ gating: RecordedGating
    ) throws(RecordedRefusal) {
        guard gating.has(fact) else {
            throw RecordedRefusal("There is no \(fact.kind.rawValue) \(fact.key) in the recording.")
        }
        overridden.insert(fact)
        switch fact.kind {
        case .purchase:
            guard let status = PurchaseStatus(rawValue: text) else { throw .invalid(fact, text) }
            values[fact] = .truth(status.truth)
        case .permission:
            guard let status = PermissionStatus(rawValue: text) else { throw .invalid(fact, text) }
            values[fact] = .permission(status)
        case .toggle, .runtimeSwitch, .flag:
            guard text == "on" || text == "off" else { throw .invalid(fact, text) }
            values[fact] = .truth(Truth(text == "on"))
        case .platform:
            // The platform that it ran on decides as it did.
            let label = gating.model.status.platform.label
            guard text == label else {
                throw RecordedRefusal(
                    "What features require of \(text) is not in the recording, which has their requirements for \(label). "
                        + "Use the app itself, with --platform.")
            }
        }
    }

    private mutating func removeAll(
        _ gating: RecordedGating, where isRemoved: (FactReference) -> Bool
    ) throws(RecordedRefusal) {
        let facts = Set(gating.model.overrides.map(\.identity)).union(overridden).filter(isRemoved)
        for fact in facts.sorted(by: { ($0.kind.rawValue, $0.key) < ($1.kind.rawValue, $1.key) }) {
            try remove(fact, gating)
        }
    }

    private mutating func remove(_ fact: FactReference, _ gating: RecordedGating) throws(RecordedRefusal) {
        guard isOverridden(fact, gating) else { return }
        overridden.remove(fact)
        withoutOverride.insert(fact)
        if let setting = settings[fact] {
            values[fact] = .truth(setting)
            return
        }
        guard gating.model.override(of: fact) != nil else {
            // What was only assumed is forgotten.
            values[fact] = nil
            return
        }
        switch fact.kind {
        case .permission: values[fact] = .removed
        case .flag: values[fact] = .truth(Truth(gating.model.flags[fact.key]?.value))
        case .purchase where gating.model.products[fact.key]?.isOwned == true: values[fact] = .truth(.true)
        case .purchase, .toggle, .runtimeSwitch, .platform:
            throw RecordedRefusal(
                "What \(fact.kind.rawValue) \(fact.key) would be without its override is not in the recording. Assume a value "
                    + "instead.")
        }
    }
}

extension RecordedRefusal {
    /// The refusal of a command whose effect only the app itself can work out.
    fileprivate static func needsApp(_ what: String, _ instead: String) -> RecordedRefusal {
        RecordedRefusal(
            "Only the app itself knows \(what); a recording has the values of one moment. Assume an override instead, such "
                + "as \"\(instead)\".")
    }

    /// The refusal of a value that a fact cannot have.
    fileprivate static func invalid(_ fact: FactReference, _ text: String) -> RecordedRefusal {
        RecordedRefusal("\(fact.kind.rawValue) \(fact.key) cannot be \"\(text)\".")
    }
}

extension RecordedGating {
    /// Whether the app had a fact; flags are known by any name.
    fileprivate func has(_ fact: FactReference) -> Bool {
        switch fact.kind {
        case .purchase: model.products[fact.key] != nil
        case .permission: model.permissions.contains { $0.permission == fact.key }
        case .toggle, .runtimeSwitch: model.feature(fact.key) != nil
        case .flag, .platform: true
        }
    }
}

extension ProductSnapshot {
    /// Whether owning it is enough by itself and the store reports that it is owned.
    fileprivate var isOwned: Bool { type != .consumable && status == .purchased }
}
