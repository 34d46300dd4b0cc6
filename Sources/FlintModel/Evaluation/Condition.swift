// SPDX-License-Identifier: MIT

import FeatureGating

/// A test of a fact, used to build requirements.
///
/// A condition is met, not met, or undetermined; see ``truth(_:)``. Most conditions depend on a single fact, for
/// example on whether a feature flag is on. A permission can also be granted by a wider permission, and past purchases
/// can take the place of a consumable product.
package struct Condition: Hashable, Sendable {
    /// The main fact of the condition; explanations show its value.
    package let mainKey: FactKey
    package let test: FactTest

    package init(_ mainKey: FactKey, _ test: FactTest = .granted) {
        (self.mainKey, self.test) = (mainKey, test)
    }

    package static func platform(_ rule: PlatformRule) -> Condition { Condition(.platform, .platform(rule)) }

    package static func permission(_ permission: SystemPermissionConstraint) -> Condition {
        Condition(.permission(permission))
    }

    package static func userSetting(_ feature: FeaturePath) -> Condition { Condition(.userSetting(feature: feature)) }

    package static func runtimeSwitch(_ feature: FeaturePath) -> Condition {
        Condition(.runtimeSwitch(feature: feature))
    }

    package static func featureFlag(_ key: FeatureKey) -> Condition { Condition(.featureFlag(key)) }

    package static func purchase(_ productID: String) -> Condition { Condition(.purchase(productID: productID)) }

    package static func consumable(_ productID: String, quantity: UInt?, for feature: FeaturePath) -> Condition {
        Condition(.purchase(productID: productID), .consumable(quantity: quantity, feature: feature))
    }

    package var factKeys: [FactKey] {
        switch test {
        case .granted: grantingKeys
        case .consumable(_, let feature): [mainKey, .pastPurchases(feature: feature)]
        case .unlocked(let productID): [mainKey, .purchase(productID: productID)]
        case .platform, .balance, .oneOf, .atLeast: [mainKey]
        }
    }

    package var grantingKeys: [FactKey] {
        guard case .permission(let permission) = mainKey else { return [mainKey] }
        return PermissionRules.permissionsDeciding(permission).map { .permission($0) }
    }

    package var platformRule: PlatformRule? {
        if case .platform(let rule) = test { rule } else { nil }
    }

    package var isConsumable: Bool {
        if case .consumable = test { true } else { false }
    }

    package var quantity: UInt? {
        if case .consumable(let quantity, _) = test { quantity } else { nil }
    }

    /// Returns the condition as a requirement over the elementary conditions that the availability graph stores.
    ///
    /// Features share elementary conditions. Ten thousand features that need the same product depend on one condition,
    /// which is evaluated only once.
    package func requirement<Key>(_ leaf: (Condition) -> Key) -> Requirement<Key> {
        guard case .consumable(let quantity, let feature) = test else { return .fact(leaf(self)) }
        // The two parts are separate elementary conditions, so that features share the balance of a product.
        return .any([.fact(leaf(credits(quantity))), .fact(leaf(pastPurchases(of: feature)))])
    }

    private func credits(_ quantity: UInt?) -> Condition { Condition(mainKey, .balance(atLeast: quantity ?? 1)) }

    private func pastPurchases(of feature: FeaturePath) -> Condition {
        Condition(.pastPurchases(feature: feature), .unlocked(productID: mainKey.identifier))
    }

    package var belongsToSingleFeature: Bool { mainKey.feature != nil }

    package var widerPermissionKey: FactKey? {
        guard case .permission(let permission) = mainKey else { return nil }
        return PermissionRules.wider(than: permission).map { .permission($0) }
    }

    /// A fact whose override affects the result, although its actual value does not.
    package var overrideKey: FactKey? {
        if case .unlocked(let productID) = test { .purchase(productID: productID) } else { nil }
    }

    package func truth(_ fact: (FactKey) -> Fact?) -> Truth {
        switch test {
        case .granted:
            return Self.effectiveValue(of: mainKey, fact)?.truth ?? .unknown
        case .platform(let rule):
            guard let platform = fact(mainKey)?.effective.currentPlatform else { return .unknown }
            return rule.allows(platform) ? .true : .false
        case .oneOf(let values):
            // An empty list cannot be met by any value, so it does not wait for the fact.
            if values.isEmpty { return .false }
            guard let value = fact(mainKey)?.effective, !value.isUnknown else { return .unknown }
            return Truth(values.contains(value))
        case .atLeast(let least):
            return Truth(fact(mainKey)?.effective.isAtLeast(least))
        case .balance(let needed):
            guard let known = fact(mainKey) else { return .unknown }
            return known.override?.value.truth ?? FactTest.truth(ofBalance: known.actual.balance, atLeast: needed)
        case .unlocked(let productID):
            // Past purchases that are not known yet do not unlock, so the balance decides.
            guard fact(mainKey)?.effective.truth == .true else { return .false }
            return Truth(fact(.purchase(productID: productID))?.override == nil)
        case .consumable(let quantity, let feature):
            return credits(quantity).truth(fact) || pastPurchases(of: feature).truth(fact)
        }
    }

    /// Returns a fact's effective value, or `nil` if the fact was never reported.
    ///
    /// For a permission, the value includes wider permissions.
    package static func effectiveValue(of key: FactKey, _ fact: (FactKey) -> Fact?) -> FactValue? {
        guard case .permission(let permission) = key else { return fact(key)?.effective }
        let own = fact(key)
        let status = effectiveStatus(of: permission, own: own, fact)
        // The absence is more specific than "not determined": the source may not have answered yet, for example.
        if status == .notDetermined, let value = own?.effective, case .absent = value { return value }
        return .permission(status)
    }

    /// Returns a permission's effective status.
    ///
    /// An override takes precedence. Otherwise, a wider permission that is granted makes the permission authorized.
    package static func effectiveStatus(
        of permission: SystemPermissionConstraint, _ fact: (FactKey) -> Fact?
    ) -> PermissionStatus {
        effectiveStatus(of: permission, own: fact(.permission(permission)), fact)
    }

    private static func effectiveStatus(
        of permission: SystemPermissionConstraint, own: Fact?, _ fact: (FactKey) -> Fact?
    ) -> PermissionStatus {
        // An override replaces the status even if a wider permission would grant it.
        if let override = own?.override?.value.permissionStatus { return override }
        return PermissionRules.effectiveStatus(of: permission) {
            fact(.permission($0))?.effective.permissionStatus ?? .notDetermined
        }
    }
}

