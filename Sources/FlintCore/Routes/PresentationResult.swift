/// What a presentation router answers.
public enum PresentationResult<PresenterType> {
    /// The router knows no presenter of this type; an action that presents nothing is performed without one.
    case unsupported
    /// The user did not want the current screen to be left.
    case userCancelled
    /// The app did not want the current screen to be left.
    case appCancelled
    /// The app has done by itself what the action would do.
    case appPerformed
    /// Here is the presenter.
    case appReady(presenter: PresenterType)
}
