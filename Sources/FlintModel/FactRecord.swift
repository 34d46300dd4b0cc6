// SPDX-License-Identifier: MIT

import FlintFoundation

/// A fact with its key, as recordings and connections encode it.
///
/// Values have the spelling of ``FactValue/exactText(of:)``, which preserves balances and unknown values.
package struct FactRecord: Sendable, Hashable {
    package let key: FactKey
    package let fact: Fact

    package init(key: FactKey, fact: Fact) {
        (self.key, self.fact) = (key, fact)
    }

    package static func sorted(_ records: [FactRecord]) -> [FactRecord] {
        records.map { (order: $0.key.sortKey, record: $0) }.sorted { $0.order < $1.order }.map(\.record)
    }

    /// The fact's reference for front ends, or `nil` for past purchases, which front ends do not show.
    package var reference: FactReference? { FactReference(key) }
}

extension FactRecord: Codable {
    private enum CodingKeys: CodingKey {
        case kind, key, description, value, detail, source, since, override, waiting
    }

    private enum OverrideKeys: CodingKey {
        case value, detail, cause, since, reason, expiry
    }

    private static let pastPurchases = "past-purchases"

    package var kindName: String {
        if case .pastPurchases = key { Self.pastPurchases } else { key.kind.rawValue }
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let kind = try container.decode(String.self, forKey: .kind)
        let text = try container.decode(String.self, forKey: .key)
        let description = try container.decodeIfPresent(FactDescription.self, forKey: .description)
        let key =
            kind == Self.pastPurchases
            ? .pastPurchases(feature: TopicPath(stringLiteral: text))
            : description.map(FactKey.own)
                ?? FactKey(FactReference(kind: FactKind(rawValue: KindSpelling.current(kind)), key: text))
        guard let key, description == nil || kind == key.kind.rawValue && text == key.identifier else {
            throw DecodingError.dataCorruptedError(
                forKey: .key, in: container, debugDescription: "Unknown fact \"\(kind) \(text.excerpt)\".")
        }
        var fact = Fact(
            actual: try Self.value(of: key, in: container, .value, .detail),
            source: FactSource(rawValue: try container.decode(String.self, forKey: .source)),
            since: try container.decode(Date.self, forKey: .since))
        if container.contains(.override) {
            let override = try container.nestedContainer(keyedBy: OverrideKeys.self, forKey: .override)
            fact.override = FactOverride(
                value: try Self.value(of: key, in: override, .value, .detail),
                cause: Cause(rawValue: try override.decode(String.self, forKey: .cause)),
                since: try override.decode(Date.self, forKey: .since),
                reason: try override.decodeIfPresent(String.self, forKey: .reason),
                expiry: try override.decodeIfPresent(OverrideExpiry.self, forKey: .expiry))
        }
        if let record = try container.decodeIfPresent(WaitingValue.Record.self, forKey: .waiting) {
            guard let waiting = WaitingValue(record, of: key.kind) else {
                throw Self.fault(record.value, of: key, in: container, .waiting)
            }
            fact.waiting = waiting
        }
        self.init(key: key, fact: fact)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(kindName, forKey: .kind)
        try container.encode(key.identifier, forKey: .key)
        try container.encodeIfPresent(key.description, forKey: .description)
        try Self.encode(fact.actual, of: key, in: &container, .value, .detail)
        try container.encode(fact.source.rawValue, forKey: .source)
        try container.encode(fact.since, forKey: .since)
        try container.encodeIfPresent(
            fact.waiting.map { WaitingValue.Record($0, of: key.kind) }, forKey: .waiting)
        guard let override = fact.override else { return }
        var inner = container.nestedContainer(keyedBy: OverrideKeys.self, forKey: .override)
        try Self.encode(override.value, of: key, in: &inner, .value, .detail)
        try inner.encode(override.cause.rawValue, forKey: .cause)
        try inner.encode(override.since, forKey: .since)
        try inner.encodeIfPresent(override.reason, forKey: .reason)
        try inner.encodeIfPresent(override.expiry, forKey: .expiry)
    }

    private static func value<Keys>(
        of key: FactKey, in container: KeyedDecodingContainer<Keys>, _ name: Keys, _ detail: Keys
    ) throws -> FactValue {
        let text = try container.decode(String.self, forKey: name)
        guard let value = FactValue(exact: text, of: key.kind) else { throw fault(text, of: key, in: container, name) }
        guard var platform = value.currentPlatform else { return value }
        platform.detail = try container.decodeIfPresent(String.self, forKey: detail) ?? ""
        return .platform(platform)
    }

    private static func fault<Keys>(
        _ text: String, of key: FactKey, in container: KeyedDecodingContainer<Keys>, _ name: Keys
    ) -> DecodingError {
        .dataCorruptedError(
            forKey: name, in: container,
            debugDescription: "\(key.kind.title) \(key.identifier) cannot be \"\(text.excerpt)\".")
    }

    private static func encode<Keys>(
        _ value: FactValue, of key: FactKey, in container: inout KeyedEncodingContainer<Keys>, _ name: Keys,
        _ detail: Keys
    ) throws {
        try container.encode(value.exactText(of: key.kind), forKey: name)
        try container.encodeIfPresent(value.detail, forKey: detail)
    }
}

extension FactValue {
    package var detail: String? {
        guard let detail = currentPlatform?.detail, !detail.isEmpty else { return nil }
        return detail
    }
}

extension OverrideRecord {
    package init?(key: FactKey, override: FactOverride) {
        guard let fact = FactReference(key) else { return nil }
        self.init(
            kind: fact.kind, key: fact.key, value: override.value.overrideText(of: key), reason: override.reason,
            expiry: override.expiry?.inWholeSeconds,
            source: override.cause == .saved ? nil : override.cause.rawValue)
    }
}
