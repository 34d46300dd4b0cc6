// SPDX-License-Identifier: MIT

import FlintFoundation

/// The differences between an earlier moment of a running app and its current state.
///
/// The differences are reconstructed from the journal's events. ``World/applying(_:)-(MomentFacts)`` applies them to
/// the current world.
package struct MomentFacts: Codable, Sendable {
    package var moment: RecordedMoment
    /// The date of the next event, or `nil` if the moment is the last one.
    package var end: Date?
    package var facts: [FactRecord]
    package var laterFeatures: [String]

    package init(moment: RecordedMoment, end: Date?, facts: [FactRecord], laterFeatures: [String]) {
        (self.moment, self.end, self.facts, self.laterFeatures) = (moment, end, facts, laterFeatures)
    }
}
