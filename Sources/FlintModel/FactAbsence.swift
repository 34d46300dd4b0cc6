// SPDX-License-Identifier: MIT

public import FeatureGating

/// The reason that a fact has no value.
public enum FactAbsence: String, Codable, Sendable, Hashable, CaseIterable {
    /// The source does not allow it, so that no condition on the fact is met.
    case forbidden
    /// The source has no such thing, so that no condition on the fact is met.
    case missing
    /// The source could not be asked, so that conditions are undetermined.
    case failed
    /// The source has not answered yet, so that conditions are undetermined.
    case pending

    /// Whether conditions on the fact are met: no, or unknown.
    public var truth: Truth {
        switch self {
        case .forbidden, .missing: .false
        case .failed, .pending: .unknown
        }
    }
}
