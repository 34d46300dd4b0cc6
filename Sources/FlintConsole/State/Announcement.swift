/// A line with the result of the last key; it stays until the next key.
struct Announcement: Sendable, Hashable {
    /// How it is meant.
    enum Tone: Sendable, Hashable {
        /// Something was done.
        case done
        /// Something is worth knowing.
        case notice
        /// Something was refused or went wrong.
        case problem
    }

    /// The line.
    var text: String
    /// How it is meant.
    var tone: Tone
}
