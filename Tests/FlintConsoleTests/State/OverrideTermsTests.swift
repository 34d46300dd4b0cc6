import Foundation
import InspectorKit
import Testing

@testable import FlintConsole

struct OverrideTermsTests {
    @Test func oneKeyGoesRoundTheChoicesInBothDirections() {
        var terms = OverrideTerms()
        for choice in OverrideTerms.choices {
            #expect(terms.expiry == choice)
            terms.cycle(by: 1)
        }
        #expect(terms.areOrdinary)
        terms.cycle(by: -1)
        #expect(terms.expiry == .uses(3))
    }

    @Test func fromWhatWasTypedTheKeyGoesToTheFirstOrTheLastChoice() {
        var terms = OverrideTerms(expiry: .after(seconds: 7), reason: "")
        terms.cycle(by: 1)
        #expect(terms.expiry == nil)
        terms = OverrideTerms(expiry: .after(seconds: 7), reason: "")
        terms.cycle(by: -1)
        #expect(terms.expiry == .uses(3))
    }

    @Test(
        arguments: [
            ("", nil), (" Never ", nil), ("Until Quit", .untilQuit), ("for 10 minutes", .after(seconds: 600)),
            ("an hour", .after(seconds: 3_600)), ("3 uses", .uses(3)), ("after 1 use", .uses(1)),
        ] as [(String, OverrideExpiry?)])
    func `an expiry is read from what is typed`(text: String, expiry: OverrideExpiry?) {
        #expect(OverrideTerms(typed: text, reason: "why") == OverrideTerms(expiry: expiry, reason: "why"))
    }

    @Test(arguments: ["0 uses", "-1 uses", "soon", "until", "uses", "after", "a", "a while"])
    func `what is not an expiry is refused`(text: String) {
        #expect(OverrideTerms(typed: text, reason: "") == nil)
    }

    @Test(arguments: OverrideTerms.choices)
    func `what can be chosen can be typed as it is shown`(choice: OverrideExpiry?) {
        let terms = OverrideTerms(expiry: choice)
        #expect(OverrideTerms(typed: terms.expiryText, reason: "") == terms, "\(terms.expiryText)")
    }

    @Test func anOverrideWithoutTermsIsTheCommandItAlwaysWas() {
        var driver = ConsoleDriver()
        driver.type("2Gob")
        #expect(driver.inspector.sent == [.overridePurchase(productID: "premium", status: .purchased)])
    }

    @Test func aLimitAndAReasonAreSentWithTheOverride() {
        var driver = ConsoleDriver()
        driver.type("2Goll<left>wa visitor<enter>m")
        #expect(
            driver.inspector.sent == [
                .override(
                    OverrideRecord(
                        kind: .purchase, key: "premium", value: "not-purchased", reason: "a visitor", expiry: .untilQuit
                    )
                )
            ])
    }

    @Test func `a time starts when the override is made`() {
        var driver = ConsoleDriver()
        driver.type("3ollla")
        #expect(
            driver.inspector.sent == [
                .override(
                    OverrideRecord(
                        kind: .permission, key: "location-when-in-use", value: "authorized",
                        expiry: .after(seconds: 3_600)))
            ])
        #expect(driver.state.inFlight == 0)
        #expect(driver.text().contains("until 13:03"))
    }

    @Test func aLimitDoesNotKeepAnybodyFromDroppingAnOverride() {
        var driver = ConsoleDriver()
        driver.type("2Gob2Gollx")
        #expect(driver.inspector.sent.last == .overridePurchase(productID: "premium", status: nil))
    }

    @Test func leavingTheReasonGoesBackToTheDialogWithoutIt() {
        var driver = ConsoleDriver()
        driver.type("2Golwnever mind<esc>")
        #expect(driver.dialogTitle == "Override Premium subscription")
        driver.type("b")
        #expect(
            driver.inspector.sent == [
                .override(
                    OverrideRecord(kind: .purchase, key: "premium", value: "purchased", expiry: .untilQuit))
            ])
    }

    @Test func whereNoOverrideIsOfferedTheKeysOfLimitsMeanNothing() {
        var driver = ConsoleDriver()
        driver.type("3sl")
        #expect(driver.announcement.contains("l is not bound here"))
    }

    @Test func aPlatformIsOverriddenAtOnceOrForAWhile() {
        var driver = ConsoleDriver()
        driver.type("/smart<enter><esc>oG<enter>tvOS 16<enter>")
        #expect(driver.inspector.sent == [.overridePlatform(platform: "tvOS 16")])
        driver.type("oG<enter><tab>2 uses<tab>for a talk<enter>")
        #expect(
            driver.inspector.sent.last
                == .override(
                    OverrideRecord(
                        kind: .platform, key: "current", value: "tvOS 16", reason: "for a talk", expiry: .uses(2))))
    }

    @Test func aPlatformThatIsRefusedIsTypedAgainAlsoWithALimit() {
        var driver = ConsoleDriver()
        driver.type("/smart<enter><esc>oG<enter>9<tab>2 h<enter>")
        guard case .form(let form) = driver.state.dialog else {
            Issue.record("the form is not there")
            return
        }
        #expect(form.problem == "'9' names no platform")
        #expect(form.fields[1].field.text == "2 h")
    }
}
