// SPDX-License-Identifier: MIT

import FeatureGating

/// A test of one or two facts, used to build requirements.
///
/// A condition is met, not met, or undetermined; see ``truth(_:)``. Most conditions depend on a single fact, for
/// example on whether a feature flag is on. A permission can also be granted by a wider permission, and past purchases
/// can take the place of a consumable product.
package enum Condition: Hashable, Sendable {
    case platform(PlatformRule)
    case permission(SystemPermissionConstraint)
    case purchase(PurchaseCondition)
    case userSetting(FeaturePath)
    case runtimeSwitch(FeaturePath)
    case featureFlag(FeatureKey)

    /// The main fact of the condition, whose value explanations show.
    package var mainKey: FactKey {
        switch self {
        case .platform: .platform
        case .permission(let permission): .permission(permission)
        case .purchase(let purchase): .purchase(productID: purchase.productID)
        case .userSetting(let feature): .userSetting(feature: feature)
        case .runtimeSwitch(let feature): .runtimeSwitch(feature: feature)
        case .featureFlag(let key): .featureFlag(key)
        }
    }

    /// The facts that the condition depends on, starting with ``mainKey``.
    package var factKeys: [FactKey] {
        switch self {
        case .platform, .userSetting, .runtimeSwitch, .featureFlag:
            [mainKey]
        case .permission(let permission):
            // A granted wider permission also meets the condition.
            PermissionRules.permissionsDeciding(permission).map { .permission($0) }
        case .purchase(let purchase):
            purchase.isConsumable ? [mainKey, .pastPurchases(feature: purchase.feature)] : [mainKey]
        }
    }

    package var quantity: UInt? {
        if case .purchase(let purchase) = self { purchase.quantity } else { nil }
    }

    /// Returns the condition as a requirement over the answers that the availability graph stores.
    ///
    /// - Parameter leaf: Returns the key of an answer.
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
        case .userSetting(let feature): .fact(leaf(.userSetting(feature)))
        case .runtimeSwitch(let feature): .fact(leaf(.runtimeSwitch(feature)))
        case .featureFlag(let key): .fact(leaf(.featureFlag(key)))
        }
    }

    package func truth(_ fact: (FactKey) -> Fact?) -> Truth {
        switch self {
        case .platform(let rule): ConditionAnswer.platform(rule).truth(fact)
        case .permission(let permission): ConditionAnswer.permission(permission).truth(fact)
        case .purchase(let purchase):
            // The common case of a product that is not consumable avoids the allocation of a list.
            purchase.isConsumable
                ? purchase.answers.reduce(.false) { $0 || $1.truth(fact) }
                : ConditionAnswer.purchase(productID: purchase.productID).truth(fact)
        case .userSetting, .runtimeSwitch, .featureFlag: fact(mainKey)?.effective.truth ?? .unknown
        }
    }

    /// Returns a permission's effective status.
    ///
    /// An override takes precedence. Otherwise, a wider permission that is granted makes the permission authorized.
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
    /// Whether the status grants access.
    ///
    /// It is unknown while the status is not determined.
    package var truth: Truth {
        switch self {
        case .authorized: .true
        case .notDetermined: .unknown
        case .denied, .restricted, .unsupported: .false
        }
    }
}

/// A test of whether a product is owned or, for a consumable product, whether it unlocks a feature.
///
/// A product that is not consumable meets the condition if it is owned. The balance of a consumable product alone never
/// meets it. A balance that is too small fails the condition, and a sufficient balance leaves it undetermined, because
/// only the app knows whether the units unlock the feature. An override or past purchases can meet the condition.
package struct PurchaseCondition: Hashable, Sendable {
    package let productID: String
    package let isConsumable: Bool
    package let quantity: UInt?
    /// The feature that declares the condition, which past purchases may have unlocked.
    package let feature: FeaturePath

    package init(productID: String, isConsumable: Bool, quantity: UInt?, feature: FeaturePath) {
        (self.productID, self.isConsumable, self.quantity, self.feature) = (productID, isConsumable, quantity, feature)
    }

    /// The alternative answers that can meet the condition.
    package var answers: [ConditionAnswer] {
        guard isConsumable else { return [.purchase(productID: productID)] }
        return [
            .credits(productID: productID, needed: quantity ?? 1),
            .pastPurchases(feature: feature, productID: productID),
        ]
    }

    /// Returns whether a balance meets a consumable product's condition.
    ///
    /// The result is false if the balance is too small. It is unknown if the balance is sufficient, because only the
    /// app knows whether the units unlock the feature, or if the balance is `nil`.
    package static func truth(needed: UInt, balance: Int?) -> Truth {
        guard let balance else { return .unknown }
        return balance < 0 || UInt(balance) < needed ? .false : .unknown
    }
}

