/// What a front end shows of an app as a whole: a few values, whatever the number of its features.
public struct AppStatus: Codable, Sendable, Hashable {
    /// The app's name.
    public var appName: String
    /// The platform availability is decided for, such as "iOS 17.2 (simulated)".
    public var platform: String
    /// The simulated store, if the app runs on one.
    public var store: StoreSnapshot?
    /// What is wrong with files the app's state is kept in, one sentence each.
    public var problems: [String] = []
    /// The ids of the features in focus, each with everything under it; empty while everything is recorded.
    public var focus: [String] = []
    /// The authorisation flow that is under way or has just ended, if there is one.
    public var flow: FlowSnapshot?
    /// Whether the app's background work is running; `nil` if it has none that can be paused.
    public var backgroundWorkIsRunning: Bool?
    /// The app's own one-line state, such as what is playing; `nil` if it has none.
    public var activity: String?

    /// Creates the status of an app about which nothing else is known.
    public init(appName: String, platform: String) {
        self.appName = appName
        self.platform = platform
    }

    /// Returns whether a feature is in focus: whether it, or a group above it, was put there.
    public func isInFocus(_ featureID: String) -> Bool { focusRoot(of: featureID) != nil }

    /// Returns the feature whose focus includes another one, which may be that one itself.
    ///
    /// - Parameter featureID: The other feature's id.
    /// - Returns: The id of the feature in focus, or `nil` if the other one is not in focus.
    public func focusRoot(of featureID: String) -> String? {
        if focus.contains(featureID) { return featureID }
        return focus.first { featureID.hasPrefix($0 + "/") }
    }
}
