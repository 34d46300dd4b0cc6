// SPDX-License-Identifier: MIT

/// The activities and URLs that lead to a feature's actions from outside the app.
package struct FeatureEntryPoints: Codable, Sendable, Hashable {
    package var activityTypes: [String]
    /// The URL schemes, in lowercase, that the feature's routes name.
    package var urlSchemes: [String]
    package var hasRoutesOfAnyScheme: Bool

    package init(activityTypes: [String] = [], urlSchemes: [String] = [], hasRoutesOfAnyScheme: Bool = false) {
        (self.activityTypes, self.urlSchemes) = (activityTypes, urlSchemes)
        self.hasRoutesOfAnyScheme = hasRoutesOfAnyScheme
    }

    package var isEmpty: Bool { activityTypes.isEmpty && urlSchemes.isEmpty && !hasRoutesOfAnyScheme }
}

package struct AppEntryPoints: Codable, Sendable, Hashable {
    /// The activity types that do not belong to a feature.
    package var activityTypes: [String]
    package var urlSchemes: [String]

    package init(activityTypes: [String] = [], urlSchemes: [String] = []) {
        (self.activityTypes, self.urlSchemes) = (activityTypes, urlSchemes)
    }
}
