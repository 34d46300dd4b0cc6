// SPDX-License-Identifier: MIT

package import FeatureGating

/// A change of a fact, with its effect on features.
///
/// Observers of a ``FactStore`` receive changes, and the journal records them. Each change contains the fact before and
/// after it.
public struct FactChange: Sendable {
    /// A layer of a fact.
    ///
    /// The effective value is the override, or the actual value of a fact that is not overridden.
    public enum Layer: Sendable, Hashable {
        /// The value that the source reports.
        case actual
        /// The value that replaces the actual value for features.
        case override
        /// A reported value that takes effect later.
        case waiting
    }

    /// The key of the fact that changed.
    public let key: FactKey
    /// The layer that changed.
    public let layer: Layer
    /// The fact before the change, or `nil` if it had never been reported or overridden.
    public let before: Fact?
    /// The fact after the change.
    public let after: Fact
    /// The initiator of the change.
    public let cause: Cause
    package let verdicts: [VerdictChange]
    let paths: [FeaturePath]

    var isFirstValue: Bool {
        layer == .actual && before?.actual.isUnknown == true && !after.actual.isUnknown
    }

    /// The features whose availability changed, in order of registration.
    ///
    /// The list is computed on access, because a change may affect thousands of features.
    public var availabilityChanges: [AvailabilityChange] { AvailabilityChange.changes(from: verdicts, paths: paths) }

    package func availabilityChanges(first limit: Int) -> (changes: [AvailabilityChange], count: Int) {
        (AvailabilityChange.changes(from: verdicts, paths: paths, limit: limit), verdicts.count)
    }
}
