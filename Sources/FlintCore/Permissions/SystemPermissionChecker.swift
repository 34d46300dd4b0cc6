/// Knows the system's permissions and has the system ask for them.
///
/// The engine calls it from any thread and never while it holds a lock. It keeps the status of a permission whose
/// changes the checker announces, and asks for any other at every use; see ``announcesChanges(of:)``.
public protocol SystemPermissionChecker: AnyObject, Sendable {
    /// Whether delegates are notified after every change of a permission's status, whatever caused it; `false` by
    /// default.
    ///
    /// Read once for each permission, when Flint is set up.
    func announcesChanges(of permission: SystemPermissionConstraint) -> Bool

    /// The app's own delegate, which is told of changes; kept weakly.
    ///
    /// The engine does not use it: it adds itself with ``addObserver(_:)``.
    var delegate: (any SystemPermissionCheckerDelegate)? { get set }

    /// Tells another delegate of changes too, until it is removed or gone; it is kept weakly.
    func addObserver(_ observer: any SystemPermissionCheckerDelegate)

    /// Stops telling a delegate that was added.
    func removeObserver(_ observer: any SystemPermissionCheckerDelegate)

    /// Whether every one of a set of permissions is authorised; nothing is missing from the empty set.
    func isAuthorised(for permissions: Set<SystemPermissionConstraint>) -> Bool

    /// How a permission stands now; `unsupported` if the checker does not know it.
    func status(of permission: SystemPermissionConstraint) -> SystemPermissionStatus

    /// The text that tells the user why the app asks for a permission, if there is one.
    func usageDescription(for permission: SystemPermissionConstraint) -> String?

    /// Has the system ask the user for a permission, if it has not been asked for.
    ///
    /// - Parameters:
    ///   - permission: The permission.
    ///   - completion: Called exactly once, on any thread, after the delegates have been told, with the permission
    ///     and the status that results; at once if the status is determined or the permission is not supported.
    func requestAuthorization(
        for permission: SystemPermissionConstraint,
        completion:
            @escaping @Sendable (
                _ permission: SystemPermissionConstraint, _ status: SystemPermissionStatus
            ) -> Void)
}

extension SystemPermissionChecker {
    /// Not every change is announced unless the checker declares that.
    public func announcesChanges(of permission: SystemPermissionConstraint) -> Bool { false }

    /// Whether every permission of the set is authorised.
    public func isAuthorised(for permissions: Set<SystemPermissionConstraint>) -> Bool {
        permissions.allSatisfy { status(of: $0) == .authorized }
    }

    /// No text unless the checker says so.
    public func usageDescription(for permission: SystemPermissionConstraint) -> String? { nil }
}
