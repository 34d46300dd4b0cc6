/// A feature of the framework itself that does its work only while it is available.
enum FrameworkFeature: Int, CaseIterable {
    case timeline
    case actionStacks
    case focus
    case analytics

    /// The feature as it is registered.
    var definition: ConditionalFeatureDefinition.Type {
        switch self {
        case .timeline: TimelineFeature.self
        case .actionStacks: ActionStacksFeature.self
        case .focus: FocusFeature.self
        case .analytics: AnalyticsFeature.self
        }
    }
}
