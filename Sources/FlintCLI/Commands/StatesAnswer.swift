// SPDX-License-Identifier: MIT

import FlintCore
import FlintLibc
import FlintWorld

struct StatesAnswer: TextAnswer {
    let id: String
    let name: String
    let states: AvailableStates

    var lines: [String] {
        ["\(name) is available in \(states.allowed) of \(states.all) states."]
            + states.variables.map { "  \($0.title): \($0.values) values" }
            + (states.variables.isEmpty ? [] : ["It needs \(states.condition)."])
            + [states.limitation].compactMap(\.self)
    }
}

/// The progress of counting states, which is shown on standard error if that is a terminal.
final class CountProgress {
    private let isShown: Bool
    private var percent = 0

    init(isShown: Bool = isatty(CommandRun.current.errors) == 1) {
        self.isShown = isShown
    }

    func showProgress(_ share: Double) -> Bool {
        guard isShown, Int(share * 100) > percent else { return true }
        percent = Int(share * 100)
        CommandOutput.showProgress("Counting states: \(percent) %. Press ctrl-c to cancel")
        // The value `true` continues the count.
        return true
    }

    deinit {
        if percent > 0 { CommandOutput.showProgress("") }
    }
}
