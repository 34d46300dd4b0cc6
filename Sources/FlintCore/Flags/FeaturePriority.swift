/// The usual priorities of flag providers; of those that know a flag, the one with the highest answers.
public struct FeaturePriority: Sendable {
    /// For values built into the app, which everything else overrules.
    public static let minPriority = 1
    /// For values a developer sets.
    public static let mediumPriority = 5
    /// For values that overrule all others in a running app.
    public static let maxPriority = 10
    /// For values a test sets, which overrule even those.
    public static let testPriority = 15
}
