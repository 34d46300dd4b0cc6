/// A fact with what its source needs to be asked about it.
///
/// One whose changes the source does not announce is read again whenever something depends on it.
enum SourcedFact: Hashable {
    /// Whether the program has turned a feature on; `isEnabled` is a plain property and announces nothing.
    case runtimeSwitch(FeatureMetadata)
    /// Whether the user has turned a feature on.
    case userToggle(FeatureMetadata)
    /// Whether a feature flag is on.
    case featureFlag(FeatureKey)
    /// Whether a product is owned.
    case purchase(Product)
    /// Whether earlier purchases unlock a feature.
    case pastPurchases(FeatureMetadata)
    /// The status of a permission.
    case permission(SystemPermissionConstraint)

    /// Whether only the constraints of one feature can be about it.
    var isOfOneFeature: Bool {
        switch self {
        case .runtimeSwitch, .userToggle, .pastPurchases: true
        case .featureFlag, .purchase, .permission: false
        }
    }

    /// The fact.
    var key: FactKey {
        switch self {
        case .runtimeSwitch(let metadata): .runtimeSwitch(feature: metadata.path)
        case .userToggle(let metadata): .userToggle(feature: metadata.path)
        case .featureFlag(let key): .featureFlag(key)
        case .purchase(let product): .purchase(productID: product.productID)
        case .pastPurchases(let metadata): .pastPurchases(feature: metadata.path)
        case .permission(let permission): .permission(permission)
        }
    }
}

/// The facts that a feature's availability depends on and no source announces: its own, and those of the groups above.
///
/// Features share what they inherit, so that a deep hierarchy keeps every fact once. A list never changes.
final class UnannouncedFactList: Sequence, @unchecked Sendable {
    /// The facts that the feature's own constraints are about, at least one.
    let own: [SourcedFact]
    /// The list of the nearest group above that has one; changed only while the list is released.
    private(set) var inherited: UnannouncedFactList?
    /// How many lists there are above.
    private let depth: Int

    /// Creates a list of a feature's own facts.
    init(own: [SourcedFact], inherited: UnannouncedFactList?) {
        self.own = own
        self.inherited = inherited
        depth = inherited.map { $0.depth + 1 } ?? 0
    }

    /// Releases the lists above one after the other, since there may be thousands.
    deinit {
        guard depth > 32 else { return }
        var next = inherited
        inherited = nil
        while isKnownUniquelyReferenced(&next), let list = next {
            next = list.inherited
            list.inherited = nil
        }
    }

    /// Returns an iterator over the facts, each once, the nearest first.
    func makeIterator() -> Iterator { Iterator(list: self, isOnly: inherited == nil) }

    /// Goes through a feature's own facts, and then those of the groups above.
    struct Iterator: IteratorProtocol {
        fileprivate var list: UnannouncedFactList?
        /// Whether there is one list, which has every fact once.
        fileprivate let isOnly: Bool
        private var index = 0
        private var seen: Set<SourcedFact> = []

        fileprivate init(list: UnannouncedFactList, isOnly: Bool) {
            self.list = list
            self.isOnly = isOnly
        }

        /// Returns the next fact.
        mutating func next() -> SourcedFact? {
            while let current = list {
                guard index < current.own.count else {
                    (list, index) = (current.inherited, 0)
                    continue
                }
                let fact = current.own[index]
                index += 1
                if isOnly || fact.isOfOneFeature || seen.insert(fact).inserted { return fact }
            }
            return nil
        }
    }
}

/// The sources of a runtime that announce every change of their answers, as they declared at setup.
///
/// A declaration is read once, so that a feature's facts are either all cached or all read again.
struct AnnouncingSources {
    /// Whether the purchase tracker does; also if there is none, because nothing can change then.
    let hasPurchases: Bool
    /// Whether the user's toggles do.
    let hasUserToggles: Bool
    /// Whether every flag provider does.
    let hasFeatureFlags: Bool
    /// The permissions whose changes the checker does not announce.
    let silentPermissions: Set<SystemPermissionConstraint>

    /// Asks the sources that a runtime was set up with.
    init(_ dependencies: Flint.Dependencies) {
        hasPurchases = dependencies.purchaseTracker?.announcesChanges ?? true
        hasUserToggles = dependencies.userFeatureToggles.announcesChanges
        hasFeatureFlags = dependencies.featureFlags.announcesChanges
        let checker = dependencies.permissionChecker
        silentPermissions = Set(SystemPermissionConstraint.allCases.filter { !checker.announcesChanges(of: $0) })
    }

    /// The permissions that decide about one and whose changes are not announced.
    func unannounced(_ permission: SystemPermissionConstraint) -> [SystemPermissionConstraint] {
        silentPermissions.isEmpty ? [] : PermissionRules.deciding(permission).filter(silentPermissions.contains)
    }

    /// Returns the facts that a feature's own constraints are about and no source announces.
    ///
    /// - Parameters:
    ///   - constraints: The constraints.
    ///   - products: The products they mention.
    ///   - metadata: The feature.
    /// - Returns: The facts, without repetition.
    func unannouncedFacts(
        of constraints: DeclaredFeatureConstraints, products: [Product], declaredBy metadata: FeatureMetadata
    ) -> [SourcedFact] {
        var facts: [SourcedFact] = []
        if constraints.isRuntimeEnabledRequired { facts.append(.runtimeSwitch(metadata)) }
        if constraints.userToggleDefault != nil, !hasUserToggles { facts.append(.userToggle(metadata)) }
        if !hasFeatureFlags { facts += constraints.featureFlags.map { .featureFlag($0) } }
        if !products.isEmpty, !hasPurchases {
            facts += products.map { .purchase($0) }
            if products.hasConsumable { facts.append(.pastPurchases(metadata)) }
        }
        var permissions: Set<SystemPermissionConstraint> = []
        for permission in constraints.permissions {
            for needed in unannounced(permission) where permissions.insert(needed).inserted {
                facts.append(.permission(needed))
            }
        }
        return facts
    }
}
