/// The framework's own features, registered with every runtime.
public final class FlintFeatures: FeatureGroup {
    /// The name for people.
    public static let name = "Flint"
    /// What the group offers.
    public static let description = "The framework's own features"
    /// The features under it.
    public static var subfeatures: [FeatureDefinition.Type] {
        [
            RoutesFeature.self, ActivitiesFeature.self, TimelineFeature.self, FocusFeature.self,
            AnalyticsFeature.self, ActionStacksFeature.self,
        ]
    }
}
