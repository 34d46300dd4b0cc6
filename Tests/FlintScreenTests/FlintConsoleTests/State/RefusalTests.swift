import FlintTerminal
import FlintWorld
import Testing

@testable import FlintConsole

struct RefusalTests {
    private static let create = ActionInvocation(
        feature: PodcastFeatures.smart, action: "CreateAction", input: ["name": "Morning walk"])

    /// Returns a console in which an action with an input was denied.
    private func refused() -> ConsoleDriver {
        var driver = ConsoleDriver()
        driver.change { $0.permit(.location(usage: .whenInUse)) }
        driver.select(.smartPlaylists)
        driver.perform("Create", input: "Morning walk")
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
        driver.select(.smartPlaylists)
        driver.perform("Create", input: "Morning walk")
        #expect(driver.text().contains("2 steps are needed"))
        driver.choose("Override: buy Premium subscription and allow Location when in use")
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
        driver.choose("Override Premium subscription as purchased")
        driver.type("!<enter>")
        var edited = Self.create
        edited.input["token"] = "!"
        #expect(driver.app.sent.last == .perform(edited))
    }

    @Test func `a refused action is offered again with its input after its feature becomes available`() {
        var driver = refused()
        driver.choose("Override Premium subscription as purchased")
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

    @Test func `an action is offered again only once`() {
        var driver = refused()
        driver.choose("Override Premium subscription as purchased")
        guard case .form(let form) = driver.state.dialog else {
            Issue.record("No form is open.")
            return
        }
        let verdict = form.body.map(\.text).joined()
        #expect(!verdict.contains("navailable"), "The verdict includes the change.")
        driver.type("<esc>")
        driver.press(.undo)
        driver.override(.premium, as: "purchased")
        #expect(driver.state.dialog == nil, "The action was already offered.")
    }

    @Test func `after canceling, an action is not offered again, but its form keeps the typed text`() {
        var driver = refused()
        driver.type("<esc>")
        driver.override(.premium, as: "purchased")
        #expect(driver.state.dialog == nil)
        driver.go(to: .features)
        driver.press(.perform)
        driver.choose("Create")
        guard case .form(let form) = driver.state.dialog else {
            Issue.record("No form is open.")
            return
        }
        #expect(form.fields[0].field.text == "Morning walk")
    }

    @Test func `an action without input is offered again with one key`() {
        var driver = ConsoleDriver()
        driver.change { $0.permit(.location(usage: .whenInUse)) }
        driver.select(.smartPlaylists)
        driver.perform("Show")
        #expect(driver.dialogTitle == "Smart playlists is not available")
        driver.choose("Override Premium subscription as purchased")
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
        driver.override(.premium, as: "purchased")
        driver.press(.overrideNotPurchased)
        driver.select(.smartPlaylists)
        driver.perform("Show")
        driver.type("<enter>")
        driver.press(.undo)
        #expect(driver.state.feature(PodcastFeatures.smart)?.isAvailable == true)
        #expect(driver.state.dialog == nil)
    }
}
