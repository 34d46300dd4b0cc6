/// Accompanies an authorisation flow with the app's own explanations, and steers it.
///
/// The flow calls the members in this order: ``willBeginPermissionAuthorisation(for:completionRequirement:)`` once;
/// then for each permission ``willRequestPermission(for:completionRequirement:)`` and, if the system was to ask,
/// ``didRequestPermission(for:status:completionRequirement:)``; finally
/// ``didCompletePermissionAuthorisation(cancelled:outstandingPermissions:)`` once. Each of the first three answers
/// now or later through its completion:
///
/// ```swift
/// func willRequestPermission(
///     for permission: SystemPermissionConstraint, completionRequirement: WillRequestCompletion
/// ) -> WillRequestCompletion.Status {
///     let answer = completionRequirement.willCompleteAsync()
///     showCard(explaining: permission) { choice in answer.completed(choice == .ok ? .request : .skip) }
///     return answer
/// }
/// ```
///
/// A flow that is begun on the main queue calls its coordinator there. One that is begun elsewhere calls it on the
/// thread that gave the answer before. ``AsyncPermissionAuthorisationCoordinator`` is the same with `async` functions.
public protocol PermissionAuthorisationCoordinator {
    /// The promise to say in which order to ask.
    typealias BeginCompletion = CompletionRequirement<[SystemPermissionConstraint]>
    /// The promise to say whether to ask for a permission.
    typealias WillRequestCompletion = CompletionRequirement<SystemPermissionRequestAction>
    /// The promise to say whether to go on.
    typealias DidRequestCompletion = CompletionRequirement<PermissionAuthorisationCoordinatorVeto>

    /// Called once before anything else; the answer is the order in which to ask.
    ///
    /// - Parameters:
    ///   - permissions: What the flow is about to ask for.
    ///   - completionRequirement: Takes the order. Permissions left out are not asked for and stay outstanding; ones
    ///     that are not in `permissions` are dropped with an advisory.
    /// - Returns: What the completion gave for the answer.
    func willBeginPermissionAuthorisation(
        for permissions: Set<SystemPermissionConstraint>, completionRequirement: BeginCompletion
    ) -> BeginCompletion.Status

    /// Called before the system asks for a permission, unless that has become determined during the flow.
    ///
    /// - Parameters:
    ///   - permission: The permission whose turn it is.
    ///   - completionRequirement: Takes the decision whether to ask.
    /// - Returns: What the completion gave for the answer.
    func willRequestPermission(
        for permission: SystemPermissionConstraint, completionRequirement: WillRequestCompletion
    ) -> WillRequestCompletion.Status

    /// Called after the system has asked for a permission.
    ///
    /// - Parameters:
    ///   - permission: The permission that was asked for.
    ///   - status: How it stands now.
    ///   - completionRequirement: Takes the decision whether to go on with the next permission.
    /// - Returns: What the completion gave for the answer.
    func didRequestPermission(
        for permission: SystemPermissionConstraint, status: SystemPermissionStatus,
        completionRequirement: DidRequestCompletion
    ) -> DidRequestCompletion.Status

    /// Called once at the end.
    ///
    /// - Parameters:
    ///   - cancelled: Whether the coordinator or the app put an end to it.
    ///   - outstandingPermissions: Every permission of the feature that is not authorised at the end, whether the flow
    ///     asked for it or not: first those it asked for, in that order. Never `nil`, and empty if nothing is missing.
    func didCompletePermissionAuthorisation(
        cancelled: Bool, outstandingPermissions: [SystemPermissionConstraint]?)
}
