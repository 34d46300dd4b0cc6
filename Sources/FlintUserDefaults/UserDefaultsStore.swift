public import FlintCore
public import Foundation

/// A key-value store for settings in the user defaults, such as the user's choices for features.
///
/// ```swift
/// Flint.setup(AppFeatures.self) {
///     $0.userFeatureToggles = StoredFeatureToggles(store: UserDefaultsStore())
/// }
/// ```
///
/// The store is intended for apps on Apple's systems. On other systems, Foundation keeps the user defaults in a
/// property list named after the executable and overwrites it in place. A crash during writing can truncate the file,
/// two programs with the same name overwrite each other's changes, and a program sees changes by another one only after
/// a restart. Use `FileKeyValueStore` on those systems. The store announces no changes on any system, so settings and
/// flags are read again on every use.
///
/// The store wraps `UserDefaults` in a lock because Foundation does not guarantee its thread safety on every system.
/// All members may be called from any thread.
public final class UserDefaultsStore: KeyValueStore, @unchecked Sendable {
    private let defaults: Protected<UserDefaults>

    /// Creates a store.
    ///
    /// - Parameter defaults: The user defaults; by default, the app's standard defaults.
    public init(_ defaults: UserDefaults = .standard) {
        self.defaults = Protected(defaults)
    }

    /// Returns the value of a setting, or `nil` if it is not set.
    ///
    /// A value of another type is converted as Foundation does: numbers other than 0 and the strings `YES` and `true`
    /// are `true`, and everything else is `false`.
    public func bool(forKey key: String) -> Bool? {
        defaults.withLock { $0.object(forKey: key) == nil ? nil : $0.bool(forKey: key) }
    }

    /// Sets the value of a setting; `nil` removes the setting.
    public func set(_ value: Bool?, forKey key: String) {
        defaults.withLock { defaults in
            if let value {
                defaults.set(value, forKey: key)
            } else {
                defaults.removeObject(forKey: key)
            }
            #if !canImport(Darwin)
                // Elsewhere, only this call writes changes to the file; the end of the program does not.
                defaults.synchronize()
            #endif
        }
    }
}

extension StoredFeatureToggles {
    /// Creates toggles that are kept in the user defaults.
    ///
    /// - Parameter userDefaults: The user defaults. The keys are `features.user.toggle.` followed by the feature's
    ///   path.
    public convenience init(userDefaults: UserDefaults) {
        self.init(store: UserDefaultsStore(userDefaults))
    }
}

/// User settings that are kept in the user defaults, by default the app's standard ones.
///
/// The keys are `features.user.toggle.` followed by the feature's path.
@available(*, deprecated, message: "Use StoredFeatureToggles(userDefaults:).")
public final class UserDefaultsFeatureToggles: StoredFeatureToggles, @unchecked Sendable {
    /// Creates toggles that are kept in a store.
    ///
    /// - Parameter store: The store; by default, the app's standard user defaults.
    public override init(store: any KeyValueStore = UserDefaultsStore()) {
        super.init(store: store)
    }
}

extension FeatureFlagProviderFactory {
    /// Creates a feature flag provider that keeps changed flags in the user defaults.
    ///
    /// In a file that imports this module, this overload is also chosen for calls that do not name a store.
    ///
    /// - Parameters:
    ///   - type: The kind of provider. Only a debug provider keeps changed flags.
    ///   - featurePairs: The initial flags.
    ///   - userDefaults: The user defaults, or `nil` for the app's standard defaults. Flags are saved under their keys.
    ///   - remoteSync: The source of a remote provider's flags.
    /// - Returns: The provider.
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
    ///   - userDefaults: The user defaults. Flags are saved under their keys.
    ///   - newFeatures: The flags that have a value before they are first changed.
    ///   - newFeaturesInitiallyEnabled: The initial value of these flags.
    public convenience init(
        userDefaults: UserDefaults, newFeatures: [FeatureKey] = [], newFeaturesInitiallyEnabled: Bool = true
    ) {
        self.init(
            userDefaults: UserDefaultsStore(userDefaults), newFeatures: newFeatures,
            newFeaturesInitiallyEnabled: newFeaturesInitiallyEnabled)
    }
}
