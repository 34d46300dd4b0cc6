import FeatureGating
import Synchronization

/// The framework's own features, registered with every runtime.
public final class FlintFeatures: FeatureGroup {
    /// The feature's name.
    public static let name = "Flint"
    /// What the group offers.
    public static let description = "The framework's own features"
    /// Whether the app shows the feature to its users, for whom it is not meant.
    public static let isVisible = false
    /// The features under it.
    public static var subfeatures: [FeatureDefinition.Type] {
        [
            RoutesFeature.self, ActivitiesFeature.self, TimelineFeature.self, FocusFeature.self,
            AnalyticsFeature.self, ActionStacksFeature.self,
        ]
    }
}

/// A feature of the framework itself that does its work only while it is available.
enum FrameworkFeature: Int, CaseIterable {
    case routes
    case activities
    case timeline
    case focus
    case analytics
    case actionStacks

    /// The feature as it is registered.
    var definition: ConditionalFeatureDefinition.Type {
        switch self {
        case .routes: RoutesFeature.self
        case .activities: ActivitiesFeature.self
        case .timeline: TimelineFeature.self
        case .focus: FocusFeature.self
        case .analytics: AnalyticsFeature.self
        case .actionStacks: ActionStacksFeature.self
        }
    }
}

/// The nodes whose verdicts determine whether the framework's own features do their work, for reading without a lock.
final class FrameworkNodes: Sendable {
    nonisolated(unsafe) private let nodes: UnsafeMutablePointer<Atomic<Int32>>

    /// Creates a list in which none is known.
    init() {
        nodes = .allocate(capacity: FrameworkFeature.allCases.count)
        for feature in FrameworkFeature.allCases { (nodes + feature.rawValue).initialize(to: Atomic(-1)) }
    }

    deinit {
        nodes.deallocate()
    }

    /// The number of a feature's node, negative if it is not registered.
    func number(of feature: FrameworkFeature) -> Int32 {
        nodes[feature.rawValue].load(ordering: .acquiring)
    }

    /// Sets the node of a feature, or that it is not registered.
    func set(_ node: NodeID?, of feature: FrameworkFeature) {
        nodes[feature.rawValue].store(node?.rawValue ?? -1, ordering: .releasing)
    }
}
