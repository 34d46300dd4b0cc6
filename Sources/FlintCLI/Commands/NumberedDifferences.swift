// SPDX-License-Identifier: MIT

import FlintConsole
import FlintCore
import FlintInspector
import FlintWorld

/// The app's differences from its initial state, numbered from 1, with overrides first.
struct NumberedDifferences {
    private let model: AppModel

    init(_ model: AppModel) {
        self.model = model
    }

    var answer: DifferencesAnswer {
        DifferencesAnswer(
            overrides: model.overrides.map(OverrideEntry.init),
            differences: model.status.differences.map(DifferenceEntry.init))
    }

    var lines: [String] {
        let overrides = model.overrides.map { "override: \(OverrideEntry.line($0))" }
        let others = model.status.differences.map { difference in
            let initial = difference.initial.map { " (initially \($0))" } ?? ""
            return "\(difference.kind): \(difference.title): \(difference.value)\(initial)"
        }
        let lines = (overrides + others).enumerated().map { "\($0 + 1)  \($1)" }
        return lines.isEmpty ? ["No differences from the initial state."] : lines
    }

    func removal(_ number: Int) throws(CommandLineError) -> Command {
        // The order must match `lines`, because the user types the numbers shown there.
        let overrides = model.overrides.map { Command.setOverride($0.identity, nil) }
        let removals = overrides + model.status.differences.map(\.removal)
        guard removals.indices.contains(number - 1) else {
            throw .usage(
                "There is no difference \(number). The list has \(removals.count.counted("entry", plural: "entries"))."
            )
        }
        return removals[number - 1]
    }

    func removalOfAll() throws(CommandLineError) -> Command {
        guard let removal = model.removalOfDifferences else { throw .refused("No differences from the initial state.") }
        return removal
    }
}

struct DifferencesAnswer: Encodable {
    let overrides: [OverrideEntry]
    let differences: [DifferenceEntry]
}
