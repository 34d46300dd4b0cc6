import FlintTerminal
import FlintWorld
import Testing

@testable import FlintConsole

struct FlowTests {
    @Test func `a flow is started without an action`() {
        var driver = ConsoleDriver()
        driver.select(.smartPlaylists)
        driver.press(.startFlow)
        #expect(driver.app.sent == [.beginFlow(feature: PodcastFeatures.smart, thenPerform: nil)])
        #expect(driver.state.inputMode == .flow(.card))
    }

    @Test func `a flow started by the app is announced without changing the screen`() {
        var driver = ConsoleDriver()
        driver.select(.smartPlaylists)
        driver.change { $0.perform(.beginFlow(feature: PodcastFeatures.smart, thenPerform: nil)) }
        #expect(driver.state.screen == .features)
        #expect(driver.announcement == "The app requests permissions: 3 shows the flow")
        #expect(driver.text().contains("3 Permissions (asking)"))
    }

    @Test func `a flow that begins while a filter is typed does not take the filter's keys`() {
        var driver = ConsoleDriver()
        driver.type("/smart")
        driver.state.screens.flow.isExpected = true
        driver.change { $0.perform(.beginFlow(feature: PodcastFeatures.smart, thenPerform: nil)) }
        #expect(driver.state.screen == .features)
        #expect(driver.announcement == "The app requests permissions: 3 shows the flow")
        driver.type("a")
        #expect(driver.state.filter.field.text == "smarta", "The letter does not answer a question.")
        #expect(driver.app.sent.isEmpty)
    }

    @Test func `flow answers are selected with arrows and confirmed with enter`() {
        var driver = ConsoleDriver()
        driver.select(.smartPlaylists)
        driver.press(.startFlow)
        driver.type("j<enter>")
        #expect(driver.app.sent.last == .answerFlow(.askLater))
        #expect(driver.state.inputMode == .flow(.summary))
        #expect(driver.text().contains("Still missing: Location when in use (not determined)"))
    }

    @Test func `every stage of a flow selects its first answer`() {
        var driver = ConsoleDriver()
        driver.select(.smartPlaylists)
        driver.press(.startFlow)
        driver.type("jjkk<enter>")
        #expect(driver.state.inputMode == .flow(.prompt))
        driver.type("jj")
        #expect(driver.state.screens.flow.choice == 2)
        driver.type("<enter>")
        #expect(driver.app.sent.last == .answerFlow(.deny))
        #expect(driver.state.screens.flow.choice == 0)
    }

    @Test func `only the answers that the prompt offers can be given`() {
        var driver = ConsoleDriver()
        driver.select(.smartPlaylists)
        driver.press(.startFlow, .flowContinue)
        #expect(driver.text().contains("Allow once"))
        driver.change { $0.setStatus { $0.flow?.answers = [.allow, .deny] } }
        #expect(!driver.text().contains("Allow once") && !driver.text().contains("allow once"))
        driver.type("o")
        #expect(driver.announcement == "This prompt does not offer “Allow once”")
        #expect(driver.app.sent.last == .answerFlow(.proceed))
        driver.type("j<enter>")
        #expect(driver.app.sent.last == .answerFlow(.deny))
    }

    @Test func `the system's own prompt is shown without answers`() {
        var driver = ConsoleDriver()
        driver.select(.smartPlaylists)
        driver.press(.startFlow, .flowContinue)
        driver.change { $0.setStatus { $0.flow?.answers = [] } }
        #expect(driver.text().contains("Answer it where the system shows it."))
        driver.type("<enter>a")
        #expect(driver.announcement == "The system's own prompt must be answered where it is shown")
        #expect(driver.app.sent.last == .answerFlow(.proceed))
    }

    @Test(arguments: [60, 90, 120])
    func `an answer is wrapped if the pane is too narrow for it`(columns: Int) throws {
        var driver = ConsoleDriver(columns: columns, rows: 40)
        driver.select(.smartPlaylists)
        driver.press(.startFlow, .flowContinue, .flowAllow)
        let flow = try #require(driver.state.model.status.flow)
        let lines = FlowView(flow, in: driver.state).lines
        #expect(lines.suffix(2).allSatisfy { $0.width <= driver.state.layout.detailColumnCount(of: .permissions) })
        let words = lines.flatMap { $0.text.split(separator: " ") }.joined(separator: " ")
        #expect(words.contains("n Next continue with the next permission, or with the summary"))
    }

    @Test func `a small pane still names every permission of the flow`() {
        var driver = ConsoleDriver(columns: 60, rows: 16)
        driver.select(.feature("Clip sharing"))
        driver.press(.startFlow)
        let text = driver.text()
        #expect(text.contains("Camera") && text.contains("Microphone"), "\(text)")
    }

