// How expectations are written for people to read, to edit and to compare in a pull request: one line for a feature, in the
// order of the app, with comments that explain.
extension Expectations {
    /// The file with the expectations of some states.
    ///
    /// - Parameters:
    ///   - states: The states, in the order in which they are written; of each, what is expected is written.
    ///   - appName: The name of the app.
    ///   - program: The name of the program, as it is typed.
    /// - Returns: JSON5 with a line break at its end.
    package func text(of states: [ExpectedState], appName: String, program: String) -> String {
        var lines = [
            "What must be available to whom in \(appName). \"\(program) check FILE\" compares the app with it, and",
            "\"\(program) check FILE --record\" writes it anew, from the app as it is. It can be edited: what is not named",
            "here is not checked.",
            "",
            "A state is \"now\", the app as it starts, or a persona. A feature is \"available\", \"unavailable\" or",
            "\"undetermined\", which is not known yet. \"because\" names every requirement that keeps it from being available.",
        ].map { $0.isEmpty ? "//" : "// " + Self.comment($0) }
        lines += ["{", "  flint: \"\(Self.kind)\",", "  version: \(Self.version),", "  states: {"]
        for (index, state) in states.enumerated() {
            guard let expected = self.states[state.name] else { continue }
            if index > 0 { lines.append("") }
            lines += Self.lines(of: state, expected)
        }
        return (lines + ["  },", "}"]).map { $0 + "\n" }.joined()
    }

    private static func lines(of state: ExpectedState, _ expected: State) -> [String] {
        let summary = state.name == presentState ? "The app as it starts" : state.summary
        var lines = summary.map { ["    // " + comment($0) + ($0.hasSuffix(".") ? "" : ".")] } ?? []
        lines.append("    \(state.name == presentState ? state.name : quoted(state.name)): {")
        if let platform = expected.platform {
            lines.append("      platform: \(quoted(platform)),")
        } else {
            lines.append("      // It was recorded on \(comment(state.platform)); to expect a platform, name it here.")
        }
        lines.append("      features: {")
        for summary in state.model.features {
            guard let feature = expected.features[summary.id] else { continue }
            let key = "        \(quoted(summary.id)): "
            guard let because = feature.because else {
                lines.append("\(key)\"\(feature.availability.rawValue)\",")
                continue
            }
            let reasons = because.map(quoted).joined(separator: ", ")
            if let statement = state.inspector.detail(of: summary.id)?.blockingRequirement?.statement {
                lines.append("        // \(comment(summary.name)): \(comment(statement)).")
            }
            lines.append("\(key){ is: \"\(feature.availability.rawValue)\", because: [\(reasons)] },")
        }
        return lines + ["      },", "    },"]
    }

    /// A text as a comment can have it, which ends with its line.
    private static func comment(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.map { isControl($0) ? " " : $0 }))
    }

    /// A text in quotation marks, with nothing in it that JSON5 or a terminal would take for something else.
    private static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case _ where isControl(scalar):
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }

    /// Whether a character ends a line, moves or has no look; all of them are in the basic plane.
    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.value < 0x10000 else { return false }
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: return true
        default: return false
        }
    }
}
