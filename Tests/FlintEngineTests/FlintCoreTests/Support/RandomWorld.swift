import FeatureGating
import FlintLocks
import FlintTestSupport

@testable import FlintCore

/// The values of random sources, and the way in which the sources announce changes.
///
/// The test thread sets the values. The world is independent of the engine: features, sources, and the oracle read it.
final class RandomWorld: @unchecked Sendable {
    @TaskLocal static var current: RandomWorld?

    /// The way in which a source announces its changes.
    enum Manner: CaseIterable {
        /// Announces each change immediately.
        case prompt
        /// Declares that it announces changes, and does so with a delay.
        case late
        /// Neither announces changes nor declares that it does.
        case silent
    }

    enum Question: Hashable {
        case product(String)
        case pastPurchases(Int)
        case permission(SystemPermissionConstraint)
        case toggle(Int)
        case flag(FeatureKey, provider: Int)
        case isEnabled(Int)
        case level(isRead: Bool)
    }

    enum Need: Hashable {
        case iOS(Int)
        case runtimeSwitch
        case toggle(defaultValue: Bool)
        case flag(FeatureKey)
        case products([String], any: Bool)
        case permission(SystemPermissionConstraint)
        /// A fact of the app's own, which a closure reads or the app sets.
        case level(isRead: Bool, atLeast: Int)
    }

    static func level(isRead: Bool) -> AppFact<Int> { AppFact(isRead ? "read-level" : "set-level", title: "Level") }

    static let products: [String: Product] = [
        "a": NonConsumableProduct(name: "A", productID: "a"), "b": NonConsumableProduct(name: "B", productID: "b"),
        "c": AutoRenewingSubscriptionProduct(name: "C", productID: "c"),
        "d": NonRenewingSubscriptionProduct(name: "D", productID: "d"),
        "e": ConsumableProduct(name: "E", productID: "e"),
    ]
    static let permissions: [SystemPermissionConstraint] = [
        .camera, .photos, .location(usage: .whenInUse), .location(usage: .always),
    ]
    static let flags: [FeatureKey] = ["x", "y"]
    static let nodeCount = 8

    /// The requirements of each node, and its parent, which has a lower number.
    let needs: [[Need]]
    let parents: [Int?]
    let trackerManner: Manner
    let toggleManner: Manner
    let flagManners: [Manner]
    let permissionManners: [SystemPermissionConstraint: Manner]

    var truths: [Question: Truth] = [:]
    var statuses: [SystemPermissionConstraint: SystemPermissionStatus] = [:]
    /// The levels that the app reads and sets; `nil` for an unknown one.
    var levels: [Bool: Int] = [:]
    /// The queries of the sources since the last reset.
    ///
    /// Each source is queried on a separate thread.
    private let questions = Protected<Set<Question>>([])
    var asked: Set<Question> { questions.withLock(\.self) }

    init(using random: inout SplitMix64) {
        func manner() -> Manner { Manner.allCases.randomElement(using: &random)! }
        trackerManner = manner()
        toggleManner = manner()
        flagManners = [manner(), manner()]
        permissionManners = Dictionary(uniqueKeysWithValues: Self.permissions.map { ($0, manner()) })
        needs = (0..<Self.nodeCount).map { _ in Self.randomNeeds(using: &random) }
        parents = (0..<Self.nodeCount).map {
            $0 == 0 || Bool.random(using: &random) ? nil : Int.random(in: 0..<$0, using: &random)
        }
    }

    private static func randomNeeds(using random: inout SplitMix64) -> [Need] {
        var needs: [Need] = []
        for _ in 0..<Int.random(in: 0...3, using: &random) {
            switch Int.random(in: 0..<10, using: &random) {
            case 8, 9:
                needs.append(
                    .level(isRead: Bool.random(using: &random), atLeast: Int.random(in: 1...3, using: &random)))
            case 0: needs.append(.iOS(Int.random(in: 16...18, using: &random)))
            case 1: needs.append(.runtimeSwitch)
            case 2: needs.append(.toggle(defaultValue: Bool.random(using: &random)))
            case 3: needs.append(.flag(flags.randomElement(using: &random)!))
            case 4, 5: needs.append(.permission(permissions.randomElement(using: &random)!))
            case 6: needs.append(.products([products.keys.sorted().randomElement(using: &random)!], any: true))
            default:
                // A consumable product cannot be one of several.
                let several = ["a", "b", "c", "d"].shuffled(using: &random).prefix(
                    Int.random(in: 2...3, using: &random))
                needs.append(.products(several.sorted(), any: Bool.random(using: &random)))
            }
        }
        var kinds: Set<Int> = []
        // A node has at most one platform rule, one runtime switch, and one user setting.
        return needs.filter { need in
            switch need {
            case .iOS: kinds.insert(0).inserted
            case .runtimeSwitch: kinds.insert(1).inserted
            case .toggle: kinds.insert(2).inserted
            case .flag, .products, .permission, .level: true
            }
        }
    }

