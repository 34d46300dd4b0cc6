import InspectorKit

/// The results of a check as JUnit XML, for CI services.
///
/// Each state is a test suite and each expectation is a test case. Names that the app does not have are errors in a
/// separate suite, because they are mistakes in the file rather than differences.
struct JUnitReport {
    let text: String

    /// Creates a document from a report.
    ///
    /// - Parameters:
    ///   - report: The results of the check.
    ///   - appName: The app's name.
    ///   - file: The path of the expectations file.
    init(_ report: ExpectationReport, of appName: String, file: String) {
        let total = report.count + report.unknown.count
        var lines = [
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>",
            "<testsuites\(Self.attributes([("name", "\(appName): \(file)")]))"
                + Self.counts(total, failures: report.differenceCount, errors: report.unknown.count) + ">",
        ]
        for state in report.states {
            lines.append(
                "  <testsuite\(Self.attributes([("name", state.name)]))"
                    + Self.counts(state.count, failures: state.differences.count, errors: 0) + ">")
            for name in state.met {
                lines.append("    <testcase\(Self.attributes([("classname", state.name), ("name", name)]))/>")
            }
            for difference in state.differences { lines += Self.lines(difference, in: state.name) }
            lines.append("  </testsuite>")
        }
        if !report.unknown.isEmpty {
            let suite = "the file and the app"
            lines.append(
                "  <testsuite\(Self.attributes([("name", suite)]))"
                    + Self.counts(report.unknown.count, failures: 0, errors: report.unknown.count) + ">")
            for name in report.unknown {
                let message =
                    "The app has no \(name.kind.rawValue) \(name.name)."
                    + (name.nearest.map { " Did you mean \($0)?" } ?? "")
                lines.append("    <testcase\(Self.attributes([("classname", suite), ("name", name.name)]))>")
                lines.append("      <error\(Self.attributes([("message", message), ("type", "unknown")]))/>")
                lines.append("    </testcase>")
            }
            lines.append("  </testsuite>")
        }
        lines.append("</testsuites>")
        text = lines.map { $0 + "\n" }.joined()
    }

    private static func lines(_ difference: ExpectationReport.Difference, in state: String) -> [String] {
        let found = difference.found
        let reasons = found.statements.isEmpty ? "" : ": \(found.statements.joined(separator: "; "))"
        let message = "expected \(difference.expected.value), found \(found.value)\(reasons)"
        var text = difference.notes
        if let because = difference.expected.because {
            text.append("expected because of \(because.joined(separator: ", "))")
        }
        if let condition = difference.condition { text.append("requires \(condition)") }
        if let type = difference.typeName { text.append("declared in \(type)") }
        return [
            "    <testcase\(attributes([("classname", state), ("name", difference.title)]))>",
            "      <failure\(attributes([("message", message), ("type", "difference")]))>"
                + TextFormat.xml.escaped(text.joined(separator: "\n")) + "</failure>",
            "    </testcase>",
        ]
    }

    private static func counts(_ tests: Int, failures: Int, errors: Int) -> String {
        attributes([("tests", "\(tests)"), ("failures", "\(failures)"), ("errors", "\(errors)")])
    }

    private static func attributes(_ attributes: [(name: String, value: String)]) -> String {
        attributes.map { " \($0.name)=\"\(TextFormat.xml.escaped($0.value))\"" }.joined()
    }
}
