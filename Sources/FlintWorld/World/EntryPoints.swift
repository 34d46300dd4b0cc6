// SPDX-License-Identifier: MIT

/// The activities and URLs that lead to a feature's actions from outside the app.
package struct FeatureEntryPoints: Codable, Sendable, Hashable {
    /// The types of the activities that the feature's actions publish.
    package var activityTypes: [String]
    /// The URL schemes, in lowercase, that the feature's routes name.
    package var urlSchemes: [String]
    /// Whether a route of the feature applies to any of the app's URL schemes.
    package var hasRoutesOfAnyScheme: Bool

    package init(activityTypes: [String] = [], urlSchemes: [String] = [], hasRoutesOfAnyScheme: Bool = false) {
        (self.activityTypes, self.urlSchemes) = (activityTypes, urlSchemes)
        self.hasRoutesOfAnyScheme = hasRoutesOfAnyScheme
    }

    package var isEmpty: Bool { activityTypes.isEmpty && urlSchemes.isEmpty && !hasRoutesOfAnyScheme }
}

/// The activity types and URL schemes that an app's code declares.
package struct AppEntryPoints: Codable, Sendable, Hashable {
    /// The activity types in addition to those of the features.
    package var activityTypes: [String]
    package var urlSchemes: [String]

    package init(activityTypes: [String] = [], urlSchemes: [String] = []) {
        (self.activityTypes, self.urlSchemes) = (activityTypes, urlSchemes)
    }
}
