import InspectorKit

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

    /// The expiry as people read it, to follow "expires".
    var expiryText: String {
        switch expiry {
        case nil: "never"
        case .untilQuit?: "at quit"
        case .after(let seconds)?: "after \(DurationWords.words(seconds: seconds))"
        case .uses(let count)?: count == 1 ? "after 1 use" : "after \(count) uses"
        case .until?: "at a set time"
        }
    }
}

extension OverrideTerms {
    /// Creates terms from what was typed; `nil` if the text is not an expiry.
    ///
    /// - Parameters:
    ///   - text: When the override expires, such as `at quit`, `10 minutes`, `after 3 uses` or `never`; never if empty.
    ///   - reason: Why it is made; may be empty.
    init?(typed text: String, reason: String) {
        var words = text.lowercased().split(separator: " ").map(String.init)
        if let first = words.first, words.count > 1, ["after", "for", "in"].contains(first) { words.removeFirst() }
        switch words {
        case [], ["never"]: self.init(reason: reason)
        case ["at", "quit"], ["until", "quit"], ["quit"]: self.init(expiry: .untilQuit, reason: reason)
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
