// SPDX-License-Identifier: MIT

// Formats expectations for people to read, edit, and review in pull requests: one line per feature, in the app's order,
// with explanatory comments.
extension Expectations {
    /// Returns the contents of an expectations file in JSON5, with a trailing line break.
    ///
    /// The states are in the order of the file. States without expectations are omitted.
    package func fileText(of states: [ExpectedState], appName: String, program: String) -> String {
        var lines = [
            "The expected availability of features in \(appName). \"\(program) check FILE\" compares the app with this",
            "file, and \"\(program) check FILE --record\" regenerates it from the app. You can edit this file. Features that",
            "are not listed are not checked.",
            "",
            "A state is \"now\", the app as it starts, or a persona. A feature is \"available\", \"unavailable\" or",
            "\"undetermined\". \"because\" lists the requirements that decide it: those not met, or else the unknown ones.",
        ].map { $0.isEmpty ? "//" : "// " + Self.comment($0) }
        lines += ["{", "  flint: \"\(Self.kind)\",", "  version: \(Self.version),"]
        if !properties.isEmpty {
            lines.append("  // Statements that hold in every state.")
            lines += ["  properties: ["] + properties.map { "    \(TextFormat.json.escaped($0.text))," } + ["  ],"]
        }
        lines.append("  states: {")
        for (index, state) in states.enumerated() {
            guard let expected = self.states[state.name] else { continue }
            if index > 0 { lines.append("") }
            lines += Self.lines(of: state, expected)
        }
        return (lines + ["  },", "}"]).map { $0 + "\n" }.joined()
    }

    private static func comment(_ text: String) -> String { TextFormat.lineComment.escaped(text) }

    private static func lines(of state: ExpectedState, _ expected: State) -> [String] {
        let summary = state.name == presentState ? "The app as it starts" : state.summary
        var lines = summary.map { ["    // " + comment($0) + ($0.hasSuffix(".") ? "" : ".")] } ?? []
        lines.append("    \(state.name == presentState ? state.name : TextFormat.json.escaped(state.name)): {")
        if let platform = expected.platform {
            lines.append("      platform: \(TextFormat.json.escaped(platform)),")
        } else {
            lines.append("      // It was recorded on \(comment(state.platform)); to expect a platform, name it here.")
        }
        lines.append("      features: {")
        for summary in state.model.features {
            guard let feature = expected.features[summary.id] else { continue }
            let key = "        \(TextFormat.json.escaped(summary.id)): "
            guard let because = feature.because else {
                lines.append("\(key)\"\(feature.availability.rawValue)\",")
                continue
            }
            let reasons = because.map(TextFormat.json.escaped).joined(separator: ", ")
            if let statement = state.world.detail(of: summary.id)?.blockingRequirement?.statement {
                lines.append("        // \(comment(summary.name)): \(comment(statement)).")
            }
            lines.append("\(key){ is: \"\(feature.availability.rawValue)\", because: [\(reasons)] },")
        }
        return lines + ["      },", "    },"]
    }
}
