public import FlintCore

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
