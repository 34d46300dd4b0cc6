import CAllocations

/// Measures cases against each other.
enum Stopwatch {
    /// How long one round of one case should take at least, in nanoseconds.
    private static let roundLength = 1_000_000.0

    /// Counts what cases allocate, each after as many runs as are counted, so that the count is the same every time.
    ///
    /// - Parameter cases: What to measure.
    /// - Returns: The timings, in the order of the cases, without times.
    static func count(_ cases: [Case]) -> [Timing] {
        cases.map { item in
            item.run(item.countedRuns)
            let before = allocations_of_thread()
            item.run(item.countedRuns)
            let allocations = Double(allocations_of_thread() - before) / Double(item.countedRuns * item.operations)
            return Timing(name: item.name, minimum: 0, median: 0, allocations: allocations)
        }
    }

    /// Measures cases in turn, round by round, so that a disturbance of the machine meets all of them alike.
    ///
    /// - Parameters:
    ///   - cases: What to measure.
    ///   - rounds: How often each is measured.
    /// - Returns: The timings, in the order of the cases.
    static func measure(_ cases: [Case], rounds: Int) -> [Timing] {
        let times = cases.map(warmUp)
        var rows = cases.map { _ in [Double]() }
        var allocations = cases.map { _ in 0.0 }
        for _ in 0..<rounds {
            for (index, item) in cases.enumerated() {
                let operations = Double(times[index] * item.operations)
                // The first run pays for the other cases: it refills the caches and takes in the events they have left.
                item.run(max(1, times[index] / 20))
                let before = allocations_of_thread()
                rows[index].append(time { item.run(times[index]) } / operations)
                // The same in every round.
                allocations[index] = Double(allocations_of_thread() - before) / operations
            }
        }
        return cases.indices.map { index in
            let sorted = rows[index].sorted()
            return Timing(
                name: cases[index].name, minimum: sorted[0], median: sorted[sorted.count / 2],
                allocations: allocations[index])
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
        // The machine may be busy with something else for a moment, so that one long round proves nothing.
        while times < 1 << 24, (0..<3).contains(where: { _ in time({ item.run(times) }) < roundLength }) { times *= 2 }
        return times
    }
}

extension Duration {
    /// The duration in nanoseconds.
    package var nanoseconds: Double {
        Double(components.seconds) * 1e9 + Double(components.attoseconds) / 1e9
    }
}
