// SPDX-License-Identifier: MIT

import FlintFoundation

/// An override of a fact, as commands represent it: its value, reason, expiry, and author.
///
/// ``OverrideRecord`` adds the fact. ``FactOverride`` is the override that applies in a running app.
package struct Override: Codable, Sendable, Hashable {
    package var value: String
    package var reason: String?
    package var expiry: OverrideExpiry?
    /// The author, such as `console`, `command line`, or `app`.
    ///
    /// If it is `nil`, the sender of the command is the author.
    package var source: String?

    package init(value: String, reason: String? = nil, expiry: OverrideExpiry? = nil, source: String? = nil) {
        self.value = value
        self.reason = reason
        self.expiry = expiry
        self.source = source
    }

    package static func displayText(forReason reason: String?) -> String {
        reason.map { ", because of “\($0)”" } ?? ""
    }
}

/// An override with its fact, as commands list it and files store it.
///
/// Values have the spelling of the command line, so that people can read and edit a saved file.
///
/// ```json
/// { "kind": "purchase", "key": "premium.monthly", "value": "purchased", "expiry": { "uses": 3 } }
/// ```
package struct OverrideRecord: Codable, Sendable, Hashable {
    package var kind: FactKind
    package var key: String
    package var value: String
    package var reason: String?
    package var expiry: OverrideExpiry?
    package var source: String?

    package init(
        kind: FactKind, key: String, value: String, reason: String? = nil, expiry: OverrideExpiry? = nil,
        source: String? = nil
    ) {
        self.kind = kind
        self.key = key
        self.value = value
        self.reason = reason
        self.expiry = expiry
        self.source = source
    }

    package init(_ fact: FactReference, _ override: Override) {
        self.init(
            kind: fact.kind, key: fact.key, value: override.value, reason: override.reason, expiry: override.expiry,
            source: override.source)
    }

    package var override: Override { Override(value: value, reason: reason, expiry: expiry, source: source) }
}

/// The expiry of an override.
///
/// In JSON, an expiry is an object with a single key:
///
/// ```json
/// { "until": "2026-01-31T12:00:00Z" }
/// { "untilQuit": true }
/// { "uses": 3 }
/// { "after": 600 }
/// ```
public enum OverrideExpiry: Sendable, Hashable {
    /// A date, which can pass while the program is not running.
    case until(Date)
    /// The end of the program.
    ///
    /// Such an override is never saved to a file.
    case untilQuit
    /// A number of uses, at least 1.
    ///
    /// A use is an action that is performed or denied while its feature depends on the override.
    case uses(Int)
    /// A number of seconds after the override is applied.
    ///
    /// When the override is applied, this expiry is resolved to ``until(_:)``.
    case after(seconds: Double)

    package func resolved(at now: Date) -> OverrideExpiry {
        if case .after(let seconds) = self { .until(now.addingTimeInterval(seconds)) } else { self }
    }

    package func hasPassed(by now: Date) -> Bool {
        switch self {
        case .until(let date): date <= now
        case .untilQuit: false
        case .uses(let count): count < 1
        case .after(let seconds): seconds <= 0
        }
    }

    /// The expiry with the precision of files, which store whole seconds.
    ///
    /// A date is rounded up so that no override expires early.
    package var inWholeSeconds: OverrideExpiry {
        guard case .until(let date) = self else { return self }
        return .until(Date(timeIntervalSince1970: date.timeIntervalSince1970.rounded(.up)))
    }
}

extension OverrideExpiry: Codable {
    private enum CodingKeys: CodingKey {
        case until
        case untilQuit
        case uses
        case after
    }

    /// Decodes an expiry from an object with one key.
    ///
    /// - Throws: `DecodingError` if the object has none of the four keys or its value is malformed.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        if let text = try container.decodeIfPresent(String.self, forKey: .until) {
            guard let date = try? Date(text, strategy: .iso8601) else {
                throw DecodingError.dataCorruptedError(
                    forKey: .until, in: container, debugDescription: "This is not an ISO 8601 date.")
            }
            self = .until(date)
        } else if let count = try container.decodeIfPresent(Int.self, forKey: .uses) {
            self = .uses(count)
        } else if let seconds = try container.decodeIfPresent(Double.self, forKey: .after) {
            self = .after(seconds: seconds)
        } else {
            guard try container.decode(Bool.self, forKey: .untilQuit) else {
                throw DecodingError.dataCorruptedError(
                    forKey: .untilQuit, in: container, debugDescription: "The only valid value is true.")
            }
            self = .untilQuit
        }
    }

    /// Encodes the expiry as an object with one key, regardless of the encoder's date strategy.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .until(let date): try container.encode(date.formatted(.iso8601), forKey: .until)
        case .untilQuit: try container.encode(true, forKey: .untilQuit)
        case .uses(let count): try container.encode(count, forKey: .uses)
        case .after(let seconds): try container.encode(seconds, forKey: .after)
        }
    }
}

extension OverrideExpiry {
    /// Returns the expiry for display: "until 14:05", "for 3 uses", or "for this session".
    ///
    /// An expiry on another day includes the date, as in "until 2026-01-31 14:05". An expiry less than two minutes away
    /// includes seconds.
    package func displayText(at now: Date, in timeZone: DisplayTimeZone = .local) -> String {
        switch self {
        case .after:
            return resolved(at: now).displayText(at: now, in: timeZone)
        case .until(let date):
            let (day, time) = Self.clock(date, timeZone)
            let hasSeconds = abs(date.timeIntervalSince(now)) < 120
            let clock = hasSeconds ? time : String(time.prefix(5))
            return day == Self.clock(now, timeZone).day ? "until \(clock)" : "until \(day) \(clock)"
        case .untilQuit:
            return "for this session"
        case .uses(let count):
            return "for \(Int(clamping: count).counted("use"))"
        }
    }

    package static let untilRemovedText = "until removed"

    private static func clock(_ date: Date, _ timeZone: DisplayTimeZone) -> (day: String, time: String) {
        let parts = (date + Double(timeZone.offset(at: date))).formatted(.iso8601).split(separator: "T", maxSplits: 1)
        return (String(parts.first ?? ""), String((parts.last ?? "").prefix(8)))
    }
}
