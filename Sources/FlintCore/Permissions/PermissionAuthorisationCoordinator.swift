// SPDX-License-Identifier: MIT

/// A coordinator that adds the app's explanations to an authorization flow and controls the requests.
///
/// The flow calls the members in this order:
///
/// 1. ``willBeginPermissionAuthorisation(for:completionRequirement:)``, once, if any permission is undetermined.
/// 2. For each permission, ``willRequestPermission(for:completionRequirement:)`` and, if the permission is requested,
///    ``didRequestPermission(for:status:completionRequirement:)``.
/// 3. ``didCompletePermissionAuthorisation(cancelled:outstandingPermissions:)``, once.
///
/// The first three methods return their decisions through a completion, either immediately or later:
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
/// A flow that begins on the main queue calls its coordinator there. Otherwise, each method is called on the thread on
/// which the previous step completed. ``AsyncPermissionAuthorisationCoordinator`` is the variant with `async`
/// functions.
public protocol PermissionAuthorisationCoordinator {
    /// The completion that receives the order of the requests.
    typealias BeginCompletion = CompletionRequirement<[SystemPermissionConstraint]>
    /// The completion that receives the decision whether to request a permission.
    typealias WillRequestCompletion = CompletionRequirement<SystemPermissionRequestAction>
    /// The completion that receives the decision whether to continue with the next permission.
    typealias DidRequestCompletion = CompletionRequirement<PermissionAuthorisationCoordinatorVeto>

    /// Notifies the coordinator that the flow begins, and asks for the order of the requests.
    ///
    /// - Parameters:
    ///   - permissions: The undetermined permissions, which the flow is about to request.
    ///   - completionRequirement: The completion that receives the order. Permissions that are omitted are not
    ///     requested and remain outstanding. Permissions that are not in `permissions` are ignored, and reported by an
    ///     advisory.
    /// - Returns: The status obtained from `completionRequirement`.
    func willBeginPermissionAuthorisation(
        for permissions: Set<SystemPermissionConstraint>, completionRequirement: BeginCompletion
    ) -> BeginCompletion.Status

    /// Asks the coordinator whether to request a permission.
    ///
    /// The method is not called for a permission whose status has been determined since the flow began.
    ///
    /// - Parameters:
    ///   - permission: The next permission to request.
    ///   - completionRequirement: The completion that receives the decision.
    /// - Returns: The status obtained from `completionRequirement`.
    func willRequestPermission(
        for permission: SystemPermissionConstraint, completionRequirement: WillRequestCompletion
    ) -> WillRequestCompletion.Status

    /// Notifies the coordinator that a request was answered, and asks whether to continue.
    ///
    /// - Parameters:
    ///   - permission: The permission that was requested.
    ///   - status: The permission's new status.
    ///   - completionRequirement: The completion that receives the decision.
    /// - Returns: The status obtained from `completionRequirement`.
    func didRequestPermission(
        for permission: SystemPermissionConstraint, status: SystemPermissionStatus,
        completionRequirement: DidRequestCompletion
    ) -> DidRequestCompletion.Status

    /// Notifies the coordinator, once, that the flow has ended.
    ///
    /// - Parameters:
    ///   - cancelled: Whether the coordinator or the app canceled the flow.
    ///   - outstandingPermissions: Every permission that the feature requires and that is not authorized, including
    ///     permissions that were not requested. Requested permissions come first, in request order. The array is never
    ///     `nil`, and is empty if all permissions are authorized.
    func didCompletePermissionAuthorisation(
        cancelled: Bool, outstandingPermissions: [SystemPermissionConstraint]?)
}

/// A coordinator's decision after a permission has been requested.
public enum PermissionAuthorisationCoordinatorVeto: Sendable, Hashable, CaseIterable {
    /// The flow continues with the next permission.
    case requestNext
    /// The flow is canceled without further requests.
    case cancel
}

