/// Something that is measured.
package struct Case {
    /// What is measured, as the report calls it.
    package let name: String
    /// How many of what is counted one run does, such as 2 for one that turns something on and off again.
    let operations: Int
    /// How many runs it takes to count what one of them allocates.
    let countedRuns: Int
    /// Runs it a number of times.
    let run: (_ times: Int) -> Void

    /// Creates a case.
    ///
    /// - Parameters:
    ///   - name: What is measured, as the report calls it.
    ///   - operations: How many of what is counted one run does.
    ///   - countedRuns: How many runs it takes to count allocations; few where one run takes long.
    ///   - run: Runs it a number of times.
    package init(
        name: String, operations: Int = 1, countedRuns: Int = 1_000, run: @escaping (_ times: Int) -> Void
    ) {
        self.name = name
        self.operations = operations
        self.countedRuns = countedRuns
        self.run = run
    }
}

/// How long a case takes, and what it allocates; where only counts are taken, the times are 0.
package struct Timing: Encodable {
    /// What was measured.
    let name: String
    /// The nanoseconds of one operation in the fastest round: the time with the least disturbance.
    package let minimum: Double
    /// The nanoseconds of one operation in the middle round.
    let median: Double
    /// The blocks of memory one operation asks for.
    package let allocations: Double
}

/// Keeps a value, and with it the work that led to it, from being optimized away.
@inline(never)
@_optimize(none)
package func consume<Value>(_ value: Value) {}
