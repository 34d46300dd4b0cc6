import FlintWorld
import Foundation
import Testing

@testable import FlintCLI

struct OverrideOptionsTests {
    private func options(reason: String? = nil, for duration: String? = nil, uses: Int? = nil) -> OverrideOptions {
        var options = OverrideOptions()
        options.reason = reason
        options.duration = duration
        options.uses = uses
        return options
    }

    private func command(
        _ options: OverrideOptions, _ kind: FactKind, _ key: String, _ value: String?
    ) throws -> Command {
        try Assumption(kind: kind, key: key, value: value).command(
            reason: options.reason, expiry: options.expiry())
    }

    @Test func `an override without options does not expire`() throws {
        let command = try command(options(), .purchase, "premium", "purchased")
        #expect(command == .override(OverrideRecord(kind: .purchase, key: "premium", value: "purchased")))
    }

    @Test func `a reason and uses are part of the override`() throws {
        let command = try command(options(reason: "a test", uses: 3), .flag, "x", "on")
        #expect(
            command
                == .override(
                    OverrideRecord(kind: .flag, key: "x", value: "on", reason: "a test", expiry: .uses(3))))
    }

    @Test func `a duration becomes an expiry in seconds`() throws {
        #expect(try options(for: "10m").expiry() == .after(seconds: 600))
    }

    @Test(
        arguments: [
            ("10", nil, "is not a duration"), (nil, 0, "--uses takes 1 or more, not 0."), (nil, -2, "not -2"),
            ("1m", 1, "cannot be combined"),
        ] as [(String?, Int?, String)])
    func `invalid options are refused`(duration: String?, uses: Int?, message: String) {
        let options = options(for: duration, uses: uses)
        let error = #expect(throws: CommandLineError.self) { try command(options, .purchase, "premium", "purchased") }
        #expect(error?.message.contains(message) == true)
        #expect(error?.status == 64)
    }

    @Test(arguments: [("why", nil, nil), (nil, "1m", nil), (nil, nil, 1)] as [(String?, String?, Int?)])
    func `removing an override takes no reason and no expiry`(reason: String?, duration: String?, uses: Int?) {
        let options = options(reason: reason, for: duration, uses: uses)
        let error = #expect(throws: CommandLineError.self) { try command(options, .purchase, "premium", nil) }
        #expect(error?.message == "\"none\" removes the override, so it cannot have a reason or an expiry.")
    }

    @Test(arguments: FactKind.allCases)
    func `overrides of every kind can be removed`(kind: FactKind) throws {
        let key = kind == .platform ? "current" : "k"
        #expect(try command(options(), kind, key, nil) == .override(kind, key, to: nil))
    }
}

struct OverrideEntryTests {
    @Test func `an entry without an expiry or a reason encodes null for them`() throws {
        let entry = OverrideEntry(OverrideRecord(kind: .runtimeSwitch, key: "App/Player", value: "on"))
        let json = try #require(
            try JSONSerialization.jsonObject(with: JSONEncoder().encode(entry)) as? [String: Any])
        #expect(json.keys.sorted() == ["expiry", "key", "kind", "reason", "source", "value"])
        #expect(json["expiry"] is NSNull && json["reason"] is NSNull)
        #expect(json["kind"] as? String == "runtime-switch")
    }

    @Test func `a line describes the value, expiry and reason`() {
        #expect(
            OverrideEntry.line(
                OverrideRecord(
                    kind: .purchase, key: "premium", value: "purchased", reason: "the demo", expiry: .uses(2)))
                == "purchase premium: purchased for 2 uses, because of “the demo”")
        #expect(
            OverrideEntry.line(OverrideRecord(kind: .platform, key: "current", value: "watchOS 9.0"))
                == "platform: watchOS 9.0 until removed")
        #expect(
            OverrideEntry.line(OverrideRecord(kind: .flag, key: "x", value: "on", source: "console"))
                == "flag x: on until removed, by console")
    }
}
