public import FeatureGating

/// What is known of a fact.
public enum FactValue: Hashable, Sendable {
    /// Yes, no, or not known: for purchases, toggles and switches.
    case truth(Truth)
    /// The status of a permission.
    case permission(SystemPermissionStatus)
    /// A platform and its version, kept apart because only one fact has a value this large.
    indirect case platform(CurrentPlatform)

    /// The truth, or unknown if the value is of another sort.
    public var truth: Truth {
        if case .truth(let truth) = self { truth } else { .unknown }
    }

    /// The permission's status, or `nil` if the value is of another sort.
    public var permissionStatus: SystemPermissionStatus? {
        if case .permission(let status) = self { status } else { nil }
    }

    /// The platform, or `nil` if the value is of another sort.
    public var currentPlatform: CurrentPlatform? {
        if case .platform(let platform) = self { platform } else { nil }
    }
}
