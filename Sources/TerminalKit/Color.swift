/// A colour as a screen asks for it; the terminal shows the nearest one it has.
///
/// A true colour becomes one of 256, of 16 or of 8, and on a terminal without colours, or under `NO_COLOR`, it
/// disappears. So a colour never carries a meaning of its own: a word, a sign or an attribute repeats it.
public enum Color: Hashable, Sendable {
    /// The terminal's own colour, whatever its user chose.
    case standard
    /// One of the sixteen named colours, `0...15`: eight normal ones, then their bright forms.
    case ansi(UInt8)
    /// One of the 256 colours of the xterm palette.
    case indexed(UInt8)
    /// A true colour.
    case rgb(red: UInt8, green: UInt8, blue: UInt8)
}
