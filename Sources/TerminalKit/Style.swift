/// How a cell looks: its colours and attributes.
public struct Style: Hashable, Sendable {
    /// The colour of the text.
    public var foreground: Color
    /// The colour behind the text.
    public var background: Color
    /// Bold, dim and the like.
    public var attributes: Attributes

    /// Makes a style; by default the terminal's own colours without attributes.
    public init(foreground: Color = .standard, background: Color = .standard, attributes: Attributes = []) {
        self.foreground = foreground
        self.background = background
        self.attributes = attributes
    }

    /// The terminal's own colours, no attributes.
    public static let plain = Style()
    /// Plain, but bold.
    public static let bold = Style(attributes: .bold)
    /// Plain, but dim.
    public static let dim = Style(attributes: .dim)
    /// Plain, but with the colours exchanged: the usual look of a selection.
    public static let reversed = Style(attributes: .reverse)

    /// The same style with `attributes` added.
    public func adding(_ attributes: Attributes) -> Style {
        var style = self
        style.attributes.formUnion(attributes)
        return style
    }

    /// What a terminal can do to text beside colouring it; a terminal without one of them shows plain text.
    public struct Attributes: OptionSet, Hashable, Sendable {
        /// The attributes as bits.
        public let rawValue: UInt8

        /// Makes a set from its bits.
        public init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        /// Heavier or brighter.
        public static let bold = Attributes(rawValue: 1 << 0)
        /// Fainter.
        public static let dim = Attributes(rawValue: 1 << 1)
        /// Slanted.
        public static let italic = Attributes(rawValue: 1 << 2)
        /// With a line below.
        public static let underline = Attributes(rawValue: 1 << 3)
        /// Foreground and background exchanged.
        public static let reverse = Attributes(rawValue: 1 << 4)
    }
}
