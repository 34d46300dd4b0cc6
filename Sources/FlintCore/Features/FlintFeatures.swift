// SPDX-License-Identifier: MIT

import FeatureGating
import FlintLocks

/// The group of the framework's own features, which every runtime registers at setup.
///
/// The group is not visible to the app's users. Each of its features can be turned off like any other feature, for
/// example with an override of its runtime switch. The framework then stops the corresponding work.
public final class FlintFeatures: FeatureGroup {
    /// The display name of the group.
    public static let name = "Flint"
    /// The description of the group in the debug console.
    public static let description = "The framework's own features"
    /// Always `false`, because the group is not meant for the app's users.
    public static let isVisible = false
    /// The framework's features, in display order.
    public static var subfeatures: [FeatureDefinition.Type] {
        [
            RoutesFeature.self, ActivitiesFeature.self, TimelineFeature.self, FocusFeature.self,
            AnalyticsFeature.self, ActionStacksFeature.self,
        ]
    }
}

/// A feature of the framework that does its work only while it is available.
///
/// The raw value is the index of the feature's node in ``FrameworkNodes``.
enum FrameworkFeature: Int, CaseIterable {
    case routes
    case activities
    case timeline
    case focus
    case analytics
    case actionStacks

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

/// The nodes of the framework's features, readable without a lock.
///
/// The verdict of a node determines whether the feature does its work. A node is negative while its feature is not
/// registered.
final class FrameworkNodes: Sendable {
    nonisolated(unsafe) private let nodes: UnsafeMutablePointer<Atomic<Int32>>

    init() {
        nodes = .allocate(capacity: FrameworkFeature.allCases.count)
        for feature in FrameworkFeature.allCases { (nodes + feature.rawValue).initialize(to: Atomic(-1)) }
    }

    deinit {
        nodes.deallocate()
    }

    func number(of feature: FrameworkFeature) -> Int32 {
        nodes[feature.rawValue].load(ordering: .acquiring)
    }

    func set(_ node: NodeID?, of feature: FrameworkFeature) {
        nodes[feature.rawValue].store(node?.rawValue ?? -1, ordering: .releasing)
    }
}
