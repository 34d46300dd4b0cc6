/// The connection to the part of an operating system, or of what stands in for it, that keeps one permission.
///
/// ``DefaultPermissionChecker`` takes any number of adapters, so an app can supply the real thing for the permissions
/// it uses. The checker asks an adapter for authorisation only while the status is not determined, and never twice at
/// the same time; a second answer to one request is dropped. All members may be called from any thread.
///
/// An adapter that calls the handlers of ``observeStatus(_:)`` after every change that no request caused declares that
/// with ``ChangeAnnouncing/announcesChanges``. The status of any other is read at every use.
public protocol SystemPermissionAdapter: ChangeAnnouncing, AnyObject, Sendable {
    /// The permission the adapter is for.
    var permission: SystemPermissionConstraint { get }

    /// How the permission stands now; read often, so it should be quick.
    var status: SystemPermissionStatus { get }

    /// The key of the text in the app's property list that tells the user why the app asks, such as
    /// `NSCameraUsageDescription`; `nil` by default.
    var usageDescriptionKey: String? { get }

    /// The text that tells the user why the app asks; `nil` by default.
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
    /// The default does nothing, for systems that do not tell.
    ///
    /// - Parameter handler: Kept by the adapter for as long as it lives, and called on any thread after each change.
    func observeStatus(_ handler: @escaping @Sendable () -> Void)
}

extension SystemPermissionAdapter {
    /// No key unless the adapter says so.
    public var usageDescriptionKey: String? { nil }

    /// No text unless the adapter says so.
    public var usageDescription: String? { nil }

    /// Announces nothing.
    public func observeStatus(_ handler: @escaping @Sendable () -> Void) {}
}
