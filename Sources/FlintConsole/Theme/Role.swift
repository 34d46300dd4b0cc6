/// What a piece of text is for; the theme decides how it looks.
enum Role: Sendable, Hashable {
    /// Ordinary text.
    case plain
    /// Text that matters less than its surroundings.
    case dim
    /// Text that matters more.
    case strong
    /// The name of a section.
    case heading
    /// Available, met, succeeded.
    case good
    /// Unavailable, not met, failed.
    case bad
    /// Not known yet.
    case doubtful
    /// Something that is overridden.
    case overridden
    /// A key to press.
    case key
    /// The part of a drawing that is current.
    case current
    /// The line at the top of the screen.
    case banner
    /// The frame of a pane.
    case frame
    /// The frame of the pane that keys go to.
    case activeFrame
    /// The selected row of the pane that keys go to.
    case selection
    /// The selected row of the other pane.
    case faintSelection
}
