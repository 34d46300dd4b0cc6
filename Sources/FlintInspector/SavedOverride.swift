import InspectorKit

/// One entry of the file of overrides, which this program understands or at least keeps.
struct SavedOverride: Codable, Sendable, Hashable {
    /// What it says, or `nil` if only a newer program knows.
    let record: OverrideRecord?
    /// The entry as it was read, with whatever a newer program has added to it; `nil` if there is nothing more to it
    /// than the record.
    private let text: JSONValue?

    /// Creates an entry for an override.
    init(_ record: OverrideRecord) {
        self.record = record
        text = nil
    }

    /// Reads an entry, whatever is in it.
    init(from decoder: any Decoder) throws {
        let container = try? decoder.container(keyedBy: Key.self)
        let record = container.flatMap { try? Self.record(in: $0) }
        self.record = record
        // Files may hold very many entries; those without anything of a newer program's need not be kept twice.
        let isPlain = record != nil && container?.allKeys.allSatisfy { Self.plainKeys.contains($0.stringValue) } == true
        text = isPlain ? nil : try JSONValue(from: decoder)
    }

    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(_ text: String) { stringValue = text }
        init?(stringValue: String) { self.init(stringValue) }
        init?(intValue: Int) { nil }
    }

    /// The keys whose values have no keys of their own that a newer program could add.
    private static let plainKeys = ["key", "kind", "value", "source", "reason"]

    /// Decodes the record of an entry; its own decoding would look through the entry once more.
    private static func record(in container: KeyedDecodingContainer<Key>) throws -> OverrideRecord {
        OverrideRecord(
            kind: try container.decode(OverrideRecord.Kind.self, forKey: Key("kind")),
            key: try container.decode(String.self, forKey: Key("key")),
            value: try container.decode(String.self, forKey: Key("value")),
            reason: try container.decodeIfPresent(String.self, forKey: Key("reason")),
            limit: try container.decodeIfPresent(OverrideLimit.self, forKey: Key("limit")),
            source: try container.decodeIfPresent(String.self, forKey: Key("source")))
    }

    /// Writes the entry as it was read, if it was.
    func encode(to encoder: any Encoder) throws {
        if let text {
            try text.encode(to: encoder)
        } else {
            try record.encode(to: encoder)
        }
    }

    /// What an entry that is not understood calls itself.
    var name: String {
        guard case .object(let object)? = text else { return "something that is no object" }
        let words = ["kind", "key", "value"].compactMap { key -> String? in
            if case .string(let word)? = object[key] { word } else { nil }
        }
        return words.isEmpty ? "something without a kind" : words.joined(separator: " ")
    }

    /// The order of entries in the file; what is not understood comes last, in the order it was in.
    static func inOrder(_ entries: [SavedOverride]) -> [SavedOverride] {
        let known = entries.filter { $0.record != nil }.sorted { first, second in
            guard let first = first.record, let second = second.record else { return false }
            return (first.kind.rawValue, first.key) < (second.kind.rawValue, second.key)
        }
        return known + entries.filter { $0.record == nil }
    }
}
