/// The availability of a feature before and after something: an event, a command, another state of the app.
package struct FeatureChange: Codable, Sendable, Hashable {
    /// The feature's id.
    package var featureID: String
    /// The feature's name for people.
    package var featureName: String
    /// Its availability before; `nil` for not known.
    @NullWhenAbsent package var before: Bool?
    /// Its availability afterwards; `nil` for not known.
    @NullWhenAbsent package var after: Bool?

    /// Creates a change.
    package init(featureID: String, featureName: String, before: Bool?, after: Bool?) {
        self.featureID = featureID
        self.featureName = featureName
        self.before = before
        self.after = after
    }
}
