import FlintConsole
import InspectorKit

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// An override as answers give it, with an explicit `null` for what it does not have.
struct OverrideEntry: Encodable {
    private enum CodingKeys: CodingKey {
        case kind, key, value, reason, expiry, source
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
        try container.encode(record.expiry, forKey: .expiry)
        try container.encode(record.source, forKey: .source)
    }

    /// An override in a line, such as `purchase premium: purchased until 14:05, because of “the demo”, by
    /// console`.
    static func line(_ record: OverrideRecord) -> String {
        let name = record.kind == .platform ? "" : " \(record.key)"
        return "\(record.kind.rawValue)\(name): \(record.value)" + ending(of: record)
    }

    /// When an override expires, its reason and its source, to follow its value; empty if it has none of them.
    static func ending(of record: OverrideRecord) -> String {
        var ending = ""
        if let expiry = record.expiry { ending += " \(expiry.displayText(at: Date()))" }
        if let reason = record.reason { ending += ", because of “\(reason)”" }
        if let source = record.source { ending += ", by \(source)" }
        return ending
    }
}
