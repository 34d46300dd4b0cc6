// SPDX-License-Identifier: MIT

/// An override, as encoded in JSON output and reports.
///
/// The JSON form always contains all keys, with an explicit `null` for absent values.
package struct OverrideEntry: Codable, Sendable, Hashable {
    private enum CodingKeys: CodingKey {
        case kind, key, value, reason, expiry, source
    }

    package let record: OverrideRecord

    package init(_ record: OverrideRecord) {
        self.record = record
    }

    package init(from decoder: any Decoder) throws {
        record = try OverrideRecord(from: decoder)
    }

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

/// A difference from the app's initial state, as encoded in JSON output and reports.
///
/// Overrides are separate entries. Unlike ``StateDifference``, an entry does not contain the command that removes the
/// difference.
package struct DifferenceEntry: Codable, Sendable, Hashable {
    package let kind: StateDifference.Kind
    package let title: String
    package let value: String
    @NullWhenAbsent package var initial: String?

    package init(_ difference: StateDifference) {
        (kind, title) = (difference.kind, difference.title)
        (value, initial) = (difference.value, difference.initial)
    }
}
