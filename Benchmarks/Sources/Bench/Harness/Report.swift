#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Everything a run has measured.
struct Report: Encodable {
    /// The times, which are information.
    private(set) var timings: [Timing] = []
    /// The numbers that have limits.
    private(set) var figures: [Figure] = []

    /// Notes times.
    mutating func add(_ timings: [Timing]) {
        self.timings += timings
    }

    /// Notes a number that has a limit.
    mutating func add(_ name: String, _ value: Double, _ unit: Figure.Unit) {
        figures.append(Figure(name: name, value: value, unit: unit))
    }

    /// The report as JSON.
    func json() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        return String(decoding: try encoder.encode(self), as: UTF8.self)
    }

    /// The report as two tables that are also Markdown.
    func table(limits: Limits) -> String {
        let times = timings.map { timing in
            [
                timing.name, Self.duration(timing.minimum), Self.duration(timing.median),
                Self.number(timing.allocations),
            ]
        }
        let numbers = figures.map { figure in
            let limit = limits.entries[figure.name]?.limit
            return [
                figure.name, Self.number(figure.value), limit.map(Self.number) ?? "none", figure.unit.rawValue,
                limit.map { figure.value <= $0 ? "ok" : "TOO MUCH" } ?? "NO LIMIT",
            ]
        }
        return Self.layOut(["time of one", "minimum", "median", "allocations"], times) + "\n"
            + Self.layOut(["figure", "measured", "limit", "unit", "verdict"], numbers)
    }

    /// A duration with the unit that suits it.
    private static func duration(_ nanoseconds: Double) -> String {
        switch nanoseconds {
        case ..<1e3: "\(number(nanoseconds)) ns"
        case ..<1e6: "\(number(nanoseconds / 1e3)) µs"
        default: "\(number(nanoseconds / 1e6)) ms"
        }
    }

    /// A number with two decimals at most, and fewer the larger it is.
    private static func number(_ value: Double) -> String {
        let scale = value < 10 ? 100.0 : value < 100 ? 10 : 1
        let rounded = (value * scale).rounded() / scale
        return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
    }

    /// Rows as a table whose first column is text and whose others are numbers.
    private static func layOut(_ heading: [String], _ rows: [[String]]) -> String {
        let widths = heading.indices.map { column in ([heading] + rows).map { $0[column].count }.max() ?? 0 }
        func line(_ row: [String]) -> String {
            let cells = row.enumerated().map { column, text in
                let space = String(repeating: " ", count: widths[column] - text.count)
                return column == 0 ? text + space : space + text
            }
            return "| " + cells.joined(separator: " | ") + " |\n"
        }
        let rule = widths.enumerated().map { column, width in
            column == 0 ? String(repeating: "-", count: width + 2) : String(repeating: "-", count: width + 1) + ":"
        }
        return line(heading) + "|" + rule.joined(separator: "|") + "|\n" + rows.map(line).joined()
    }
}
