public import FlintCore

/// The system an app runs on, as far as an inspector may change it.
///
/// A production app has none and passes none; the inspector then refuses what only a simulated system can do.
public protocol SimulatedSystem: AnyObject, Sendable {
    /// Changes what the system says of a permission, as its settings would.
    func setStatus(_ status: SystemPermissionStatus, of permission: SystemPermissionConstraint)

    /// Why the app wants a permission, in the words of the system's prompt; `nil` if the app does not say.
    func usage(of permission: SystemPermissionConstraint) -> String?

    /// The permission whose prompt is on the screen, if there is one.
    var promptedPermission: SystemPermissionConstraint? { get }

    /// Answers the prompt that is on the screen.
    ///
    /// - Returns: Whether there was one for this permission.
    func answerPrompt(for permission: SystemPermissionConstraint, with answer: SimulatedPromptAnswer) -> Bool

    /// Changes what the store says of a product, as a purchase or a refund would; `nil` means the store cannot say.
    func setPurchased(_ isPurchased: Bool?, productID: String)
}
