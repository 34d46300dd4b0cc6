internal import Foundation

/// The extent of property tests, set with `FLINT_PROPERTY_SCALE`.
///
/// The default of 1 keeps `make test` short. At 40, models are compared after 400,000 changes and forecasts from
/// 20,000 states.
package enum PropertyScale {
    /// Returns the seeds of a property test.
    package static func seeds(_ count: UInt64) -> ClosedRange<UInt64> {
        let factor = ProcessInfo.processInfo.environment["FLINT_PROPERTY_SCALE"].flatMap(UInt64.init) ?? 1
        return 1...(count * max(1, factor))
    }
}
