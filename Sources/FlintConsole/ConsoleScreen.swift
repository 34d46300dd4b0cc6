/// One of the console's screens; its raw value is the number of the key that opens it.
///
/// The numbers are fixed for every screen that is planned, so a screen that is added later disturbs nobody's fingers.
public enum ConsoleScreen: Int, Sendable, Hashable, Codable, CaseIterable {
    /// The hierarchy of features with the availability of each.
    case features = 1
    /// The products the features depend on.
    case purchases = 2
    /// The system permissions, and the flow that asks for them.
    case permissions = 3
    /// The feature flags with every provider's answer.
    case flags = 4
    /// Everything that happened, newest last.
    case timeline = 5
    /// The open action stacks of every session.
    case stacks = 6
    /// What the app logs, newest last.
    case logs = 7

    /// The name for people.
    public var title: String {
        switch self {
        case .features: "Features"
        case .purchases: "Purchases"
        case .permissions: "Permissions"
        case .flags: "Flags"
        case .timeline: "Timeline"
        case .stacks: "Stacks"
        case .logs: "Logs"
        }
    }
}
