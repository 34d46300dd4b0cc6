/// Reports how much of a count is done, and finds out whether to continue.
struct StateProgress {
    /// How often progress is reported at most.
    static let mostReports = 256

    private let report: (Double) -> Void
    private let shouldContinue: () -> Bool
    private var nextReport = 0.0

    /// Creates a meter.
    ///
    /// - Parameters:
    ///   - report: Takes the share that is done; each is larger than the one before.
    ///   - shouldContinue: Returns whether to continue.
    init(report: @escaping (Double) -> Void, shouldContinue: @escaping () -> Bool) {
        self.report = report
        self.shouldContinue = shouldContinue
    }

    /// Notes that a share of the count is done.
    ///
    /// - Parameter share: The share, from 0 to 1.
    /// - Returns: Whether to continue.
    mutating func note(_ share: Double) -> Bool {
        if share > nextReport, share < 1 {
            report(share)
            nextReport = share + 1 / Double(Self.mostReports)
        }
        return shouldContinue()
    }

    /// Notes that the count has ended.
    mutating func finish() {
        report(1)
    }
}
