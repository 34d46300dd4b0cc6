import FlintTerminal
import FlintWorld
import Testing

@testable import FlintConsole

struct ConsoleStateTests {
    @Test func `the first start expands every feature and selects the first`() {
        let driver = ConsoleDriver()
        #expect(driver.state.screen == .features)
        #expect(driver.state.screens.features.rows.count == 11)
        #expect(driver.state.selectedFeature?.id == "PodcastFeatures")
    }

    @Test func `the timeline lists every step in order from a denied request to the action`() {
        var driver = ConsoleDriver()
        driver.select(.smartPlaylists)
        #expect(driver.state.selectedFeature?.name == "Smart playlists")
        driver.perform("Show")
        #expect(driver.dialogTitle == "Smart playlists is not available")
        driver.choose("Override Premium subscription as purchased")
        #expect(driver.state.model.overrides.count == 1)
        driver.perform("Show")
        #expect(driver.state.screen == .permissions)
        #expect(driver.state.inputMode == .flow(.card))
        driver.press(.flowContinue)
        #expect(driver.state.inputMode == .flow(.prompt))
        driver.press(.flowAllow)
        #expect(driver.state.inputMode == .flow(.outcome))
        driver.press(.flowNext)
        #expect(driver.state.inputMode == .flow(.summary))
        #expect(driver.state.model.status.flow?.retryMessage == "Smart playlists: Show: success.")
        driver.press(.flowDismiss)
        #expect(driver.state.screen == .features)
        #expect(driver.state.selectedFeature?.available == true)
        driver.go(to: .timeline)
        #expect(
            driver.state.screens.timeline.tail.rows.fold.events.map(\.kind) == [
                .requestDenied, .factChanged, .requestDenied, .flowBegan, .promptShown, .factChanged, .promptAnswered,
                .flowEnded, .actionBegan, .actionCompleted,
            ])
    }

    @Test func `an action of an unavailable feature is sent before a dialog is offered`() {
        var driver = ConsoleDriver()
        driver.select(.feature("Dynamic speed"))
        driver.perform("Set speed")
        #expect(
            driver.app.sent == [
                .perform(ActionInvocation(feature: PodcastFeatures.speed, action: "SetSpeedAction"))
            ])
        #expect(driver.state.screens.timeline.tail.rows.fold.events.last?.kind == .requestDenied)
    }

    @Test func `the details show that there may be more plans to unlock a feature`() {
        var driver = ConsoleDriver()
        driver.select(.smartPlaylists)
        #expect(!driver.text().contains("There may be more plans"))
        var feature = driver.state.selectedFeature
        feature?.unlockPlansAreComplete = false
        driver.state.app.explanations.store(feature, of: feature?.id ?? "")
        #expect(driver.text().contains("There may be more plans than these"))
    }

    @Test func `a restricted permission is explained before other requirements`() {
        var driver = ConsoleDriver()
        driver.select(.feature("Clip sharing"))
        driver.perform("Share clip")
        #expect(driver.dialogTitle == "Clip sharing is not available")
        let text = driver.text()
        #expect(text.contains("Photos is restricted"))
        #expect(!text.contains("Camera was denied"))
        // The choice without an effect is preselected, so a second Return has no effect.
        driver.type("<enter>")
        #expect(driver.app.sent.count == 1)
    }

    @Test func `a denied permission comes with instructions and can be simulated as authorized`() {
        var driver = ConsoleDriver()
        driver.select(.feature("Photo sharing"))
        driver.perform("Share photo")
        #expect(driver.text().contains("Camera was denied. Allow it in the system's settings"))
        driver.choose("Allow Camera in the simulated settings")
        #expect(driver.app.sent.last == .setPermission(permission: "camera", status: .authorized))
        driver.perform("Share photo")
        #expect(driver.state.inputMode == .flow(.card))
    }

    @Test func `a feature blocked only by its user setting offers to turn it on`() {
        var driver = ConsoleDriver()
        driver.override(.premium, as: "purchased")
        driver.select(.feature("Dynamic speed"))
        driver.perform("Set speed")
        driver.choose("Turn on Dynamic speed")
        #expect(driver.app.sent.last == .setUserSetting(feature: PodcastFeatures.speed, isOn: true))
        #expect(driver.state.selectedFeature?.available == true)
    }

    @Test func `a change is undone and redone`() {
        var driver = ConsoleDriver()
        driver.select(.feature("Dynamic speed"))
        driver.press(.changeUserSetting)
        #expect(driver.state.selectedFeature?.userSetting == true)
        driver.press(.undo)
        #expect(driver.state.selectedFeature?.userSetting == false)
        #expect(driver.announcement == "Undone. The user has not set Dynamic speed: it is off by default.")
        driver.press(.redo)
        #expect(driver.announcement == "Redone. The user has turned Dynamic speed on.")
        #expect(driver.state.selectedFeature?.userSetting == true)
        driver.press(.undo, .undo)
        #expect(driver.announcement == "There is nothing to undo")
    }

    @Test func `an action that cannot be undone is named when it is performed and after the last undo`() {
        var driver = ConsoleDriver()
        driver.override(.premium, as: "purchased")
        driver.select(.smartPlaylists)
        driver.perform("Show")
        driver.press(.flowContinue, .flowAllow, .flowNext)
        #expect(driver.text().contains("retried: Smart playlists: Show: success, which cannot be"))
        driver.press(.flowDismiss, .showMessages)
        #expect(driver.text().contains("Smart playlists: Show: success, which cannot be undone"))
        driver.type("<esc>")
        driver.press(.undo, .undo, .undo)
        #expect(
            driver.announcement
                == "There is nothing left to undo. Changes that cannot be undone: Smart playlists: Show: success.")
    }

    @Test func `a new change clears the redo history`() {
        var driver = ConsoleDriver()
        driver.select(.feature("Dynamic speed"))
        driver.press(.changeUserSetting, .undo)
        driver.override(.premium, as: "purchased")
        driver.press(.redo)
        #expect(driver.announcement == "There is nothing to redo")
    }

    @Test func `removing all overrides asks for confirmation and defaults to cancel`() {
        var driver = ConsoleDriver()
        driver.override(.premium, as: "purchased")
        driver.press(.removeAllOverrides)
        driver.type("<enter>")
        #expect(driver.state.model.overrides.count == 1)
        driver.press(.removeAllOverrides)
        driver.choose("Remove the override")
        #expect(driver.state.model.overrides.isEmpty)
        driver.press(.undo)
        #expect(driver.state.model.overrides.count == 1)
    }

    @Test func `background work is paused and resumed`() {
        var driver = ConsoleDriver()
        driver.press(.toggleBackground)
        #expect(driver.state.model.status.backgroundWorkIsRunning == true)
        driver.press(.toggleBackground)
        #expect(driver.state.model.status.backgroundWorkIsRunning == false)
    }

    @Test func `pausing is refused in an app without background work`() {
        var driver = ConsoleDriver(.empty)
        driver.press(.toggleBackground)
        #expect(driver.announcement == "The app has no background work that can be paused")
        #expect(driver.app.sent.isEmpty)
    }

    @Test func `every command on an empty app is refused`() {
        for screen in 1...5 where screen != 4 {
            var driver = ConsoleDriver(.empty)
            driver.type("\(screen)")
            for key in "awotfbmixsrC" { driver.type(String(key)) }
            #expect(driver.app.sent.isEmpty)
            #expect(driver.state.dialog == nil)
            #expect(driver.effects.allSatisfy { $0 == .ring })
        }
    }

    @Test func `quitting, suspending and redrawing are returned as effects`() {
        var driver = ConsoleDriver()
        driver.type("<ctrl-z>/x<ctrl-l><esc>q")
        #expect(driver.effects == [.suspend, .redraw, .quit])
    }

    @Test func `only control keys are commands while text is typed`() {
        var driver = ConsoleDriver()
        driver.type("/q")
        #expect(driver.effects.isEmpty)
        #expect(driver.state.filter.field.text == "q")
        driver.type("<ctrl-c>")
        #expect(driver.effects == [.quit])
    }

    @Test func `the end of input quits`() {
        var driver = ConsoleDriver()
        driver.feed(.terminal(.inputEnded))
        #expect(driver.effects == [.quit])
    }

    @Test func `an unbound key is announced and has no effect`() {
        var driver = ConsoleDriver()
        driver.type("J")
        #expect(driver.announcement == "J is not bound here; ? lists the keys")
        #expect(driver.effects == [.ring])
    }

    @Test func `quit is the only key in a window that is too small`() {
        var driver = ConsoleDriver(columns: 50, rows: 12)
        driver.type("aC2jt")
        #expect(driver.app.sent.isEmpty)
        #expect(driver.state.screen == .features)
        driver.type("q")
        #expect(driver.effects.last == .quit)
    }

    @Test func `screens of any size are drawn without trapping`() {
        for size in [(0, 0), (1, 1), (5, 2), (59, 100), (60, 16), (89, 16), (90, 16), (400, 200)] {
            var driver = ConsoleDriver(columns: size.0, rows: size.1)
            for screen in [1, 2, 3, 5] {
                driver.resize(120, 40)
                driver.type("\(screen)")
                for keys in ["<enter>", "<esc>/a<enter>", "<esc>?", "<esc>o"] {
                    driver.resize(120, 40)
                    driver.type(keys)
                    driver.resize(size.0, size.1)
                    #expect(driver.canvas().size == TerminalSize(columns: size.0, rows: size.1))
                }
                driver.resize(120, 40)
                driver.type("<esc><esc>")
            }
        }
    }

    @Test func `another component opens a screen and hides it`() {
        var driver = ConsoleDriver()
        driver.go(to: .purchases)
        driver.feed(.open(.timeline))
        #expect(driver.state.screen == .timeline)
        driver.feed(.hide)
        #expect(driver.state.screen == .purchases)
        driver.feed(.open(.timeline))
        driver.go(to: .features)
        driver.feed(.hide)
        #expect(driver.state.screen == .features)
    }

    @Test func `a failed command is announced and cannot be undone`() {
        var driver = ConsoleDriver()
        driver.select(.smartPlaylists)
        driver.press(.override)
        driver.choose("iOS 11.0 or later")
        driver.choose("another value")
        driver.submit("9")
        #expect(driver.announcement.hasPrefix("\"9\" is not a platform and version"))
        #expect(driver.state.messages.announcement?.tone == .problem)
        #expect(driver.state.model.status.undo == nil)
    }

    @Test func `a form with an invalid answer is shown again with that answer`() {
        var driver = ConsoleDriver()
        driver.select(.smartPlaylists)
        driver.press(.override)
        driver.choose("iOS 11.0 or later")
        driver.choose("another value")
        driver.submit("9")
        guard case .form(let form) = driver.state.dialog else {
            Issue.record("No form is open.")
            return
        }
        #expect(form.problem?.hasPrefix("\"9\" is not a platform and version") == true)
        #expect(form.fields[0].field.text == "9")
        driver.submit("tvOS 16")
        #expect(driver.state.dialog == nil)
        #expect(driver.app.sent.last == .override(.platform, FactReference.platformKey, to: "tvOS 16"))
        driver.press(.undo)
        #expect(driver.state.dialog == nil)
    }

    @Test func `a failed form is not shown again after another key`() {
        var driver = ConsoleDriver()
        driver.select(.smartPlaylists)
        driver.press(.override)
        driver.choose("iOS 11.0 or later")
        driver.choose("another value")
        var state = driver.state
        for key in KeyPress.sequence("9<enter>j") { _ = state.update(.terminal(.key(key))) }
        let command = Command.override(.platform, FactReference.platformKey, to: "9")
        _ = state.update(.commandFinished(command, .change, CommandResult(status: .failed, message: "no platform")))
        #expect(state.dialog == nil)
        #expect(state.messages.announcement?.text == "no platform")
    }

    @Test(arguments: [MouseEvent.Kind.release, .wheelDown])
    func `a failed form is shown again after a mouse button is released, but not after scrolling`(
        _ kind: MouseEvent.Kind
    ) {
        var driver = ConsoleDriver()
        driver.select(.smartPlaylists)
        driver.press(.override)
        driver.choose("iOS 11.0 or later")
        driver.choose("another value")
        var state = driver.state
        for key in KeyPress.sequence("9<enter>") { _ = state.update(.terminal(.key(key))) }
        #expect(state.dialog == nil)
        _ = state.update(.terminal(.mouse(MouseEvent(kind: kind, position: Point(column: 60, row: 20)))))
        let command = Command.override(.platform, FactReference.platformKey, to: "9")
        _ = state.update(.commandFinished(command, .change, CommandResult(status: .failed, message: "no platform")))
        guard kind == .release else {
            #expect(state.dialog == nil)
            return
        }
        guard case .form(let form) = state.dialog else {
            Issue.record("No form is open.")
            return
        }
        #expect(form.problem == "no platform" && form.fields[0].field.text == "9")
    }

    @Test(arguments: [false, true])
    func `a failed action's form opens again, but not in the linear console`(isLinear: Bool) {
        var keymap = Keymap.standard
        keymap.namesCommands = isLinear
        var state = ConsoleState(keymap: keymap)
        _ = state.update(.listed(SampleApp().readModel()))
        let create = ActionInvocation(feature: PodcastFeatures.smart, action: "Create")
        let form = FormDialog(
            title: "Create", fields: [], purpose: .perform(feature: create.feature, action: create.action))
        state.commands.submit(form, as: .perform(create))
        let failure = CommandResult(status: .failed, message: "no room")
        _ = state.update(.commandFinished(.perform(create), .perform(create), failure))
        #expect((state.dialog == nil) == isLinear && state.commands.takeForm(of: .perform(create)) == nil)
        #expect(state.messages.announcement?.text == "no room")
    }

    @Test func `the displayed data of a disconnected app can be saved, and a new connection is announced`() throws {
        var driver = ConsoleDriver(.used)
        #expect(driver.state.lastKnownApp == nil)
        driver.log { $0.append(.advisory, "the last event") }
        var state = driver.state
        var lost = ModelChanges(revision: state.model.revision)
        lost.status = state.model.status
        lost.status?.disconnection = "Disconnected from Podcasts"
        _ = state.update(.changed(lost))
        let known = try #require(state.lastKnownApp)
        let report = AppReport(of: known, date: SampleApp.start, program: "", system: "")
        #expect(Array(report.world.model.products) == Array(state.model.products))
        #expect(report.events.last?.title == "the last event" && report.events.count > 10)
        #expect(report.missing.contains { $0.part == .history && $0.reason.contains("Disconnected from Podcasts") })
        _ = state.update(.missing(.featureTexts, reason: "The connection was lost."))
        #expect(state.app.missing[.featureTexts] != nil)
        _ = state.update(.listed(driver.state.model))
        #expect(state.messages.announcement?.text == "Podcasts is connected again" && state.lastKnownApp == nil)
        #expect(state.app.missing.isEmpty)
    }

    @Test func `an announcement stays until the next key`() {
        var driver = ConsoleDriver()
        driver.type("u")
        driver.change { $0.advise("something else") }
        #expect(driver.announcement == "There is nothing to undo")
        driver.type("j")
        #expect(driver.state.messages.announcement == nil)
        #expect(driver.text().contains("something else"))
    }

    @Test func `a command in progress is shown in the header`() {
        var state = ConsoleState(environment: ConsoleEnvironment(size: TerminalSize(columns: 120, rows: 40)))
        _ = state.update(.listed(SampleApp().readModel()))
        _ = state.update(.terminal(.key(KeyPress(.character("p")))))
        var canvas = Canvas(size: state.environment.size)
        state.render(into: &canvas)
        #expect(canvas.text(row: 0).contains("working"))
        let command = Command.setBackgroundWork(isRunning: true)
        _ = state.update(.commandFinished(command, .change, CommandResult(status: .done, message: "Resumed")))
        canvas = Canvas(size: state.environment.size)
        state.render(into: &canvas)
        #expect(!canvas.text(row: 0).contains("working"))
    }
}
