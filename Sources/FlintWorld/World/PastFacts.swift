// SPDX-License-Identifier: MIT

import FlintFoundation

/// The differences between an earlier moment of a running app and the present.
///
/// The differences are reconstructed from the journal's events. ``World/applying(_:)-(MomentFacts)`` applies them to the
/// present world.
package struct MomentFacts: Codable, Sendable {
    package var moment: RecordedMoment
    /// The date of the next event, or `nil` if the moment is the last one.
    package var end: Date?
    /// The facts that have changed since the moment, with their earlier states.
    package var facts: [FactRecord]
    /// The ids of the features that were registered after the moment.
    package var laterFeatures: [String]

    package init(moment: RecordedMoment, end: Date?, facts: [FactRecord], laterFeatures: [String]) {
        (self.moment, self.end, self.facts, self.laterFeatures) = (moment, end, facts, laterFeatures)
    }
}
