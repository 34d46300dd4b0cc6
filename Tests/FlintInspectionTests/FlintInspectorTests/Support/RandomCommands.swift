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
