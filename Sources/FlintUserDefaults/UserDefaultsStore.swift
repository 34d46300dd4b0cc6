// SPDX-License-Identifier: MIT

public import FlintCore
import FlintLocks
public import Foundation

/// A key-value store that keeps settings, such as user settings and flags, in the user defaults.
///
/// ```swift
/// Flint.setup(AppFeatures.self) {
///     $0.userFeatureToggles = StoredFeatureToggles(store: UserDefaultsStore())
/// }
/// ```
///
/// The store is intended for apps on Apple's systems. On other systems, Foundation keeps the user defaults in a
/// property list named after the executable and overwrites it in place. A crash during writing can truncate the file,
/// two programs with the same name overwrite each other's changes, and a program does not see another program's changes
/// until it restarts. Use `FileKeyValueStore` on those systems. The store does not announce changes on any system, so
/// settings and flags are read again on every use.
///
/// The store protects `UserDefaults` with a lock, because Foundation does not guarantee its thread safety on every
/// system. All members may be called from any thread.
public final class UserDefaultsStore: KeyValueStore, @unchecked Sendable {
    private let defaults: Protected<UserDefaults>

    /// Creates a store.
    ///
    /// - Parameter defaults: The user defaults to use. By default, the app's standard user defaults.
    public init(_ defaults: UserDefaults = .standard) {
        self.defaults = Protected(defaults)
    }

    /// Returns the value of a setting, or `nil` if it is not set.
    ///
    /// Foundation converts a value of another type. For example, the number 1 and the strings `YES` and `true` are
    /// `true`.
    public func bool(forKey key: String) -> Bool? {
        defaults.withLock { $0.object(forKey: key) == nil ? nil : $0.bool(forKey: key) }
    }

    /// Sets the value of a setting, or removes the setting for `nil`.
    public func set(_ value: Bool?, forKey key: String) {
        defaults.withLock { defaults in
            if let value {
                defaults.set(value, forKey: key)
            } else {
                defaults.removeObject(forKey: key)
            }
            #if !canImport(Darwin)
                // On other systems, only this call writes changes to the file; exiting the program does not.
                defaults.synchronize()
            #endif
        }
    }
}

extension StoredFeatureToggles {
    /// Creates a store of user settings that uses the user defaults.
    ///
    /// - Parameter userDefaults: The user defaults to use. Each key is `features.user.toggle.` followed by the
    ///   feature's path.
    public convenience init(userDefaults: UserDefaults) {
        self.init(store: UserDefaultsStore(userDefaults))
    }
}

/// A store that keeps user settings in the user defaults, by default the app's standard user defaults.
///
/// Each key is `features.user.toggle.` followed by the feature's path.
@available(*, deprecated, message: "Use StoredFeatureToggles(userDefaults:).")
public final class UserDefaultsFeatureToggles: StoredFeatureToggles, @unchecked Sendable {
    /// Creates a store of user settings that uses a key-value store.
    ///
    /// - Parameter store: The key-value store. By default, the app's standard user defaults.
    public override init(store: any KeyValueStore = UserDefaultsStore()) {
        super.init(store: store)
    }
}

extension FeatureFlagProviderFactory {
    /// Creates a feature flag provider that keeps changed flags in the user defaults.
    ///
    /// In a file that imports this module, the compiler also chooses this overload for calls without a store.
    ///
    /// - Parameters:
    ///   - type: The kind of provider. Only a debug provider keeps changed flags.
    ///   - featurePairs: The initial flags.
    ///   - userDefaults: The user defaults, or `nil` for the app's standard user defaults. Each flag is saved under its
    ///     key.
    ///   - remoteSync: The source of a remote provider's flags.
    /// - Returns: A provider of the given kind.
    public static func createProvider(
        type: FeatureFlagProviderType, with featurePairs: [FeaturePair] = [], userDefaults: UserDefaults? = nil,
        remoteSync: (any RemoteFlagSource)? = nil
    ) -> any FeatureFlagProvider {
        createProvider(
            type: type, with: featurePairs, userDefaults: UserDefaultsStore(userDefaults ?? .standard),
            remoteSync: remoteSync)
    }
}

extension DebugFeatureFlagProvider {
    /// Creates a debug provider that keeps changed flags in the user defaults.
    ///
    /// ```swift
    /// let provider = DebugFeatureFlagProvider(userDefaults: .standard, newFeatures: [.routing])
    /// ```
    ///
    /// - Parameters:
    ///   - userDefaults: The user defaults to use. Each flag is saved under its key.
    ///   - newFeatures: The flags that have a value before they are first changed.
    ///   - newFeaturesInitiallyEnabled: The value that these flags have until they are changed.
    public convenience init(
        userDefaults: UserDefaults, newFeatures: [FeatureKey] = [], newFeaturesInitiallyEnabled: Bool = true
    ) {
        self.init(
            userDefaults: UserDefaultsStore(userDefaults), newFeatures: newFeatures,
            newFeaturesInitiallyEnabled: newFeaturesInitiallyEnabled)
    }
}
