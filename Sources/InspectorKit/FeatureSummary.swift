/// What a list shows of a feature: its position in the hierarchy and its state.
///
/// Why it is available or not is explained by ``Inspector/detail(of:)``, for one feature at a time.
public struct FeatureSummary: Codable, Sendable, Hashable, Identifiable {
    /// A small number that no other feature of the app has, for referring to the feature in changes.
    public var number: Int32
    /// The feature's path, such as `PodcastFeatures/FavouritesFeature`, or the identifier it fixes for itself.
    public var id: String
    /// The name for people.
    public var name: String
    /// The id of the group it sits under; `nil` at the roots.
    public var parent: String?
    /// How many groups it sits under; 0 at the roots.
    public var depth: Int32
    /// Whether the app shows the feature to its users.
    public var isVisible: Bool
    /// Whether it is available: yes, no, or `nil` for not known yet.
    public var isAvailable: Bool?
    /// Whether it depends on an overridden fact, through itself or a group above it.
    public var isOverridden: Bool

    /// What of a feature changes after it was registered.
    public struct State: Codable, Sendable, Hashable {
        /// The feature's ``FeatureSummary/number``.
        public var number: Int32
        /// Whether it is available: yes, no, or `nil` for not known yet.
        public var isAvailable: Bool?
        /// Whether it depends on an overridden fact, through itself or a group above it.
        public var isOverridden: Bool

        /// Creates a state.
        public init(number: Int32, isAvailable: Bool?, isOverridden: Bool) {
            self.number = number
            self.isAvailable = isAvailable
            self.isOverridden = isOverridden
        }
    }

    /// Creates a summary from its parts.
    public init(
        number: Int, id: String, name: String, parent: String?, depth: Int, isVisible: Bool, isAvailable: Bool?,
        isOverridden: Bool
    ) {
        self.number = Int32(clamping: number)
        self.id = id
        self.name = name
        self.parent = parent
        self.depth = Int32(clamping: depth)
        self.isVisible = isVisible
        self.isAvailable = isAvailable
        self.isOverridden = isOverridden
    }
}
