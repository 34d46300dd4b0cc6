// SPDX-License-Identifier: MIT

public import FeatureGating

/// The reason that a fact has no value.
public enum FactAbsence: String, Codable, Sendable, Hashable, CaseIterable {
    /// The source forbids the request, so no condition on the fact is met.
    case forbidden
    /// The source does not have the value, so no condition on the fact is met.
    case missing
    /// The source could not be read, so conditions on the fact are undetermined.
    case failed
    /// The source has not answered yet, so conditions on the fact are undetermined.
    case pending

    /// The result of conditions on the fact: not met, or unknown.
    public var truth: Truth {
        switch self {
        case .forbidden, .missing: .false
        case .failed, .pending: .unknown
        }
    }
}
