/// Everything a front end shows of an app at one moment, apart from its events and its log.
public struct Snapshot: Codable, Sendable, Hashable {
    /// The app's name.
    public var appName: String
    /// The platform availability is decided for, such as "iOS 17.2 (simulated)".
    public var platform: String
    /// Every feature, parents before children, siblings in order of declaration.
    public var features: [FeatureSnapshot]
    /// Every product that is registered or referred to, by type and then by name.
    public var products: [ProductSnapshot]
    /// Every permission the app refers to first, then the rest.
    public var permissions: [PermissionSnapshot]
    /// Every feature flag that is required or that a provider knows, by key.
    public var flags: [FlagSnapshot] = []
    /// The simulated store, if the app runs on one.
    public var store: StoreSnapshot?
    /// Every current override.
    public var overrides: [OverrideRecord]
    /// What is wrong with files the app's state is kept in, one sentence each.
    public var problems: [String] = []
    /// The ids of the features in focus, each with everything under it; empty while everything is recorded.
    public var focus: [String] = []
    /// The open action stacks, in the order in which they began.
    public var stacks: [StackSnapshot] = []
    /// The authorisation flow that is under way or has just ended, if there is one.
    public var flow: FlowSnapshot?
    /// Whether the app's background work is running; `nil` if it has none that can be paused.
    public var backgroundWorkIsRunning: Bool?
    /// The app's own one-line state, such as what is playing; `nil` if it has none.
    public var activity: String?

    /// Creates a snapshot from its parts.
    public init(
        appName: String, platform: String, features: [FeatureSnapshot], products: [ProductSnapshot],
        permissions: [PermissionSnapshot], overrides: [OverrideRecord], flow: FlowSnapshot?,
        backgroundWorkIsRunning: Bool?, activity: String?
    ) {
        self.appName = appName
        self.platform = platform
        self.features = features
        self.products = products
        self.permissions = permissions
        self.overrides = overrides
        self.flow = flow
        self.backgroundWorkIsRunning = backgroundWorkIsRunning
        self.activity = activity
    }

    /// A snapshot of nothing, to start from before the first real one arrives.
    public static let empty = Snapshot(
        appName: "", platform: "", features: [], products: [], permissions: [], overrides: [], flow: nil,
        backgroundWorkIsRunning: nil, activity: nil)
}
