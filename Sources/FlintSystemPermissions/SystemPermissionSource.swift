import FlintCore

/// The part of an operating system that decides about one permission.
///
/// What an app notices of it is the work of ``SystemPermissionSourceAdapter``, so a source is a few calls of the system's
/// own functions.
package protocol SystemPermissionSource: Sendable {
    /// The permission.
    var permission: SystemPermissionConstraint { get }

    /// The key of the text that the app's property list must have, or the system ends the app when it asks; `nil` if
    /// none is needed.
    var usageDescriptionKey: String? { get }

    /// The system's answer of now; may be read from any thread.
    var status: SystemPermissionStatus { get }

    /// Has the system ask the user.
    ///
    /// - Parameter completion: Called at least once, on any thread, when ``status`` is what has been answered.
    func request(_ completion: @escaping @Sendable () -> Void)

    /// Announces changes that no request caused, if the system does.
    ///
    /// - Parameter handler: Kept for as long as the source lives, and called on any thread after each change.
    func observe(_ handler: @escaping @Sendable () -> Void)
}

extension SystemPermissionSource {
    /// No text is needed.
    package var usageDescriptionKey: String? { nil }

    /// Announces nothing.
    package func observe(_ handler: @escaping @Sendable () -> Void) {}
}
