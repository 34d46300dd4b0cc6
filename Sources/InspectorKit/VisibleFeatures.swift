/// A feature in a list in which the descendants of a group follow it directly.
package protocol ListedFeature {
    var depthInTree: Int { get }
    /// Whether users of the app can see the feature.
    var isVisibleToUsers: Bool { get }
}

extension FeatureSummary: ListedFeature {
    package var depthInTree: Int { Int(depth) }
    package var isVisibleToUsers: Bool { isVisible }
}

extension FeatureSnapshot: ListedFeature {
    package var depthInTree: Int { depth }
    package var isVisibleToUsers: Bool { visible }
}

extension BidirectionalCollection where Element: ListedFeature {
    /// The features that are not hidden from users, and the groups that contain such features.
    package var withoutHidden: [Element] {
        var (listed, depth) = ([Element](), 0)
        for feature in reversed() where feature.isVisibleToUsers || depth > feature.depthInTree {
            listed.append(feature)
            depth = feature.depthInTree
        }
        return listed.reversed()
    }
}
