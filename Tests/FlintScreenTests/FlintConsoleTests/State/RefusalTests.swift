import FlintTerminal
import FlintWorld
import Testing

@testable import FlintConsole

/// Tests of the options after a denied action.
struct RefusalTests {
    private static let create = ActionInvocation(
        feature: PodcastFeatures.smart, action: "CreateAction", input: ["name": "Morning walk"])

    /// Returns a console in which an action with an input was denied.
    private func refused() -> ConsoleDriver {
        var driver = ConsoleDriver()
        driver.change { $0.permit(.location(usage: .whenInUse)) }
        driver.type("/smart<enter><esc>aj<enter>Morning walk<enter><enter>")
        return driver
    }

    @Test func `a letter that the dialog after a denial shows chooses its option`() {
        var driver = refused()
        #expect(driver.dialogTitle == "Smart playlists is not available")
        driver.type("b")
        #expect(driver.app.sent.last == .setPurchase(productID: "premium", status: .purchased))
    }

    @Test func `with several blocking requirements, the last choice overrides all of them`() {
        var driver = ConsoleDriver()
        driver.type("/smart<enter><esc>aj<enter>Morning walk<enter><enter>")
        #expect(driver.text().contains("2 steps are needed"))
        driver.type("<down>u")
        guard case .sequence(let commands)? = driver.app.sent.last else {
            Issue.record("\(driver.app.sent)")
            return
        }
        #expect(commands.count == 2)
        #expect(driver.state.selectedFeature?.available == true)
    }

    @Test func `with one blocking requirement, only that requirement is offered`() {
        #expect(!refused().text().contains("steps are needed"))
    }

    @Test func `a refusal that arrives while a filter is typed does not take the filter's keys`() {
        var driver = ConsoleDriver()
        driver.type("/smart")
        let refusal = CommandResult(status: .unavailable, message: "Smart playlists: create denied")
        driver.feed(.commandFinished(.perform(Self.create), .perform(Self.create), refusal))
        #expect(driver.state.dialog == nil)
        #expect(driver.announcement == "Smart playlists: create denied")
        driver.type("<ctrl-u><enter>")
        #expect(driver.state.filter == Filter(), "The filter has received both keys.")
    }

    @Test func `the default choice of a dialog that answers a command changes nothing`() {
        var driver = refused()
        let sent = driver.app.sent
        driver.type("<enter>")
        #expect(driver.state.dialog == nil)
        #expect(driver.app.sent == sent)
    }

    @Test func `the form that opens again after an unlock accepts text immediately`() {
        var driver = refused()
        driver.type("<down><enter>")
        driver.type("!<enter>")
        var edited = Self.create
        edited.input["token"] = "!"
        #expect(driver.app.sent.last == .perform(edited))
    }

    @Test func `a refused action is offered again with its input after its feature becomes available`() {
        var driver = refused()
        driver.type("<down><enter>")
        #expect(driver.app.sent.last == .override(.purchase, "premium", to: "purchased"))
        guard case .form(let form) = driver.state.dialog else {
            Issue.record("No form is open.")
            return
        }
        #expect(form.fields[0].field.text == "Morning walk")
        driver.type("<enter>")
        #expect(driver.app.sent.last == .perform(Self.create))
        #expect(driver.announcement == "Smart playlists: Create: success, which cannot be undone")
    }

    @Test func `an action is offered again after a change on another screen, and only once`() {
        var driver = refused()
        driver.type("<esc>2Gb")
        guard case .form = driver.state.dialog else {
            Issue.record("No form is open.")
            return
        }
        driver.type("<esc>x")
        #expect(driver.state.dialog == nil)
        driver.type("b")
        #expect(driver.state.dialog == nil, "The action was already offered.")
        driver.type("1aj<enter>")
        guard case .form(let form) = driver.state.dialog else {
            Issue.record("No form is open.")
            return
        }
        #expect(form.fields[0].field.text == "Morning walk", "The typed text is nevertheless restored.")
    }

    @Test func `an action without input is offered again with one key`() {
        var driver = ConsoleDriver()
        driver.change { $0.permit(.location(usage: .whenInUse)) }
        driver.type("/smart<enter><esc>a<enter>")
        #expect(driver.dialogTitle == "Smart playlists is not available")
        driver.type("<down><enter>")
        #expect(driver.dialogTitle == "Smart playlists is available now")
        driver.type("<enter>")
        guard case .perform(let invocation) = driver.app.sent.last else {
            Issue.record("No action was performed.")
            return
        }
        #expect(invocation.feature == PodcastFeatures.smart)
        #expect(driver.state.commands.offer == nil)
    }

    @Test func `undoing a change does not offer an action`() {
        var driver = ConsoleDriver()
        driver.change { $0.permit(.location(usage: .whenInUse)) }
        driver.type("2Gbm1/smart<enter><esc>a<enter><enter>")
        driver.type("u")
        #expect(driver.state.feature(PodcastFeatures.smart)?.isAvailable == true)
        #expect(driver.state.dialog == nil)
    }
}
