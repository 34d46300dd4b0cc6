// SPDX-License-Identifier: MIT

/// A progress meter for a count that also checks for cancellation.
///
/// The counters call ``advance(to:)`` regularly and stop when it returns `false`. The meter reports at most
/// ``maximumReportCount`` times before ``finish()``, but it checks for cancellation on every call.
struct StateProgress {
    static let maximumReportCount = 256

    private let report: (Double) -> Void
    private let shouldContinue: () -> Bool
    private var nextReport = 0.0

    init(report: @escaping (Double) -> Void, shouldContinue: @escaping () -> Bool) {
        self.report = report
        self.shouldContinue = shouldContinue
    }

    /// Reports the completed fraction, from 0 to 1, if it has grown enough, and returns whether to continue.
    mutating func advance(to share: Double) -> Bool {
        if share > nextReport, share < 1 {
            report(share)
            nextReport = share + 1 / Double(Self.maximumReportCount)
        }
        return shouldContinue()
    }

    mutating func finish() {
        report(1)
    }
}
