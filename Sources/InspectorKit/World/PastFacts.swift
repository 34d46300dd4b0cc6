#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    public import Foundation
#endif

/// An earlier moment of a running app, as far as its events tell.
package struct PastFacts: Codable, Sendable {
    /// The moment.
    package var moment: RecordedMoment
    /// The date of the next event; `nil` if there is none.
    package var end: Date?
    /// The facts that have changed since, as they were.
    package var facts: [FactRecord]
    /// The ids of the features that have been registered since.
    package var laterFeatures: [String]

    /// Creates the facts of a moment.
    package init(moment: RecordedMoment, end: Date?, facts: [FactRecord], laterFeatures: [String]) {
        (self.moment, self.end, self.facts, self.laterFeatures) = (moment, end, facts, laterFeatures)
    }
}
