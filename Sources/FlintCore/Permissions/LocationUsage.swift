/// When an app may know where the device is.
public enum LocationUsage: Sendable, Hashable, CaseIterable {
    /// At any time, also in the background; this includes ``whenInUse``.
    case always
    /// Only while the app is being used.
    case whenInUse
}
