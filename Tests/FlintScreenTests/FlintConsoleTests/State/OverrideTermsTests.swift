import FlintTerminal
import FlintWorld
import Foundation
import Testing

@testable import FlintConsole

struct OverrideTermsTests {
    @Test func `a wide dialog lists the expiries, and a narrow one names the chosen expiry`() {
        for (columns, isListed) in [(160, true), (80, false)] {
            var driver = ConsoleDriver(columns: columns)
            driver.select(.premium)
            driver.press(.override, .nextExpiry, .nextExpiry)
            let line = driver.canvas().lines.first { $0.contains("kept") } ?? ""
            #expect(line.contains("10 minutes"))
            #expect(line.contains("until removed") == isListed && line.contains("3 uses") == isListed, "\(line)")
        }
    }

    @Test func `cycling passes through every expiry in both directions`() {
        var terms = OverrideTerms()
        for choice in OverrideTerms.choices {
            #expect(terms.expiry == choice)
            terms.cycle(by: 1)
        }
        #expect(terms.isDefault)
        terms.cycle(by: -1)
        #expect(terms.expiry == .uses(3))
    }

    @Test func `cycling from a typed expiry continues at the first or last choice`() {
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
    func `an expiry is parsed from typed text`(text: String, expiry: OverrideExpiry?) throws {
        #expect(try OverrideTerms(typed: text, reason: "why") == OverrideTerms(expiry: expiry, reason: "why"))
    }

    @Test(arguments: ["0 uses", "-1 uses", "soon", "until", "uses", "after", "a", "a while"])
    func `text that is not an expiry is rejected`(text: String) {
        #expect(throws: DurationFormatter.Problem.malformed) { try OverrideTerms(typed: text, reason: "") }
    }

    @Test func `an expiry beyond ten years is too long`() {
        #expect(throws: DurationFormatter.Problem.tooLong) { try OverrideTerms(typed: "for 600 weeks", reason: "") }
    }

    @Test(arguments: OverrideTerms.choices)
    func `every offered expiry is parsed from its displayed text`(choice: OverrideExpiry?) throws {
        let terms = OverrideTerms(expiry: choice)
        #expect(try OverrideTerms(typed: terms.expiryText, reason: "") == terms, "\(terms.expiryText)")
    }

    @Test func `an override without expiry or reason sends the plain command`() {
        var driver = ConsoleDriver()
        driver.override(.premium, as: "purchased")
        #expect(driver.app.sent == [.override(.purchase, "premium", to: "purchased")])
    }

    @Test func `an expiry and a reason are sent with the override`() {
        var driver = ConsoleDriver()
        driver.select(.premium)
        driver.press(.override, .nextExpiry, .nextExpiry, .previousExpiry, .giveReason)
        driver.submit("a visitor")
        driver.choose("not purchased")
        #expect(
            driver.app.sent == [
                .override(
                    OverrideRecord(
                        kind: .purchase, key: "premium", value: "not-purchased", reason: "a visitor", expiry: .untilQuit
                    )
                )
            ])
    }

    @Test func `an expiry duration starts when the override is set`() {
        var driver = ConsoleDriver()
        driver.select(.permission("Location when in use"))
        driver.press(.override, .nextExpiry, .nextExpiry, .nextExpiry)
        driver.choose("authorized")
        #expect(
            driver.app.sent == [
                .override(
                    OverrideRecord(
                        kind: .permission, key: "location-when-in-use", value: "authorized",
                        expiry: .after(seconds: 3_600)))
            ])
        #expect(driver.state.commands.count == 0)
        let expiry = driver.state.model.overrides.first?.expiry
        #expect(expiry == .until(SampleApp.start.addingTimeInterval(3_600)))
        #expect(driver.text().contains(OverrideExpiryFormatter.expiry(expiry, in: .utc, today: SampleApp.start)))
    }

    @Test func `an expiry choice does not affect removing an override`() {
        var driver = ConsoleDriver()
        driver.override(.premium, as: "purchased")
        driver.press(.override, .nextExpiry, .nextExpiry)
        driver.choose("no override")
        #expect(driver.app.sent.last == .override(.purchase, "premium", to: nil))
    }

    @Test func `canceling the reason returns to the dialog without a reason`() {
        var driver = ConsoleDriver()
        driver.select(.premium)
        driver.press(.override, .nextExpiry, .giveReason)
        driver.type("never mind<esc>")
        #expect(driver.dialogTitle == "Change Premium subscription")
        driver.choose("purchased")
        #expect(
            driver.app.sent == [
                .override(
                    OverrideRecord(kind: .purchase, key: "premium", value: "purchased", expiry: .untilQuit))
            ])
    }

    @Test func `the terms of an override are kept while another screen is shown`() {
        var driver = ConsoleDriver()
        driver.select(.permission("Location when in use"))
        driver.press(.override, .nextExpiry, .giveReason)
        driver.submit("a demo")
        driver.press(.nextPlace, .nextPlace)
        driver.choose("authorized")
        let record = OverrideRecord(
            kind: .permission, key: "location-when-in-use", value: "authorized", reason: "a demo", expiry: .untilQuit)
        #expect(driver.app.sent == [.override(record)])
    }

    @Test func `only an override has an expiry`() {
        var driver = ConsoleDriver()
        driver.go(to: .permissions)
        driver.press(.simulate)
        driver.type("l")
        #expect(driver.announcement == "Only an override has an expiry and a reason")
    }

    @Test func `a platform is overridden with and without an expiry`() {
        var driver = ConsoleDriver()
        driver.select(.smartPlaylists)
        driver.press(.override)
        driver.choose("iOS 11.0 or later")
        driver.choose("another value")
        driver.submit("tvOS 16")
        #expect(driver.app.sent == [.override(.platform, FactReference.platformKey, to: "tvOS 16")])
        driver.type("oG<enter>")
        driver.choose("another value")
        driver.type("<tab>2 uses<tab>for a talk<enter>")
        #expect(
            driver.app.sent.last
                == .override(
                    OverrideRecord(
                        kind: .platform, key: "current", value: "tvOS 16.0", reason: "for a talk", expiry: .uses(2))))
    }

    @Test func `the form for another value keeps the terms that were chosen in the list`() {
        var driver = ConsoleDriver()
        driver.type(";ll")
        driver.choose("another value")
        guard case .form(let form) = driver.state.dialog else {
            Issue.record("The form is not open.")
            return
        }
        #expect(form.fields[1].field.text == "for 10 minutes")
        driver.submit("tvOS 16")
        guard case .setOverride(_, let override?)? = driver.app.sent.last else {
            Issue.record("The platform is not overridden.")
            return
        }
        #expect(override.expiry == .after(seconds: 600))
    }

    @Test func `a rejected platform with an expiry is shown again in the form`() {
        var driver = ConsoleDriver()
        driver.select(.smartPlaylists)
        driver.press(.override)
        driver.choose("iOS 11.0 or later")
        driver.choose("another value")
        driver.submit("9", "2 h")
        guard case .form(let form) = driver.state.dialog else {
            Issue.record("The form is not open.")
            return
        }
        #expect(form.problem?.hasPrefix("\"9\" is not a platform and version") == true)
        #expect(form.fields[1].field.text == "2 h")
    }
}
