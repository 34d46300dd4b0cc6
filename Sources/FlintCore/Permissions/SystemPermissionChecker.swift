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

    /// The app's own delegate, which is notified of changes; held weakly.
    ///
    /// The engine does not use it: it adds itself with ``addObserver(_:)``.
    var delegate: (any SystemPermissionCheckerDelegate)? { get set }

    /// Adds a delegate to be notified of changes too; it is held weakly.
    func addObserver(_ observer: any SystemPermissionCheckerDelegate)

    /// Stops notifying a delegate that was added.
    func removeObserver(_ observer: any SystemPermissionCheckerDelegate)

    /// Whether every one of a set of permissions is authorized; nothing is missing from the empty set.
    func isAuthorised(for permissions: Set<SystemPermissionConstraint>) -> Bool

    /// How a permission stands now; `unsupported` if the checker does not know it.
    func status(of permission: SystemPermissionConstraint) -> SystemPermissionStatus

    /// The text that explains to the user why the app requests a permission, if there is one.
    func usageDescription(for permission: SystemPermissionConstraint) -> String?

    /// Has the system ask the user for a permission that has not been requested yet.
    ///
    /// - Parameters:
    ///   - permission: The permission.
    ///   - completion: Called exactly once, on any thread, after the delegates have been notified, with the
    ///     permission and the status that results; at once if the status is determined or the permission is not
    ///     supported.
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

    /// Whether every permission of the set is authorized.
    public func isAuthorised(for permissions: Set<SystemPermissionConstraint>) -> Bool {
        permissions.allSatisfy { status(of: $0) == .authorized }
    }

    /// Returns `nil` by default.
    public func usageDescription(for permission: SystemPermissionConstraint) -> String? { nil }
}

/// An observer of the statuses of system permissions.
public protocol SystemPermissionCheckerDelegate: AnyObject {
    /// Called on any thread after the change, whether a request caused it or something outside the app did.
    func permissionStatusDidChange(_ permission: SystemPermissionConstraint)
}

/// The connection to the part of an operating system, or of what stands in for it, that keeps one permission.
///
/// ``DefaultPermissionChecker`` takes any number of adapters, so an app can supply the real thing for the permissions
/// it uses. The checker asks an adapter for authorization only while the status is not determined, and never twice at
/// the same time; a second answer to one request is dropped. All members may be called from any thread.
///
/// An adapter that calls the handlers of ``observeStatus(_:)`` after every change that no request caused declares that
/// with ``ChangeAnnouncing/announcesChanges``. The status of any other is read at every use.
public protocol SystemPermissionAdapter: ChangeAnnouncing, AnyObject, Sendable {
    /// The permission the adapter is for.
    var permission: SystemPermissionConstraint { get }

    /// How the permission stands now; read often, so it should be quick.
    var status: SystemPermissionStatus { get }

    /// The key of the text in the app's property list that explains to the user why the app asks, such as
    /// `NSCameraUsageDescription`; empty where there is no such list.
    ///
    /// It has no default, so that a property of another type is an error rather than ignored.
    var usageDescriptionKey: String { get }

    /// The text that explains to the user why the app asks; `nil` by default.
    var usageDescription: String? { get }

    /// Has the system ask the user.
    ///
    /// - Parameter completion: Must be called once, on any thread, with the adapter and the status that results,
    ///   also if the system did not ask because the status was determined already.
    func requestAuthorisation(
        completion:
            @escaping @Sendable (_ adapter: any SystemPermissionAdapter, _ status: SystemPermissionStatus) -> Void
    )

    /// Announces changes of the status that no request caused, such as one made in the system's settings.
    ///
    /// The default does nothing, for systems that do not report changes.
    ///
    /// - Parameter handler: Kept by the adapter for as long as it lives, and called on any thread after each change.
    func observeStatus(_ handler: @escaping @Sendable () -> Void)
}

extension SystemPermissionAdapter {
    /// Returns `nil` by default.
    public var usageDescription: String? { nil }

    /// Announces nothing.
    public func observeStatus(_ handler: @escaping @Sendable () -> Void) {}
}
