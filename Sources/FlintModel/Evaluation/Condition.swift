import FeatureGating

/// A question about one or two facts, which a requirement is built from.
package enum Condition: Hashable, Sendable {
    /// Whether the platform is one of those the feature supports, in a new enough version.
    case platform(PlatformRule)
    /// Whether the system permits something.
    case permission(SystemPermissionConstraint)
    /// Whether a product is owned, as far as one feature is concerned.
    case purchase(PurchaseCondition)
    /// Whether the user setting of the feature is on.
    case userToggle(FeaturePath)
    /// Whether the feature is enabled in code.
    case runtimeSwitch(FeaturePath)
    /// Whether a feature flag is on.
    case featureFlag(FeatureKey)

    /// The fact the answer is mainly about.
    package var mainKey: FactKey {
        switch self {
        case .platform: .platform
        case .permission(let permission): .permission(permission)
        case .purchase(let purchase): .purchase(productID: purchase.productID)
        case .userToggle(let feature): .userToggle(feature: feature)
        case .runtimeSwitch(let feature): .runtimeSwitch(feature: feature)
        case .featureFlag(let key): .featureFlag(key)
        }
    }

    /// The facts the answer depends on, the one it is mainly about first.
    package var factKeys: [FactKey] {
        switch self {
        case .platform, .userToggle, .runtimeSwitch, .featureFlag:
            [mainKey]
        case .permission(let permission):
            // A wider permission that is granted counts too.
            [permission, PermissionRules.wider(than: permission)].compactMap { $0 }.map { .permission($0) }
        case .purchase(let purchase):
            purchase.isConsumable ? [mainKey, .pastPurchases(feature: purchase.feature)] : [mainKey]
        }
    }

    /// How many units of a product that is used up are required.
    package var quantity: UInt? {
        if case .purchase(let purchase) = self { purchase.quantity } else { nil }
    }

    /// The condition in terms of the answers that the availability graph keeps.
    ///
    /// - Parameter leaf: What stands for an answer.
    /// - Returns: The requirement.
    package func requirement<Key>(_ leaf: (ConditionAnswer) -> Key) -> Requirement<Key> {
        switch self {
        case .platform(let rule): .fact(leaf(.platform(rule)))
        case .permission(let permission): .fact(leaf(.permission(permission)))
        case .purchase(let purchase):
            if purchase.isConsumable {
                .any(purchase.answers.map { .fact(leaf($0)) })
            } else {
                .fact(leaf(.purchase(productID: purchase.productID)))
            }
        case .userToggle(let feature): .fact(leaf(.userToggle(feature)))
        case .runtimeSwitch(let feature): .fact(leaf(.runtimeSwitch(feature)))
        case .featureFlag(let key): .fact(leaf(.featureFlag(key)))
        }
    }

    /// The answer, given what is known of each fact.
    package func truth(_ fact: (FactKey) -> Fact?) -> Truth {
        switch self {
        case .platform(let rule): ConditionAnswer.platform(rule).truth(fact)
        case .permission(let permission): ConditionAnswer.permission(permission).truth(fact)
        case .purchase(let purchase):
            // Without a list for the product that is owned or not, which takes an allocation.
            purchase.isConsumable
                ? purchase.answers.reduce(.false) { $0 || $1.truth(fact) }
                : ConditionAnswer.purchase(productID: purchase.productID).truth(fact)
        case .userToggle, .runtimeSwitch, .featureFlag: fact(mainKey)?.effective.truth ?? .unknown
        }
    }

    /// The status that counts for a permission: its override, or else the status it has by itself or through a wider
    /// permission that is granted.
    package static func effectiveStatus(
        of permission: SystemPermissionConstraint, _ fact: (FactKey) -> Fact?
    ) -> PermissionStatus {
        if let override = fact(.permission(permission))?.override?.value.permissionStatus { return override }
        return PermissionRules.effectiveStatus(of: permission) {
            fact(.permission($0))?.effective.permissionStatus ?? .notDetermined
        }
    }
}

extension PermissionStatus {
    /// Whether the status grants access, or may still come to.
    package var truth: Truth {
        switch self {
        case .authorized: .true
        case .notDetermined: .unknown
        case .denied, .restricted, .unsupported: .false
        }
    }
}