    /// Returns the value for a question and records the question.
    func answer(_ question: Question) -> Truth {
        record(question)
        return truths[question] ?? .unknown
    }

    func record(_ question: Question) { questions.withLock { _ = $0.insert(question) } }

    func forgetQuestions() { questions.withLock { $0 = [] } }

    /// Returns the way in which changes of a value are announced.
    func manner(of question: Question) -> Manner {
        switch question {
        case .product, .pastPurchases: trackerManner
        case .permission(let permission): permissionManners[permission]!
        case .toggle: toggleManner
        case .flag(_, let provider): flagManners[provider]
        case .isEnabled: .silent
        case .level(let isRead): isRead ? .silent : .prompt
        }
    }

    /// Returns whether the engine must read a value at every use.
    ///
    /// A flag is silent if one of its providers is.
    func isSilent(_ question: Question) -> Bool {
        if case .flag = question { return flagManners.contains(.silent) }
        return manner(of: question) == .silent
    }

    func products(of node: Int) -> [String] {
        needs[node].flatMap { need -> [String] in
            if case .products(let ids, _) = need { ids } else { [] }
        }
    }
}

// MARK: - Sources

final class WorldTracker: PurchaseTracker {
    private let world: RandomWorld
    private let observers = WeakObserverList<any PurchaseTrackerObserver>()

    init(_ world: RandomWorld) { self.world = world }

    var announcesChanges: Bool { world.trackerManner != .silent }
    func announce(_ productID: String) {
        observers.notify { $0.purchaseStatusDidChange(productID: productID, isPurchased: false) }
    }

    func addObserver(_ observer: any PurchaseTrackerObserver) { observers.add(observer) }
    func removeObserver(_ observer: any PurchaseTrackerObserver) { observers.remove(observer) }
    func isPurchased(_ product: NonConsumableProduct) -> Bool? { world.answer(.product(product.productID)).boolValue }
    func isSubscriptionActive(_ product: SubscriptionProduct) -> Bool? {
        world.answer(.product(product.productID)).boolValue
    }
    func isFeatureEnabledByPastPurchases(_ feature: FeatureDefinition.Type) -> Bool {
        (feature as? any WorldNode.Type).map { world.answer(.pastPurchases($0.number)) == .true } ?? false
    }
    /// Returns 1 for an owned product, 0 for a product that is not owned, or `nil` if the status is unknown.
    func creditBalance(of product: ConsumableProduct) -> Int? {
        world.answer(.product(product.productID)).boolValue.map { $0 ? 1 : 0 }
    }
}

final class WorldChecker: SystemPermissionChecker {
    private let world: RandomWorld
    private let observers = WeakObserverList<any SystemPermissionCheckerDelegate>()

    init(_ world: RandomWorld) { self.world = world }

    var delegate: (any SystemPermissionCheckerDelegate)? {
        get { nil }
        set {}
    }
    func announcesChanges(of permission: SystemPermissionConstraint) -> Bool {
        world.permissionManners[permission] != .silent
    }
    func announce(_ permission: SystemPermissionConstraint) {
        observers.notify { $0.permissionStatusDidChange(permission) }
    }

    func addObserver(_ observer: any SystemPermissionCheckerDelegate) { observers.add(observer) }
    func removeObserver(_ observer: any SystemPermissionCheckerDelegate) { observers.remove(observer) }
    func status(of permission: SystemPermissionConstraint) -> SystemPermissionStatus {
        world.record(.permission(permission))
        return world.statuses[permission] ?? .notDetermined
    }
    func requestAuthorization(
        for permission: SystemPermissionConstraint,
        completion: @escaping @Sendable (SystemPermissionConstraint, SystemPermissionStatus) -> Void
    ) {
        completion(permission, status(of: permission))
    }
}

final class WorldToggles: UserFeatureToggles {
    private let world: RandomWorld
    private let observers = WeakObserverList<any UserFeatureTogglesObserver>()

    init(_ world: RandomWorld) { self.world = world }

