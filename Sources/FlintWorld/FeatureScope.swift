// SPDX-License-Identifier: MIT

/// Features with everything below them, such as the features in an app's focus.
package struct FeatureScope: Sendable, Hashable, ExpressibleByArrayLiteral {
    /// The ids of the features, in the order in which they were added.
    package var ids: [String]

    package init(_ ids: [String]) {
        self.ids = ids
    }

    package init(arrayLiteral ids: String...) {
        self.init(ids)
    }

    package var isEmpty: Bool { ids.isEmpty }

    /// Returns whether a feature is in the scope, either directly or through a group above it.
    package func contains(_ featureID: String) -> Bool { root(of: featureID) != nil }

    /// Returns the feature of the scope whose subtree contains a feature.
    ///
    /// - Parameter featureID: The id of a feature.
    /// - Returns: The id of the feature itself or of a group above it, or `nil` if `featureID` isn't in the scope.
    package func root(of featureID: String) -> String? {
        if ids.contains(featureID) { return featureID }
        return ids.first { featureID.hasPrefix($0 + "/") }
    }
}
