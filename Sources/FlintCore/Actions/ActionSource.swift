/// Where a request to perform an action came from.
public enum ActionSource: String, Sendable, Hashable, Codable {
    /// The app's own code or screens.
    case application
    /// A saved shortcut.
    case intent
    /// An activity continued from elsewhere.
    case continueActivity
    /// A URL.
    case openURL
}
