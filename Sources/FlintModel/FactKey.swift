// SPDX-License-Identifier: MIT

import FeatureGating

/// The identity of a fact that availability can depend on.
///
/// A key consists of the kind of fact and the product, permission, feature, or flag that it belongs to. Features are
/// identified by paths with precomputed hashes, so that looking up a fact does not process strings.
///
/// ```swift
/// let changes = FlintRuntime.current.preview(overriding: [.permission(.camera): .permission(.denied)])
/// ```
public enum FactKey: Hashable, Sendable {
    /// The ownership of a product.
    case purchase(productID: String)
    /// Whether consumable products unlocked a feature in the past, for example with credits that are already spent.
    case pastPurchases(feature: FeaturePath)
    /// The status of a system permission.
    case permission(SystemPermissionConstraint)
    /// The user setting of a feature.
    case userSetting(feature: FeaturePath)
    /// The runtime switch of a feature.
    case runtimeSwitch(feature: FeaturePath)
    /// The value of a feature flag.
    case featureFlag(FeatureKey)
    /// The platform and its version.
    case platform
    /// One of the app's own facts.
    case own(FactDescription)

    /// The kind of the fact.
    ///
    /// Past purchases have the kind ``FactKind/purchase``, because the same tracker reports them.
    package var kind: FactKind {
        switch self {
        case .purchase, .pastPurchases: .purchase
        case .permission: .permission
        case .userSetting: .userSetting
        case .runtimeSwitch: .runtimeSwitch
        case .featureFlag: .flag
        case .platform: .platform
        case .own(let description): description.kind
        }
    }

    package var identifier: String {
        switch self {
        case .purchase(let productID): productID
        case .pastPurchases(let feature), .userSetting(let feature), .runtimeSwitch(let feature): feature.description
        case .permission(let permission): permission.name
        case .featureFlag(let key): key.rawValue
        case .platform: FactReference.platformKey
        case .own(let description): description.key
        }
    }

    package var description: FactDescription? {
        if case .own(let description) = self { description } else { nil }
    }

    package var feature: FeaturePath? {
        switch self {
        case .pastPurchases(let feature), .userSetting(let feature), .runtimeSwitch(let feature): feature
        case .purchase, .permission, .featureFlag, .platform, .own: nil
        }
    }

    package func title(_ words: FactWording?, feature: (FeaturePath) -> String?) -> String {
        switch self {
        case .purchase(let productID): words?.title ?? productID
        case .pastPurchases(let path): "Past purchases for \(feature(path) ?? path.description)"
        case .permission(let permission): permission.description
        case .userSetting(let path): "User setting" + (feature(path).map { " of \($0)" } ?? "")
        case .runtimeSwitch(let path): "Runtime switch" + (feature(path).map { " of \($0)" } ?? "")
        case .featureFlag(let key): words?.title ?? "Flag \(key)"
        case .platform: "Platform"
        case .own(let description): description.title + (description.instance.map { " of \($0)" } ?? "")
        }
    }

    /// Creates the key for a reference, or returns `nil` if the reference names an unknown permission.
    package init?(_ reference: FactReference) {
        switch reference.kind {
        case .purchase: self = .purchase(productID: reference.key)
        case .permission:
            guard let permission = SystemPermissionConstraint(name: reference.key) else { return nil }
            self = .permission(permission)
        case .userSetting: self = .userSetting(feature: TopicPath(stringLiteral: reference.key))
        case .runtimeSwitch: self = .runtimeSwitch(feature: TopicPath(stringLiteral: reference.key))
        case .flag: self = .featureFlag(FeatureKey(rawValue: reference.key))
        case .platform: self = .platform
        default:
            let parts = reference.key.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
            let name = parts.first.map(String.init) ?? ""
            self = .own(
                FactDescription(
                    kind: reference.kind, name: name, instance: parts.count > 1 ? String(parts[1]) : nil, title: name,
                    domain: .choices([])))
        }
    }
}

package struct FactWording: Sendable, Hashable {
    package let title: String?
    /// The declared remedy, or `nil` if the usual remedy for the kind applies.
    package let remedy: Remedy?

    package init(product name: String, _ declaration: Declaration?) {
        (title, remedy) = (name, declaration?.remedy)
    }

    package init(flag declaration: Declaration) {
        (title, remedy) = (declaration.title, declaration.remedy)
    }
}

extension FactReference {
    /// Creates the reference for a key, or returns `nil` for past purchases, which front ends do not show.
    package init?(_ key: FactKey) {
        if case .pastPurchases = key { return nil }
        self.init(kind: key.kind, key: key.identifier)
    }
}

extension RequirementState {
    /// The fact that the requirement depends on, or `nil` for a heading or a requirement without a single fact.
    public var fact: FactKey? { factReference.flatMap(FactKey.init) }

    /// The status of the required permission, or `nil` for other requirements.
    ///
    /// The status is not determined while the permission's source has not answered.
    package var permissionStatus: PermissionStatus? {
        kind == .permission ? state?.permissionStatus ?? .notDetermined : nil
    }
}

extension FactKey {
    package var unreportedValue: FactValue {
        switch self {
        case .purchase, .userSetting, .runtimeSwitch, .featureFlag, .own: .truth(.unknown)
        case .pastPurchases: .truth(.false)
        case .permission: .permission(.notDetermined)
        case .platform: .platform(.real)
        }
    }

    package func accepts(_ value: FactValue) -> Bool {
        if case .absent = value { return true }
        return switch self {
        case .permission: value.permissionStatus != nil
        case .platform: value.currentPlatform != nil
        case .purchase, .pastPurchases: value.balance != nil || value.isTruth
        case .userSetting, .runtimeSwitch, .featureFlag: value.isTruth
        case .own(let description): description.domain.accepts(value)
        }
    }

    package var sortKey: String {
        switch self {
        case .purchase(let productID): "1 \(productID)"
        case .pastPurchases(let feature): "2 \(feature)"
        case .permission(let permission): "3 \(permission.name)"
        case .userSetting(let feature): "4 \(feature)"
        case .runtimeSwitch(let feature): "5 \(feature)"
        case .featureFlag(let key): "6 \(key.rawValue)"
        case .platform: "7"
        case .own(let description): "8 \(description.kind.rawValue) \(description.key)"
        }
    }

    package var domain: FactDomain {
        switch self {
        case .pastPurchases: .pastPurchases
        case .own(let description): description.domain
        case .purchase, .permission, .userSetting, .runtimeSwitch, .featureFlag, .platform: kind.domain
        }
    }
}

extension FactValue {
    package func displayText(for key: FactKey) -> String {
        if let choice = key.domain.choice(self) { return choice.words }
        return switch self {
        case .platform(let platform): platform.description
        case .balance(let left): "\(left) left"
        case .truth, .permission: "unknown"
        case .absent(let absence): absence.rawValue
        case .choice, .number, .version, .date: overrideText(of: key)
        }
    }
}
