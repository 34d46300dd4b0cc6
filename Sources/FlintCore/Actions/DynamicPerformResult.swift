/// What came of performing an action that is known by name only.
public enum DynamicPerformResult: Sendable {
    /// The action was performed, and this is how it ended.
    case performed(ActionOutcome)
    /// The feature is not available; nothing ran.
    case unavailable(AvailabilityExplanation)
    /// The action could not be performed at all; the text says why and what to do.
    case refused(String)
}
