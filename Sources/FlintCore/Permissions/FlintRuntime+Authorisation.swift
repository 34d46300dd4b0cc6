import Dispatch

extension FlintRuntime: AuthorisationHost {
    func statuses(
        of permissions: [SystemPermissionConstraint]
    ) -> [SystemPermissionConstraint: SystemPermissionStatus] {
        var statuses: [SystemPermissionConstraint: SystemPermissionStatus] = [:]
        for permission in permissions { statuses[permission] = effectiveStatus(of: permission) }
        return statuses
    }

    func requestAuthorisation(
        for permission: SystemPermissionConstraint, completion: @escaping @Sendable (SystemPermissionStatus) -> Void
    ) {
        guard let sources else { return completion(.unsupported) }
        bind {
            sources.requestAuthorization(for: permission) { [self] in
                bind { completion(effectiveStatus(of: permission)) }
            }
        }
    }

    func record(_ event: AuthorisationEvent, for feature: FeatureDefinition.Type) {
        let path = self.path(of: feature)
        let cause = Cause.current
        switch event {
        case .began(let permissions):
            journal.append(.flowBegan(feature: path, permissions: permissions), cause: cause ?? .app)
        case .promptShown(let permission):
            journal.append(.promptShown(permission, feature: path), cause: .system)
        case .promptAnswered(let permission, let status):
            journal.append(.promptAnswered(permission, status: status, feature: path), cause: cause ?? .user)
        case .ended(let cancelled, let outstanding):
            journal.append(
                .flowEnded(feature: path, cancelled: cancelled, outstanding: outstanding), cause: cause ?? .app)
        }
    }

    func runAppCode(_ body: () -> Void) {
        bind(body)
    }

    var isOnMainQueue: Bool { QueueIdentity.isCurrent(.main) }

    func performOnMainQueue(_ body: @escaping @Sendable () -> Void) {
        DispatchQueue.main.async(execute: body)
    }

    func retry(_ handler: @escaping () -> Void) {
        let handler = UncheckedSendable(handler)
        DispatchQueue.main.async { [self] in
            bind { handler.value() }
        }
    }
}
