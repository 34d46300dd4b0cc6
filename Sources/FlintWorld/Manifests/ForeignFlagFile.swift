// SPDX-License-Identifier: MIT

import FlintFoundation

/// A JSON file with another tool's feature flags that is easily mistaken for a flag manifest.
package enum ForeignFlagFile: Sendable, Hashable, CaseIterable {
    case flagd
    case launchDarkly
    case launchDarklyDevelopment
    case unleash
    case growthBook
    case remoteEvaluation

    package var title: String {
        switch self {
        case .flagd: "a configuration of flagd"
        case .launchDarkly: "an export of LaunchDarkly"
        case .launchDarklyDevelopment: "a file with values for the development with LaunchDarkly"
        case .unleash: "an export of Unleash"
        case .growthBook: "an export of GrowthBook"
        case .remoteEvaluation: "a response of a server with the OpenFeature Remote Evaluation Protocol"
        }
    }

    package var advice: String {
        switch self {
        case .flagd, .remoteEvaluation: "An app reads the values from the server with the module FlintRemoteFlags"
        case .launchDarkly, .launchDarklyDevelopment, .unleash, .growthBook:
            "An app reads the values with a provider of its own"
        }
    }

    /// Recognizes a file by its members, or returns `nil` for a flag manifest and for any other file.
    package init?(_ data: Data) {
        guard let root = try? JSONDecoder().decode(JSONValue.self, from: data, within: .flagManifest),
            let kind = Self.kind(of: root)
        else { return nil }
        self = kind
    }

    private static func kind(of root: JSONValue) -> Self? {
        // Exports can be lists of flags.
        if case .array = root { return kind(ofFlags: root) }
        guard case .object(let members) = root else { return nil }
        if case .string(let schema)? = members["$schema"], schema.contains("flagd") { return .flagd }
        let names = Set(members.keys)
        if !names.isDisjoint(with: ["flagValues", "flagsState", "sourceEnvironmentKey"]) {
            return .launchDarklyDevelopment
        }
        if !names.isDisjoint(with: ["toggles", "featureStrategies", "featureEnvironments"]) { return .unleash }
        if names.contains("encryptedFeatures") { return .growthBook }
        for name in ["flags", "features", "items"] {
            if let flags = members[name], let kind = kind(ofFlags: flags) { return kind }
        }
        // A response can be a single flag or an object of flags.
        return kind(ofFlags: .array([root])) ?? kind(ofFlags: root)
    }

    private static func kind(ofFlags flags: JSONValue) -> Self? {
        let elements: [JSONValue] =
            switch flags {
            case .array(let elements): elements
            case .object(let members): Array(members.values)
            case .null, .bool, .integer, .number, .string: []
            }
        // The first flags are enough to recognize a large file.
        for case .object(let flag) in elements.prefix(100) {
            func has(_ names: String...) -> Bool { names.allSatisfy { flag[$0] != nil } }
            // The file is a flag manifest.
            if has("flagType") { return nil }
            if has("variants") || has("state", "defaultVariant") { return .flagd }
            if has("key", "value", "reason") || has("key", "value", "variant") || has("key", "errorCode") {
                return .remoteEvaluation
            }
            if has("variations") || has("fallthrough") || has("version", "value", "variation") || has("flagVersion") {
                return .launchDarkly
            }
            if has("name", "strategies") || has("name", "enabled", "variant") || has("name", "impressionData") {
                return .unleash
            }
            if has("defaultValue") { return .growthBook }
        }
        return nil
    }
}
