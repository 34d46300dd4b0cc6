/// What is being listened to, and how.
struct Player: Hashable, Sendable {
    /// What the sound is treated with.
    enum Enhancement: String, Sendable, CaseIterable {
        /// Nothing.
        case off
        /// Voices stand out from noise.
        case voice
        /// Voices stand out, and quiet and loud parts come closer.
        case full
    }

    /// The chosen episode, or `nil` if none has been.
    var episode: EpisodeID?
    /// Seconds from the beginning.
    var position = 0.0
    var isPlaying = false
    /// The speed the listener wants; what counts is whether the feature for it is available.
    var speed = 1.0
    var enhancement = Enhancement.off
}
