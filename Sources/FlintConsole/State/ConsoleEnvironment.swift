public import TerminalKit

/// What the console knows of the terminal it is shown on and of the place it is read in.
public struct ConsoleEnvironment: Sendable, Hashable {
    /// The size of the screen in cells.
    public var size: TerminalSize
    /// How many colours the terminal has; 0 for none.
    public var colors: Int
    /// Whether the terminal shows signs beyond ASCII.
    public var usesUTF8: Bool
    /// The seconds to add to universal time to get the time people read on their clocks.
    public var timeZoneOffset: Int

    /// Describes a terminal; by default one of a common size that can show everything, read in universal time.
    public init(
        size: TerminalSize = TerminalSize(columns: 80, rows: 24), colors: Int = 256, usesUTF8: Bool = true,
        timeZoneOffset: Int = 0
    ) {
        self.size = size
        self.colors = colors
        self.usesUTF8 = usesUTF8
        self.timeZoneOffset = timeZoneOffset
    }
}
