// SPDX-License-Identifier: MIT

import FlintWorld

struct JUnitReport {
    struct Suite {
        let name: String
        let cases: [Case]
    }

    struct Case {
        enum Result {
            case passed
            case failure(message: String, type: String, text: String)
            /// A mistake in a file rather than in the app.
            case error(message: String, type: String)
            case skipped(message: String)
        }

        let name: String
        var result = Result.passed
        var location: CodeLocation?
    }

    let xml: String

    init(named name: String, _ suites: [Suite]) {
        var lines = [
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>",
            "<testsuites\(Self.attributes([("name", name)]))\(Self.counts(suites.flatMap(\.cases)))>",
        ]
        for suite in suites {
            lines.append("  <testsuite\(Self.attributes([("name", suite.name)]))\(Self.counts(suite.cases))>")
            for result in suite.cases { lines += Self.lines(result, in: suite.name) }
            lines.append("  </testsuite>")
        }
        lines.append("</testsuites>")
        xml = lines.map { $0 + "\n" }.joined()
    }

    private static func lines(_ testCase: Case, in suite: String) -> [String] {
        let place = testCase.location.map { [("file", $0.fileID), ("line", "\($0.line)")] } ?? []
        let start = "    <testcase\(attributes([("classname", suite), ("name", testCase.name)] + place))"
        let result: String
        switch testCase.result {
        case .passed: return [start + "/>"]
        case .failure(let message, let type, let text):
            result =
                "<failure\(attributes([("message", message), ("type", type)]))>\(TextFormat.xml.escaped(text))</failure>"
        case .error(let message, let type): result = "<error\(attributes([("message", message), ("type", type)]))/>"
        case .skipped(let message): result = "<skipped\(attributes([("message", message)]))/>"
        }
        return [start + ">", "      " + result, "    </testcase>"]
    }

    private static func counts(_ cases: [Case]) -> String {
        var (failures, errors, skipped) = (0, 0, 0)
        for testCase in cases {
            switch testCase.result {
            case .passed: break
            case .failure: failures += 1
            case .error: errors += 1
            case .skipped: skipped += 1
            }
        }
        return attributes(
            [("tests", "\(cases.count)"), ("failures", "\(failures)"), ("errors", "\(errors)")]
                + (skipped > 0 ? [("skipped", "\(skipped)")] : []))
    }

    private static func attributes(_ attributes: [(name: String, value: String)]) -> String {
        attributes.map { " \($0.name)=\"\(TextFormat.xml.escaped($0.value))\"" }.joined()
    }
}

extension JUnitReport {
    /// Creates a document from the result of a check.
    ///
    /// Each state is a suite and each expectation is a case. Names that the app does not have are errors in a separate
    /// suite, because they are mistakes in the file rather than differences.
    init(_ report: ExpectationReport, of appName: String, file: String) {
        let states = report.states.map { state in
            Suite(name: state.name, cases: state.met.map { Case(name: $0) } + state.differences.map(Self.result))
        }
        let properties = report.properties.map { proof in
            let facts = proof.broken.values.map { "\($0.title): \($0.text)" }.joined(separator: ", ")
            let message = proof.broken.verdict == .found ? "broken by \(facts)" : "not proved"
            return Case(
                name: proof.property,
                result: proof.holds ? .passed : .failure(message: message, type: "property", text: facts))
        }
        let unknown = report.unknown.map { name in
            Case(name: name.name, result: .error(message: name.message, type: "unknown"))
        }
        self.init(
            named: "\(appName): \(file)",
            states + (properties.isEmpty ? [] : [Suite(name: "properties", cases: properties)])
                + (unknown.isEmpty ? [] : [Suite(name: "the file and the app", cases: unknown)]))
    }

    private static func result(_ difference: ExpectationReport.Difference) -> Case {
        let found = difference.found
        let reasons = found.statements.isEmpty ? "" : ": \(found.statements.joined(separator: "; "))"
        let message = "expected \(difference.expected.value), found \(found.value)\(reasons)"
        var text = difference.notes
        if let because = difference.expected.because {
            text.append("expected because of \(because.joined(separator: ", "))")
        }
        if let condition = difference.condition { text.append("requires \(condition)") }
        if let origin = difference.origin { text.append("declared in \(origin)") }
        return Case(
            name: difference.title,
            result: .failure(message: message, type: "difference", text: text.joined(separator: "\n")),
            location: difference.declaration?.location)
    }
}
