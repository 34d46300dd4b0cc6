// SPDX-License-Identifier: MIT

import FlintConsole
import FlintTerminal
import FlintWorld

struct MatrixFormatter {
    private let matrix: AvailabilityMatrix

    init(_ matrix: AvailabilityMatrix) {
        self.matrix = matrix
    }

    private static func sign(_ availability: Bool?) -> String { availability.map { $0 ? "ok" : "no" } ?? "?" }

    private static func stateText(ofFlag value: Bool?) -> String { value.map { $0 ? "on" : "off" } ?? "?" }

    private func name(_ feature: FeatureSummary) -> String {
        String(repeating: "  ", count: min(Int(feature.depth), 20)) + feature.name
    }

    /// The matrix as an aligned table.
    ///
    /// An asterisk marks the features that differ between columns.
    var table: [String] {
        let rows =
            matrix.features.map { feature in
                [matrix.differs(feature) ? "*" : " ", name(feature)] + matrix.row(feature).map { Self.sign($0) }
            }
            + matrix.flags.map { [$0.differs ? "*" : " ", "flag \($0.key)"] + $0.values.map(Self.stateText(ofFlag:)) }
        let heading = ["", "Feature"] + matrix.columns.map(\.name)
        let widths = heading.indices.map { column in
            ([heading] + rows).map { DisplayWidth.of($0[column]) }.max() ?? 0
        }
        return ([heading] + rows).map { row in
            var line = ""
            for (cell, width) in zip(row, widths) {
                line += cell + String(repeating: " ", count: width - DisplayWidth.of(cell) + 1)
            }
            return line.trimmingTrailingSpaces
        } + [differences]
    }

    private var differences: String {
        let features = "\(matrix.features.count(where: matrix.differs)) of \(matrix.features.count) features"
        guard !matrix.flags.isEmpty else { return features + " differ (*)." }
        let flags = "\(matrix.flags.count(where: \.differs)) of \(matrix.flags.count) flags"
        return matrix.features.isEmpty ? flags + " differ (*)." : "\(features) and \(flags) differ (*)."
    }

    /// The matrix as comma-separated values, per RFC 4180.
    ///
    /// Availability is `true`, `false`, or empty if it is undetermined.
    var csv: [String] {
        let heading = ["feature", "name"] + matrix.columns.map(\.name)
        let rows =
            matrix.features.map { feature in
                [feature.id, feature.name] + matrix.row(feature).map { $0.map { $0 ? "true" : "false" } ?? "" }
            }
            + matrix.flags.map { flag in
                ["flag \(flag.key)", flag.key] + flag.values.map { $0.map { $0 ? "true" : "false" } ?? "" }
            }
        return ([heading] + rows).map { $0.map(TextFormat.csv.escaped).joined(separator: ",") }
    }

    var markdown: [String] {
        func row(_ cells: [String]) -> String {
            "| " + cells.joined(separator: " | ") + " |"
        }
        let heading = row(["Feature"] + matrix.columns.map { TextFormat.markdown.escaped($0.name) })
        let rule = "|---|" + String(repeating: ":-:|", count: matrix.columns.count)
        return [heading, rule]
            + matrix.features.map { feature in
                let indent = String(repeating: "&nbsp;&nbsp;", count: min(Int(feature.depth), 20))
                return row(
                    [indent + TextFormat.markdown.escaped(feature.name)] + matrix.row(feature).map { Self.sign($0) })
            }
            + matrix.flags.map { flag in
                row([TextFormat.markdown.escaped("flag \(flag.key)")] + flag.values.map(Self.stateText(ofFlag:)))
            }
    }
}

// MARK: - The heat map

extension MatrixFormatter {
    private static let cell = (width: 28, height: 18)

    /// Returns the matrix as an SVG heat map.
    ///
    /// Available features are green, unavailable ones are red, and undetermined ones are gray. Each cell also contains
    /// text, so it can be read without colors.
    func svg(title: String) -> [String] {
        let cell = Self.cell
        let rows =
            matrix.features.map { feature in
                SVGRow(
                    name: feature.name, depth: min(Int(feature.depth), 20), values: matrix.row(feature),
                    sign: { Self.sign($0) })
            }
            + matrix.flags.map {
                SVGRow(name: "flag \($0.key)", depth: 0, values: $0.values, sign: Self.stateText(ofFlag:))
            }
        // A character of a label is about seven pixels wide. The headings are rotated by 60 degrees.
        let labelWidth = 20 + 7 * (rows.map { 2 * $0.depth + DisplayWidth.of($0.name) }.max() ?? 0)
        let headingHeight = 30 + 6 * (matrix.columns.map { DisplayWidth.of($0.name) }.max() ?? 0)
        let width = labelWidth + matrix.columns.count * cell.width + headingHeight
        let height = headingHeight + rows.count * cell.height + 10
        var lines = [
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(width) \(height)\" font-family=\"monospace\" "
                + "font-size=\"12\">",
            "<title>\(TextFormat.xml.escaped(title))</title>",
            "<rect width=\"\(width)\" height=\"\(height)\" fill=\"#ffffff\"/>",
        ]
        for (index, column) in matrix.columns.enumerated() {
            let x = labelWidth + index * cell.width + cell.width / 2
            lines.append(
                "<text transform=\"translate(\(x),\(headingHeight - 6)) rotate(-60)\">\(TextFormat.xml.escaped(column.name))</text>"
            )
        }
        for (index, row) in rows.enumerated() {
            let y = headingHeight + index * cell.height
            lines.append(
                "<text x=\"\(10 + 14 * row.depth)\" y=\"\(y + 13)\">\(TextFormat.xml.escaped(row.name))</text>")
            for (column, value) in row.values.enumerated() {
                let x = labelWidth + column * cell.width
                lines.append(
                    "<rect x=\"\(x)\" y=\"\(y)\" width=\"\(cell.width - 2)\" height=\"\(cell.height - 2)\" "
                        + "fill=\"\(Self.color(value))\"/><text x=\"\(x + 6)\" y=\"\(y + 13)\">"
                        + "\(row.sign(value))</text>")
            }
        }
        return lines + ["</svg>"]
    }

    private struct SVGRow {
        let name: String
        let depth: Int
        let values: [Bool?]
        let sign: (Bool?) -> String
    }

    private static func color(_ availability: Bool?) -> String {
        availability.map { $0 ? "#a6dba0" : "#f4a582" } ?? "#d9d9d9"
    }
}
