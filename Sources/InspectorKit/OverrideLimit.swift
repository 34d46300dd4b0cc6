#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// How long an override lasts that does not last until somebody drops it.
///
/// In JSON it is an object with one key: `{ "until": "2026-01-31T12:00:00Z" }`, `{ "untilQuit": true }` or
/// `{ "decisions": 3 }`.
public enum OverrideLimit: Sendable, Hashable {
    /// Until a moment.
    case until(Date)
    /// Until the program ends.
    case untilQuit
    /// For a number of decisions, each an action that is performed or refused while the override is seen.
    case decisions(Int)
}

extension OverrideLimit: Codable {
    private enum CodingKeys: CodingKey {
        case until
        case untilQuit
        case decisions
    }

    /// Reads the one key there is.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        if let text = try container.decodeIfPresent(String.self, forKey: .until) {
            guard let date = try? Date(text, strategy: .iso8601) else {
                throw DecodingError.dataCorruptedError(
                    forKey: .until, in: container, debugDescription: "This is no date in ISO 8601.")
            }
            self = .until(date)
        } else if let count = try container.decodeIfPresent(Int.self, forKey: .decisions) {
            self = .decisions(count)
        } else {
            _ = try container.decode(Bool.self, forKey: .untilQuit)
            self = .untilQuit
        }
    }

    /// Writes one key, whatever the encoder does with dates.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .until(let date): try container.encode(date.formatted(.iso8601), forKey: .until)
        case .untilQuit: try container.encode(true, forKey: .untilQuit)
        case .decisions(let count): try container.encode(count, forKey: .decisions)
        }
    }
}
