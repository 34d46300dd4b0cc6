// SPDX-License-Identifier: MIT

import CFlintAllocations

/// A stopwatch that measures cases against each other.
///
/// Cases are timed in rounds: each round runs every case once for about a millisecond. A disturbance of the machine
/// therefore affects all cases alike.
enum Stopwatch {
    /// The minimum duration of one round of one case, in nanoseconds.
    private static let roundLength = 1_000_000.0

    /// Counts the allocations and instructions of cases, after as many warm-up runs as are counted, so that the counts are
    /// reproducible.
    ///
    /// - Parameter cases: The cases to measure.
    /// - Returns: The timings in the order of the cases, without times.
    static func count(_ cases: [Case]) -> [Timing] {
        cases.map { item in
            let operations = Double(item.countedRuns * item.operations)
            item.run(item.countedRuns)
            let before = allocations_of_thread()
            start_counting_instructions()
            item.run(item.countedRuns)
            let allocations = Double(allocations_of_thread() - before) / operations
            let instructions = Double(stop_counting_instructions()) / operations
            return Timing(
                name: item.name, minimum: 0, median: 0, allocations: allocations, instructions: instructions)
        }
    }

    /// Measures cases in turn, round by round, so that a disturbance of the machine affects all of them alike.
    ///
    /// - Parameters:
    ///   - cases: The cases to measure.
    ///   - rounds: The number of rounds.
    /// - Returns: The timings, in the order of the cases.
    static func measure(_ cases: [Case], rounds: Int) -> [Timing] {
        let times = cases.map(warmUp)
        var rows = cases.map { _ in [Double]() }
        var allocations = cases.map { _ in 0.0 }
        for _ in 0..<rounds {
            for (index, item) in cases.enumerated() {
                let operations = Double(times[index] * item.operations)
                // The first run is not timed, because it refills the caches and processes the events that other cases
                // left.
                item.run(max(1, times[index] / 20))
                let before = allocations_of_thread()
                rows[index].append(time { item.run(times[index]) } / operations)
                // The count is the same in every round.
                allocations[index] = Double(allocations_of_thread() - before) / operations
            }
        }
        return cases.indices.map { index in
            let sorted = rows[index].sorted()
            return Timing(
                name: cases[index].name, minimum: sorted[0], median: sorted[sorted.count / 2],
                allocations: allocations[index], instructions: 0)
        }
    }

    static func time(_ body: () -> Void) -> Double {
        let start = ContinuousClock.now
        body()
        return (ContinuousClock.now - start).nanoseconds
    }

    /// Runs a case until it is warm and returns the number of runs in a round.
    private static func warmUp(_ item: Case) -> Int {
        var times = 1
        // The machine may be briefly busy with other work, so a single long round proves little.
        while times < 1 << 24, (0..<3).contains(where: { _ in time({ item.run(times) }) < roundLength }) { times *= 2 }
        return times
    }
}

extension Duration {
    package var nanoseconds: Double {
        Double(components.seconds) * 1e9 + Double(components.attoseconds) / 1e9
    }
}
