// SPDX-License-Identifier: MIT

import FlintFoundation
import FlintInspector
import FlintWorld

extension GatingProof: TextAnswer {
    var lines: [String] {
        let changed = features.filter { feature in
            GatingProof.Change.allCases.contains { feature[$0].verdict != .never }
        }
        let same = features.count - changed.count
        var lines: [String] = []
        for feature in changed {
            lines.append("\(feature.name) (\(feature.id))")
            for change in GatingProof.Change.allCases { lines += featureLines(of: change, feature) }
        }
        let rest = "No state loses or gains \(changed.isEmpty ? "a feature" : "another feature")"
        return lines + ["\(rest): \(same.counted("feature")), proved in \(steps.counted("step"))."]
    }

    private func featureLines(of change: GatingProof.Change, _ feature: GatingProof.Feature) -> [String] {
        let result = feature[change]
        let subject = change == .loses ? "loses" : "gains"
        switch result.verdict {
        case .never: return ["  no state \(subject) it"]
        case .notProved: return ["  not proved that no state \(subject) it: gave up after \(result.steps) steps"]
        case .found:
            let facts = result.values.map { "\($0.title): \($0.text)" }
            let words =
                facts.isEmpty
                ? "every state \(subject) it" : "a persona \(subject) it: \(facts.joined(separator: ", "))"
            let doubt = result.isSmallest ? "" : " (a smaller one may exist)"
            guard let persona = result.persona else { return ["  \(words)\(doubt)"] }
            let expectation = Self.expectation(of: persona, change, feature.id)
            return ["  \(words)\(doubt)", "    expectation: \(expectation)"]
        }
    }

    static func expectation(of persona: Persona, _ change: GatingProof.Change, _ id: String) -> String {
        let availability: Expectations.Availability = change == .loses ? .available : .unavailable
        return "\(TextFormat.json.escaped(persona.name)): { features: { \(TextFormat.json.escaped(id)): "
            + "\"\(availability.rawValue)\" } }"
    }
}

/// A new folder with the personas of a proof and with expectations that state the old availability.
struct ProofFolder {
    private let path: String

    init(_ path: String) {
        self.path = path
    }

    func write(_ proof: GatingProof) throws(CommandLineError) {
        do {
            // Without intermediate folders, an existing folder is an error.
            try FileManager.default.createDirectory(
                at: URL(filePath: path), withIntermediateDirectories: false)
            let personas = PersonaFolder(path + "/personas")
            // JSON5 permits the comment and the trailing commas.
            var lines = ["// The availability of features in the old version, for the personas beside this file."]
            lines += ["{", "  flint: \"\(Expectations.kind)\",", "  version: \(Expectations.version),", "  states: {"]
            for feature in proof.features where feature.isInBoth {
                for change in GatingProof.Change.allCases {
                    guard let persona = feature[change].persona else { continue }
                    _ = try personas.save(persona)
                    let expectation = GatingProof.expectation(of: persona, change, feature.id)
                    lines.append("    \(expectation),")
                }
            }
            lines += ["  },", "}"]
            try NewFile.write(lines.map { $0 + "\n" }.joined(), to: path + "/expectations.json5")
        } catch let error as CommandLineError {
            throw error
        } catch {
            throw .cannotWrite(
                "The folder \(CommandOutput.excerpt(path)) cannot be written. Specify a new folder in an existing, "
                    + "writable one.")
        }
    }
}
