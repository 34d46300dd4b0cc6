// SPDX-License-Identifier: MIT

/// A feature in a list in which each group is directly followed by its descendants.
package protocol ListedFeature {
    associatedtype Depth: BinaryInteger
    var depth: Depth { get }
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
        // In reverse order, a group follows its descendants. If the last listed feature is deeper than the group, the
        // group contains it.
        for feature in reversed() where feature.isVisible || depth > feature.depth {
            listed.append(feature)
            depth = feature.depth
        }
        return listed.reversed()
    }
}
