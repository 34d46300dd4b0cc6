import CAllocations

/// Measures cases against each other.
enum Stopwatch {
    /// How long one round of one case should take at least, in nanoseconds.
    private static let roundLength = 1_000_000.0

    /// Measures cases in turn, round by round, so that a disturbance of the machine meets all of them alike.
    ///
    /// - Parameters:
    ///   - cases: What to measure.
    ///   - rounds: How often each is measured.
    /// - Returns: The timings, in the order of the cases.
    static func measure(_ cases: [Case], rounds: Int = 60) -> [Timing] {
        let times = cases.map(warmUp)
        var rows = cases.map { _ in [Double]() }
        for _ in 0..<rounds {
            for (index, item) in cases.enumerated() {
                // What the other cases have pushed out of the caches is brought back first.
                item.run(max(1, times[index] / 20))
                let start = ContinuousClock.now
                item.run(times[index])
                rows[index].append((ContinuousClock.now - start).nanoseconds / Double(times[index] * item.operations))
            }
        }
        return cases.indices.map { index in
            let sorted = rows[index].sorted()
            return Timing(
                name: cases[index].name, minimum: sorted[0], median: sorted[sorted.count / 2],
                allocations: allocations(of: cases[index], times: times[index]))
        }
    }

    /// The nanoseconds a body takes once.
    static func time(_ body: () -> Void) -> Double {
        let start = ContinuousClock.now
        body()
        return (ContinuousClock.now - start).nanoseconds
    }

    /// Runs a case until it is warm, and returns how many runs make up a round.
    private static func warmUp(_ item: Case) -> Int {
        var times = 1
        while time({ item.run(times) }) < roundLength, times < 1 << 24 { times *= 2 }
        // Once more, for the last number was found while things were still being set up.
        item.run(times)
        return times
    }

    /// The blocks of memory one operation asks for, which does not change from round to round.
    private static func allocations(of item: Case, times: Int) -> Double {
        let before = allocations_of_thread()
        item.run(times)
        return Double(allocations_of_thread() - before) / Double(times * item.operations)
    }
}

extension Duration {
    /// The duration in nanoseconds.
    var nanoseconds: Double {
        Double(components.seconds) * 1e9 + Double(components.attoseconds) / 1e9
    }
}
