/// Is told when the status of a system permission changes.
public protocol SystemPermissionCheckerDelegate: AnyObject {
    /// Called on any thread after the change, whether a request caused it or something outside the app did.
    func permissionStatusDidChange(_ permission: SystemPermissionConstraint)
}
