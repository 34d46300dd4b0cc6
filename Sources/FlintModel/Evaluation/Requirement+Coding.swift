// SPDX-License-Identifier: MIT

package import FeatureGating

/// The coded form of a requirement in recordings and connections: a list of conditions and groups.
///
/// Each part precedes the groups that contain it, and the last part is the whole requirement. A group refers to its
/// parts by index, so a group that several others contain is listed only once. An empty list represents a requirement
/// that is always met.
///
/// ```json
/// [
///   { "kind": "flag", "key": "beta" },
///   { "kind": "permission", "key": "camera" },
///   { "kind": "all-of", "parts": [0, 1] }
/// ]
/// ```
@propertyWrapper
package struct CodedRequirement: Codable, Sendable, Hashable {
    fileprivate enum Part: Sendable {
        case condition(Condition)
        case group(isConjunction: Bool, parts: [Int])
    }

    package var wrappedValue: Requirement<Condition>

    package init(wrappedValue: Requirement<Condition>) {
        self.wrappedValue = wrappedValue
    }

    package init(from decoder: any Decoder) throws {
        var known: [Requirement<Condition>] = []
        for part in try [Part](from: decoder) {
            switch part {
            case .condition(let condition): known.append(.fact(condition))
            case .group(let isConjunction, let parts):
                // Only references to earlier parts are valid, so a document cannot describe a cycle.
                guard parts.allSatisfy(known.indices.contains) else {
                    throw DecodingError.dataCorrupted(
                        .init(
                            codingPath: decoder.codingPath,
                            debugDescription: "A group refers to a part that does not precede it."))
                }
                let parts = parts.map { known[$0] }
                known.append(isConjunction ? .all(parts) : .any(parts))
            }
        }
        wrappedValue = known.last ?? .always
    }

    package func encode(to encoder: any Encoder) throws {
        var parts: [Part] = []
        func add(_ part: Part) -> Int {
            parts.append(part)
            return parts.count - 1
        }
        if !wrappedValue.isAlways {
            _ = wrappedValue.fold(
                { add(.condition($0)) }, group: { add(.group(isConjunction: $0, parts: $1)) })
        }
        try parts.encode(to: encoder)
    }
}

extension CodedRequirement.Part: Codable {
    private enum CodingKeys: CodingKey {
        case kind, parts
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        switch try container.decode(RequirementKind.self, forKey: .kind) {
        case .allOf: self = .group(isConjunction: true, parts: try container.decode([Int].self, forKey: .parts))
        case .anyOf: self = .group(isConjunction: false, parts: try container.decode([Int].self, forKey: .parts))
        case .fact, .parent, .registration:
            self = .condition(try Condition(from: decoder))
        }
    }

    func encode(to encoder: any Encoder) throws {
        switch self {
        case .condition(let condition): try condition.encode(to: encoder)
        case .group(let isConjunction, let parts):
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(isConjunction ? RequirementKind.allOf : .anyOf, forKey: .kind)
            try container.encode(parts, forKey: .parts)
        }
    }
}

extension Condition: Codable {
    private enum CodingKeys: CodingKey {
        case kind, key, versions, isConsumable, quantity, feature, fact, oneOf, atLeast
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let kind = try container.decode(FactKind.self, forKey: .kind)
        guard kind != .platform else {
            let texts = try container.decode([String: String].self, forKey: .versions)
            var versions: [Platform: PlatformVersionConstraint] = [:]
            for (name, text) in texts {
                guard let platform = Platform(rawValue: name) else {
                    throw DecodingError.dataCorruptedError(
                        forKey: .versions, in: container, debugDescription: "Unknown platform \"\(name.excerpt)\".")
                }
                versions[platform] =
                    text == PlatformVersionConstraint.unsupported.description
                    ? .unsupported : try PlatformVersionConstraint(parsing: text)
            }
            self = .platform(PlatformRule(versions: versions))
            return
        }
        if let description = try container.decodeIfPresent(FactDescription.self, forKey: .fact) {
            try self.init(description, from: container)
            return
        }
        let text = try container.decode(String.self, forKey: .key)
        guard let key = FactKey(FactReference(kind: kind, key: text)) else {
            throw DecodingError.dataCorruptedError(
                forKey: .key, in: container, debugDescription: "Unknown \(kind.title) \"\(text.excerpt)\".")
        }
        guard try container.decodeIfPresent(Bool.self, forKey: .isConsumable) ?? false else {
            self.init(key)
            return
        }
        self.init(
            key,
            .consumable(
                quantity: try container.decodeIfPresent(UInt.self, forKey: .quantity),
                feature: TopicPath(stringLiteral: try container.decode(String.self, forKey: .feature))))
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(mainKey.kind, forKey: .kind)
        switch test {
        case .platform(let rule):
            let texts = rule.versions.compactMap { platform, version -> (String, String)? in
                switch version {
                case .any: nil
                case .atLeast(let version): (platform.rawValue, "\(version.major).\(version.minor).\(version.patch)")
                case .unsupported: (platform.rawValue, version.description)
                }
            }
            try container.encode(Dictionary(uniqueKeysWithValues: texts), forKey: .versions)
        case .consumable(let quantity, let feature):
            try container.encode(mainKey.identifier, forKey: .key)
            try container.encode(true, forKey: .isConsumable)
            try container.encodeIfPresent(quantity, forKey: .quantity)
            try container.encode(feature.description, forKey: .feature)
        case .granted, .balance, .unlocked:
            if case .own(let description) = mainKey {
                try container.encode(description, forKey: .fact)
            } else {
                try container.encode(mainKey.identifier, forKey: .key)
            }
        case .oneOf(let values):
            try container.encodeIfPresent(mainKey.description, forKey: .fact)
            try container.encode(values.map { $0.exactText(of: mainKey.kind) }, forKey: .oneOf)
        case .atLeast(let least):
            try container.encodeIfPresent(mainKey.description, forKey: .fact)
            try container.encode(least.exactText(of: mainKey.kind), forKey: .atLeast)
        }
    }

    private init(_ description: FactDescription, from container: KeyedDecodingContainer<CodingKeys>) throws {
        guard try container.decode(FactKind.self, forKey: .kind) == description.kind else {
            throw DecodingError.dataCorruptedError(
                forKey: .kind, in: container, debugDescription: "The description has another kind.")
        }
        func value(_ text: String, _ name: CodingKeys) throws -> FactValue {
            guard let value = FactValue(exact: text, of: description.kind) else {
                throw DecodingError.dataCorruptedError(
                    forKey: name, in: container,
                    debugDescription: "\(description.key.excerpt) cannot be \"\(text.excerpt)\".")
            }
            return value
        }
        var test = FactTest.granted
        if let values = try container.decodeIfPresent([String].self, forKey: .oneOf) {
            test = .oneOf(try values.map { try value($0, .oneOf) })
        } else if let least = try container.decodeIfPresent(String.self, forKey: .atLeast) {
            test = .atLeast(try value(least, .atLeast))
        }
        self.init(.own(description), test)
    }
}
