// SPDX-License-Identifier: MIT

import Foundation

/// The resources that a process or its folder uses at one moment.
///
/// Each sample has a value for every name in `figures`, in that order.
struct SoakSample {
    /// The figures that must not grow, in the table's order.
    static let figures = ["heap kB", "RssAnon kB", "RSS kB", "descriptors", "threads"]

    /// The seconds since the start of the soak.
    let time: Double
    let values: [Double]

    #if os(Linux)
        /// Takes a sample of a process.
        ///
        /// - Parameters:
        ///   - terminal: The process.
        ///   - path: A file in the folder in which processes report their heap usage.
        ///   - time: The seconds since the start of the soak.
        init(of terminal: PseudoTerminal, beside path: String, at time: Double) {
            self.time = time
            values = [
                HeapFile.kilobytes(of: terminal.process, beside: path),
                Double(terminal.memory("RssAnon")), Double(terminal.memory("VmRSS")), Double(terminal.descriptors),
                Double(terminal.memory("Threads")),
            ]
        }
    #endif
}

/// The samples of one process in chronological order.
struct SoakRecord {
    let name: String
    var samples: [SoakSample] = []

    /// Returns the growth of a figure after a given time, derived from the slope of its samples.
    ///
    /// The slope is the median of the slopes between all pairs of samples (Theil and Sen). A sample that is taken
    /// during a short request, or while a cache is full, therefore does not change the result.
    ///
    /// - Parameters:
    ///   - figure: The index of the figure.
    ///   - start: The time before which samples are ignored.
    /// - Returns: The growth from then to the last sample, negative if the figure has shrunk.
    func growth(of figure: Int, after start: Double) -> Double {
        let points = samples.filter { $0.time >= start }
        guard let first = points.first, let last = points.last, last.time > first.time else { return 0 }
        var slopes: [Double] = []
        for (index, point) in points.enumerated() {
            for other in points[(index + 1)...] where other.time > point.time {
                slopes.append((other.values[figure] - point.values[figure]) / (other.time - point.time))
            }
        }
        slopes.sort()
        return slopes[slopes.count / 2] * (last.time - first.time)
    }
}

/// The growth that each figure is allowed after the warm-up of a soak, and the allowed latencies of the marker in
/// milliseconds, read from the file of limits.
struct SoakLimits: Decodable {
    let growth: [String: Double]
    let latency: [String: Double]

    /// Reads the limits from a file.
    ///
    /// - Parameter path: The file.
    /// - Throws: An error if the file cannot be read or decoded.
    init(contentsOf path: String) throws {
        self = try JSONDecoder().decode(Self.self, from: Data(contentsOf: URL(filePath: path)))
    }

    /// Returns the violations in a record.
    ///
    /// - Parameters:
    ///   - record: The samples of a process.
    ///   - start: The end of the warm-up.
    /// - Returns: One sentence for each violation.
    func violations(of record: SoakRecord, after start: Double) -> [String] {
        SoakSample.figures.enumerated().compactMap { index, figure in
            guard let limit = growth[figure] else {
                return "\(figure) has no limit; write one in Benchmarks/Soak.json."
            }
            let grown = record.growth(of: index, after: start)
            guard grown > limit else { return nil }
            return "\(record.name): \(figure) has grown by \(Int(grown.rounded())) and may grow by \(Int(limit))."
        }
    }

    /// Returns the violations among the latencies.
    ///
    /// A latency without a limit is printed for information.
    func violations(of latencies: [String: Double]) -> [String] {
        latencies.sorted { $0.key < $1.key }.compactMap { name, value in
            guard let limit = latency[name], value > limit else { return nil }
            return "The latency of the marker (\(name)) is \(Int(value)) ms and may be \(Int(limit)) ms."
        }
    }
}
