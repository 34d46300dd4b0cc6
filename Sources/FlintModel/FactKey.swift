import FeatureGating

/// The identity of one thing that availability can depend on.
///
/// Features are paths whose hash is known, so that finding a fact among many takes no string apart.
public enum FactKey: Hashable, Sendable, Codable {
    /// Whether a product is owned.
    case purchase(productID: String)
    /// Whether a feature counts as unlocked by consumable products, such as credits already spent.
    case pastPurchases(feature: FeaturePath)
    /// The status of a system permission.
    case permission(SystemPermissionConstraint)
    /// The user setting of a feature.
    case userToggle(feature: FeaturePath)
    /// Whether a feature is enabled in code.
    case runtimeSwitch(feature: FeaturePath)
    /// Whether a feature flag is on.
    case featureFlag(FeatureKey)
    /// The platform and its version.
    case platform

    /// The kind of fact; past purchases are purchases, because the same tracker knows them.
    package var kind: FactKind {
        switch self {
        case .purchase, .pastPurchases: .purchase
        case .permission: .permission
        case .userToggle: .toggle
        case .runtimeSwitch: .runtimeSwitch
        case .featureFlag: .flag
        case .platform: .platform
        }
    }

    /// The key of the fact in a ``FactReference``.
    package var text: String {
        switch self {
        case .purchase(let productID): productID
        case .pastPurchases(let feature), .userToggle(let feature), .runtimeSwitch(let feature): feature.description
        case .permission(let permission): permission.name
        case .featureFlag(let key): key.rawValue
        case .platform: FactReference.platformKey
        }
    }

    /// The feature the fact belongs to, if it belongs to one.
    package var feature: FeaturePath? {
        switch self {
        case .pastPurchases(let feature), .userToggle(let feature), .runtimeSwitch(let feature): feature
        case .purchase, .permission, .featureFlag, .platform: nil
        }
    }

    /// Returns the title of the fact, such as "User setting of Dynamic Speed".
    ///
    /// - Parameters:
    ///   - product: The name of the product with an identifier.
    ///   - feature: The name of the feature with a path.
    /// - Returns: The title.
    package func title(product: (String) -> String?, feature: (FeaturePath) -> String) -> String {
        switch self {
        case .purchase(let productID): product(productID) ?? productID
        case .pastPurchases(let path): "Past purchases for \(feature(path))"
        case .permission(let permission): permission.description
        case .userToggle(let path): "User setting of \(feature(path))"
        case .runtimeSwitch(let path): "\(feature(path)) enabled in code"
        case .featureFlag(let key): "Flag \(key)"
        case .platform: "Platform"
        }
    }

    /// Creates the key of the fact that a reference names, or `nil` for a permission that does not exist.
    package init?(_ reference: FactReference) {
        switch reference.kind {
        case .purchase: self = .purchase(productID: reference.key)
        case .permission:
            guard let permission = SystemPermissionConstraint(name: reference.key) else { return nil }
            self = .permission(permission)
        case .toggle: self = .userToggle(feature: TopicPath(stringLiteral: reference.key))
        case .runtimeSwitch: self = .runtimeSwitch(feature: TopicPath(stringLiteral: reference.key))
        case .flag: self = .featureFlag(FeatureKey(rawValue: reference.key))
        case .platform: self = .platform
        }
    }
}

extension FactReference {
    /// Creates the reference to a fact, or `nil` for past purchases, which front ends do not show.
    package init?(_ key: FactKey) {
        if case .pastPurchases = key { return nil }
        self.init(kind: key.kind, key: key.text)
    }
}

extension RequirementState {
    /// The fact it depends on, or `nil` for a heading and for what depends on no single fact.
    public var fact: FactKey? { factReference.flatMap(FactKey.init) }
}

extension FactKey {
    /// The value of a fact that was never reported.
    package var nothingKnown: FactValue {
        switch self {
        case .purchase, .userToggle, .runtimeSwitch, .featureFlag: .truth(.unknown)
        case .pastPurchases: .truth(.false)
        case .permission: .permission(.notDetermined)
        case .platform: .platform(.real)
        }
    }

    /// Whether a value is of the type the fact has.
    package func accepts(_ value: FactValue) -> Bool {
        switch (kind, value) {
        case (.permission, .permission), (.platform, .platform), (.purchase, .balance): true
        case (.purchase, .truth), (.toggle, .truth), (.runtimeSwitch, .truth), (.flag, .truth): true
        default: false
        }
    }

    /// Orders facts by kind and then by name, so that whatever lists them is stable.
    package var sortKey: String {
        switch self {
        case .purchase(let productID): "1 \(productID)"
        case .pastPurchases(let feature): "2 \(feature)"
        case .permission(let permission): "3 \(permission.name)"
        case .userToggle(let feature): "4 \(feature)"
        case .runtimeSwitch(let feature): "5 \(feature)"
        case .featureFlag(let key): "6 \(key.rawValue)"
        case .platform: "7"
        }
    }
}

extension FactValue {
    /// Returns the value as people read it, for the fact it belongs to.
    package func displayText(for key: FactKey) -> String {
        switch self {
        case .permission(let status): status.description
        case .platform(let platform): platform.description
        case .balance(let left): "\(left) left"
        case .truth(let truth):
            switch (key, truth) {
            case (.purchase, _): PurchaseStatus(truth).description
            case (.pastPurchases, .true): "unlocked"
            case (.pastPurchases, .false): "not unlocked"
            case (_, .true): "on"
            case (_, .false): "off"
            case (_, .unknown): "unknown"
            }
        }
    }
}
