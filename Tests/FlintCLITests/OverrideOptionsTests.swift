import Foundation
import InspectorKit
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

    @Test func withoutOptionsAnOverrideLastsUntilItIsDropped() throws {
        let command = try options().command(.purchase, "premium", "purchased")
        #expect(command == .override(OverrideRecord(kind: .purchase, key: "premium", value: "purchased")))
    }

    @Test func reasonAndDecisionsGoWithTheOverride() throws {
        let command = try options(reason: "a test", uses: 3).command(.flag, "x", "on")
        #expect(
            command
                == .override(
                    OverrideRecord(kind: .flag, key: "x", value: "on", reason: "a test", expiry: .uses(3))))
    }

    @Test func `a duration is counted in seconds from when the override is made`() throws {
        #expect(try options(for: "10m").expiry() == .after(seconds: 600))
    }

    @Test(
        arguments: [
            ("10", nil, "is no duration"), (nil, 0, "--uses takes 1 or more, not 0."), (nil, -2, "not -2"),
            ("1m", 1, "not both"),
        ] as [(String?, Int?, String)])
    func whatMakesNoSenseIsRefused(duration: String?, uses: Int?, message: String) {
        let options = options(for: duration, uses: uses)
        let error = #expect(throws: CommandLineError.self) { try options.command(.purchase, "premium", "purchased") }
        #expect(error?.message.contains(message) == true)
        #expect(error?.status == 64)
    }

    @Test(arguments: [("why", nil, nil), (nil, "1m", nil), (nil, nil, 1)] as [(String?, String?, Int?)])
    func droppingTakesNoReasonAndNoLimit(reason: String?, duration: String?, uses: Int?) {
        let options = options(reason: reason, for: duration, uses: uses)
        let error = #expect(throws: CommandLineError.self) { try options.command(.purchase, "premium", nil) }
        #expect(error?.message == "\"none\" removes the override, so it takes no --reason, --for or --uses.")
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
