/// A screen of the console.
///
/// The raw value is the digit that opens the screen. The digits are fixed, so a screen that is added later does not
/// change the keys of the others.
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

    package var title: String { behavior.title }
}

extension ConsoleScreen {
    /// The screen's content and commands.
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

/// A presenter that opens screens of the console.
///
/// An app's debug features can use the presenter, so that an action in the app opens the console. Both methods can be
/// called from any thread. The console applies the change before it draws the next frame.
public protocol ScreenPresenter: AnyObject, Sendable {
    /// Opens a screen and remembers the current one.
    func show(_ screen: ConsoleScreen)

    /// Goes back to where the user was before the last `show`; does nothing if the user has left that screen since.
    func hide()
}
