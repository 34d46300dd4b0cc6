/// Everything a feature requires, in the order in which it declared it.
public struct DeclaredFeatureConstraints: Sendable {
    /// What is required of each platform that was mentioned.
    var declaredPlatforms: [Platform: PlatformConstraint]
    /// Whether the feature must be enabled in code.
    public internal(set) var isRuntimeEnabledRequired: Bool
    /// Whether that switch is also what the feature says of its own availability, as in the oldest style.
    var isSwitchedByOwnAvailability = false
    /// What counts until the user has made a choice, or `nil` if the user is not asked.
    public internal(set) var userToggleDefault: Bool?
    /// The feature flags, all of which must be on.
    public internal(set) var featureFlags: [FeatureKey]
    /// The purchases, all of which are required.
    public internal(set) var purchases: [PurchaseRequirement]
    /// The system permissions, all of which are required.
    public internal(set) var permissions: [SystemPermissionConstraint]

    /// What is required of each platform; any version where nothing is declared.
    public var platforms: [Platform: PlatformConstraint] {
        let undeclared = Platform.all.map { ($0, PlatformConstraint(platform: $0, version: .any)) }
        return Dictionary(uniqueKeysWithValues: undeclared).merging(declaredPlatforms) { $1 }
    }

    /// No requirements.
    public static let empty = DeclaredFeatureConstraints(
        declaredPlatforms: [:], isRuntimeEnabledRequired: false, userToggleDefault: nil, featureFlags: [],
        purchases: [],
        permissions: [])

    /// Whether nothing is required.
    public var isEmpty: Bool {
        declaredPlatforms.isEmpty && !isRuntimeEnabledRequired && userToggleDefault == nil && featureFlags.isEmpty
            && purchases.isEmpty && permissions.isEmpty
    }

    /// Every product the requirements mention at any depth, in order of mention.
    public var products: [Product] {
        if purchases.count < 2 { return purchases.first?.allProducts ?? [] }
        var seen: Set<String> = []
        return purchases.flatMap(\.allProducts).filter { seen.insert($0.productID).inserted }
    }
}
