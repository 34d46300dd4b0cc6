/// What a terminal can show; screens use it to choose signs, never to choose content.
public struct TerminalCapabilities: Hashable, Sendable {
    /// How many colours there are beside the terminal's own: 0, 8, 16, 256 or more.
    public var colors: Int
    /// Whether characters beyond ASCII can be shown, such as line-drawing borders.
    public var usesUTF8: Bool
    /// Whether a whole frame can be shown at once, so that no half-drawn one is ever visible.
    public var synchronizesOutput: Bool

    /// Describes a terminal; by default one with 256 colours and UTF-8.
    public init(colors: Int = 256, usesUTF8: Bool = true, synchronizesOutput: Bool = false) {
        self.colors = colors
        self.usesUTF8 = usesUTF8
        self.synchronizesOutput = synchronizesOutput
    }
}
