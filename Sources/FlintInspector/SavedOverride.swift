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
        let record = try? OverrideRecord(from: decoder)
        self.record = record
        // Files may hold very many entries; those without anything of a newer program's need not be kept twice.
        let isPlain = record != nil && Self.hasKnownKeysOnly(decoder)
        text = isPlain ? nil : try JSONValue(from: decoder)
    }

    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    /// Whether an entry has no key, on any level, that this program does not write itself.
    private static func hasKnownKeysOnly(_ decoder: any Decoder) -> Bool {
        guard let container = try? decoder.container(keyedBy: Key.self) else { return false }
        return container.allKeys.allSatisfy { ["kind", "key", "value", "reason", "source"].contains($0.stringValue) }
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
