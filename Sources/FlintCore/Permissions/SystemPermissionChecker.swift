// SPDX-License-Identifier: MIT

/// A checker that reads and requests system permissions.
///
/// The engine calls the checker from any thread and never while holding a lock. If the checker announces a permission's
/// changes, the engine caches the permission's status. Otherwise, the engine reads the status on every use. See
/// ``announcesChanges(of:)``.
///
/// ``DefaultPermissionChecker`` is an implementation that uses a ``SystemPermissionAdapter`` for each permission.
public protocol SystemPermissionChecker: AnyObject, Sendable {
    /// Returns whether observers are notified after every change of a permission's status, regardless of the cause.
    ///
    /// The engine calls this method once for each permission, when Flint is set up. The default implementation returns
    /// `false`.
    func announcesChanges(of permission: SystemPermissionConstraint) -> Bool

    /// The app's delegate, which is notified of changes and referenced weakly.
    ///
    /// The engine does not use this property. It observes changes with ``addObserver(_:)``.
    var delegate: (any SystemPermissionCheckerDelegate)? { get set }

    /// Adds an observer, which is notified of changes and referenced weakly.
    func addObserver(_ observer: any SystemPermissionCheckerDelegate)

    /// Stops notifying an observer.
    func removeObserver(_ observer: any SystemPermissionCheckerDelegate)

    /// Returns whether every permission in a set is authorized. The result for an empty set is `true`.
    func isAuthorised(for permissions: Set<SystemPermissionConstraint>) -> Bool

    /// Returns the current status of a permission, or `unsupported` if the checker does not know the permission.
    func status(of permission: SystemPermissionConstraint) -> SystemPermissionStatus

    /// Returns the description that tells the user why the app uses a permission, or `nil` if it is unknown.
    func usageDescription(for permission: SystemPermissionConstraint) -> String?

    /// Returns limits on the granted access, such as reduced accuracy.
    ///
    /// Front ends show them beside the status. The method must return immediately. The default implementation returns
    /// an empty array.
    func attributes(of permission: SystemPermissionConstraint) -> [PermissionAttribute]

    /// Requests a permission from the user, unless its status is already determined.
    ///
    /// - Parameters:
    ///   - permission: The permission to request.
    ///   - completion: Called exactly once, on any thread, with the permission and its new status. Observers are
    ///     notified first. If the status is already determined or the permission is not supported, the completion is
    ///     called immediately.
    func requestAuthorization(
        for permission: SystemPermissionConstraint,
        completion:
            @escaping @Sendable (
                _ permission: SystemPermissionConstraint, _ status: SystemPermissionStatus
            ) -> Void)
}

extension SystemPermissionChecker {
    /// Returns `false` by default: the checker does not announce every change.
    public func announcesChanges(of permission: SystemPermissionConstraint) -> Bool { false }

    /// Returns whether every permission in a set is authorized.
    public func isAuthorised(for permissions: Set<SystemPermissionConstraint>) -> Bool {
        permissions.allSatisfy { status(of: $0) == .authorized }
    }

    /// Returns an empty array by default.
    public func attributes(of permission: SystemPermissionConstraint) -> [PermissionAttribute] { [] }

    /// Returns `nil` by default.
    public func usageDescription(for permission: SystemPermissionConstraint) -> String? { nil }
}

/// An observer of permission statuses.
///
/// A ``SystemPermissionChecker`` references its delegate and its observers weakly.
public protocol SystemPermissionCheckerDelegate: AnyObject, SendableMetatype {
    /// Notifies the observer that a permission's status or attributes have changed.
    ///
    /// The cause can be a request, or a change outside the app, such as in the system's settings. Checkers can call
    /// this method on any thread, so an observer cannot be isolated to an actor.
    func permissionStatusDidChange(_ permission: SystemPermissionConstraint)
}

/// An adapter that connects a permission checker to the operating system's interface for one permission.
///
/// Pass adapters for the permissions that the app uses to ``DefaultPermissionChecker``. The checker calls
/// ``requestAuthorisation(completion:)`` only while the status is not determined and no other request is in progress.
/// If a request is answered more than once, later answers are ignored. All members can be called from any thread.
///
/// If the adapter calls the handlers of ``observeStatus(_:)`` after every change that is not caused by a request,
/// return `true` from ``ChangeAnnouncing/announcesChanges``. Otherwise, the status is read on every use.
public protocol SystemPermissionAdapter: ChangeAnnouncing, AnyObject, Sendable {
    /// The permission that the adapter handles.
    var permission: SystemPermissionConstraint { get }

    /// The current status of the permission.
    ///
    /// The property is read often, so its getter must be fast.
    var status: SystemPermissionStatus { get }

    /// The key of the usage description in the app's property list, such as `NSCameraUsageDescription`.
    ///
    /// The key is empty on systems without a property list. The property has no default, so that declaring it with
    /// another type is a compile-time error.
    var usageDescriptionKey: String { get }

    /// The description that tells the user why the app uses the permission.
    ///
    /// The default is `nil`.
    var usageDescription: String? { get }

    /// The limits on the access that the permission grants, such as `PermissionAttribute.reducedAccuracy`.
    ///
    /// The getter must return immediately. The default is an empty array.
    var attributes: [PermissionAttribute] { get }

    /// Requests the permission from the user.
    ///
    /// - Parameter completion: A closure that the adapter must call once, on any thread, with itself and the resulting
    ///   status. This applies even if the system did not prompt because the status was already determined.
    func requestAuthorisation(
        completion:
            @escaping @Sendable (_ adapter: any SystemPermissionAdapter, _ status: SystemPermissionStatus) -> Void
    )

    /// Observes status changes that are not caused by a request, such as changes in the system's settings.
    ///
    /// The default implementation ignores the handler, which suits systems that do not report changes.
    ///
    /// - Parameter handler: The handler to call on any thread after each change. The adapter retains the handler for as
    ///   long as the adapter exists.
    func observeStatus(_ handler: @escaping @Sendable () -> Void)
}

extension SystemPermissionAdapter {
    /// By default, the adapter has no usage description.
    public var usageDescription: String? { nil }

    /// By default, the adapter has no attributes.
    public var attributes: [PermissionAttribute] { [] }

    /// Ignores the handler.
    public func observeStatus(_ handler: @escaping @Sendable () -> Void) {}
}
