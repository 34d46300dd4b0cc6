import FlintConsole
import InspectorKit

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// An override as answers give it, with an explicit `null` for a reason or a limit it does not have.
struct OverrideEntry: Encodable {
    private enum CodingKeys: CodingKey {
        case kind, key, value, reason, limit
    }

    private let record: OverrideRecord

    /// Creates an entry.
    init(_ record: OverrideRecord) {
        self.record = record
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(record.kind, forKey: .kind)
        try container.encode(record.key, forKey: .key)
        try container.encode(record.value, forKey: .value)
        try container.encode(record.reason, forKey: .reason)
        try container.encode(record.limit, forKey: .limit)
    }

    /// An override in a line, such as `purchase premium: purchased until 14:05, because of “the demo”`.
    static func line(_ record: OverrideRecord) -> String {
        let name = record.kind == .platform ? "" : " \(record.key)"
        return "\(record.kind.rawValue)\(name): \(record.value)" + ending(of: record)
    }

    /// How long an override lasts and why it is there, to follow its value; empty if neither is said.
    static func ending(of record: OverrideRecord) -> String {
        var ending = ""
        if let limit = record.limit {
            ending += " \(limit.words(now: Date(), timeZoneOffset: LocalTime.offset()))"
        }
        if let reason = record.reason { ending += ", because of “\(reason)”" }
        return ending
    }
}
