/// Something that reached the program through its terminal.
public enum TerminalEvent: Hashable, Sendable {
    /// A key was pressed.
    case key(KeyPress)
    /// Text was pasted; line breaks arrive as `\n`, everything else as it was sent, controls included.
    ///
    /// More than a mebibyte arrives in several events.
    case paste(String)
    /// The mouse was used.
    case mouse(MouseEvent)
    /// The window has a new size.
    case resize(TerminalSize)
    /// The process runs again after a suspension and the screen is as the last `present` left it.
    case resumed
    /// No input can ever come again: the window was closed or the connection was lost.
    case inputEnded
}
