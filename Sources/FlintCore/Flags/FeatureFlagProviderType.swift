/// The sort of place a flag's value comes from.
public enum FeatureFlagProviderType: String, Sendable, Hashable, Codable, CaseIterable {
    /// Values a developer sets while the app runs; for debug builds.
    case debug
    /// Values built into the app.
    case release
    /// Values a server decides.
    case remote
    /// Values a test sets.
    case test
}