/// The question whether a product is owned, as far as one feature is concerned.
package struct PurchaseCondition: Hashable, Sendable {
    /// The product.
    package let productID: String
    /// Whether the product is used up, so that owning it is not enough by itself.
    package let isConsumable: Bool
    /// How many units are needed of a consumable product.
    package let quantity: UInt?
    /// The feature that asks, which earlier purchases may have unlocked.
    package let feature: FeaturePath

    /// Creates the question.
    package init(productID: String, isConsumable: Bool, quantity: UInt?, feature: FeaturePath) {
        (self.productID, self.isConsumable, self.quantity, self.feature) = (productID, isConsumable, quantity, feature)
    }

    /// The answers of which one is enough.
    package var answers: [ConditionAnswer] {
        guard isConsumable else { return [.purchase(productID: productID)] }
        return [
            .credits(productID: productID, needed: quantity ?? 1),
            .pastPurchases(feature: feature, productID: productID),
        ]
    }

    /// Whether a balance is too small for a feature: no if it is, else unknown, because only the app knows what enough units
    /// unlock.
    package static func truth(needed: UInt, balance: Int?) -> Truth {
        guard let balance else { return .unknown }
        return balance < 0 || UInt(balance) < needed ? .false : .unknown
    }
}

/// The platforms and versions a feature supports.
package struct PlatformRule: Hashable, Sendable {
    /// What is asked of each platform; one that is missing is supported in any version.
    package let versions: [Platform: PlatformVersionConstraint]

    /// Creates a rule from what is asked of each platform.
    package init(versions: [Platform: PlatformVersionConstraint]) {
        self.versions = versions
    }

    /// Whether the feature can be available on a platform.
    package func allows(_ current: CurrentPlatform) -> Bool {
        (versions[current.platform] ?? .any).allows(current.version)
    }

    /// Returns the requirement on a platform that the rule allows, as a sentence, given its ``title(on:)``.
    package func metStatement(on platform: Platform, title: String) -> String {
        let unsupported = unsupported
        guard versions[platform] ?? .any == .any, !unsupported.isEmpty else { return "\(title) is required" }
        return supported.count <= 3
            ? "Only \(supported.map(\.rawValue).joined(separator: " or ")) is supported"
            : "\(unsupported.map(\.rawValue).joined(separator: " or ")) is not supported"
    }

    /// Why the rule does not allow a platform, as a sentence.
    package func statement(on current: CurrentPlatform) -> String {
        isUnsupportedAlone(current.platform)
            ? "\(current.platform.rawValue) is not supported"
            : "\(title(on: current.platform)) is required and this is \(current.description)"
    }

    /// A description of the rule, as it concerns one platform.
    package func title(on platform: Platform) -> String {
        switch versions[platform] ?? .any {
        case .any where !unsupported.isEmpty:
            supported.count <= 3 ? "\(platform.rawValue) only" : Self.exclusion(of: unsupported)
        case .any, .atLeast: versionTitle(of: platform)
        case .unsupported: supportedTitle(insteadOf: platform)
        }
    }

    /// A supported platform with the versions that are.
    private func versionTitle(of platform: Platform) -> String {
        if case .atLeast(let version)? = versions[platform] { return "\(platform.rawValue) \(version) or later" }
        return "\(platform.rawValue), any version"
    }

    private static func exclusion(of platforms: [Platform]) -> String {
        "any platform but \(platforms.map(\.rawValue).joined(separator: " or "))"
    }

    /// A description of the rule, as it concerns every platform, such as "watchOS 9.0 or later"; `nil` if every version of
    /// every platform is supported.
    package var title: String? {
        let unsupported = unsupported
        let limited = supported.filter { versions[$0] ?? .any != .any }
        if isNeverMet { return "no platform" }
        if !unsupported.isEmpty, supported.count <= 3 {
            return supported.map { versionTitle(of: $0) }.joined(separator: " or ")
        }
        let titles = limited.map { versionTitle(of: $0) }.joined(separator: ", ")
        if unsupported.isEmpty { return limited.isEmpty ? nil : titles }
        return Self.exclusion(of: unsupported) + (limited.isEmpty ? "" : " (\(titles))")
    }

    /// Whether no platform is supported.
    package var isNeverMet: Bool { supported.isEmpty }

    /// The platforms that are supported.
    private var supported: [Platform] { Platform.all.filter { versions[$0] ?? .any != .unsupported } }

    private var unsupported: [Platform] { Platform.all.filter { versions[$0] == .unsupported } }

    /// Whether a platform is unsupported and there are too many others, or none, to be named instead.
    private func isUnsupportedAlone(_ platform: Platform) -> Bool {
        versions[platform] == .unsupported && (supported.isEmpty || supported.count > 3)
    }

    /// The platforms that are supported instead of one.
    private func supportedTitle(insteadOf platform: Platform) -> String {
        if isUnsupportedAlone(platform) { return Self.exclusion(of: [platform]) }
        return supported.map { versionTitle(of: $0) }.joined(separator: " or ")
    }
}
