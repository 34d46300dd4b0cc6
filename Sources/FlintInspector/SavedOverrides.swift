// SPDX-License-Identifier: MIT

import FlintCore
import FlintFoundation
import FlintWorld

/// The content of an override file, including entries that only a newer program understands.
///
/// Unknown entries and keys are preserved and written back, so that an older program does not destroy a newer program's
/// data.
package struct SavedOverrides: Sendable, Equatable {
    /// The overrides that this program understands, in any order.
    ///
    /// Encoding sorts them.
    package var records: [OverrideRecord] = []
    var origins: [FactReference: Origin] = [:]
    /// The running program that last removed an override, or `nil` after an expiry or a command that has ended.
    var remover: Remover?
    /// The original JSON of each record whose entry may have keys that this program does not understand.
    private var entries: [OverrideRecord: JSONValue] = [:]
    /// The entries that only a newer program understands, in the order of the file.
    private var newerEntries: [JSONValue] = []
    private var others: [String: JSONValue] = [:]

    struct Origin: Sendable, Hashable {
        var since: Date?
        var process: Int32?
    }

    struct Remover: Sendable, Hashable, Codable {
        var source: String
        var process: Int32
    }

    init() {}

    var newerNames: [String] {
        newerEntries.map { entry in
            guard case .object(let object) = entry else { return "an entry that is not an object" }
            let words = ["kind", "key", "value"].compactMap { key -> String? in
                if case .string(let word)? = object[key] { word } else { nil }
            }
            return words.isEmpty ? "an entry without a kind" : words.joined(separator: " ")
        }
    }

    /// Removes the overrides of a kind.
    ///
    /// Without a kind, all entries are removed, including entries that only a newer program understands.
    mutating func removeAll(of kind: FactKind?) {
        records.removeAll { kind == nil || $0.kind == kind }
        if kind == nil { newerEntries = [] }
    }
}

extension SavedOverrides: Codable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: NamedKey.self)
        let all = try container.decode([Entry].self, forKey: "overrides")
        records = all.compactMap(\.record)
        for case let (record?, origin?) in all.lazy.map({ ($0.record, $0.origin) }) {
            origins[record.identity] = origin
        }
        for case let (record, entry?) in all.lazy.map({ ($0.record, $0.completeEntry) }) {
            if let record { entries[record] = entry } else { newerEntries.append(entry) }
        }
        remover = try? container.decodeIfPresent(Remover.self, forKey: "remover")
        let known = ["overrides", "version", "flint"] + (remover == nil ? [] : ["remover"])
        for key in container.allKeys where !known.contains(key.stringValue) {
            others[key.stringValue] = try container.decode(JSONValue.self, forKey: key)
        }
    }

    /// Encodes the overrides, sorted by kind and key, followed by the entries that only a newer program understands.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: NamedKey.self)
        var list = container.nestedUnkeyedContainer(forKey: "overrides")
        for record in records.sorted(by: { $0.sortKey < $1.sortKey }) {
            if let entry = entries[record] {
                try list.encode(entry)
            } else {
                try list.encode(SignedRecord(record: record, origin: origins[record.identity]))
            }
        }
        for entry in newerEntries { try list.encode(entry) }
        try container.encodeIfPresent(remover, forKey: "remover")
        for (name, value) in others { try container.encode(value, forKey: NamedKey(stringValue: name)) }
    }
}

private struct SignedRecord: Encodable {
    private enum Key: CodingKey {
        case since, process
    }

    let record: OverrideRecord
    let origin: SavedOverrides.Origin?

    func encode(to encoder: any Encoder) throws {
        try record.encode(to: encoder)
        var container = encoder.container(keyedBy: Key.self)
        try container.encodeIfPresent(origin?.since?.formatted(.iso8601), forKey: .since)
        try container.encodeIfPresent(origin?.process, forKey: .process)
    }
}

private struct Entry: Decodable {
    let record: OverrideRecord?
    let origin: SavedOverrides.Origin?
    /// The complete entry, or `nil` if the record represents it completely.
    ///
    /// Omitting the entry saves memory, because a file can contain very many entries.
    let completeEntry: JSONValue?

    init(from decoder: any Decoder) throws {
        // An entry that cannot be decoded is preserved, because a newer program may have written it.
        let found = try? Self.record(in: decoder.container(keyedBy: Key.self))
        record = found?.record
        origin = found?.origin
        completeEntry = found?.isPlain == true ? nil : try JSONValue(from: decoder)
    }

    /// A key of an entry.
    ///
    /// The initializer rejects keys that every entry has, so a container's `allKeys` contains only optional keys and is
    /// usually empty. This reduces the time to read an entry by a sixth.
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

    /// Decodes the record of an entry, or returns `nil` if its kind is malformed.
    ///
    /// `isPlain` is whether the record and its origin represent the entry completely.
    private static func record(
        in container: KeyedDecodingContainer<Key>
    ) throws -> (record: OverrideRecord, origin: SavedOverrides.Origin?, isPlain: Bool)? {
        let spelling = KindSpelling.current(try container.decode(String.self, forKey: .kind))
        guard FactKind.isSpelling(spelling) else { return nil }
        let kind = FactKind(rawValue: spelling)
        var record = OverrideRecord(
            kind: kind, key: try container.decode(String.self, forKey: .key),
            value: try container.decode(String.self, forKey: .value))
        var origin = SavedOverrides.Origin()
        var isPlain = true
        // Looking up a missing key takes as long as finding one, so only existing keys are read.
        for key in container.allKeys {
            switch key.stringValue {
            case "reason": record.reason = try container.decodeIfPresent(String.self, forKey: key)
            case "source": record.source = try container.decodeIfPresent(String.self, forKey: key)
            case "since":
                let text = try container.decodeIfPresent(String.self, forKey: key)
                origin.since = text.flatMap { try? Date($0, strategy: .iso8601) }
            case "process": origin.process = try container.decodeIfPresent(Int32.self, forKey: key)
            case "expiry":
                record.expiry = try container.decodeIfPresent(OverrideExpiry.self, forKey: key)
                // An expiry is an object, and a newer program may have added keys to it.
                isPlain = false
            default: isPlain = false
            }
        }
        return (record, origin == SavedOverrides.Origin() ? nil : origin, isPlain)
    }
}

/// The file that saves an app's overrides between launches.
///
/// ```json
/// {
///   "flint" : "overrides",
///   "version" : 2,
///   "overrides" : [
///     {
///       "key" : "premium.monthly",
///       "kind" : "purchase",
///       "expiry" : { "until" : "2026-01-31T12:00:00Z" },
///       "reason" : "the demo on Friday",
///       "source" : "console",
///       "value" : "purchased"
///     }
///   ]
/// }
/// ```
package typealias OverrideFile = StateFile<SavedOverrides>

extension OverrideFile {
    package init(path: String, access: StateFileAccess = .current) {
        self.init(path: path, kind: StateFileKind("overrides"), empty: SavedOverrides(), access: access)
    }
}
