// SPDX-License-Identifier: MIT

/// A feature in a list in which the descendants of a group follow it directly.
package protocol ListedFeature {
    associatedtype Depth: BinaryInteger
    /// The number of groups above the feature.
    var depth: Depth { get }
    /// Whether users of the app can see the feature.
    var isVisible: Bool { get }
}

extension FeatureSummary: ListedFeature {}

extension FeatureSnapshot: ListedFeature {
    package var isVisible: Bool { visible }
}

extension BidirectionalCollection where Element: ListedFeature {
    /// The features that are not hidden from users, and the groups that contain such features.
    package var withoutHidden: [Element] {
        var (listed, depth) = ([Element](), Element.Depth.zero)
        for feature in reversed() where feature.isVisible || depth > feature.depth {
            listed.append(feature)
            depth = feature.depth
        }
        return listed.reversed()
    }
}
