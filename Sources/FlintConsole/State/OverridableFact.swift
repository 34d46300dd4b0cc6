// SPDX-License-Identifier: MIT

import FlintWorld

/// A fact that the user can override, with its title and its possible values.
///
/// Screens, dialogs, and the palette use the type to offer the same overrides for purchases, permissions, user
/// settings, runtime switches, flags, the app's own facts, and the platform.
struct OverridableFact: Sendable, Hashable {
    let reference: FactReference
    let title: String

    var kind: FactKind { reference.kind }
    /// The key within the kind, such as a product id, a feature id, or `current` for the platform.
    var key: String { reference.key }

    init(_ reference: FactReference, title: String) {
        (self.reference, self.title) = (reference, title)
    }

    /// Creates the fact that a requirement depends on, or returns `nil` if it depends on no overridable fact.
    init?(_ requirement: RequirementState) {
        guard let reference = requirement.factReference else { return nil }
        self.init(reference, title: requirement.title)
    }

    typealias Value = (title: String, command: Command)

    /// Returns all possible values.
    ///
    /// If there are too many, as for the platform, the result contains only the values that requirements distinguish.
    func values(in world: World) -> [Value] {
        func value(_ words: String, _ id: String) -> Value { (words, .setOverride(reference, Override(value: id))) }
        let choices = domain(in: world.model).choices
        guard choices.isEmpty, let key = world.model.key(of: reference) else {
            return choices.map { value($0.words, $0.id) }
        }
        return world.boundaries(of: key).map { value($0.displayText(for: key), $0.overrideText(of: key)) }
    }

    func hasChoices(in model: AppModel) -> Bool { !domain(in: model).choices.isEmpty }

    func domain(in model: AppModel) -> FactDomain { model.key(of: reference)?.domain ?? kind.domain }

    func isSwitch(in model: AppModel) -> Bool { [.onOff, .yesNo].contains(domain(in: model)) }

    var removal: Command { .setOverride(reference, nil) }

    func record(in model: AppModel) -> OverrideRecord? { model.override(of: reference) }
}

extension ConsoleState {
    func overridable(_ fact: FactReference) -> OverridableFact { OverridableFact(fact, title: model.title(of: fact)) }
}

extension ProductSnapshot {
    var overridable: OverridableFact {
        OverridableFact(FactReference(kind: .purchase, key: productID), title: name)
    }
}

extension PermissionSnapshot {
    var overridable: OverridableFact {
        OverridableFact(FactReference(kind: .permission, key: permission), title: title)
    }
}

/// The expiry and the reason of an override that is being created.
///
/// In a list of values, a key cycles through the common expiries in ``choices``. In a form, the user types the expiry.
struct OverrideTerms: Sendable, Hashable {
    /// The expiries that a key cycles through.
    ///
    /// A `nil` value keeps the override until it is removed.
    static let choices: [OverrideExpiry?] = [
        nil, .untilQuit, .after(seconds: 600), .after(seconds: 3_600), .after(seconds: 86_400), .uses(1), .uses(3),
    ]

    var expiry: OverrideExpiry?
    var reason = ""

    var isDefault: Bool { self == OverrideTerms() }

    mutating func cycle(by step: Int) {
        let count = Self.choices.count
        // If the expiry is not in the list, cycling begins at the first or the last entry.
        let index = Self.choices.firstIndex(of: expiry) ?? (step > 0 ? count - 1 : 0)
        expiry = Self.choices[(index + step + count) % count]
    }

    /// The expiry in the form that ``init(typed:reason:)`` parses.
    var typedExpiry: String {
        switch expiry {
        case nil, .until?: ""
        case .untilQuit?: "this session"
        case .after?, .uses?: expiryText
        }
    }

    var expiryText: String {
        switch expiry {
        case nil: OverrideExpiry.untilRemovedText
        case .until?: "until a set time"
        case .untilQuit?, .uses?, .after?: OverrideExpiryFormatter.expiry(expiry, in: .utc, today: nil)
        }
    }
}

extension OverrideTerms {
    /// Parses typed terms, such as `this session`, `10 minutes`, or `for 3 uses`.
    ///
    /// An empty expiry keeps the override until it is removed.
    ///
    /// - Throws: The problem with the duration, if the text does not describe an expiry.
    init(typed text: String, reason: String) throws(DurationFormatter.Problem) {
        var words = text.lowercased().split(separator: " ").map(String.init)
        if let first = words.first, words.count > 1, ["after", "for", "in"].contains(first) { words.removeFirst() }
        switch words {
        case [], ["never"], ["until", "removed"]: self.init(reason: reason)
        case ["this", "session"], ["at", "quit"], ["until", "quit"], ["quit"]:
            self.init(expiry: .untilQuit, reason: reason)
        default:
            if words.count == 2, ["use", "uses"].contains(words[1]) {
                guard let count = Int(words[0]), count > 0 else { throw .malformed }
                self.init(expiry: .uses(count), reason: reason)
            } else {
                let seconds = try DurationFormatter.seconds(in: words.joined(separator: " "))
                self.init(expiry: .after(seconds: Double(seconds)), reason: reason)
            }
        }
    }
}

extension Command {
    /// Whether the command overrides a fact.
    ///
    /// A sequence overrides a fact if any of its commands does.
    var setsOverride: Bool {
        if case .sequence(let commands) = self { return commands.contains(where: \.setsOverride) }
        if case .setOverride(_, .some) = self { return true }
        return false
    }

    /// Returns the command with the expiry and the reason for every override that it sets.
    ///
    /// An empty reason keeps the overrides' own reasons, such as a persona's reason.
    func applying(_ terms: OverrideTerms) -> Command {
        if case .sequence(let commands) = self { return .sequence(commands.map { $0.applying(terms) }) }
        guard case .setOverride(let fact, var override?) = self else { return self }
        if !terms.reason.isEmpty { override.reason = terms.reason }
        override.expiry = terms.expiry
        return .setOverride(fact, override)
    }
}

extension AppModel {
    func displayValue(of record: OverrideRecord) -> String {
        (key(of: record.identity)?.domain ?? record.kind.domain).choices.first { $0.id == record.value }?.words
            ?? record.value
    }
}
