import InspectorKit

/// The overrides in a state file, with everything that a newer program has added to it.
package struct SavedOverrides: Sendable, Equatable {
    /// The overrides that this program understands, in any order; the file has them in theirs.
    package var records: [OverrideRecord] = []
    /// Complete entries by their records, of those that hold more than their record.
    private var entries: [OverrideRecord: JSONValue] = [:]
    /// Entries that only a newer program understands, in the order of the file.
    private var newerEntries: [JSONValue] = []
    /// Everything else, for a newer program.
    private var others: [String: JSONValue] = [:]

    /// Creates the content of a file without overrides.
    init() {}

    /// A short description of each entry that only a newer program understands.
    var newerNames: [String] {
        newerEntries.map { entry in
            guard case .object(let object) = entry else { return "something that is no object" }
            let words = ["kind", "key", "value"].compactMap { key -> String? in
                if case .string(let word)? = object[key] { word } else { nil }
            }
            return words.isEmpty ? "something without a kind" : words.joined(separator: " ")
        }
    }

    /// Removes the overrides of a kind, or every entry.
    ///
    /// - Parameter kind: The kind; `nil` for every one, including those that only a newer program understands.
    mutating func removeAll(of kind: FactKind?) {
        records.removeAll { kind == nil || $0.kind == kind }
        if kind == nil { newerEntries = [] }
    }
}

extension SavedOverrides: Codable {
    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(_ text: String) { stringValue = text }
        init?(stringValue: String) { self.init(stringValue) }
        init?(intValue: Int) { nil }
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        let all = try container.decode([Entry].self, forKey: Key("overrides"))
        records = all.compactMap(\.record)
        for case let (record, text?) in all.lazy.map({ ($0.record, $0.text) }) {
            if let record { entries[record] = text } else { newerEntries.append(text) }
        }
        for key in container.allKeys where !["overrides", "version", "flint"].contains(key.stringValue) {
            others[key.stringValue] = try container.decode(JSONValue.self, forKey: key)
        }
    }

    /// Encodes the overrides by kind and key, then the entries that only a newer program understands.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        var list = container.nestedUnkeyedContainer(forKey: Key("overrides"))
        for record in records.sorted(by: { $0.sortKey < $1.sortKey }) {
            if let entry = entries[record] { try list.encode(entry) } else { try list.encode(record) }
        }
        for entry in newerEntries { try list.encode(entry) }
        for (name, value) in others { try container.encode(value, forKey: Key(name)) }
    }
}

/// An entry of the file as it is decoded.
private struct Entry: Decodable {
    /// The override, or `nil` if only a newer program can read it.
    let record: OverrideRecord?
    /// The complete entry; `nil` if the record is all there is to it, since a file may hold very many.
    let text: JSONValue?

    init(from decoder: any Decoder) throws {
        let found = try? Self.record(in: decoder.container(keyedBy: Key.self))
        record = found?.record
        text = found?.isPlain == true ? nil : try JSONValue(from: decoder)
    }

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
    /// - Returns: The record, and whether a newer program could have added nothing to it; `nil` if it is not
    ///   understood.
    /// - Throws: The decoder's error if a value is missing or of another type.
    private static func record(
        in container: KeyedDecodingContainer<Key>
    ) throws -> (record: OverrideRecord, isPlain: Bool)? {
        guard let kind = FactKind(rawValue: try container.decode(String.self, forKey: .kind)) else { return nil }
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
}
