import Foundation

/// What a process, or the folder of its files, takes at one moment.
struct SoakSample {
    /// The figures that must not grow, in the order of the table.
    static let figures = ["heap kB", "RssAnon kB", "RSS kB", "descriptors", "threads"]

    /// The seconds since the start.
    let time: Double
    /// A value for each figure.
    let values: [Double]

    #if os(Linux)
        /// Looks at a process.
        ///
        /// - Parameters:
        ///   - terminal: The process.
        ///   - path: A file in the folder in which processes write how much of their heaps is in use.
        ///   - time: The seconds since the start.
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

/// The samples of one process, and how much each figure has grown.
struct SoakRecord {
    /// What the process is.
    let name: String
    /// The samples in their order.
    var samples: [SoakSample] = []

    /// Returns how much a figure has grown after a time, by the slope of its samples.
    ///
    /// The slope is the median of those between any two samples (Theil and Sen), so that a sample taken while a short
    /// request was answered, or a cache that is filled and emptied, does not make one.
    ///
    /// - Parameters:
    ///   - figure: The index of the figure.
    ///   - start: The samples before it are left out.
    /// - Returns: The growth from then to the last sample; negative if it has shrunk.
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

/// How much each figure may grow in a soak after its warm-up, as the file of limits has it.
struct SoakLimits: Decodable {
    /// The growth that is allowed, by figure.
    let growth: [String: Double]

    /// Reads the limits from a file.
    ///
    /// - Parameter path: The file.
    /// - Throws: What reading and decoding it throws.
    init(contentsOf path: String) throws {
        self = try JSONDecoder().decode(Self.self, from: Data(contentsOf: URL(filePath: path)))
    }

    /// What is wrong with a record.
    ///
    /// - Parameters:
    ///   - record: The samples of a process.
    ///   - start: When the warm-up was over.
    /// - Returns: One sentence for each violation; nothing if all is well.
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
}
