public import FeatureGating

/// The availability of one feature before and after something.
public struct AvailabilityChange: Hashable, Sendable {
    /// The feature's path.
    public let feature: FeaturePath
    /// Its availability before.
    public let before: Truth
    /// Its availability afterwards.
    public let after: Truth
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
