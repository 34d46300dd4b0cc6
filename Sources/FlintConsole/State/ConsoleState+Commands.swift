// SPDX-License-Identifier: MIT

import FlintWorld

extension ConsoleState {
    mutating func runOnScreen(_ command: KeyCommand) {
        if runEverywhere(command) || runMotion(command) || runGeneral(command) { return }
        screen.behavior.run(command, in: &self)
    }

    private mutating func runMotion(_ command: KeyCommand) -> Bool {
        switch command {
        case .up: move(.by(-1))
        case .down: move(.by(1))
        case .pageUp: move(.pages(-1))
        case .pageDown: move(.pages(1))
        case .first: move(.first)
        case .last: move(.last)
        case .left: moveLeft()
        case .right: moveRight()
        case .nextPane: enter(pane == .list ? .detail : .list)
        case .back: goBack()
        default: return false
        }
        return true
    }

    private mutating func move(_ motion: Motion) {
        if case .flow = inputMode {
            moveFlowChoice(motion, count: model.status.flow?.offeredAnswers.count ?? 0)
        } else if pane == .detail {
            moveInDetails(motion)
        } else {
            moveList(motion)
        }
    }

    mutating func enter(_ target: Pane) {
        pane = target
        screen.behavior.paneChanged(in: &self)
        if target == .detail { enterDetails() }
    }

    private mutating func moveLeft() {
        if pane == .detail {
            if case .flow = inputMode { return }
            enter(.list)
        } else {
            screen.behavior.moveLeft(in: &self)
        }
    }

    private mutating func moveRight() {
        guard pane == .list else { return }
        if screen.behavior.moveRight(in: &self) { return }
        enter(.detail)
    }

    /// Leaves the innermost level.
    ///
    /// From the inside out, the levels are the details, the filter, the marks, another restriction on the list, a past
    /// moment, and a screen that was opened from another one.
    private mutating func goBack() {
        if pane == .detail {
            if case .flow = inputMode, let before = screens.flow.returnTo {
                screen = before
                announce("The permission flow is waiting on screen 3", .notice)
            } else {
                enter(.list)
            }
        } else if filter.isActive {
            // Marks stay, so that another filter finds the next item to mark.
            clearFilter(keepsSelection: true)
        } else if !view.marks.isEmpty {
            removeMarks()
        } else if screen.behavior.goBack(in: &self) {
            return
        } else if isInThePast {
            returnToNow()
        } else if screens.canReturn(from: screen) {
            screen = screens.takeReturn(from: screen) ?? screen
        }
    }

    private mutating func runGeneral(_ command: KeyCommand) -> Bool {
        switch command {
        case .open: openSelected()
        case .copy: askWhatToCopy()
        case .saveReport: askForFile(.report)
        case .record: startOrEndRecording()
        case .leaveFocus: leaveFocus()
        case .filter: openFilter()
        case .nextMatch: goToMatch(1)
        case .previousMatch: goToMatch(-1)
        case .palette: openPalette()
        case .help:
            dialog = .help(HelpDialog(bindings: keymap.bindings(in: inputMode.contexts), glyphs: glyphs))
        case .undo:
            send(.undo, .change)
        case .redo:
            send(.redo, .change)
        case .showOverrides:
            if let event = app.moment.event {
                outbox.append(.compareMoments(from: event, to: nil))
            } else {
                listDifferences()
            }
        case .whatIf: runWhatIf()
        case .earlier: stepThroughTime(-1)
        case .later: stepThroughTime(1)
        case .removeAllOverrides: askToRemoveAllOverrides()
        case .removeKind: askToRemoveOverridesOfScreen()
        case .showProblems: listProblems()
        case .showWarnings: listWarnings()
        case .showMessages: listMessages()
        case .impact: askForImpact()
        case .watch: flipWatch()
        case .editDeclaration: openDeclaration()
        case .mark: flipMark()
        case .goTo where detailLeadsToItem: openDetail()
        case .goTo:
            guard let fact = screen.behavior.selectedFact(in: self) else { return false }
            goToFeature(requiring: fact)
        case .sort where screen != .stacks: changeOrder()
        case .showWatched: listWatched()
        case .showApps: listSources()
        case .settings: listSettings()
        case .overridePlatform: offerPlatforms()
        case .toggleBackground:
            send(.setBackgroundWork(isRunning: model.status.backgroundWorkIsRunning == false), .change)
        default:
            guard let target = KeyCommand.screens[command] else { return runFlow(command) }
            screen = target
        }
        return true
    }

    private mutating func openSelected() {
        if pane == .detail { return openDetail() }
        if screen.behavior.toggle(in: &self) { return }
        if hasSelection { enter(.detail) } else { announce("There is nothing to open", .notice) }
    }
}
