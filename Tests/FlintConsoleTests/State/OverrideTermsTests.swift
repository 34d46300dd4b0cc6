import Foundation
import InspectorKit
import Testing

@testable import FlintConsole

struct OverrideTermsTests {
    @Test func oneKeyGoesRoundTheChoicesInBothDirections() {
        var terms = OverrideTerms()
        for choice in OverrideTerms.choices {
            #expect(terms.lasting == choice)
            terms.cycle(by: 1)
        }
        #expect(terms.areOrdinary)
        terms.cycle(by: -1)
        #expect(terms.lasting == .decisions(3))
    }

    @Test func fromWhatWasTypedTheKeyGoesToTheFirstOrTheLastChoice() {
        var terms = OverrideTerms(lasting: .seconds(7), reason: "")
        terms.cycle(by: 1)
        #expect(terms.lasting == .untilCleared)
        terms = OverrideTerms(lasting: .seconds(7), reason: "")
        terms.cycle(by: -1)
        #expect(terms.lasting == .decisions(3))
    }

    @Test func howLongIsReadFromWhatIsTyped() {
        typealias Lasting = OverrideTerms.Lasting
        #expect(Lasting(typed: "") == .untilCleared)
        #expect(Lasting(typed: " until cleared ") == .untilCleared)
        #expect(Lasting(typed: "Until Quit") == .untilQuit)
        #expect(Lasting(typed: "for 10 minutes") == .seconds(600))
        #expect(Lasting(typed: "3 decisions") == .decisions(3))
        #expect(Lasting(typed: "1 decision") == .decisions(1))
        for wrong in ["0 decisions", "-1 decisions", "soon", "until", "decisions", "for"] where wrong != "for" {
            #expect(Lasting(typed: wrong) == nil, "\(wrong)")
        }
    }

    @Test func whatIsChosenIsWhatCanBeTyped() {
        for choice in OverrideTerms.choices where choice != .seconds(3_600) && choice != .seconds(86_400) {
            let words = choice.words.replacingOccurrences(of: "one", with: "1")
            #expect(OverrideTerms.Lasting(typed: words) == choice, "\(words)")
        }
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
                        kind: .purchase, key: "premium", value: "not-purchased", reason: "a visitor", limit: .untilQuit)
                )
            ])
    }

    @Test func aWhileIsCountedFromTheMomentOfTheOverride() {
        var driver = ConsoleDriver()
        driver.type("3ollla")
        let end = PodcastWorld.start.addingTimeInterval(3_600)
        #expect(
            driver.inspector.sent == [
                .override(
                    OverrideRecord(
                        kind: .permission, key: "location-when-in-use", value: "authorized", limit: .until(end)))
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
                    OverrideRecord(kind: .purchase, key: "premium", value: "purchased", limit: .untilQuit))
            ])
    }

    @Test func whereNoOverrideIsOfferedTheKeysOfLimitsMeanNothing() {
        var driver = ConsoleDriver()
        driver.type("3sl")
        #expect(driver.announcement.contains("l means nothing here"))
    }

    @Test func aPlatformIsOverriddenAtOnceOrForAWhile() {
        var driver = ConsoleDriver()
        driver.type("/smart<enter><esc>oG<enter>tvOS 16<enter>")
        #expect(driver.inspector.sent == [.overridePlatform(platform: "tvOS 16")])
        driver.type("oG<enter><tab>2 decisions<tab>for a talk<enter>")
        #expect(
            driver.inspector.sent.last
                == .override(
                    OverrideRecord(
                        kind: .platform, key: "current", value: "tvOS 16", reason: "for a talk", limit: .decisions(2))))
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
