// SPDX-License-Identifier: MIT

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The upper limits of a run's figures, read from the file of limits.
///
/// A figure above its limit, a count without a limit, and an entry that the run did not measure are violations.
struct Limits {
    struct Entry: Codable {
        /// The maximum.
        ///
        /// A run fails if a figure other than a ratio has no limit, so that setting it is not forgotten.
        var limit: Double?
        /// The figure at the last update of the file, for information.
        var baseline: Double?
        var unit: Figure.Unit
    }

    private(set) var entries: [String: Entry] = [:]

    init(contentsOf path: String) throws {
        entries = try JSONDecoder().decode([String: Entry].self, from: Data(contentsOf: URL(filePath: path)))
    }

    /// Returns the violations in a report.
    ///
    /// - Parameters:
    ///   - report: The measurements.
    ///   - suites: The suites that ran. Each of their entries must have been measured.
    /// - Returns: One sentence for each violation.
    func violations(of report: Report, by suites: [Suite]) -> [String] {
        var violations = report.figures.filter { $0.unit != .ratio }.compactMap { figure -> String? in
            guard let limit = entries[figure.name]?.limit else {
                return "\(figure.name) has no limit. Run with --update, then write one beside its baseline."
            }
            guard figure.value > limit else { return nil }
            return "\(figure.name) is \(figure.value) and may be \(limit) at most."
        }
        violations += unmeasured(in: report, by: suites).sorted()
            .map { "\($0) is noted but not measured. Run with --update to remove it." }
        return violations
    }

    /// Returns the names of the suites' entries that the run did not measure.
    private func unmeasured(in report: Report, by suites: [Suite]) -> [String] {
        let measured = Set(report.figures.map(\.name))
        return entries.filter { name, entry in
            report.measures(entry.unit) && !measured.contains(name) && suites.contains { $0.measures(name) }
        }.map(\.key)
    }

    /// Writes the measurements beside the limits, which do not change.
    ///
    /// - Parameters:
    ///   - report: The measurements.
    ///   - suites: The suites that ran. Their entries that were not measured are removed.
    ///   - path: The file.
    /// - Throws: An error if the file cannot be written.
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
