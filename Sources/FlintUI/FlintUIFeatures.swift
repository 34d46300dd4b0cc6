public import FlintCore

/// The debug features an app registers to have its screens opened by its own actions.
///
/// ```swift
/// Flint.quickSetup(AppFeatures.self)
/// Flint.register(group: FlintUIFeatures.self)
/// ```
public final class FlintUIFeatures: FeatureGroup {
    /// The name for people.
    public static let name = "Flint UI"
    /// What the group offers.
    public static let description = "The framework's debug screens"
    /// The features under it.
    public static var subfeatures: [FeatureDefinition.Type] {
        [
            FeatureBrowserFeature.self, PurchaseBrowserFeature.self, PermissionBrowserFeature.self,
            FlagBrowserFeature.self, TimelineBrowserFeature.self, ActionStackBrowserFeature.self,
            LogBrowserFeature.self,
        ]
    }
}
