// SPDX-License-Identifier: MIT

import FeatureGating
import FlintWorld

enum FactItem: Sendable {
    case flag(FlagSnapshot)
    case entry(FactEntry)
}

extension FactItem {
    var reference: FactReference {
        switch self {
        case .flag(let flag): FactReference(kind: .flag, key: flag.key)
        case .entry(let entry): entry.reference
        }
    }

    var title: String {
        switch self {
        case .flag(let flag): flag.key
        case .entry(let entry): entry.title
        }
    }

    var overridable: OverridableFact { OverridableFact(reference, title: title) }

    var isRequired: Bool {
        switch self {
        case .flag(let flag): flag.isRequired
        case .entry(let entry): !entry.features.isEmpty
        }
    }

    // MARK: Values

    var actual: FactValue {
        switch self {
        case .flag(let flag): .truth(Truth(flag.value))
        case .entry(let entry): entry.record.fact.actual
        }
    }

    var override: FactValue? {
        switch self {
        case .flag(let flag): flag.override.map { .truth(Truth($0)) }
        case .entry(let entry): entry.record.fact.override?.value
        }
    }

    var effective: FactValue {
        switch self {
        case .flag(let flag): .truth(Truth(flag.effective))
        case .entry(let entry): entry.record.fact.effective
        }
    }

    func displayText(of value: FactValue) -> String {
        switch self {
        case .flag(let flag): value.displayText(for: .featureFlag(FeatureKey(rawValue: flag.key)))
        case .entry(let entry): value.displayText(for: entry.record.key)
        }
    }

    func role(of value: FactValue) -> Role { value.isTruth ? AvailabilityFormatter.role(value.truth) : .plain }

    var laterText: String? {
        switch self {
        case .flag(let flag):
            flag.takesEffect.map { time in
                (flag.waiting.map { FlagSnapshot.displayText(of: $0) } ?? "a change takes effect") + " \(time)"
            }
        case .entry(let entry): entry.record.fact.waiting?.displayText(for: entry.record.key)
        }
    }

    // MARK: The row

    /// Returns the title of the fact's row.
    ///
    /// The heading above the row names the kind, so the row of a user setting or a runtime switch shows only the
    /// feature's name.
    func rowTitle(in state: ConsoleState) -> String {
        guard reference.kind.belongsToFeature else { return title }
        return state.feature(reference.key)?.name ?? reference.key
    }

    var rowValue: String {
        if case .flag(let flag) = self, flag.effective == nil { "?" } else { displayText(of: effective) }
    }

    var rowSource: String {
        if override != nil { return "override" }
        return switch self {
        case .flag(let flag): "\(flag.provider ?? "none"), \(flag.reasonText)"
        case .entry(let entry): entry.sourceText
        }
    }

    // MARK: Commands

    var reasonNotSettable: String? {
        switch self {
        case .flag(let flag): flag.reasonNotSettable
        case .entry(let entry) where entry.kind == .userSetting: nil
        case .entry(let entry):
            entry.kind.isOwn ? "The app sets \(title): override it" : "Runtime switches are set in code: override it"
        }
    }

    var reasonSessionHasNoEffect: String? {
        switch self {
        case .flag(let flag): flag.reasonSessionHasNoEffect
        case .entry(let entry):
            entry.record.fact.waiting == nil ? "No value of \(title) waits for a session" : nil
        }
    }
}

extension FactItem: Encodable {
    func encode(to encoder: any Encoder) throws {
        switch self {
        case .flag(let flag): try flag.encode(to: encoder)
        case .entry(let entry): try entry.encode(to: encoder)
        }
    }
}

extension FactEntry {
    var sourceText: String {
        let source = record.fact.source
        return source == .unreported ? "not reported" : kind.displayText(ofSource: source.rawValue)
    }
}

extension [FactEntry] {
    var otherThanFlags: [FactEntry] { filter { $0.kind != .flag && FactsScreen().lists($0.kind) } }
}

extension FlagSnapshot {
    var winner: Int? {
        // If the named provider gave no value, the first answer with a value is used.
        answers.firstIndex { $0.value != nil && $0.provider == provider } ?? answers.firstIndex { $0.value != nil }
    }

    var settable: Int? { answers.firstIndex { $0.isMutable } }

    /// The reason the flag cannot be set, or `nil` if it can.
    ///
    /// A set value that has no effect can still be removed.
    var reasonNotSettable: String? {
        if let index = settable { return answers[index].hasFlag ? nil : reasonSettingHasNoEffect }
        return answers.isEmpty
            ? "The app has no flag providers, so \(key) cannot be set: override it"
            : "No provider can be changed, so \(key) cannot be set: override it"
    }

    var reasonSettingHasNoEffect: String? {
        guard let index = settable, let winner, winner < index else { return nil }
        return "\(answers[winner].provider) takes precedence over \(answers[index].provider), so \(key) cannot be set: "
            + "override it"
    }

    var reasonSessionHasNoEffect: String? {
        switch takesEffect {
        case .nextSession?: waiting == nil ? "No value of \(key) waits for a session" : nil
        case .nextStart?: "A change of \(key) takes effect from the next start of the app"
        case .now?, nil: "A change of \(key) takes effect at once"
        }
    }
}
