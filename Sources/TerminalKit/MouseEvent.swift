/// One report of the mouse.
public struct MouseEvent: Hashable, Sendable {
    /// What happened.
    public var kind: Kind
    /// The button concerned; none for the wheel.
    public var button: Button
    /// The cell under the pointer.
    public var position: Point
    /// The modifier keys held down.
    public var modifiers: KeyPress.Modifiers

    /// Makes a report.
    public init(kind: Kind, button: Button = .none, position: Point, modifiers: KeyPress.Modifiers = []) {
        self.kind = kind
        self.button = button
        self.position = position
        self.modifiers = modifiers
    }

    /// What the mouse did.
    public enum Kind: Hashable, Sendable {
        /// A button went down.
        case press
        /// A button came up.
        case release
        /// The mouse moved with a button down.
        case drag
        /// The wheel turned away from the user.
        case wheelUp
        /// The wheel turned towards the user.
        case wheelDown
    }

    /// A mouse button.
    public enum Button: Hashable, Sendable {
        /// The main button.
        case left
        /// The wheel, pressed.
        case middle
        /// The secondary button.
        case right
        /// No button, or one terminals do not name.
        case none
    }
}