/// A coordinator that adds the app's explanations to an authorization flow, using `async` functions.
///
/// The calls have the same order and meaning as in ``PermissionAuthorisationCoordinator``. A main-actor type can
/// conform.
///
/// ```swift
/// func willRequestPermission(for permission: SystemPermissionConstraint) async -> SystemPermissionRequestAction {
///     await showCard(explaining: permission) == .ok ? .request : .skip
/// }
/// ```
public protocol AsyncPermissionAuthorisationCoordinator: Sendable {
    /// Returns the order of the requests.
    ///
    /// The method is called once, before the other methods.
    func willBeginPermissionAuthorisation(
        for permissions: Set<SystemPermissionConstraint>
    ) async -> [SystemPermissionConstraint]

    /// Returns whether to request a permission.
    ///
    /// The method is called before the system prompts the user.
    func willRequestPermission(for permission: SystemPermissionConstraint) async -> SystemPermissionRequestAction

    /// Returns whether to continue with the next permission.
    ///
    /// The method is called after the user or the system has responded to a request.
    func didRequestPermission(
        for permission: SystemPermissionConstraint, status: SystemPermissionStatus
    ) async -> PermissionAuthorisationCoordinatorVeto

    /// Notifies the coordinator, once, that the flow has ended.
    ///
    /// The app's retry handler does not wait for this method to return.
    ///
    /// - Parameters:
    ///   - cancelled: Whether the coordinator or the app canceled the flow.
    ///   - outstandingPermissions: Every permission that the feature requires and that is not authorized.
    func didCompletePermissionAuthorisation(
        cancelled: Bool, outstandingPermissions: [SystemPermissionConstraint]) async
}

/// An adapter that lets an `async` coordinator take part in a flow.
///
/// A flow itself supports only completions. Each call to the coordinator runs in a new task, and the flow receives the
/// result when the task ends.
struct AsyncCoordinatorBridge: PermissionAuthorisationCoordinator {
    private let coordinator: any AsyncPermissionAuthorisationCoordinator

    init(_ coordinator: any AsyncPermissionAuthorisationCoordinator) {
        self.coordinator = coordinator
    }

    func willBeginPermissionAuthorisation(
        for permissions: Set<SystemPermissionConstraint>, completionRequirement: BeginCompletion
    ) -> BeginCompletion.Status {
        answer(completionRequirement) { await $0.willBeginPermissionAuthorisation(for: permissions) }
    }

    func willRequestPermission(
        for permission: SystemPermissionConstraint, completionRequirement: WillRequestCompletion
    ) -> WillRequestCompletion.Status {
        answer(completionRequirement) { await $0.willRequestPermission(for: permission) }
    }

    func didRequestPermission(
        for permission: SystemPermissionConstraint, status: SystemPermissionStatus,
        completionRequirement: DidRequestCompletion
    ) -> DidRequestCompletion.Status {
        answer(completionRequirement) { await $0.didRequestPermission(for: permission, status: status) }
    }

    func didCompletePermissionAuthorisation(
        cancelled: Bool, outstandingPermissions: [SystemPermissionConstraint]?
    ) {
        let outstanding = outstandingPermissions ?? []
        Task { [coordinator] in
            await coordinator.didCompletePermissionAuthorisation(
                cancelled: cancelled, outstandingPermissions: outstanding)
        }
    }

    private func answer<Answer>(
        _ requirement: CompletionRequirement<Answer>,
        _ question: @escaping @Sendable (any AsyncPermissionAuthorisationCoordinator) async -> Answer
    ) -> CompletionRequirement<Answer>.Status {
        let deferred = requirement.willCompleteAsync()
        Task { [coordinator] in deferred.completed(await question(coordinator)) }
        return deferred
    }
}

extension ConditionalFeatureDefinition {
    /// Returns a controller that requests every undetermined permission of the feature.
    ///
    /// - Parameter coordinator: The coordinator, which can explain the system's prompts, and can reorder, skip or
    ///   cancel the requests.
    /// - Returns: The controller, or `nil` if none of the feature's permissions is undetermined.
    public static func permissionAuthorisationController(
        using coordinator: any AsyncPermissionAuthorisationCoordinator
    ) -> (any AuthorisationController)? {
        permissionAuthorisationController(using: AsyncCoordinatorBridge(coordinator))
    }
}
