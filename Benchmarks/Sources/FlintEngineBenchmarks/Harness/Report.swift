// SPDX-License-Identifier: MIT

import CFlintAllocations

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The measurements of a run: times for information, and figures that are compared with those of earlier runs.
///
/// Suites add their measurements one after another. The report is printed as tables or as JSON.
package struct Report: Encodable {
    /// Whether only allocations, instructions, evaluations, and bytes are counted, without times and ratios.
    package let countsOnly: Bool

    private(set) var timings: [Timing] = []
    private(set) var figures: [Figure] = []

    init(countsOnly: Bool) {
        self.countsOnly = countsOnly
    }

    /// Measures cases, with or without their times.
    ///
    /// - Parameters:
    ///   - cases: The cases to measure.
    ///   - rounds: The number of timed rounds for each case.
    /// - Returns: The timings, in the order of the cases.
    package func measure(_ cases: [Case], rounds: Int = 60) -> [Timing] {
        countsOnly ? Stopwatch.count(cases) : Stopwatch.measure(cases, rounds: rounds)
    }

    package mutating func add(_ timings: [Timing]) {
        if !countsOnly { self.timings += timings }
    }

    /// Adds a figure, unless the run does not measure its unit.
    package mutating func add(_ name: String, _ value: Double, _ unit: Figure.Unit) {
        guard measures(unit) else { return }
        figures.append(Figure(name: name, value: value, unit: unit))
    }

    /// Adds the cost of an operation, as look-ups and as instructions.
    ///
    /// - Parameters:
    ///   - name: The operation.
    ///   - timing: Its measurement.
    ///   - lookUp: The measurement of the floor.
    ///   - count: The number of things that share the cost.
    ///   - share: The text after the name of each unit, such as " each".
    package mutating func addCost(
        _ name: String, of timing: Timing, lookUp: Timing, sharedBy count: Double = 1, _ share: String = ""
    ) {
        add("\(name)/look-ups\(share)", timing.minimum / count / lookUp.minimum, .ratio)
        add("\(name)/instructions\(share)", timing.instructions / count, .instructions)
    }

    func measures(_ unit: Figure.Unit) -> Bool {
        switch unit {
        case .ratio: !countsOnly
        case .count, .bytes: true
        case .instructions: countsOnly && counts_instructions()
        }
    }

    func json() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        return String(decoding: try encoder.encode(self), as: UTF8.self)
    }

    func table(limits: Limits) -> String {
        let numbers = figures.map { figure in
            let entry = limits.entries[figure.name]
            let verdict = entry?.limit.map { figure.value <= $0 ? "ok" : "TOO MUCH" }
            return [
                figure.name, Self.number(figure.value), entry?.baseline.map(Self.number) ?? "",
                entry?.limit.map(Self.number) ?? "", figure.unit.rawValue,
                verdict ?? (figure.unit == .ratio ? "" : "NO LIMIT"),
            ]
        }
        return (countsOnly ? "" : timeTable + "\n")
            + Self.layOut(["figure", "measured", "noted", "limit", "unit", "verdict"], numbers)
    }

    var timeTable: String {
        let times = timings.map { timing in
            [
                timing.name, Self.duration(timing.minimum), Self.duration(timing.median),
                Self.number(timing.allocations),
            ]
        }
        return Self.layOut(["time of one", "minimum", "median", "allocations"], times)
    }

    /// Formats a duration with a suitable unit.
    private static func duration(_ nanoseconds: Double) -> String {
        switch nanoseconds {
        case ..<1e3: "\(number(nanoseconds)) ns"
        case ..<1e6: "\(number(nanoseconds / 1e3)) µs"
        default: "\(number(nanoseconds / 1e6)) ms"
        }
    }

    /// Formats a number with at most two decimals, fewer for larger numbers.
    static func number(_ value: Double) -> String {
        let scale = value < 10 ? 100.0 : value < 100 ? 10 : 1
        let rounded = (value * scale).rounded() / scale
        return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
    }

    /// Formats rows as a table whose first columns are text and whose other columns are numbers.
    static func layOut(_ heading: [String], _ rows: [[String]], textColumns: Int = 1) -> String {
        let widths = heading.indices.map { column in ([heading] + rows).map { $0[column].count }.max() ?? 0 }
        func line(_ row: [String]) -> String {
            let cells = row.enumerated().map { column, text in
                let space = String(repeating: " ", count: widths[column] - text.count)
                return column < textColumns ? text + space : space + text
            }
            return "| " + cells.joined(separator: " | ") + " |\n"
        }
        let rule = widths.enumerated().map { column, width in
            column < textColumns
                ? String(repeating: "-", count: width + 2) : String(repeating: "-", count: width + 1) + ":"
        }
        return line(heading) + "|" + rule.joined(separator: "|") + "|\n" + rows.map(line).joined()
    }
}
