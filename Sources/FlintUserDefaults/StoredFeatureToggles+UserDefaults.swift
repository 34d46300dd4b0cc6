public import FlintCore
public import Foundation

extension StoredFeatureToggles {
    /// Remembers the user's choices in the user's defaults.
    ///
    /// - Parameter userDefaults: Where to keep them, each under `features.user.toggle.` and the feature's path.
    public convenience init(userDefaults: UserDefaults) {
        self.init(store: UserDefaultsStore(userDefaults))
    }
}
