/// Something that reached the program through its terminal.
public enum TerminalEvent: Hashable, Sendable {
    /// A key was pressed.
    case key(KeyPress)
    /// Text was pasted; line breaks arrive as `\n`, everything else as it was sent, controls included.
    case paste(String)
    /// A paste was not taken as it was sent; what was taken of it came before, as `paste`.
    case pasteProblem(PasteProblem)
    /// The mouse was used.
    case mouse(MouseEvent)
    /// The window has a new size.
    case resize(TerminalSize)
    /// The process runs again after a suspension and the screen is as the last `present` left it.
    case resumed
    /// No input can ever come again: the window was closed or the connection was lost.
    case inputEnded

    /// What was wrong with a paste.
    public enum PasteProblem: Hashable, Sendable {
        /// The paste is longer than 64 KB; the rest was left out.
        case tooLong
        /// The paste had no end, and a key was pressed that cannot be part of it; the key came before, as `key`.
        case unfinished
    }
}
