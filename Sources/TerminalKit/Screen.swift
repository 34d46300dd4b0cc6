/// A surface with a keyboard: the real terminal, or one in memory for tests.
///
/// The caller keeps the state and draws whole canvases; a screen finds out by itself what changed since the last
/// one and sends only that.
@MainActor
public protocol Screen: AnyObject {
    /// The present size in cells; a `.resize` event announces every change.
    var size: TerminalSize { get }

    /// What the screen can show.
    var capabilities: TerminalCapabilities { get }

    /// Starts the delivery of events.
    ///
    /// - Parameter handler: Gets everything that was pending as one batch, so that one frame per batch is enough.
    ///   It is called on the main actor and never from inside another method of the screen.
    func start(_ handler: @escaping @MainActor ([TerminalEvent]) -> Void)

    /// Shows `canvas`; cells that do not fit are cut off, and cells it does not cover are blank.
    func present(_ canvas: Canvas)

    /// Gives the terminal back and stops the process until the shell continues it; a `.resumed` event follows.
    func suspend()

    /// Gives the terminal back for good; a second call does nothing.
    func close()

    /// Draws the user's attention with a bell or a flash.
    func ring()
}
