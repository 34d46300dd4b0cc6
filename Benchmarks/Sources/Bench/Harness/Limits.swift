#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What the figures of a run may be at most, as the file of limits says.
struct Limits {
    /// What the file says of one figure.
    struct Entry: Codable {
        /// The most the figure may be; without one the run fails, so that nobody forgets to set it.
        var limit: Double?
        /// What the figure was when somebody last updated the file; information for people.
        var baseline: Double?
        /// What the figure counts.
        var unit: Figure.Unit
    }

    /// The entries by the name of their figure.
    private(set) var entries: [String: Entry] = [:]

    /// Reads the limits from a file.
    init(contentsOf path: String) throws {
        entries = try JSONDecoder().decode([String: Entry].self, from: Data(contentsOf: URL(filePath: path)))
    }

    /// What is wrong with a report.
    ///
    /// - Parameters:
    ///   - report: What was measured.
    ///   - isComplete: Whether everything was measured, so that an entry nobody measures is a mistake.
    /// - Returns: One sentence for each violation; nothing if all is well.
    func violations(of report: Report, isComplete: Bool) -> [String] {
        var violations = report.figures.compactMap { figure -> String? in
            guard let limit = entries[figure.name]?.limit else {
                return "\(figure.name) has no limit. Run with --update, then write one beside its baseline."
            }
            guard figure.value > limit else { return nil }
            return "\(figure.name) is \(figure.value) and may be \(limit) at most."
        }
        let measured = Set(report.figures.map(\.name))
        if isComplete {
            violations += entries.keys.filter { !measured.contains($0) }.sorted()
                .map { "\($0) has a limit and nothing measures it. Run with --update to drop it." }
        }
        return violations
    }

    /// Writes what was measured beside the limits, which stay.
    ///
    /// - Parameters:
    ///   - report: What was measured.
    ///   - isComplete: Whether everything was measured, so that entries nobody measures are dropped.
    ///   - path: The file.
    /// - Throws: What writing the file throws.
    mutating func update(from report: Report, isComplete: Bool, path: String) throws {
        let measured = Set(report.figures.map(\.name))
        if isComplete { entries = entries.filter { measured.contains($0.key) } }
        for figure in report.figures {
            let rounded = (figure.value * 100).rounded() / 100
            entries[figure.name] = Entry(
                limit: entries[figure.name]?.limit, baseline: rounded, unit: figure.unit)
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        try (encoder.encode(entries) + Data("\n".utf8)).write(to: URL(filePath: path))
    }
}
