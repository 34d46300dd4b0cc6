/// What came of performing an action from outside the app's own code and screens.
enum ExternalActionResult: Sendable {
    /// The action was performed, and this is how it ended.
    case performed(ActionOutcome)
    /// The app has done by itself what the action would do.
    case appPerformed
    /// The feature is not available; nothing ran.
    case unavailable(AvailabilityExplanation)
    /// No input could be made.
    case badInput(any Error)
    /// The action presents something, and nothing was found to present it.
    case noPresenter
    /// The user did not want the current screen to be left.
    case userCancelled
    /// The app did not want the current screen to be left.
    case appCancelled
}
