/// What a coordinator decides after the system has asked for a permission.
public enum PermissionAuthorisationCoordinatorVeto: Sendable, Hashable, CaseIterable {
    /// Go on with the next permission.
    case requestNext
    /// Ask for nothing more.
    case cancel
}
