#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What the figures of a run may be at most, as the file of limits has it.
struct Limits {
    /// What the file has of one figure.
    struct Entry: Codable {
        /// The most the figure may be; without one the run fails, so that it is not forgotten.
        var limit: Double?
        /// What the figure was at the last update of the file; for information.
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
    ///   - suites: The suites that ran, whose every entry is to be measured.
    /// - Returns: One sentence for each violation; nothing if all is well.
    func violations(of report: Report, by suites: [Suite]) -> [String] {
        var violations = report.figures.compactMap { figure -> String? in
            guard let limit = entries[figure.name]?.limit else {
                return "\(figure.name) has no limit. Run with --update, then write one beside its baseline."
            }
            guard figure.value > limit else { return nil }
            return "\(figure.name) is \(figure.value) and may be \(limit) at most."
        }
        violations += unmeasured(in: report, by: suites).sorted()
            .map { "\($0) has a limit and nothing measures it. Run with --update to remove it." }
        return violations
    }

    /// The names of the entries that suites should have measured and have not.
    private func unmeasured(in report: Report, by suites: [Suite]) -> [String] {
        let measured = Set(report.figures.map(\.name))
        return entries.filter { name, entry in
            report.measures(entry.unit) && !measured.contains(name) && suites.contains { $0.measures(name) }
        }.map(\.key)
    }

    /// Writes what was measured beside the limits, which stay.
    ///
    /// - Parameters:
    ///   - report: What was measured.
    ///   - suites: The suites that ran; entries of theirs that were not measured are removed.
    ///   - path: The file.
    /// - Throws: What writing the file throws.
    mutating func update(from report: Report, by suites: [Suite], path: String) throws {
        for name in unmeasured(in: report, by: suites) { entries[name] = nil }
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
