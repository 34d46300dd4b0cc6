public import FlintConsole
public import FlintCore

extension ScreenPresenter {
    /// The screen that was opened last, as something an action of the app's own can close.
    ///
    /// ```swift
    /// HelpFeature.close.perform(withInput: .animated(false), presenter: console.asDismissible)
    /// ```
    public var asDismissible: any DismissiblePresenter { DismissibleScreen(presenter: self) }
}

/// Closes the screen a console has opened last.
private struct DismissibleScreen: DismissiblePresenter {
    let presenter: any ScreenPresenter

    /// Goes back; a terminal has nothing to animate.
    func dismiss(animated: Bool) {
        presenter.hide()
    }
}
