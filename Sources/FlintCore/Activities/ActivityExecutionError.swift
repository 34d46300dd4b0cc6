/// Why an activity could not be continued.
public enum ActivityExecutionError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Nothing was found to present the action.
    case noPresenter
    /// The app did not want the current screen to be left.
    case appCancelled
    /// The user did not want the current screen to be left.
    case userCancelled
    /// The app has done by itself what the action would do.
    case appAlreadyPerformed
    /// The feature is not available.
    case featureNotAvailable
    /// No action has activities of this type, and no URL of the activity leads to one.
    case unknownActivity

    /// What is wrong and what to do.
    public var description: String {
        switch self {
        case .noPresenter: "Nothing here can present what the activity continues."
        case .appCancelled: "The app did not want to leave the current screen."
        case .userCancelled: "The user did not want to leave the current screen."
        case .appAlreadyPerformed: "The app has done by itself what the activity continues."
        case .featureNotAvailable:
            "The activity continues an action of a feature that is not available; its denial is recorded and says why."
        case .unknownActivity: "No registered feature has activities of this type."
        }
    }
}
