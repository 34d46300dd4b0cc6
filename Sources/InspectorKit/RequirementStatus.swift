public import FeatureGating

/// Whether one requirement is met, in the words of JSON answers.
public enum RequirementStatus: String, Codable, Sendable, Hashable, CaseIterable {
    /// The requirement is met.
    case satisfied
    /// The requirement is certainly not met.
    case notSatisfied = "not-satisfied"
    /// It cannot be said yet.
    case notDetermined = "not-determined"

    /// Creates the status that words a truth.
    public init(_ truth: Truth) {
        switch truth {
        case .true: self = .satisfied
        case .false: self = .notSatisfied
        case .unknown: self = .notDetermined
        }
    }
}
