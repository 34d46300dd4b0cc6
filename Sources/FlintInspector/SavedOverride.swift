import InspectorKit

/// One entry of the file of overrides, which this program understands or at least keeps.
struct SavedOverride: Codable, Sendable, Hashable {
    /// Its content, or `nil` if only a newer program can read it.
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
        let found = try? Self.record(in: decoder.container(keyedBy: Key.self))
        record = found?.record
        // Files may hold very many entries; those without anything of a newer program's need not be kept twice.
        text = found?.isPlain == true ? nil : try JSONValue(from: decoder)
    }

    /// Whether an encoder writes more than the record.
    var isMoreThanItsRecord: Bool { text != nil }

    /// A key of an entry.
    ///
    /// Those that every entry has are no part of a container's `allKeys`, so that this list is mostly empty, which
    /// takes a sixth off the time of reading an entry.
    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        static let kind = Key(ofEveryEntry: "kind")
        static let key = Key(ofEveryEntry: "key")
        static let value = Key(ofEveryEntry: "value")

        private init(ofEveryEntry name: String) { stringValue = name }
        init?(stringValue: String) {
            if stringValue == "kind" || stringValue == "key" || stringValue == "value" { return nil }
            self.stringValue = stringValue
        }
        init?(intValue: Int) { nil }
    }

    /// Decodes the record of an entry, without looking for keys it does not have, which takes as long as finding one.
    ///
    /// - Parameter container: The entry.
    /// - Returns: The record, and whether the entry holds nothing besides that a newer program could have added; `nil`
    ///   if it is not understood.
    /// - Throws: What the decoder throws if a value is missing or of another type.
    private static func record(
        in container: KeyedDecodingContainer<Key>
    ) throws -> (record: OverrideRecord, isPlain: Bool)? {
        guard let kind = FactKind(rawValue: try container.decode(String.self, forKey: .kind)) else {
            return nil
        }
        var record = OverrideRecord(
            kind: kind, key: try container.decode(String.self, forKey: .key),
            value: try container.decode(String.self, forKey: .value))
        var isPlain = true
        for key in container.allKeys {
            switch key.stringValue {
            case "reason": record.reason = try container.decodeIfPresent(String.self, forKey: key)
            case "source": record.source = try container.decodeIfPresent(String.self, forKey: key)
            case "expiry":
                record.expiry = try container.decodeIfPresent(OverrideExpiry.self, forKey: key)
                // It has keys of its own, to which a newer program can have added some.
                isPlain = false
            default: isPlain = false
            }
        }
        return (record, isPlain)
    }

    /// Writes the entry as it was read, if it was.
    func encode(to encoder: any Encoder) throws {
        if let text {
            try text.encode(to: encoder)
        } else {
            try record?.encode(to: encoder)
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
