/// What an authorisation flow needs of the engine it runs in.
///
/// All members may be called from any thread, and are never called while a lock is held.
protocol AuthorisationHost: AnyObject, Sendable {
    /// Reads how permissions stand at this moment as features see them, overrides included.
    func statuses(
        of permissions: [SystemPermissionConstraint]
    ) -> [SystemPermissionConstraint: SystemPermissionStatus]

    /// Has the system ask for a permission.
    ///
    /// The completion is called once with the status as features see it, after the engine's facts have been brought
    /// up to date, so that an action that is tried again finds them so.
    func requestAuthorisation(
        for permission: SystemPermissionConstraint, completion: @escaping @Sendable (SystemPermissionStatus) -> Void)

    /// Records what happened in a flow.
    func record(_ event: AuthorisationEvent, for feature: FeatureDefinition.Type)

    /// Reports a misuse.
    func advise(_ text: String)

    /// Runs code of the app with the engine as the current one.
    func runAppCode(_ body: () -> Void)

    /// Whether the caller is on the main queue.
    var isOnMainQueue: Bool { get }

    /// Runs code of the engine on the main queue, later.
    func performOnMainQueue(_ body: @escaping @Sendable () -> Void)

    /// Runs the app's retry handler on the main queue, later, with the engine as the current one.
    func retry(_ handler: @escaping () -> Void)
}

/// Something worth recording that happened in an authorisation flow.
enum AuthorisationEvent: Sendable, Hashable {
    /// It began, and is about to ask for these.
    case began([SystemPermissionConstraint])
    /// The system asks for a permission.
    case promptShown(SystemPermissionConstraint)
    /// The user answered, and this is how the permission stands now.
    case promptAnswered(SystemPermissionConstraint, SystemPermissionStatus)
    /// It ended; of the feature's permissions, those outstanding are not authorised.
    case ended(cancelled: Bool, outstanding: [SystemPermissionConstraint])
}