package enum FactTest: Hashable, Sendable {
    /// The fact is granted: a product is owned, a permission is authorized, or another fact is on.
    case granted
    case platform(PlatformRule)
    case oneOf([FactValue])
    case atLeast(FactValue)
    /// Units of a consumable product, or past purchases of the product, unlock a feature.
    ///
    /// The balance alone never meets the condition. An override or past purchases can meet it.
    case consumable(quantity: UInt?, feature: FeaturePath)
    /// A consumable product has units.
    ///
    /// The override decides first. Otherwise, the result is false if the balance is too small, and unknown if it is
    /// sufficient, because only the app knows whether the units unlock the feature.
    case balance(atLeast: UInt)
    /// Past purchases of a consumable product unlock the feature, unless the product is overridden.
    case unlocked(productID: String)

    package static func truth(ofBalance balance: Int?, atLeast needed: UInt) -> Truth {
        guard let balance else { return .unknown }
        // A sufficient balance does not decide, because only the app knows whether the units unlock the feature.
        return balance < 0 || UInt(balance) < needed ? .false : .unknown
    }
}

package struct PlatformRule: Hashable, Sendable {
    /// The constraint on each platform; a platform without one is supported in any version.
    package let versions: [Platform: PlatformVersionConstraint]

    package init(versions: [Platform: PlatformVersionConstraint]) {
        self.versions = versions
    }

    package func allows(_ current: CurrentPlatform) -> Bool {
        (versions[current.platform] ?? .any).allows(current.version)
    }

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
        versions[platform]?.minimum.map { "\(platform) \($0) or later" } ?? "\(platform), any version"
    }

    private static func exclusion(of platforms: [Platform]) -> String {
        "any platform except \(platforms.map(\.description).listed())"
    }

    /// A description of the rule for all platforms, or `nil` if every version of every platform is supported.
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

    private func isUnsupportedAlone(_ platform: Platform) -> Bool {
        // A list of the supported platforms would be too long or empty.
        versions[platform] == .unsupported && (supported.isEmpty || supported.count > 3)
    }

    private func alternativesTitle(to platform: Platform) -> String {
        if isUnsupportedAlone(platform) { return Self.exclusion(of: [platform]) }
        return supported.map { versionTitle(of: $0) }.joined(separator: " or ")
    }
}
