// SPDX-License-Identifier: MIT

/// A change in one feature's availability, as front ends and files represent it.
///
/// The change results from an event or a command, or is the difference between two states of the app. In ``before`` and
/// ``after``, `nil` means that the availability is undetermined.
package struct FeatureChange: Codable, Sendable, Hashable {
    package var featureID: String
    package var featureName: String
    @NullWhenAbsent package var before: Bool?
    @NullWhenAbsent package var after: Bool?

    package init(featureID: String, featureName: String, before: Bool?, after: Bool?) {
        self.featureID = featureID
        self.featureName = featureName
        self.before = before
        self.after = after
    }

    /// Whether the feature becomes unavailable, or undetermined after it was available.
    package var isLoss: Bool { Self.isLoss(from: before, to: after) }

    /// Returns whether a change between two different availabilities is a loss.
    package static func isLoss(from before: Bool?, to after: Bool?) -> Bool { after == false || before == true }
}
