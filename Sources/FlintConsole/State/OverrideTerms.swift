import InspectorKit

/// How long an override is to last, and why it is made.
struct OverrideTerms: Sendable, Hashable {
    /// How long an override lasts, as a person chooses it.
    enum Lasting: Sendable, Hashable {
        /// Until somebody drops it.
        case untilCleared
        /// Until the program ends.
        case untilQuit
        /// For a number of seconds from when it is made.
        case seconds(Double)
        /// For a number of decisions.
        case decisions(Int)
    }

    /// What one key goes round.
    static let choices: [Lasting] = [
        .untilCleared, .untilQuit, .seconds(600), .seconds(3_600), .seconds(86_400), .decisions(1), .decisions(3),
    ]

    /// How long it lasts.
    var lasting = Lasting.untilCleared
    /// Why it is made; empty if nobody says.
    var reason = ""

    /// Whether the override is an ordinary one, without reason or limit.
    var areOrdinary: Bool { self == OverrideTerms() }

    /// Goes to the next choice of how long, or to the one before.
    mutating func cycle(by step: Int) {
        let count = Self.choices.count
        // What was typed is none of the choices; from there the first is next.
        let place = Self.choices.firstIndex(of: lasting) ?? (step > 0 ? count - 1 : 0)
        lasting = Self.choices[(place + step + count) % count]
    }
}

extension OverrideTerms.Lasting {
    /// How long, as people read it.
    var words: String {
        switch self {
        case .untilCleared: "until cleared"
        case .untilQuit: "until quit"
        case .seconds(let seconds): "for \(DurationWords.words(seconds: seconds))"
        case .decisions(let count): count == 1 ? "for one decision" : "for \(count) decisions"
        }
    }

    /// Reads how long from what was typed; nothing at all is until cleared.
    ///
    /// - Parameter text: Such as `until quit`, `10 minutes` or `3 decisions`.
    init?(typed text: String) {
        var words = text.lowercased().split(separator: " ").map(String.init)
        if words.first == "for" { words.removeFirst() }
        switch words {
        case [], ["until", "cleared"]: self = .untilCleared
        case ["until", "quit"], ["quit"]: self = .untilQuit
        default:
            if words.count == 2, words[1].hasPrefix("decision"), let count = Int(words[0]) {
                guard count > 0 else { return nil }
                self = .decisions(count)
            } else if let seconds = DurationWords.seconds(in: words.joined(separator: " ")) {
                self = .seconds(seconds)
            } else {
                return nil
            }
        }
    }
}

extension OverrideRecord {
    /// The override a command makes, or `nil` if it makes none.
    init?(_ command: Command) {
        guard case .setOverride(let fact, let override?) = command else { return nil }
        self.init(fact, override)
    }

    /// The value as people read it.
    var valueWords: String {
        switch kind {
        case .purchase: PurchaseStatus(rawValue: value)?.words ?? value
        case .permission: PermissionStatus(rawValue: value)?.words ?? value
        case .toggle, .runtimeSwitch, .flag, .platform: value
        }
    }
}

extension OverrideRecord.Kind {
    /// Several facts of the kind, as people read it.
    var pluralWords: String {
        switch self {
        case .purchase: "purchases"
        case .permission: "permissions"
        case .toggle: "user toggles"
        case .runtimeSwitch: "switches"
        case .flag: "flags"
        case .platform: "platforms"
        }
    }
}
