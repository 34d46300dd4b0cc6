/// Accompanies an authorisation flow with the app's own explanations, in `async` functions.
///
/// It is to ``PermissionAuthorisationCoordinator`` what `await` is to completion handlers; see there for the order of
/// the calls and the meaning of the answers. A main-actor type can conform.
///
/// ```swift
/// func willRequestPermission(for permission: SystemPermissionConstraint) async -> SystemPermissionRequestAction {
///     await showCard(explaining: permission) == .ok ? .request : .skip
/// }
/// ```
public protocol AsyncPermissionAuthorisationCoordinator: Sendable {
    /// Called once before anything else; returns the order in which to ask.
    func willBeginPermissionAuthorisation(
        for permissions: Set<SystemPermissionConstraint>
    ) async -> [SystemPermissionConstraint]

    /// Called before the system asks for a permission; returns whether to ask.
    func willRequestPermission(for permission: SystemPermissionConstraint) async -> SystemPermissionRequestAction

    /// Called after the system has asked for a permission; returns whether to go on with the next.
    func didRequestPermission(
        for permission: SystemPermissionConstraint, status: SystemPermissionStatus
    ) async -> PermissionAuthorisationCoordinatorVeto

    /// Called once at the end, with every permission of the feature that is not authorised.
    ///
    /// The action is tried again without waiting for this to return.
    func didCompletePermissionAuthorisation(
        cancelled: Bool, outstandingPermissions: [SystemPermissionConstraint]) async
}
