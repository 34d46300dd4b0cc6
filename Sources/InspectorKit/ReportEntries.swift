/// An override in answers and reports, with every value that an override can have.
package struct OverrideEntry: Codable, Sendable, Hashable {
    private enum CodingKeys: CodingKey {
        case kind, key, value, reason, expiry, source
    }

    /// The override.
    package let record: OverrideRecord

    /// Creates an entry.
    package init(_ record: OverrideRecord) {
        self.record = record
    }

    /// Reads an entry.
    package init(from decoder: any Decoder) throws {
        record = try OverrideRecord(from: decoder)
    }

    /// Encodes every key, with an explicit `null` for what there is not.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(record.kind, forKey: .kind)
        try container.encode(record.key, forKey: .key)
        try container.encode(record.value, forKey: .value)
        try container.encode(record.reason, forKey: .reason)
        try container.encode(record.expiry, forKey: .expiry)
        try container.encode(record.source, forKey: .source)
    }
}

/// A difference from the app as it is when it is first started, in answers and reports: no override, and without the
/// command that removes it.
package struct DifferenceEntry: Codable, Sendable, Hashable {
    /// What differs.
    package let kind: StateDifference.Kind
    /// What it is called.
    package let title: String
    /// What it is.
    package let value: String
    /// What it is when the app is first started; `nil` for what has no single value.
    @NullWhenAbsent package var initial: String?

    /// Creates an entry.
    package init(_ difference: StateDifference) {
        (kind, title) = (difference.kind, difference.title)
        (value, initial) = (difference.value, difference.initial)
    }
}