    var announcesChanges: Bool { world.toggleManner != .silent }
    func announce() { observers.notify { $0.userFeatureTogglesDidChange() } }

    func addObserver(_ observer: UserFeatureTogglesObserver) { observers.add(observer) }
    func removeObserver(_ observer: UserFeatureTogglesObserver) { observers.remove(observer) }
    func isEnabled(_ feature: ConditionalFeatureDefinition.Type) -> Bool? {
        (feature as? any WorldNode.Type).flatMap { world.answer(.toggle($0.number)).boolValue }
    }
}

/// A flag provider of a world, which has the flags with known values.
final class WorldFlags: DetailedFeatureFlagProvider {
    let priority: Int
    let type = FeatureFlagProviderType.release
    let name: String
    let knownFeatures: [FeatureKey] = []
    private let world: RandomWorld
    private let number: Int
    private let observers = ObserverList<[FeatureKey]?>()

    init(_ world: RandomWorld, number: Int) {
        self.world = world
        self.number = number
        name = "provider \(number)"
        priority = -number
    }

    var announcesChanges: Bool { world.flagManners[number] != .silent }
    func announce(_ keys: [FeatureKey]?) { observers.notify(keys) }

    func observeChanges(_ handler: @escaping @Sendable (_ keys: [FeatureKey]?) -> Void) -> ObservationToken {
        observers.add(handler)
    }
    func hasFeature(_ key: FeatureKey) -> Bool { world.answer(.flag(key, provider: number)) != .unknown }
    func isFeatureEnabled(_ key: FeatureKey) -> Bool { world.answer(.flag(key, provider: number)) == .true }
    func evaluation(of key: FeatureKey) -> FlagEvaluation? {
        world.answer(.flag(key, provider: number)).boolValue.map { FlagEvaluation(value: $0) }
    }
}

// MARK: - Features

/// A feature with the requirements of a node of the current world.
protocol WorldNode: ConditionalFeature, FeatureGroup {
    static var number: Int { get }
    /// Requests the feature's action and returns whether the request was granted.
    static func isGranted() -> Bool
}

extension WorldNode {
    static var description: String { "Node \(number)" }
    static var ping: ConditionalActionBinding<Self, PingAction> { action(PingAction.self) }
    static var isEnabled: Bool? { RandomWorld.current?.answer(.isEnabled(number)).boolValue }
    static func isGranted() -> Bool { ping.request() != nil }
    static func prepare(actions: FeatureActionsBuilder) { actions.declare(ping) }
    static var subfeatures: [FeatureDefinition.Type] {
        (RandomWorld.current?.parents ?? []).indices.filter { RandomWorld.current?.parents[$0] == number }
            .map { worldNodes[$0] }
    }

    static func constraints(requirements: FeatureConstraintsBuilder) {
        for need in RandomWorld.current?.needs[number] ?? [] {
            switch need {
            case .iOS(let version): requirements.iOS = .atLeast(version: PlatformVersion(major: version))
            case .runtimeSwitch: requirements.runtimeEnabled()
            case .toggle(let defaultValue): requirements.userToggled(defaultValue: defaultValue)
            case .flag(let key): requirements.featureFlag(key)
            case .permission(let permission): requirements.permission(permission)
            case .level(let isRead, let least): requirements.fact(RandomWorld.level(isRead: isRead), atLeast: least)
            case .products(let ids, let any):
                let products = ids.compactMap { RandomWorld.products[$0] }
                if let consumable = products.first as? ConsumableProduct {
                    requirements.purchase(consumable, quantity: 1)
                } else {
                    let set = Set(products.compactMap { $0 as? NoQuantityProduct })
                    if any { requirements.purchase(anyOf: set) } else { requirements.purchase(allOf: set) }
                }
            }
        }
    }
}

/// The features of all nodes, by number.
var worldNodes: [any WorldNode.Type] {
    [
        Node0.self, Node1.self, Node2.self, Node3.self, Node4.self, Node5.self, Node6.self, Node7.self,
    ]
}

private final class Node0: WorldNode { static let number = 0 }
private final class Node1: WorldNode { static let number = 1 }
private final class Node2: WorldNode { static let number = 2 }
private final class Node3: WorldNode { static let number = 3 }
private final class Node4: WorldNode { static let number = 4 }
private final class Node5: WorldNode { static let number = 5 }
private final class Node6: WorldNode { static let number = 6 }
private final class Node7: WorldNode { static let number = 7 }
