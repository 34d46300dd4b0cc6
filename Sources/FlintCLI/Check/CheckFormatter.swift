// SPDX-License-Identifier: MIT

import FlintWorld

/// Formats the results of `flint check` for the terminal.
///
/// The text is understandable without knowledge of the expectations file. It lists the differences by state, each with
/// a command that explains it, followed by unknown names, features without expectations, and advice. At most 50
/// differences are listed per state; JSON output lists all of them.
struct CheckFormatter {
    private static let limit = 50
    private static let nameLimit = 5

    private let report: ExpectationReport
    private let file: String
    private let invocation: ShellInvocation

    init(_ report: ExpectationReport, of file: String, _ invocation: ShellInvocation) {
        (self.report, self.file, self.invocation) = (report, file, invocation)
    }

    var lines: [String] {
        var lines: [String] = []
        for state in report.states where !state.differences.isEmpty {
            let (count, all) = (state.differences.count, state.count.counted("expectation"))
            lines.append(
                "\(state.name), on \(state.platform): \(count) of \(all) \(count == 1 ? "is" : "are") not met.")
            for difference in state.differences.prefix(Self.limit) {
                lines += Self.lines(difference)
                lines += explanation(of: difference, in: state.name)
            }
            lines += Self.rest(state.differences)
            lines.append("")
        }
        lines += properties + unknown
        let places = (report.states.map(\.name) + (report.properties.isEmpty ? [] : ["every state"])).joined(
            separator: ", ")
        if report.differenceCount == 0 {
            lines.append(
                "\(report.count.counted("expectation")) met: \(places.isEmpty ? "no states were compared" : places).")
            if let states = report.properties.first?.states {
                let count = report.properties.count
                let stateCount = Self.displayText(count: states)
                lines.append(
                    "\(count.counted("property", plural: "properties")) proved for \(stateCount) states.")
            }
        } else {
            lines.append("\(report.count - report.differenceCount) of \(report.count.counted("expectation")) met.")
        }
        return lines + uncovered + advice
    }

    var changes: [String] {
        var lines: [String] = []
        for state in report.states where !state.differences.isEmpty {
            lines.append("\(state.name): \(state.differences.count.counted("expectation")) changed.")
            for difference in state.differences.prefix(Self.limit) {
                lines.append("  \(difference.title)")
                lines.append("    was: \(Self.displayText(for: difference.expected))")
                lines.append("    now: \(Self.displayText(for: difference.found))")
            }
            lines += Self.rest(state.differences)
        }
        for name in report.unknown {
            lines.append("Removed from the file: \(name.kind.rawValue) \(name.name.excerpt).")
        }
        return lines
    }

    // MARK: Parts

    private var properties: [String] {
        report.properties.filter { !$0.holds }.flatMap { proof in
            let result = proof.broken
            guard result.verdict == .found else {
                return ["Not proved: \(proof.property.excerpt)", "    gave up after \(result.steps) steps", ""]
            }
            let facts = result.values.map { "\($0.title): \($0.text)" }.joined(separator: ", ")
            let assumptions = result.values.map { value in
                ([value.fact.kind.rawValue] + (value.fact.kind.isSingle ? [] : [value.fact.key]) + [value.value])
                    .joined(separator: " ")
            }
            return [
                "Does not hold: \(proof.property.excerpt)",
                "    broken by: \(facts.isEmpty ? "every state" : facts)\(result.isSmallest ? "" : " (a smaller persona may exist)")",
            ] + (assumptions.isEmpty ? [] : ["    try it:    \(invocation.commandLine(["what-if"] + assumptions))"]) + [
                ""
            ]
        }
    }

    /// Returns a number of states, such as `640` or `2.1e9`.
    private static func displayText(count: Double) -> String {
        guard count >= 1e6 else { return "\(Int(count))" }
        // Large numbers are rounded down to two digits.
        var (digits, exponent) = (count, 0)
        while digits >= 10 { (digits, exponent) = (digits / 10, exponent + 1) }
        return "\(Double(Int(digits * 10)) / 10)e\(exponent)"
    }

    private static func lines(_ difference: ExpectationReport.Difference) -> [String] {
        var lines = ["  \(difference.title)"]
        lines.append("    expected: \(displayText(for: difference.expected))")
        lines.append("    found:    \(displayText(for: difference.found))")
        lines += difference.notes.map { "    note:     \($0)" }
        if let condition = difference.condition { lines.append("    requires: \(condition)") }
        if let origin = difference.origin { lines.append("    declared: in \(origin)") }
        return lines
    }

    /// Returns the text for an availability and its reasons.
    ///
    /// The reasons are sentences followed by their names in parentheses, or only the names without sentences.
    private static func displayText(for side: ExpectationReport.Side) -> String {
        let value = side.value == Expectations.Availability.unavailable.rawValue ? "not available" : side.value
        // Expected reasons have names only. Found reasons have sentences, too.
        let names = (side.because ?? []).map(\.excerpt).joined(separator: ", ")
        if side.statements.isEmpty { return names.isEmpty ? value : "\(value), because of \(names)" }
        return "\(value), because \(side.statements.joined(separator: " and "))" + (names.isEmpty ? "" : " (\(names))")
    }

    private func explanation(of difference: ExpectationReport.Difference, in state: String) -> [String] {
        guard let id = difference.id else { return [] }
        let persona = state == Expectations.presentState ? [] : ["--persona", state]
        return ["    explain:  \(invocation.commandLine(["why", id] + persona))"]
    }

    private static func rest(_ differences: [ExpectationReport.Difference]) -> [String] {
        let more = differences.count - limit
        return more > 0 ? ["  and \(more) more (--json lists all)"] : []
    }

    private var unknown: [String] {
        report.unknown.map(\.message) + (report.unknown.isEmpty ? [] : [""])
    }

    private var uncovered: [String] {
        guard !report.uncovered.isEmpty else { return [] }
        let names = report.uncovered.prefix(Self.nameLimit).joined(separator: ", ")
        let more = report.uncovered.count - Self.nameLimit
        return [
            "No expectations for \(report.uncovered.count.counted("feature")): \(names)"
                + (more > 0 ? " and \(more) more." : ".")
        ]
    }

    private var advice: [String] {
        guard !report.isMet else { return [] }
        var lines = ["", "What to do:"]
        if report.differenceCount > 0 {
            lines.append(
                "  If a difference is a mistake, correct the constraints of the type after \"declared\".")
        }
        if !report.unknown.isEmpty {
            lines.append("  If a name is misspelled or outdated, correct it in \(file).")
        }
        lines.append("  If the change is intended, record the file again and commit it with the change:")
        lines.append("    \(invocation.commandLine(["check", file, "--record"]))")
        return lines
    }
}
