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
    /// A controller that has the system ask for every permission of the feature that has not been asked for.
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
