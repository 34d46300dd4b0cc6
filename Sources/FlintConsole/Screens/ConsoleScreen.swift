/// One of the console's screens; its raw value is the number of the key that opens it.
///
/// The numbers of all screens are fixed, so a screen that is added later changes no key.
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
    /// The features against personas.
    case matrix = 8

    /// The name for people.
    package var title: String { behavior.title }
}

extension ConsoleScreen {
    /// What the screen shows and does; the one place that lists all screens.
    var behavior: any ScreenBehavior {
        switch self {
        case .features: FeaturesScreen()
        case .purchases: PurchasesScreen()
        case .permissions: PermissionsScreen()
        case .flags: FlagsScreen()
        case .timeline: TimelineScreen()
        case .stacks: StacksScreen()
        case .logs: LogsScreen()
        case .matrix: MatrixScreen()
        }
    }
}

/// What actions that open screens of the console present with.
///
/// The app's debug features name it as their presenter, so that an action of the app opens a screen of the console
/// that shows the app. Both methods may be called from any thread; the change is seen when the console is next ready
/// to draw.
public protocol ScreenPresenter: AnyObject, Sendable {
    /// Opens a screen and remembers where the user was.
    func show(_ screen: ConsoleScreen)

    /// Goes back to where the user was before the last `show`; does nothing if the user has left that screen since.
    func hide()
}
