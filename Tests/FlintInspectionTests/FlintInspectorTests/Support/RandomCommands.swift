import FlintTestSupport
import FlintWorld

/// A generator of random commands that change the test app.
struct RandomCommands {
    private var random: SplitMix64

    init(seed: UInt64) {
        random = SplitMix64(seed: seed)
    }

    /// Returns the next command, which is occasionally a sequence of other commands.
    mutating func next() -> Command {
        if Int.random(in: 0..<12, using: &random) == 0 { return .sequence((0..<3).map { _ in single() }) }
        return single()
    }

    /// Returns a random command of a kind that changes facts.
    ///
    /// Some commands are refused or have no effect.
    mutating func anyChange() -> Command {
        guard Int.random(in: 0..<3, using: &random) == 0 else { return next() }
        let status = PermissionStatus.allCases.randomElement(using: &random) ?? .denied
        let commands: [Command] = [
            .restartApp, .beginSession, .removeOverridesOfKind(.runtimeSwitch), .sequence([]),
            .setFlag(key: "new-player", isOn: Bool.random(using: &random)),
            .setFlag(key: "new-player", isOn: nil), .override(.flag, "new-player", to: "on"),
            .setUserSetting(feature: "TestApp/Watch", isOn: true), .setPurchase(productID: "gone", status: .purchased),
            .setPurchase(productID: "credits", status: .purchased), .store(.consume(productID: "credits", quantity: 2)),
            .store(.advance(seconds: -1)), .store(.reset), .override(.platform, FactReference.platformKey, to: "iPad"),
            .restoreOverrides([
                OverrideRecord(kind: .purchase, key: "gone", value: "purchased"),
                OverrideRecord(kind: .permission, key: "camera", value: status.rawValue),
            ]),
            .sequence([.override(.purchase, "premium", to: nil), .override(.permission, "camera", to: nil)]),
            .sequence([
                .setPermission(permission: "camera", status: status), .setPurchase(productID: "gone", status: .unknown),
            ]),
            .sequence([single(), .restoreOverrides([OverrideRecord(kind: .flag, key: "", value: "on")])]),
        ]
        return commands.randomElement(using: &random) ?? .restartApp
    }

    /// Returns the next command that is not a sequence.
    mutating func single() -> Command {
        let product = ["premium", "supporter"].randomElement(using: &random) ?? ""
        let permission = ["camera", "location-when-in-use", "location-always"].randomElement(using: &random) ?? ""
        let status = PermissionStatus.allCases.randomElement(using: &random) ?? .denied
        let purchase = PurchaseStatus.allCases.randomElement(using: &random) ?? .unknown
        let isOn = [true, false, nil].randomElement(using: &random) ?? nil
        let platform = ["iOS 17.2", "watchOS 10.0", "tvOS 16.0", nil].randomElement(using: &random) ?? nil
        let commands: [Command] = [
            .override(.purchase, product, to: purchase.rawValue), .override(.purchase, product, to: nil),
            .override(.permission, permission, to: status.rawValue),
            .override(.permission, permission, to: nil),
            .override(.userSetting, "TestApp/Clips", to: isOn.map { $0 ? "on" : "off" }),
            .override(.runtimeSwitch, "TestApp/Shop/Discounts", to: isOn.map { $0 ? "on" : "off" }),
            .override(.platform, FactReference.platformKey, to: platform),
            .setUserSetting(feature: "TestApp/Clips", isOn: isOn),
            .setPermission(permission: permission, status: status),
            .setPurchase(productID: product, status: purchase),
            .store(.buy(productID: product, ending: .succeed)), .store(.refund(productID: product)),
            .store(.setAskToBuy(isOn ?? true)), .store(.advance(seconds: 86_400)),
            .removeAllOverrides, .removeOverridesOfKind(.permission),
            .restoreOverrides([
                OverrideRecord(kind: .purchase, key: "premium", value: "purchased", reason: "a demo", source: "app"),
                OverrideRecord(kind: .permission, key: "camera", value: "denied"),
            ]),
        ]
        return commands.randomElement(using: &random) ?? .removeAllOverrides
    }
}
