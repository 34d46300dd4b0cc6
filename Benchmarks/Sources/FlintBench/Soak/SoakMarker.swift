// SPDX-License-Identifier: MIT

/// A series of events that an attached console must show, and the time that each of them takes.
struct SoakMarker {
    /// The words of the events.
    ///
    /// Two words differ in every letter while both can be on the screen, so the console sends each word as a whole.
    static func word(_ number: Int) -> String {
        let letters = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
        return String((0..<8).map { letters[(number + $0) % letters.count] })
    }

    private(set) var number = 0
    /// The time of the request for the current marker, or `nil` if the console shows it.
    private(set) var requested: Double?
    private var isLate = false
    /// The times from the request to the console's output, in milliseconds.
    private(set) var latencies: [Double] = []

    /// Begins the next marker and returns its number.
    mutating func request(at time: Double) -> Int {
        number += 1
        requested = time
        isLate = false
        return number
    }

    /// Notes the console's output since the request.
    mutating func read(_ output: [UInt8], at time: Double) {
        guard let requested, output.contains(Array(Self.word(number).utf8)) else { return }
        latencies.append((time - requested) * 1_000)
        self.requested = nil
    }

    /// Returns whether the console has just exceeded a time limit in milliseconds, once per marker.
    mutating func becomesLate(at time: Double, limit: Double) -> Bool {
        guard let requested, !isLate, (time - requested) * 1_000 > limit else { return false }
        isLate = true
        return true
    }

    /// Returns the latency that a share of all markers does not exceed.
    func latency(_ share: Double) -> Double {
        latencies.isEmpty ? 0 : latencies.sorted()[min(latencies.count - 1, Int(Double(latencies.count) * share))]
    }
}
