/// Something whose time is measured.
struct Case {
    /// What is measured, as the report calls it.
    let name: String
    /// How many of what is counted one run does, such as 2 for one that turns something on and off again.
    var operations = 1
    /// Runs it a number of times.
    let run: (_ times: Int) -> Void
}

/// How long a case takes, and what it allocates.
struct Timing: Encodable {
    /// What was measured.
    let name: String
    /// The nanoseconds of one operation in the fastest round: the time with the least disturbance.
    let minimum: Double
    /// The nanoseconds of one operation in the middle round.
    let median: Double
    /// The blocks of memory one operation asks for.
    let allocations: Double
}

/// Keeps a value, and with it the work that led to it, from being optimized away.
@inline(never)
@_optimize(none)
func consume<Value>(_ value: Value) {}
