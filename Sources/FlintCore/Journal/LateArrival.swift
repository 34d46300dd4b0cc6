/// Something that became known while events were recorded, and that is no event itself.
///
/// It is kept so that the past can be shown without it.
package struct LateArrival: Sendable {
    /// What became known.
    package enum Kind: Sendable {
        /// A feature was registered.
        case feature(FeatureMetadata)
        /// A fact was reported for the first time; before that it was unknown, or overridden only.
        case fact(FactKey, before: Fact?)
    }

    /// How many are kept, the newest ones.
    static let limit = 4_096

    /// The last event that had been recorded by then.
    package let event: UInt64
    /// What became known.
    package let kind: Kind
}
