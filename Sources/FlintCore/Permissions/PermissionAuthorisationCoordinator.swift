/// Accompanies an authorization flow with the app's own explanations, and steers it.
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
    /// The promise to return the order in which to ask.
    typealias BeginCompletion = CompletionRequirement<[SystemPermissionConstraint]>
    /// The promise to return whether to request a permission.
    typealias WillRequestCompletion = CompletionRequirement<SystemPermissionRequestAction>
    /// The promise to return whether to continue.
    typealias DidRequestCompletion = CompletionRequirement<PermissionAuthorisationCoordinatorVeto>

    /// Called once before anything else; the answer is the order in which to ask.
    ///
    /// - Parameters:
    ///   - permissions: What the flow is about to ask for.
    ///   - completionRequirement: Takes the order. Permissions left out are not requested and stay outstanding; ones
    ///     that are not in `permissions` are ignored with an advisory.
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

    /// Called after the system has requested a permission.
    ///
    /// - Parameters:
    ///   - permission: The permission that was requested.
    ///   - status: How it stands now.
    ///   - completionRequirement: Takes the decision whether to continue with the next permission.
    /// - Returns: What the completion gave for the answer.
    func didRequestPermission(
        for permission: SystemPermissionConstraint, status: SystemPermissionStatus,
        completionRequirement: DidRequestCompletion
    ) -> DidRequestCompletion.Status

    /// Called once at the end.
    ///
    /// - Parameters:
    ///   - cancelled: Whether the coordinator or the app put an end to it.
    ///   - outstandingPermissions: Every permission of the feature that is not authorized at the end, whether the
    ///     flow requested it or not: first those it requested, in that order. Never `nil`, and empty if nothing is
    ///     missing.
    func didCompletePermissionAuthorisation(
        cancelled: Bool, outstandingPermissions: [SystemPermissionConstraint]?)
}

/// What a coordinator decides after the system has requested a permission.
public enum PermissionAuthorisationCoordinatorVeto: Sendable, Hashable, CaseIterable {
    /// Go on with the next permission.
    case requestNext
    /// Ask for nothing more.
    case cancel
}

/// Accompanies an authorization flow with the app's own explanations, in `async` functions.
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

    /// Called after the system has requested a permission; returns whether to continue with the next.
    func didRequestPermission(
        for permission: SystemPermissionConstraint, status: SystemPermissionStatus
    ) async -> PermissionAuthorisationCoordinatorVeto

    /// Called once at the end, with every permission of the feature that is not authorized.
    ///
    /// The action is tried again without waiting for this to return.
    func didCompletePermissionAuthorisation(
        cancelled: Bool, outstandingPermissions: [SystemPermissionConstraint]) async
}

/// Lets a coordinator of `async` functions take part in a flow, which knows completions only.
struct AsyncCoordinatorBridge: PermissionAuthorisationCoordinator {
    private let coordinator: any AsyncPermissionAuthorisationCoordinator

    /// Creates the bridge to a coordinator.
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

    /// Announces an answer and gives it once the coordinator has it.
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
    /// A controller that has the system ask for every permission of the feature that has not been requested yet.
    ///
    /// - Parameter coordinator: Shows the app's own explanations around the system's prompts and may put
    ///   permissions in another order, skip or cancel.
    /// - Returns: The controller, or `nil` if there is nothing to ask for.
    public static func permissionAuthorisationController(
        using coordinator: any AsyncPermissionAuthorisationCoordinator
    ) -> (any AuthorisationController)? {
        permissionAuthorisationController(using: AsyncCoordinatorBridge(coordinator))
    }
}
