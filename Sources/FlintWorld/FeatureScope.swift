// SPDX-License-Identifier: MIT

/// Features and all of their descendants, such as the features in an app's focus.
package struct FeatureScope: Sendable, Hashable, ExpressibleByArrayLiteral {
    package var ids: [String]

    package init(_ ids: [String]) {
        self.ids = ids
    }

    package init(arrayLiteral ids: String...) {
        self.init(ids)
    }

    package var isEmpty: Bool { ids.isEmpty }

    package func contains(_ featureID: String) -> Bool { root(of: featureID) != nil }

    /// Returns the id through which the scope contains a feature: the feature's own id or that of a group above it.
    package func root(of featureID: String) -> String? {
        if ids.contains(featureID) { return featureID }
        return ids.first { featureID.hasPrefix($0 + "/") }
    }
}
