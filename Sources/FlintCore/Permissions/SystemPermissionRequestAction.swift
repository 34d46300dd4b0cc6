/// What a coordinator decides before the system asks for a permission.
public enum SystemPermissionRequestAction: Sendable, Hashable, CaseIterable {
    /// Let the system ask.
    case request
    /// Leave this permission for later and go on with the next.
    case skip
    /// Ask for nothing more.
    case cancelAll
}
