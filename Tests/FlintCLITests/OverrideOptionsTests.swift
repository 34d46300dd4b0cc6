import Foundation
import InspectorKit
import Testing

@testable import FlintCLI

struct OverrideOptionsTests {
    private func options(reason: String? = nil, for duration: String? = nil, decisions: Int? = nil) -> OverrideOptions {
        var options = OverrideOptions()
        options.reason = reason
        options.duration = duration
        options.decisions = decisions
        return options
    }

    @Test func withoutOptionsAnOverrideLastsUntilItIsDropped() throws {
        let command = try options().command(.purchase, "premium", "purchased")
        #expect(command == .override(OverrideRecord(kind: .purchase, key: "premium", value: "purchased")))
    }

    @Test func reasonAndDecisionsGoWithTheOverride() throws {
        let command = try options(reason: "a test", decisions: 3).command(.flag, "x", "on")
        #expect(
            command
                == .override(
                    OverrideRecord(kind: .flag, key: "x", value: "on", reason: "a test", limit: .decisions(3))))
    }

    @Test func aDurationIsAMomentFromNow() throws {
        let before = Date()
        guard case .until(let date)? = try options(for: "10m").limit() else {
            Issue.record("a duration is a moment")
            return
        }
        #expect(date >= before + 600 && date <= Date() + 600)
    }

    @Test(
        arguments: [
            ("10", nil, "is no duration"), (nil, 0, "--decisions takes 1 or more, not 0."), (nil, -2, "not -2"),
            ("1m", 1, "not both"),
        ] as [(String?, Int?, String)])
    func whatMakesNoSenseIsRefused(duration: String?, decisions: Int?, message: String) {
        let options = options(for: duration, decisions: decisions)
        let error = #expect(throws: CommandLineError.self) { try options.command(.purchase, "premium", "purchased") }
        #expect(error?.message.contains(message) == true)
        #expect(error?.status == 64)
    }

    @Test(arguments: [("why", nil, nil), (nil, "1m", nil), (nil, nil, 1)] as [(String?, String?, Int?)])
    func droppingTakesNoReasonAndNoLimit(reason: String?, duration: String?, decisions: Int?) {
        let options = options(reason: reason, for: duration, decisions: decisions)
        let error = #expect(throws: CommandLineError.self) { try options.command(.purchase, "premium", nil) }
        #expect(error?.message == "\"none\" drops the override, so it takes no --reason, --for or --decisions.")
    }

    @Test(arguments: OverrideRecord.Kind.allCases)
    func everySortOfOverrideCanBeDropped(kind: OverrideRecord.Kind) throws {
        let expected: Command =
            switch kind {
            case .purchase: .overridePurchase(productID: "k", status: nil)
            case .permission: .overridePermission(permission: "k", status: nil)
            case .toggle: .overrideToggle(feature: "k", isOn: nil)
            case .runtimeSwitch: .overrideRuntimeSwitch(feature: "k", isOn: nil)
            case .flag: .overrideFlag(key: "k", isOn: nil)
            case .platform: .overridePlatform(platform: nil)
            }
        #expect(try options().command(kind, kind == .platform ? "current" : "k", nil) == expected)
    }
}
