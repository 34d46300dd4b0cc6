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
