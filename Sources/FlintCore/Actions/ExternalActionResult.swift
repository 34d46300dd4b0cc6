/// The result of a request from outside the app's own code and screens to perform an action.
public enum ExternalActionResult: Sendable {
    /// The action was performed, with this outcome.
    case performed(ActionOutcome)
    /// The app has done by itself what the action would do.
    case appPerformed
    /// The feature is not available; nothing ran.
    case unavailable(AvailabilityExplanation)
    /// No input could be made; the error describes why and what is needed.
    case invalidInput(any Error)
    /// The action, by its name, presents something, and nothing was found to present it.
    case noPresenter(action: String)
    /// The user did not want the current screen to be left.
    case userCancelled
    /// The app did not want the current screen to be left.
    case appCancelled

    /// The reason for which nothing was performed, as text; `nil` if something was.
    public var refusal: String? {
        switch self {
        case .performed, .appPerformed: nil
        case .unavailable(let explanation): explanation.summary
        case .invalidInput(let error): "\(error)"
        case .noPresenter(let action): "Nothing here can present \(action)."
        case .userCancelled: "The user did not want to leave the current screen."
        case .appCancelled: "The app did not want to leave the current screen."
        }
    }
}

/// The errors that a kind of request from outside has for its results.
struct ExternalActionErrors: Sendable {
    /// The feature is not available.
    let unavailable: any Error
    /// Nothing was found to present the action.
    let noPresenter: any Error
    /// The user did not want the current screen to be left.
    let userCancelled: any Error
    /// The app did not want the current screen to be left.
    let appCancelled: any Error
    /// The app has done by itself what the action would do.
    let appPerformed: any Error

    /// Those of URLs.
    static let url = {
        typealias Problem = PerformIncomingURLAction.URLActionError
        return Self(
            unavailable: Problem.notAvailable, noPresenter: Problem.presenterNotSupported,
            userCancelled: Problem.presenterUserCancelled, appCancelled: Problem.presenterAppCancelled,
            appPerformed: Problem.presenterAppPerformed)
    }()

    /// Those of activities.
    static let activity = {
        typealias Problem = ActivityExecutionError
        return Self(
            unavailable: Problem.featureNotAvailable, noPresenter: Problem.noPresenter,
            userCancelled: Problem.userCancelled, appCancelled: Problem.appCancelled,
            appPerformed: Problem.appAlreadyPerformed)
    }()

    /// The outcome of an action that performs another, which had this result.
    func outcome(of result: ExternalActionResult) -> ActionPerformOutcome {
        switch result {
        case .performed(.success): .success
        case .performed(.failure(let error)), .invalidInput(let error): .failure(error: error)
        case .unavailable: .failure(error: unavailable)
        case .noPresenter: .failure(error: noPresenter)
        case .userCancelled: .failure(error: userCancelled)
        case .appCancelled: .failure(error: appCancelled)
        case .appPerformed: .failure(error: appPerformed)
        }
    }
}
