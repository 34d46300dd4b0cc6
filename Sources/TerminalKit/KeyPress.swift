/// One press of a key, with the modifier keys held down.
///
/// Its text form is what a keymap file holds: `a`, `G`, `ctrl-r`, `alt-x`, `enter`, `esc`, `shift-tab`, `pgup`, `f1`,
/// `space`.
public struct KeyPress: Hashable, Sendable {
    /// The key.
    public var key: Key
    /// The modifier keys that the terminal reports; a capital letter is a character of its own and has no `shift`.
    public var modifiers: Modifiers

    /// Makes a key press.
    public init(_ key: Key, _ modifiers: Modifiers = []) {
        self.key = key
        self.modifiers = modifiers
    }

    /// A key as terminals tell them apart.
    public enum Key: Hashable, Sendable {
        /// A key that types a character, the space bar included.
        case character(Character)
        /// The enter or return key.
        case enter
        /// The escape key.
        case escape
        /// The tabulator key; with `shift` it goes backwards.
        case tab
        /// The key that deletes to the left.
        case backspace
        /// The key that deletes to the right.
        case delete
        /// The insert key.
        case insert
        /// The arrow up.
        case up
        /// The arrow down.
        case down
        /// The arrow to the left.
        case left
        /// The arrow to the right.
        case right
        /// The home key.
        case home
        /// The end key.
        case end
        /// The key for one page up.
        case pageUp
        /// The key for one page down.
        case pageDown
        /// A function key, counted from 1.
        case function(Int)
    }

    /// The modifier keys that terminals report.
    public struct Modifiers: OptionSet, Hashable, Sendable {
        /// The modifiers as bits.
        public let rawValue: UInt8

        /// Makes a set from its bits.
        public init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        /// The control key.
        public static let control = Modifiers(rawValue: 1 << 0)
        /// The alt, option or meta key.
        public static let alt = Modifiers(rawValue: 1 << 1)
        /// The shift key, for keys that type no character.
        public static let shift = Modifiers(rawValue: 1 << 2)
    }
}