/// The platforms and versions that a feature supports.
///
/// The rule also provides descriptions for one platform and for all platforms.
///
/// ```swift
/// let rule = PlatformRule(versions: [.watchOS: .atLeast(version: 9)])
/// rule.title   // "watchOS 9.0 or later"
/// ```
package struct PlatformRule: Hashable, Sendable {
    /// The constraint on each platform.
    ///
    /// A platform without a constraint is supported in any version.
    package let versions: [Platform: PlatformVersionConstraint]

    package init(versions: [Platform: PlatformVersionConstraint]) {
        self.versions = versions
    }

    package func allows(_ current: CurrentPlatform) -> Bool {
        (versions[current.platform] ?? .any).allows(current.version)
    }

    /// Returns a sentence that states that a platform meets the rule.
    ///
    /// - Parameters:
    ///   - platform: A platform that the rule allows.
    ///   - title: The rule's ``title(on:)`` for the platform.
    /// - Returns: The sentence, without a final period.
    package func satisfiedStatement(on platform: Platform, title: String) -> String {
        let unsupported = unsupported
        guard versions[platform] ?? .any == .any, !unsupported.isEmpty else { return "\(title) is required" }
        let (prefix, platforms, suffix) =
            supported.count <= 3 ? ("Only ", supported, "supported") : ("", unsupported, "not supported")
        return "\(prefix)\(platforms.map(\.description).listed()) \(platforms.count == 1 ? "is" : "are") \(suffix)"
    }

    package func statement(on current: CurrentPlatform) -> String {
        isUnsupportedAlone(current.platform)
            ? "\(current.platform) is not supported"
            : "\(title(on: current.platform)) is required, but this is \(current.description)"
    }

    package func title(on platform: Platform) -> String {
        switch versions[platform] ?? .any {
        case .any where !unsupported.isEmpty:
            supported.count <= 3 ? "\(platform) only" : Self.exclusion(of: unsupported)
        case .any, .atLeast: versionTitle(of: platform)
        case .unsupported: alternativesTitle(to: platform)
        }
    }

    private func versionTitle(of platform: Platform) -> String {
        if case .atLeast(let version)? = versions[platform] { return "\(platform) \(version) or later" }
        return "\(platform), any version"
    }

    private static func exclusion(of platforms: [Platform]) -> String {
        "any platform except \(platforms.map(\.description).listed())"
    }

    /// A description of the rule for all platforms, such as "watchOS 9.0 or later".
    ///
    /// It is `nil` if every version of every platform is supported.
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

    package var isNeverMet: Bool { supported.isEmpty }

    private var supported: [Platform] { Platform.all.filter { versions[$0] ?? .any != .unsupported } }

    private var unsupported: [Platform] { Platform.all.filter { versions[$0] == .unsupported } }

    /// Returns whether an unsupported platform is described by its own name, because a list of the supported platforms
    /// would be too long or empty.
    private func isUnsupportedAlone(_ platform: Platform) -> Bool {
        versions[platform] == .unsupported && (supported.isEmpty || supported.count > 3)
    }

    private func alternativesTitle(to platform: Platform) -> String {
        if isUnsupportedAlone(platform) { return Self.exclusion(of: [platform]) }
        return supported.map { versionTitle(of: $0) }.joined(separator: " or ")
    }
}
