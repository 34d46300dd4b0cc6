// SPDX-License-Identifier: MIT

/// An operation that the stopwatch measures.
///
/// A case is run many times in a row, in batches that are long enough to be timed. Every run must therefore do the same
/// work.
package struct Case {
    package let name: String
    /// The number of counted operations in one run, such as 2 for a run that turns a setting on and off again.
    let operations: Int
    /// The number of runs for counting allocations and instructions.
    let countedRuns: Int
    let run: (_ times: Int) -> Void

    /// Creates a case.
    ///
    /// - Parameters:
    ///   - name: The name in the report.
    ///   - operations: The number of counted operations in one run.
    ///   - countedRuns: The number of runs for counting allocations and instructions. Use few for long runs.
    ///   - run: Performs a number of runs.
    package init(
        name: String, operations: Int = 1, countedRuns: Int = 1_000, run: @escaping (_ times: Int) -> Void
    ) {
        self.name = name
        self.operations = operations
        self.countedRuns = countedRuns
        self.run = run
    }
}

/// The duration, the allocations, and the instructions of a case.
///
/// If a run takes counts only, the times are 0. If a run takes times, the instructions are 0.
package struct Timing: Encodable {
    let name: String
    /// The nanoseconds of one operation in the fastest round, which is the round with the least disturbance.
    package let minimum: Double
    /// The nanoseconds of one operation in the median round.
    let median: Double
    /// The number of heap allocations of one operation.
    package let allocations: Double
    /// The number of instructions of one operation.
    package let instructions: Double
}

/// Keeps a value, and the work that produced it, from being optimized away.
@inline(never)
@_optimize(none)
package func consume<Value>(_ value: Value) {}
