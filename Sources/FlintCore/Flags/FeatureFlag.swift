// SPDX-License-Identifier: MIT

/// A feature flag, identified by its key.
///
/// Features require flags, and ``MutatingFeatureFlagProvider`` sets them. You can also create flags from the cases of
/// an app's enumeration. Two flags are equal if their keys are equal.
///
/// ```swift
/// debug.setFeatureEnabled(feature: FeatureFlag(key: .newPlayer), enabled: false)
/// ```
public struct FeatureFlag: Hashable, Sendable {
    /// The key by which providers identify the flag.
    public let key: String
    /// The developers' notes about the flag.
    public let declaration: Declaration

    /// Creates a flag from its key.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - declaration: The developers' notes about the flag.
    public init(key: FeatureKey, declaration: Declaration = .unspecified) {
        self.key = key.rawValue
        self.declaration = declaration
    }

    /// Creates a flag from a case of an app's enumeration.
    ///
    /// - Parameters:
    ///   - key: A case with the flag's key as its raw value.
    ///   - declaration: The developers' notes about the flag.
    public init<Key: RawRepresentable>(key: Key, declaration: Declaration = .unspecified)
    where Key.RawValue == String {
        self.key = key.rawValue
        self.declaration = declaration
    }

    var featureKey: FeatureKey { FeatureKey(rawValue: key) }

    /// Returns whether two flags have the same key.
    public static func == (lhs: FeatureFlag, rhs: FeatureFlag) -> Bool { lhs.key == rhs.key }

    /// Hashes the key.
    public func hash(into hasher: inout Hasher) { hasher.combine(key) }
}

/// A feature flag and its initial value in a provider.
///
/// Pass pairs to ``FeatureFlagProviderFactory`` or ``RemoteFeatureFlagProvider``.
public struct FeaturePair: Hashable, Sendable {
    /// The key of the flag.
    public let key: FeatureKey
    /// Whether the flag is initially on.
    public let isEnabled: Bool

    /// Creates a pair of a flag's key and its initial value.
    public init(_ key: FeatureKey, isEnabled: Bool) {
        self.key = key
        self.isEnabled = isEnabled
    }
}

extension Sequence<FeaturePair> {
    var values: [FeatureKey: Bool] {
        Dictionary(map { ($0.key, $0.isEnabled) }, uniquingKeysWith: { $1 })
    }
}
