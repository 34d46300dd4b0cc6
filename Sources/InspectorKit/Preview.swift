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

        /// Encodes every key, with an explicit `null` for what is not known.
        public func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(featureID, forKey: .featureID)
            try container.encode(featureName, forKey: .featureName)
            try container.encode(before, forKey: .before)
            try container.encode(after, forKey: .after)
        }
    }

    /// Every feature whose availability would change, in the order of the hierarchy.
    public var changes: [Change]

    /// Creates a preview.
    public init(changes: [Change]) {
        self.changes = changes
    }
}
