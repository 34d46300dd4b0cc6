// SPDX-License-Identifier: MIT

/// A progress meter for a count, which also checks for cancellation.
///
/// The counters call ``note(_:)`` regularly and stop when it returns `false`. The meter limits the number of reports to
/// ``maximumReportCount``, and the cancellation check runs on every call.
struct StateProgress {
    /// The maximum number of progress reports before the final report.
    static let maximumReportCount = 256

    private let report: (Double) -> Void
    private let shouldContinue: () -> Bool
    private var nextReport = 0.0

    /// Creates a meter.
    ///
    /// - Parameters:
    ///   - report: Receives the completed fraction, which increases with each call.
    ///   - shouldContinue: Returns whether to continue.
    init(report: @escaping (Double) -> Void, shouldContinue: @escaping () -> Bool) {
        self.report = report
        self.shouldContinue = shouldContinue
    }

    /// Reports the completed fraction of the count if it has grown enough since the last report.
    ///
    /// - Parameter share: The completed fraction, from 0 to 1.
    /// - Returns: Whether to continue.
    mutating func note(_ share: Double) -> Bool {
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
