// SPDX-License-Identifier: MIT

import FlintFoundation

/// The feature flags of an app in the manifest format of the OpenFeature command line, version 0.
///
/// Code generators and flag services read such a JSON file. Features require only Boolean flags, but a manifest can
/// also contain flags of other types, which another part of the app reads.
///
/// ```json
/// {"flags": {"sleep-timer": {"flagType": "boolean", "defaultValue": false}}}
/// ```
package struct FlagManifest: Sendable, Hashable {
    package struct Flag: Sendable, Hashable {
        package var key: String
        package var value: Value
        package var description: String?

        package init(key: String, value: Value, description: String? = nil) {
            (self.key, self.value, self.description) = (key, value, description)
        }
    }

    package enum Value: Sendable, Hashable {
        case boolean(Bool)
        /// A value that features cannot require. Its default is not read.
        case other(OtherType)

        package var typeName: String {
            switch self {
            case .boolean: Self.booleanName
            case .other(let type): type.rawValue
            }
        }

        fileprivate static let booleanName = "boolean"
    }

    package enum OtherType: String, Sendable, Hashable, CaseIterable {
        case string, integer, float, object
    }

    package let flags: [Flag]

    package init(flags: [Flag]) {
        self.flags = flags.sorted { $0.key < $1.key }
    }
}

extension FlagManifest {
    private static let namedFeatures = 8

    /// Creates the manifest of an app.
    ///
    /// A flag's default value is the one that is built into the app, or else `false`. The description names the
    /// features that require the flag. Flags that providers have but no feature requires are included only on request.
    package init(of world: World, includesUnused: Bool = false) {
        self.init(
            flags: world.model.flags.compactMap { flag in
                let users = world.usage(of: FactReference(kind: .flag, key: flag.key))
                guard includesUnused || !users.isEmpty else { return nil }
                let names = users.map { world.name(ofFeature: $0) }
                let value = flag.answers.lazy.filter(\.isBuiltIn).compactMap(\.value).first
                return Flag(
                    key: flag.key, value: .boolean(value ?? false),
                    description: names.isEmpty
                        ? "Needed by no feature." : "Needed by \(names.listed(atMost: Self.namedFeatures)).")
            })
    }
}

// MARK: JSON

extension FlagManifest: Codable {
    private static let schema =
        "https://raw.githubusercontent.com/open-feature/cli/refs/heads/main/schema/v0/flag-manifest.json"

    private enum CodingKeys: String, CodingKey {
        case schema = "$schema"
        case flags
    }

    private enum Member: String, CodingKey {
        case flagType, defaultValue, description
    }

    package init(from decoder: any Decoder) throws {
        let root = try decoder.container(keyedBy: CodingKeys.self)
        let container = try root.nestedContainer(keyedBy: NamedKey.self, forKey: .flags)
        self.init(
            flags: try container.allKeys.map { key in
                let members = try container.nestedContainer(keyedBy: Member.self, forKey: key)
                return Flag(
                    key: key.stringValue, value: try Self.value(of: key, members),
                    description: try members.decodeIfPresent(String.self, forKey: .description))
            })
    }

    private static func value(of key: NamedKey, _ members: KeyedDecodingContainer<Member>) throws -> Value {
        let name = try members.decode(String.self, forKey: .flagType)
        if name == Value.booleanName { return .boolean(try members.decode(Bool.self, forKey: .defaultValue)) }
        guard let type = OtherType(rawValue: name) else {
            let names = [Value.booleanName] + OtherType.allCases.map(\.rawValue)
            throw ManifestError(
                "\"\(name.excerpt)\" is not a type of flag (flags.\(key.stringValue.excerpt).flagType). "
                    + "The types are \(names.listed()).")
        }
        return .other(type)
    }

    package func encode(to encoder: any Encoder) throws {
        var root = encoder.container(keyedBy: CodingKeys.self)
        try root.encode(Self.schema, forKey: .schema)
        var container = root.nestedContainer(keyedBy: NamedKey.self, forKey: .flags)
        for flag in flags {
            var members = container.nestedContainer(keyedBy: Member.self, forKey: NamedKey(stringValue: flag.key))
            try members.encode(flag.value.typeName, forKey: .flagType)
            if case .boolean(let isOn) = flag.value { try members.encode(isOn, forKey: .defaultValue) }
            try members.encodeIfPresent(flag.description, forKey: .description)
        }
    }

    package init(_ data: Data) throws(ManifestError) {
        do {
            self = try JSONDecoder().decode(Self.self, from: data, within: .flagManifest)
        } catch let error as ManifestError {
            throw error
        } catch {
            let reason = JSONScanError.reason(for: error) ?? "it does not have the expected form"
            throw ManifestError("This is not a flag manifest: \(reason).")
        }
    }
}

/// The reason a manifest cannot be used: one or two sentences that name the place in the file.
package struct ManifestError: Error, Sendable, Hashable, CustomStringConvertible {
    package let description: String

    init(_ description: String) {
        self.description = description
    }
}
