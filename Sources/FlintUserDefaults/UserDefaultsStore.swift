public import FlintCore
public import Foundation

/// Settings kept in the user's defaults, such as the user's choices of features.
///
/// ```swift
/// Flint.setup(AppFeatures.self) {
///     $0.userFeatureToggles = StoredFeatureToggles(store: UserDefaultsStore())
/// }
/// ```
///
/// Meant for apps on Apple's systems. Elsewhere, Foundation keeps defaults in a property list named after the
/// executable, which it writes over in place: a crash in the middle can leave half a file, two programs with the same
/// name undo each other's changes, and none sees what another changes before it starts anew. `FileKeyValueStore` has
/// none of these limits. Changes are announced on no system, so toggles and flags over the defaults are read at every use.
///
/// It is a class around the defaults because Foundation does not promise everywhere that these may be used from any
/// thread; all of this one's members may be.
public final class UserDefaultsStore: KeyValueStore, @unchecked Sendable {
    private let defaults: Protected<UserDefaults>

    /// Creates a store over defaults.
    ///
    /// - Parameter defaults: Where the settings are kept; by default, with the app's other defaults.
    public init(_ defaults: UserDefaults = .standard) {
        self.defaults = Protected(defaults)
    }

    /// The value of a setting, or `nil` if there is none.
    ///
    /// A default that is no Boolean counts as Foundation has it: a number unless it is 0, and the texts `YES` and
    /// `true` are `true`; everything else is `false`.
    public func bool(forKey key: String) -> Bool? {
        defaults.withLock { $0.object(forKey: key) == nil ? nil : $0.bool(forKey: key) }
    }

    /// Keeps a setting, or drops it if the value is `nil`.
    public func set(_ value: Bool?, forKey key: String) {
        defaults.withLock { defaults in
            if let value {
                defaults.set(value, forKey: key)
            } else {
                defaults.removeObject(forKey: key)
            }
            #if !canImport(Darwin)
                // Nothing writes them otherwise, not even the end of the program.
                defaults.synchronize()
            #endif
        }
    }
}

extension StoredFeatureToggles {
    /// Remembers the user's choices in the user's defaults.
    ///
    /// - Parameter userDefaults: Where to keep them, each under `features.user.toggle.` and the feature's path.
    public convenience init(userDefaults: UserDefaults) {
        self.init(store: UserDefaultsStore(userDefaults))
    }
}

/// User toggles kept in the user's defaults, under `features.user.toggle.` and the feature's path.
///
/// Without an argument they are kept with the app's other defaults.
@available(*, deprecated, message: "Use StoredFeatureToggles(userDefaults:).")
public final class UserDefaultsFeatureToggles: StoredFeatureToggles, @unchecked Sendable {
    /// Creates toggles over a store.
    ///
    /// - Parameter store: Where the choices are kept; by default, the standard defaults.
    public override init(store: any KeyValueStore = UserDefaultsStore()) {
        super.init(store: store)
    }
}

extension FeatureFlagProviderFactory {
    /// Creates a provider that keeps what is switched in the user's defaults.
    ///
    /// A file that imports this module gets this one also where it names no store.
    ///
    /// - Parameters:
    ///   - type: The kind of provider. Only the one for debugging keeps anything.
    ///   - featurePairs: The answers to begin with.
    ///   - userDefaults: Where to keep what is switched, under the keys of the features; `nil` for the standard ones.
    ///   - remoteSync: Where a remote provider has its answers from.
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
    /// Creates a provider that keeps what is switched in the user's defaults.
    ///
    /// ```swift
    /// let provider = DebugFeatureFlagProvider(userDefaults: .standard, newFeatures: [.routing])
    /// ```
    ///
    /// - Parameters:
    ///   - userDefaults: Where to keep what is switched, under the keys of the features.
    ///   - newFeatures: The features that have an answer before they are first switched.
    ///   - newFeaturesInitiallyEnabled: That answer.
    public convenience init(
        userDefaults: UserDefaults, newFeatures: [FeatureKey] = [], newFeaturesInitiallyEnabled: Bool = true
    ) {
        self.init(
            userDefaults: UserDefaultsStore(userDefaults), newFeatures: newFeatures,
            newFeaturesInitiallyEnabled: newFeaturesInitiallyEnabled)
    }
}
