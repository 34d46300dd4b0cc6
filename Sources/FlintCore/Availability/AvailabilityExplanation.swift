public import FeatureGating

/// Why a feature is available or not: every requirement with its state, its own first, then what it inherits.
public struct AvailabilityExplanation: Sendable {
    /// Whether the feature is available.
    public let verdict: Truth
    /// Every requirement in reading order.
    public let requirements: [RequirementState]
    /// The index of the first requirement that decides the verdict; `nil` if the feature is available.
    public let firstBlocking: Int?
    /// The smallest sets of requirements that would have to be met, shortest first.
    public let unlockPlans: [[RequirementState]]

    /// Everything that stands in the way, in one sentence.
    public var summary: String {
        let open = requirements.filter { $0.isBlocking && !$0.isHeading && $0.kind != .parent }
        // The parent says more than nothing, but its own requirements, which are listed too, say it better.
        let shown = open.isEmpty ? requirements.filter { $0.isBlocking && !$0.isHeading } : open
        // What a group requires too is said once.
        var said: Set<String> = []
        return shown.map { "\($0.title) \($0.value)" }.filter { said.insert($0).inserted }.joined(separator: ", ")
    }
}
