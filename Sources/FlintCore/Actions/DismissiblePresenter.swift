/// A presenter that can be closed, such as a screen, a card or a window.
public protocol DismissiblePresenter {
    /// Closes it.
    ///
    /// Called on the main queue by a ``DismissingUIAction``.
    ///
    /// - Parameter animated: Whether the closing may be seen to happen.
    func dismiss(animated: Bool)
}
