public import FeatureGating

/// Why a feature is available or not: every requirement with its state, its own first, then what it inherits.
public struct AvailabilityExplanation: Sendable {
    /// Whether the feature is available.
    public let verdict: Truth
    /// Every requirement in reading order.
    public let requirements: [RequirementState]
    /// The indices of the facts that keep the feature from being available, in the order in which to deal with them.
    let blockingOrder: [Int]
    /// The smallest sets of requirements that would have to be met, shortest first.
    ///
    /// They are all there are for a feature that depends on up to nine unmet facts, cut to the best eight. Of more
    /// facts there may be more combinations than can be tried; then others may be as short or shorter.
    public let unlockPlans: [[RequirementState]]
    /// Whether every minimal plan was considered, so that none is shorter than the ``unlockPlans``.
    ///
    /// If not, the plans are minimal, and others may be as good or better.
    public let unlockPlansAreComplete: Bool

    /// The index of the blocking requirement: the one to name and to deal with first; `nil` if the feature is
    /// available.
    ///
    /// It is the first of: registration, platform, the ancestors' blocking requirements, enabled in code, user setting,
    /// feature flag, a restricted permission, a purchase, a denied permission, an undetermined one; and of several of a
    /// kind the one that is declared first.
    public var firstBlocking: Int? {
        blockingOrder.first ?? requirements.firstIndex(where: \.isBlocking)
    }

    /// Everything that keeps the feature from being available, in one sentence that begins with the blocking
    /// requirement; empty if it is available.
    public var summary: String {
        let order = blockingOrder.isEmpty ? [firstBlocking].compactMap { $0 } : blockingOrder
        return Self.summary(of: order.map { requirements[$0].statement })
    }

    /// Joins statements to one sentence.
    static func summary(of statements: [String]) -> String {
        guard statements.count > 1 else { return statements.first ?? "" }
        // What a group requires too is named once.
        var seen: Set<String> = []
        return statements.filter { seen.insert($0).inserted }.joined(separator: ", ")
    }
}

/// The availability of one feature before and after something.
public struct AvailabilityChange: Hashable, Sendable {
    /// The feature's path.
    public let feature: FeaturePath
    /// Its availability before.
    public let before: Truth
    /// Its availability afterwards.
    public let after: Truth

    /// Creates a change.
    package init(feature: FeaturePath, before: Truth, after: Truth) {
        self.feature = feature
        self.before = before
        self.after = after
    }
}

extension AvailabilityChange {
    /// Changes of verdicts with the paths of their features, in the order of registration.
    static func list(_ changes: [VerdictChange], paths: [FeaturePath], limit: Int = .max) -> [AvailabilityChange] {
        changes.sorted { $0.node.rawValue < $1.node.rawValue }.prefix(limit).map { change in
            AvailabilityChange(
                feature: paths[Int(change.node.rawValue)], before: change.before, after: change.after)
        }
    }
}