    @Test func `every line of an answer can be clicked`() throws {
        var driver = ConsoleDriver(columns: 90, rows: 40)
        driver.select(.smartPlaylists)
        driver.press(.startFlow, .flowContinue, .flowAllow)
        driver.type("j")
        #expect(driver.state.screens.flow.choice == 1)
        let lines = driver.canvas().lines
        let row = try #require(lines.firstIndex { $0.contains("n  Next") })
        #expect(!lines[row + 1].contains("Stop"), "The answer takes two lines.")
        let point = Point(column: 60, row: row + 1)
        driver.feed(.terminal(.mouse(MouseEvent(kind: .press, button: .left, position: point))))
        #expect(driver.state.screens.flow.choice == 0)
    }

    @Test func `the requested permission stays visible in a small window`() {
        var driver = ConsoleDriver(columns: 60, rows: 16)
        driver.change { app in
            app.perform(.beginFlow(feature: PodcastFeatures.smart, thenPerform: nil))
            app.setStatus { status in
                guard let asked = status.flow?.permissions.first else {
                    Issue.record("No permission is requested.")
                    return
                }
                var answered = asked
                (answered.permission, answered.title, answered.progress) = ("other", "Another", .answered)
                status.flow?.permissions = Array(repeating: answered, count: 3) + [asked]
            }
        }
        driver.go(to: .permissions)
        driver.type("<tab>")
        let lines = driver.canvas().lines
        #expect(lines.contains { $0.contains("being asked") }, "\(driver.text())")
        #expect(lines.contains { $0.contains("Continue") })
    }

    @Test func `leaving a flow does not answer it`() {
        var driver = ConsoleDriver()
        driver.select(.smartPlaylists)
        driver.press(.startFlow)
        driver.type("<esc>")
        #expect(driver.state.screen == .features)
        #expect(driver.state.model.status.flow?.stage == .card)
        #expect(driver.announcement == "The permission flow is waiting on screen 3")
        driver.press(.startFlow)
        #expect(driver.state.inputMode == .flow(.card), "A request for the same feature returns to its flow.")
        driver.type("<esc>")
        driver.go(to: .permissions)
        #expect(driver.state.inputMode == .flow(.card))
    }

    @Test func `another flow is offered in place of a waiting flow, and keeping that flow is the default`() {
        var driver = ConsoleDriver()
        driver.change { $0.perform(.beginFlow(feature: PodcastFeatures.smart, thenPerform: nil)) }
        let other = PodcastFeatures.smart + "/other"
        driver.state.beginFlow(of: other, thenPerform: nil)
        #expect(driver.dialogTitle == "Another flow is waiting")
        driver.type("e")
        #expect(driver.dialogTitle == "Another flow is waiting", "No letter ends a flow.")
        driver.type("<enter>")
        #expect(driver.state.inputMode == .flow(.card))
        #expect(driver.app.sent.isEmpty)
    }

    @Test func `a waiting flow is ended when another flow replaces it`() {
        var driver = ConsoleDriver()
        driver.change { $0.perform(.beginFlow(feature: PodcastFeatures.clips, thenPerform: nil)) }
        driver.state.beginFlow(of: PodcastFeatures.smart, thenPerform: nil)
        driver.choose("End it, and begin the flow")
        #expect(
            driver.app.sent == [
                .answerFlow(.abandon), .beginFlow(feature: PodcastFeatures.smart, thenPerform: nil),
            ])
        #expect(driver.state.model.status.flow?.featureID == PodcastFeatures.smart)
        #expect(driver.state.inputMode == .flow(.card))
    }

    @Test func `the list of permissions is usable beside a flow`() {
        var driver = ConsoleDriver()
        driver.select(.smartPlaylists)
        driver.press(.startFlow, .nextPane)
        driver.select(.permission("Photos"))
        driver.press(.override)
        #expect(driver.dialogTitle == "Change Photos")
    }

    @Test func `a denied permission does not retry the action`() {
        var driver = ConsoleDriver()
        driver.override(.premium, as: "purchased")
        driver.select(.smartPlaylists)
        driver.perform("Show")
        driver.press(.flowContinue, .flowDeny, .flowNext)
        #expect(driver.state.model.status.flow?.retryMessage == nil)
        #expect(driver.text().contains("Show was not retried"))
        driver.press(.flowDismiss)
        #expect(driver.state.screen == .features)
        #expect(driver.state.model.status.flow == nil)
    }

    @Test func `a flow is refused if no permission can be requested`() {
        var driver = ConsoleDriver()
        driver.select(.feature("Turbo downloads"))
        driver.press(.startFlow)
        #expect(driver.announcement == "Turbo downloads needs no permissions")
        driver.change { $0.permit(.microphone, .denied) }
        driver.select(.feature("Photo sharing"))
        driver.press(.startFlow)
        #expect(driver.announcement == "Photo sharing needs no permission that can still be requested")
    }
}
