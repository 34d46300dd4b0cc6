// SPDX-License-Identifier: MIT

/// A fact, together with the object that the source needs to determine the fact's value.
///
/// If the source does not announce changes, the fact is called unannounced and is reread on each use.
enum SourcedFact: Hashable {
    /// The value of a feature's `isEnabled`, a plain property that cannot announce changes.
    case runtimeSwitch(FeatureMetadata)
    case userSetting(FeatureMetadata)
    case featureFlag(FeatureKey)
    case purchase(Product)
    case pastPurchases(FeatureMetadata)
    case permission(SystemPermissionConstraint)
    case own(FactDescription)

    /// Whether the constraints of only one feature can mention the fact.
    var belongsToSingleFeature: Bool {
        switch self {
        case .runtimeSwitch, .userSetting, .pastPurchases: true
        case .featureFlag, .purchase, .permission, .own: false
        }
    }

    var kind: FactKind {
        switch self {
        case .runtimeSwitch: .runtimeSwitch
        case .userSetting: .userSetting
        case .featureFlag: .flag
        case .purchase, .pastPurchases: .purchase
        case .permission: .permission
        case .own(let description): description.kind
        }
    }

    var key: FactKey {
        switch self {
        case .runtimeSwitch(let metadata): .runtimeSwitch(feature: metadata.path)
        case .userSetting(let metadata): .userSetting(feature: metadata.path)
        case .featureFlag(let key): .featureFlag(key)
        case .purchase(let product): .purchase(productID: product.productID)
        case .pastPurchases(let metadata): .pastPurchases(feature: metadata.path)
        case .permission(let permission): .permission(permission)
        case .own(let description): .own(description)
        }
    }
}

/// The unannounced facts on which a feature's availability depends: its own, followed by the inherited ones.
///
/// Features share the lists of their groups, so a deep hierarchy does not copy inherited facts. Iteration skips
/// duplicates. A list is immutable.
final class UnannouncedFactList: Sequence, @unchecked Sendable {
    /// The facts that the feature's own constraints mention; never empty.
    let own: [SourcedFact]
    /// The list of the nearest group with unannounced facts; changed only during deinitialization.
    private(set) var inherited: UnannouncedFactList?
    private let depth: Int

    init(own: [SourcedFact], inherited: UnannouncedFactList?) {
        self.own = own
        self.inherited = inherited
        depth = inherited.map { $0.depth + 1 } ?? 0
    }

    deinit {
        // Recursion through thousands of lists could overflow the stack, so the inherited lists are released one by
        // one.
        guard depth > 32 else { return }
        var next = inherited
        inherited = nil
        while isKnownUniquelyReferenced(&next), let list = next {
            next = list.inherited
            list.inherited = nil
        }
    }

    func makeIterator() -> Iterator { Iterator(list: self, isOnly: inherited == nil) }

    struct Iterator: IteratorProtocol {
        fileprivate var list: UnannouncedFactList?
        /// Whether no list is inherited, so that the facts contain no duplicates.
        fileprivate let isOnly: Bool
        private var index = 0
        private var seen: Set<SourcedFact> = []

        fileprivate init(list: UnannouncedFactList, isOnly: Bool) {
            self.list = list
            self.isOnly = isOnly
        }

        mutating func next() -> SourcedFact? {
            while let current = list {
                guard index < current.own.count else {
                    (list, index) = (current.inherited, 0)
                    continue
                }
                let fact = current.own[index]
                index += 1
                if isOnly || fact.belongsToSingleFeature || seen.insert(fact).inserted { return fact }
            }
            return nil
        }
    }
}

/// The sources of a runtime that announce all changes of their answers.
///
/// Each source is asked once, during setup, so that a feature's facts are either always cached or always reread.
struct AnnouncingSources {
    /// Whether the purchase tracker announces changes.
    ///
    /// The value is `true` without a tracker, because no answer can change.
    let announcesPurchases: Bool
    let announcesUserSettings: Bool
    /// Whether all flag providers announce changes; `false` with adopted flags, because their sources do not.
    let announcesFeatureFlags: Bool
    let readFacts: Set<FactDescription>
    let unannouncedPermissions: Set<SystemPermissionConstraint>

    init(_ dependencies: Flint.Dependencies) {
        announcesPurchases = dependencies.purchaseTracker?.announcesChanges ?? true
        announcesUserSettings = dependencies.userFeatureToggles.announcesChanges
        announcesFeatureFlags = dependencies.featureFlags.announcesChanges && dependencies.adoptedFlags.isEmpty
        readFacts = Set(dependencies.factSources.values.compactMap(\.readFact))
        let checker = dependencies.permissionChecker
        unannouncedPermissions = Set(SystemPermissionConstraint.allCases.filter { !checker.announcesChanges(of: $0) })
    }

    func unannouncedPermissions(affectedBy permission: SystemPermissionConstraint) -> [SystemPermissionConstraint] {
        unannouncedPermissions.isEmpty
            ? [] : PermissionRules.permissionsDeciding(permission).filter(unannouncedPermissions.contains)
    }

    func unannouncedFacts(
        of constraints: DeclaredFeatureConstraints, products: [Product], declaredBy metadata: FeatureMetadata
    ) -> [SourcedFact] {
        var facts: [SourcedFact] = []
        if constraints.mentionsRuntimeSwitch { facts.append(.runtimeSwitch(metadata)) }
        if constraints.mentionedSettingDefault != nil, !announcesUserSettings { facts.append(.userSetting(metadata)) }
        if !readFacts.isEmpty {
            facts += constraints.mentionedFacts.filter(readFacts.contains).map { .own($0) }
        }
        if !announcesFeatureFlags { facts += constraints.mentionedFlags.map { .featureFlag($0) } }
        if !products.isEmpty, !announcesPurchases {
            facts += products.map { .purchase($0) }
            if products.hasConsumable { facts.append(.pastPurchases(metadata)) }
        }
        var permissions: Set<SystemPermissionConstraint> = []
        for permission in constraints.mentionedPermissions {
            for needed in unannouncedPermissions(affectedBy: permission) where permissions.insert(needed).inserted {
                facts.append(.permission(needed))
            }
        }
        return facts
    }
}
