/// An answer of the terminal to a question of the program; it travels among the keys but is none.
enum TerminalReply: Hashable, Sendable {
    /// The state of a private mode: 0 unknown, 1 set, 2 reset, 3 always set, 4 always reset.
    case mode(number: Int, state: Int)
}
