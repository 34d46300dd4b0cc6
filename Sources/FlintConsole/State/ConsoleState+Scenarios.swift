// SPDX-License-Identifier: MIT

import FlintWorld

/// A scenario in a file, which the console plays in the shown app.
package struct Scenario: Sendable, Hashable {
    /// The name of the file.
    package let title: String
    package let folder: String
    package let content: Content

    package enum Content: Sendable, Hashable {
        case script(ConsoleScript)
        case unusable(reason: String)
    }

    package init(title: String, folder: String, content: Content) {
        (self.title, self.folder, self.content) = (title, folder, content)
    }

    var note: String {
        switch content {
        case .script(let script): "scenario of \(script.steps.count.counted("step")) in \(folder)"
        case .unusable: "scenario in \(folder)"
        }
    }

    /// The reason that the scenario cannot be played, or `nil` if it can.
    var problem: String? {
        switch content {
        case .script(let script): script.steps.isEmpty ? "The file contains no step" : nil
        case .unusable(let reason): reason
        }
    }
}

struct ScenarioPlay: Sendable, Hashable {
    let title: String
    let stepCount: Int
    var playedSteps = 0
}

extension ConsoleState {
    var reasonPlayNotAllowed: String? {
        if let play = sources.play { return "\(play.title) is playing" }
        if let reason = reasonSwitchNotAllowed ?? reasonReadOnly { return reason }
        if app.whatIf != nil { return tryingReason }
        if !environment.playsScenarios { return "This console plays no scenarios" }
        if !sources.showsFirst { return "A scenario plays in the app that this console opened first" }
        if asksBeforeChanges { return "A scenario is not played in a production app" }
        if case .file = environment.recording {
            return keymap.keyText(for: .record, in: [.console]).map {
                "Changes are being recorded; \($0) ends the recording"
            }
                ?? "Changes are being recorded"
        }
        return nil
    }

    func option(for scenario: Scenario) -> ChoiceDialog.Option {
        ChoiceDialog.Option(
            title: scenario.title, note: scenario.note, intent: .offerPlay(scenario),
            reason: scenario.problem ?? reasonPlayNotAllowed)
    }

    private static let listedSteps = 12

    /// Lists the steps of a scenario, and asks whether to play them.
    mutating func offerPlay(_ scenario: Scenario) {
        guard case .script(let script) = scenario.content else { return }
        var body = [StyledLine("The steps change the app as it is now, one after another.", .dim)]
        body += script.steps.prefix(Self.listedSteps).map { StyledLine("  " + $0.text) }
        let rest = script.steps.count - Self.listedSteps
        if rest > 0 { body.append(StyledLine("  and \(rest) more", .dim)) }
        offer(
            "Play \(scenario.title)?", body: body,
            [
                ChoiceDialog.Option.cancel,
                ChoiceDialog.Option(
                    key: "p", title: "Play \(script.steps.count.counted("step")) in \(shownTitle)",
                    intent: .play(title: scenario.title, script)),
            ])
    }

    mutating func play(_ script: ConsoleScript, title: String) {
        if let reason = reasonPlayNotAllowed {
            reject(reason, .problem)
            return
        }
        dialog = nil
        sources.play = ScenarioPlay(title: title, stepCount: script.steps.count)
        announce("\(title) is playing; any key stops it", .notice)
        outbox.append(.play(script))
    }

    mutating func endPlay(problem: String?) {
        guard let play = sources.play else { return }
        sources.play = nil
        if let problem {
            announce(
                "\(play.title) failed after \(play.playedSteps) of \(play.stepCount.counted("step")), at \(problem)",
                .problem)
        } else if play.playedSteps < play.stepCount {
            announce(
                "\(play.title) was stopped after \(play.playedSteps) of \(play.stepCount.counted("step"))", .notice)
        } else {
            announce("\(play.title): \(play.stepCount.counted("step")) done", .done)
        }
    }
}
