/// What a command would change, worked out without carrying it out.
public struct Preview: Codable, Sendable, Hashable {
    /// The availability of one feature before and after.
    public struct Change: Codable, Sendable, Hashable {
        /// The feature's id.
        public var featureID: String
        /// The feature's name for people.
        public var featureName: String
        /// Its availability now; `nil` for not known.
        public var before: Bool?
        /// Its availability afterwards; `nil` for not known.
        public var after: Bool?

        /// Creates a change.
        public init(featureID: String, featureName: String, before: Bool?, after: Bool?) {
            self.featureID = featureID
            self.featureName = featureName
            self.before = before
            self.after = after
        }
    }

    /// Every feature whose availability would change, in the order of the hierarchy.
    public var changes: [Change]

    /// Creates a preview.
    public init(changes: [Change]) {
        self.changes = changes
    }
}
