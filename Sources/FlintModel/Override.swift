#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// What a fact is overridden with.
package struct Override: Codable, Sendable, Hashable {
    /// The value, in the spelling of its kind; see ``FactKind``.
    package var value: String
    /// The reason, as its author gave it.
    package var reason: String?
    /// When it expires; `nil` for an override that stays until it is removed.
    package var expiry: OverrideExpiry?
    /// Who made it, such as `console`, `command line` or `app`; `nil` for the sender of the command.
    package var source: String?

    /// Creates an override.
    package init(value: String, reason: String? = nil, expiry: OverrideExpiry? = nil, source: String? = nil) {
        self.value = value
        self.reason = reason
        self.expiry = expiry
        self.source = source
    }
}

/// An override with the fact it belongs to, as it is listed, saved and restored.
///
/// Values have the spelling of the command line, so that a saved file can be read and edited by hand.
package struct OverrideRecord: Codable, Sendable, Hashable {
    /// The kind of the fact.
    package var kind: FactKind
    /// The product id, permission name, feature id or flag's key; ``FactReference/platformKey`` for the platform.
    package var key: String
    /// The overriding value.
    package var value: String
    /// The reason, as its author gave it.
    package var reason: String?
    /// When it expires; `nil` for an override that stays until it is removed.
    package var expiry: OverrideExpiry?
    /// Who made it, such as `console`, `command line` or `app`; `nil` if that is not known.
    package var source: String?

    /// Creates a record.
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

    /// Creates the record of a fact's override.
    package init(_ fact: FactReference, _ override: Override) {
        self.init(
            kind: fact.kind, key: fact.key, value: override.value, reason: override.reason, expiry: override.expiry,
            source: override.source)
    }

    /// The override without the fact.
    package var override: Override { Override(value: value, reason: reason, expiry: expiry, source: source) }
}

/// When an override expires that is not to stay until it is removed.
///
/// In JSON it is an object with one key: `{ "until": "2026-01-31T12:00:00Z" }`, `{ "untilQuit": true }`,
/// `{ "uses": 3 }` or `{ "after": 600 }`.
public enum OverrideExpiry: Sendable, Hashable {
    /// At a moment, which may come while the program is not running.
    case until(Date)
    /// When the program ends; the override is not saved.
    case untilQuit
    /// After a number of uses, at least 1: an action that is performed or denied while its feature depends on the
    /// override is one.
    case uses(Int)
    /// A number of seconds after the override is made. An override that is there has a moment instead.
    case after(seconds: Double)

    /// Returns the expiry of an override that is made at a moment: ``after(seconds:)`` becomes ``until(_:)``.
    package func resolved(at now: Date) -> OverrideExpiry {
        if case .after(let seconds) = self { .until(now.addingTimeInterval(seconds)) } else { self }
    }

    /// Returns whether an override with this expiry has expired at a moment.
    package func hasPassed(by now: Date) -> Bool {
        switch self {
        case .until(let date): date <= now
        case .untilQuit: false
        case .uses(let count): count < 1
        case .after(let seconds): seconds <= 0
        }
    }

    /// The expiry with its moment in whole seconds, as files keep it, rounded up so that nothing expires early.
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

    /// Decodes the one key there is.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        if let text = try container.decodeIfPresent(String.self, forKey: .until) {
            guard let date = try? Date(text, strategy: .iso8601) else {
                throw DecodingError.dataCorruptedError(
                    forKey: .until, in: container, debugDescription: "This is not a date in ISO 8601.")
            }
            self = .until(date)
        } else if let count = try container.decodeIfPresent(Int.self, forKey: .uses) {
            self = .uses(count)
        } else if let seconds = try container.decodeIfPresent(Double.self, forKey: .after) {
            self = .after(seconds: seconds)
        } else {
            _ = try container.decode(Bool.self, forKey: .untilQuit)
            self = .untilQuit
        }
    }

    /// Encodes one key, whatever the encoder does with dates.
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
    /// Returns the expiry as people read it: "until 14:05", "for 3 uses", "for this session".
    ///
    /// A moment on another day has its date, as in "until 2026-01-31 14:05"; one that is less than two minutes away
    /// has its seconds.
    ///
    /// - Parameters:
    ///   - now: The moment at which it is read.
    ///   - timeZoneOffset: The seconds to add to universal time to get the user's local time.
    /// - Returns: The text, to follow the overriding value.
    package func displayText(now: Date, timeZoneOffset: Int) -> String {
        switch self {
        case .after:
            return resolved(at: now).displayText(now: now, timeZoneOffset: timeZoneOffset)
        case .until(let date):
            let (day, time) = Self.clock(date, timeZoneOffset)
            let hasSeconds = abs(date.timeIntervalSince(now)) < 120
            let clock = hasSeconds ? time : String(time.prefix(5))
            return day == Self.clock(now, timeZoneOffset).day ? "until \(clock)" : "until \(day) \(clock)"
        case .untilQuit:
            return "for this session"
        case .uses(let count):
            return count == 1 ? "for 1 use" : "for \(count) uses"
        }
    }

    /// How long an override without an expiry is kept, to follow the overriding value.
    package static let untilRemovedText = "until removed"

    /// Returns the expiry as people read it, in the user's local time; see ``displayText(now:timeZoneOffset:)``.
    package func displayText(at now: Date) -> String {
        guard case .until(let date) = resolved(at: now) else { return displayText(now: now, timeZoneOffset: 0) }
        return displayText(now: now, timeZoneOffset: LocalTime.offset(at: date))
    }

    /// The day and the time of day of a moment, such as `2026-01-31` and `14:05:00`.
    private static func clock(_ date: Date, _ offset: Int) -> (day: String, time: String) {
        let parts = (date + Double(offset)).formatted(.iso8601).split(separator: "T", maxSplits: 1)
        return (String(parts.first ?? ""), String((parts.last ?? "").prefix(8)))
    }
}
