import InspectorKit

/// A fact that can be overridden.
struct OverridableFact: Sendable, Hashable {
    /// The kind of fact.
    let kind: FactKind
    /// The product id, permission name or feature id; `current` for the platform.
    let key: String
    /// What the fact is called.
    let title: String

    /// Creates a fact.
    init(kind: FactKind, key: String, title: String) {
        self.kind = kind
        self.key = key
        self.title = title
    }

    /// The fact an override is about.
    init(_ record: OverrideRecord) {
        self.init(kind: record.kind, key: record.key, title: "")
    }

    /// The fact behind a requirement, or `nil` if the requirement depends on none that can be overridden.
    init?(_ requirement: RequirementState) {
        guard let reference = requirement.factReference else { return nil }
        self.init(kind: reference.kind, key: reference.key, title: requirement.title)
    }

    /// A value the fact can be forced to, as people read it, and the command that forces it.
    typealias Value = (title: String, command: Command)

    /// Every value the fact can be forced to; empty for the platform, which is typed.
    var values: [Value] {
        let values: [(title: String, value: String)] =
            switch kind {
            case .purchase: PurchaseStatus.allCases.map { ($0.description, $0.rawValue) }
            case .permission: PermissionStatus.allCases.map { ($0.description, $0.rawValue) }
            case .toggle, .runtimeSwitch, .flag: ["on", "off"].map { ($0, $0) }
            case .platform: []
            }
        return values.map { ($0.title, .setOverride(reference, Override(value: $0.value))) }
    }

    /// The command that removes the fact's override.
    var removal: Command { .setOverride(reference, nil) }

    /// Returns the current override of the fact, if there is one.
    func record(in model: AppModel) -> OverrideRecord? { model.override(of: reference) }

    /// The identity of the fact, without its title.
    var reference: FactReference { FactReference(kind: kind, key: key) }
}

/// When an override expires, and why it is made, as chosen in a dialog.
struct OverrideTerms: Sendable, Hashable {
    /// What one key cycles through; `nil` for an override that stays until it is removed.
    static let choices: [OverrideExpiry?] = [
        nil, .untilQuit, .after(seconds: 600), .after(seconds: 3_600), .after(seconds: 86_400), .uses(1), .uses(3),
    ]

    /// When it expires; `nil` for never.
    var expiry: OverrideExpiry?
    /// Why it is made; empty without a reason.
    var reason = ""

    /// Whether the override has neither a reason nor an expiry.
    var areOrdinary: Bool { self == OverrideTerms() }

    /// Selects the next choice of expiry, or the one before.
    mutating func cycle(by step: Int) {
        let count = Self.choices.count
        // What was typed is none of the choices; from there the first is next.
        let index = Self.choices.firstIndex(of: expiry) ?? (step > 0 ? count - 1 : 0)
        expiry = Self.choices[(index + step + count) % count]
    }

    /// The duration as people read it, to follow "kept".
    var expiryText: String {
        switch expiry {
        case nil: OverrideExpiry.untilRemovedText
        case .until?: "until a set time"
        case .untilQuit?, .uses?, .after?: OverrideWords.expiry(expiry, offset: 0, today: nil)
        }
    }
}

extension OverrideTerms {
    /// Creates terms from what was typed; `nil` if the text is not an expiry.
    ///
    /// - Parameters:
    ///   - text: When the override expires, such as `this session`, `10 minutes` or `for 3 uses`; if empty,
    ///     it is kept until it is removed.
    ///   - reason: Why it is made; may be empty.
    init?(typed text: String, reason: String) {
        var words = text.lowercased().split(separator: " ").map(String.init)
        if let first = words.first, words.count > 1, ["after", "for", "in"].contains(first) { words.removeFirst() }
        switch words {
        case [], ["never"], ["until", "removed"]: self.init(reason: reason)
        case ["this", "session"], ["at", "quit"], ["until", "quit"], ["quit"]:
            self.init(expiry: .untilQuit, reason: reason)
        default:
            if words.count == 2, ["use", "uses"].contains(words[1]) {
                guard let count = Int(words[0]), count > 0 else { return nil }
                self.init(expiry: .uses(count), reason: reason)
            } else {
                guard let seconds = DurationWords.seconds(in: words.joined(separator: " ")) else { return nil }
                self.init(expiry: .after(seconds: seconds), reason: reason)
            }
        }
    }
}

extension OverrideRecord {
    /// The value as people read it.
    var displayValue: String {
        switch kind {
        case .purchase: PurchaseStatus(rawValue: value)?.description ?? value
        case .permission: PermissionStatus(rawValue: value)?.description ?? value
        case .toggle, .runtimeSwitch, .flag, .platform: value
        }
    }
}
