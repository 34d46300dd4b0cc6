import InspectorKit
import TerminalKit
import Testing

@testable import FlintConsole

struct DialogTests {
    @Test func aFormSendsWhatWasTypedAndLeavesOutWhatWasNot() {
        var driver = ConsoleDriver()
        driver.change { world in
            world.store["premium"] = .purchased
            world.system["location-when-in-use"] = .authorized
        }
        driver.type("/smart<enter><esc>aj<enter>Morning walk<enter><enter>")
        #expect(
            driver.inspector.sent == [
                .perform(
                    ActionInvocation(
                        feature: PodcastWorld.smart, action: "CreateAction", input: ["name": "Morning walk"]))
            ])
        #expect(driver.announcement == "Smart playlists: Create: success")
    }

    @Test func aRequiredFieldMustBeFilledIn() {
        var driver = ConsoleDriver()
        driver.type("/smart<enter><esc>aj<enter><enter><enter>")
        #expect(driver.text().contains("name must be filled in"))
        #expect(driver.inspector.sent.isEmpty)
        driver.type("x")
        #expect(!driver.text().contains("name must be filled in"))
    }

    @Test func whatIsSensitiveIsNeverOnTheScreen() {
        var driver = ConsoleDriver()
        driver.type("/smart<enter><esc>aj<enter>x<tab>secret")
        #expect(!driver.text().contains("secret"))
        #expect(driver.text().contains("******"))
    }

    @Test func textIsPastedIntoAFieldOnOneLineAndNowhereElse() {
        var driver = ConsoleDriver()
        driver.feed(.terminal(.paste("qqq")))
        #expect(driver.announcement == "Text can be pasted only where text is typed")
        driver.type("/smart<enter><esc>aj<enter>")
        driver.feed(.terminal(.paste("two\nlines\u{1B}[31m")))
        guard case .form(let form) = driver.state.dialog else {
            Issue.record("no form is open")
            return
        }
        #expect(form.fields[0].field.text == "two lines␛[31m")
    }

    @Test func `a paste that was cut or had no end is reported`() {
        var driver = ConsoleDriver()
        driver.feed(.terminal(.pasteProblem(.tooLong)))
        #expect(driver.announcement == "Only the first 64 KB of the pasted text were taken")
        // The report comes after the key that ended the paste, which would take it away.
        driver.feed(.terminal(.key(KeyPress(.down))))
        driver.feed(.terminal(.pasteProblem(.unfinished)))
        #expect(driver.announcement == "The paste had no end; the last key ended it")
    }

    @Test func anActionWhoseInputCannotBeTypedIsRefusedWithTheReason() {
        var driver = ConsoleDriver()
        driver.type("/smart<enter><esc>aG<enter>")
        #expect(driver.announcement == "Merge takes a Playlists, which cannot be typed")
        #expect(driver.inspector.sent.isEmpty)
    }

    @Test func anInputWithoutNamedFieldsIsTypedAsPairs() {
        var world = PodcastWorld()
        let input = ActionInputSnapshot(type: "Route", isDecodable: true, fields: [])
        world.declarations = [
            PodcastWorld.Declaration(
                id: "Root", name: "Root", actions: [PodcastWorld.action("Go", "Go", input: input)])
        ]
        var driver = ConsoleDriver(world)
        driver.type("ato<enter>")
        #expect(driver.text().contains("to is not of the form name=value"))
        driver.type("=home speed=2<enter>")
        #expect(
            driver.inspector.sent == [
                .perform(ActionInvocation(feature: "Root", action: "Go", input: ["to": "home", "speed": "2"]))
            ])
    }

    @Test func theListOfKeysRunsTheChosenOne() {
        var driver = ConsoleDriver()
        driver.type("?5<enter>")
        guard case .help = driver.state.dialog else {
            #expect(driver.state.screen == .timeline)
            return
        }
        Issue.record("the list is still open")
    }

    @Test func theListOfKeysSaysWhyAKeyDoesNotApply() {
        var driver = ConsoleDriver()
        driver.type("?perform")
        #expect(driver.text().contains("not now: Podcasts has no actions"))
        driver.type("<enter>")
        #expect(driver.announcement == "Podcasts has no actions")
    }

    @Test func whatIsUsedUpIsNotBoughtInTheStoreAsThatWouldSettleNothing() {
        var world = PodcastWorld()
        world.declarations = [
            PodcastWorld.Declaration(
                id: "Root", name: "Root", needs: [.purchase("credits")], actions: [PodcastWorld.action("Go", "Go")])
        ]
        var driver = ConsoleDriver(world)
        driver.type("a")
        #expect(driver.dialogTitle == "Root is not available")
        #expect(driver.text().contains("Override Download credits as purchased"))
        #expect(!driver.text().contains("Buy Download credits"))
        driver.type("<esc>2/credits<enter>s")
        #expect(driver.state.dialog == nil)
        #expect(
            driver.announcement == "The store keeps no status of Download credits, which is consumable: override it")
    }

    @Test func anAlternativeThatNobodyNeedsIsNotTheFirstToOverride() {
        var driver = ConsoleDriver()
        driver.change { $0.store["premium"] = .purchased }
        driver.type("/turbo<enter>")
        let rows = driver.state.selectedFeature.map(ConsoleState.overridableRows) ?? []
        #expect(rows.map(\.title) == ["Premium subscription", "Turbo pack"])
    }

    @Test func aKeyWithoutMeaningInADialogIsAnsweredWithWhereToLook() {
        var driver = ConsoleDriver()
        driver.type("2GbC?")
        #expect(driver.announcement == "? is not bound here; the last line has the keys that do")
    }

    @Test func aPurchaseIsOverriddenAtOnceWhereItsEffectIsOnTheScreen() {
        var driver = ConsoleDriver()
        driver.type("2Gb")
        #expect(driver.inspector.sent == [.overridePurchase(productID: "premium", status: .purchased)])
        driver.type("x")
        #expect(driver.inspector.sent.last == .overridePurchase(productID: "premium", status: nil))
    }

    @Test func whereTheEffectIsNotOnTheScreenItIsShownFirst() {
        var driver = ConsoleDriver(columns: 60, rows: 16)
        driver.type("2Gm")
        #expect(driver.inspector.sent.isEmpty)
        #expect(driver.dialogTitle == "Override Premium subscription")
        #expect(driver.text().contains("> m  not purchased"))
        driver.type("<esc><enter>m")
        #expect(driver.dialogTitle == "Override Premium subscription")
        driver.type("<enter>")
        #expect(driver.inspector.sent == [.overridePurchase(productID: "premium", status: .notPurchased)])
    }

    @Test func theEffectOfAChoiceIsShownBeforeItIsTakenAndFollowsTheWorld() {
        var driver = ConsoleDriver()
        driver.type("3Go")
        driver.type("<esc>go")
        driver.change { $0.store["premium"] = .purchased }
        driver.type("j")
        #expect(driver.text().contains("Effect: ?→ok Smart playlists"))
        driver.change { $0.store["premium"] = .notPurchased }
        #expect(driver.text().contains("Effect: no feature changes availability"))
    }

    @Test func simulatingTheSystemIsNotAnOverride() {
        var driver = ConsoleDriver()
        driver.type("3sa")
        #expect(
            driver.inspector.sent == [.setPermission(permission: "location-when-in-use", status: .authorized)])
        #expect(driver.state.model.overrides.isEmpty)
        driver.type("r")
        #expect(
            driver.inspector.sent.last == .setPermission(permission: "location-when-in-use", status: .notDetermined))
        driver.type("r")
        #expect(driver.announcement == "Location when in use has not been requested yet")
    }

    @Test func everyStatusOfAPermissionCanBeOverridden() {
        for status in PermissionStatus.allCases {
            var driver = ConsoleDriver()
            driver.type("3jo")
            let command = Command.overridePermission(permission: "camera", status: status)
            driver.type(String(ConsoleState.letter(for: command) ?? " "))
            #expect(driver.state.selectedPermission?.effective == status)
        }
    }

    @Test func aDialogSurvivesAResize() {
        var driver = ConsoleDriver()
        driver.type("2Go")
        driver.resize(60, 16)
        #expect(driver.text().contains("> b  purchased"))
        driver.resize(50, 12)
        driver.type("b")
        #expect(driver.inspector.sent.isEmpty)
        driver.resize(120, 40)
        driver.type("b")
        #expect(driver.inspector.sent.count == 1)
    }
}
