import FlintTestSupport
import Testing

@testable import FlintCore

/// Compares purchase plans with an exhaustive search over sets of purchases, for random gates of a group and features.
struct PurchasePlanOracleTests {
    @Test func `the plans are exactly the minimal sets, in the order of their prices`() {
        var random = SplitMix64(seed: 61)
        var (several, mixed, everywhere) = (0, 0, 0)
        for round in 0..<300 {
            let shop = Shop.random(using: &random)
            let answers = shop.run {
                [nil, Platform.all].map { ($0, Flint.purchases(toUnlock: [Inner.self, Other.self], platforms: $0)) }
            }
            for (platforms, found) in answers {
                let expected = shop.minimalSets(opening: shop.gates, owned: shop.owned, on: platforms)
                #expect(found.isUnlocked == (expected == [[]]), "round \(round): \(shop)")
                let plans = found.plans.map(shop.set)
                #expect(Set(plans) == expected.subtracting([[]]), "round \(round): \(shop)")
                #expect(Set(plans).count == plans.count && found.areComplete, "round \(round)")
                for plan in found.plans { #expect(plan.totals.map(Shop.amounts) == shop.price(of: plan)) }
                let ranks = found.plans.map { shop.rank(of: $0) }
                let isSorted = zip(ranks, ranks.dropFirst()).allSatisfy { !$1.lexicographicallyPrecedes($0) }
                #expect(isSorted, "round \(round): \(ranks)")
                several += expected.count > 1 ? 1 : 0
                mixed += found.plans.contains { $0.totals?.count == 2 } ? 1 : 0
            }
            everywhere += answers[0].1 == answers[1].1 ? 0 : 1
        }
        #expect(several > 30 && mixed > 30 && everywhere > 20, "\(several), \(mixed), \(everywhere)")
    }

    @Test func `a product opens a feature alone, together, or never as the minimal sets say`() {
        var random = SplitMix64(seed: 62)
        var counts = [0, 0, 0]
        for round in 0..<100 {
            let shop = Shop.random(using: &random)
            let answers = shop.run { Shop.products.map { ($0.productID, Flint.features(openedBy: $0)) } }
            for (product, benefits) in answers {
                for (name, gates) in shop.lineages {
                    let sets = shop.minimalSets(opening: gates, owned: [], on: nil)
                    var kinds: [Int] = []
                    if gates.contains(where: { $0.mentions(product) }) {
                        kinds = sets.contains([product]) ? [0] : sets.joined().contains(product) ? [1] : [2]
                    }
                    let lists = [benefits.alone, benefits.together.map(\.feature), benefits.never]
                    let found = lists.indices.filter { list in lists[list].contains { $0.name == name } }
                    #expect(found == kinds, "round \(round), \(name), \(product): \(shop)")
                    for kind in kinds { counts[kind] += 1 }
                    guard let combination = benefits.together.first(where: { $0.feature.name == name }) else {
                        continue
                    }
                    #expect(
                        Set(combination.plans.map(shop.set)) == sets.filter { $0.contains(product) },
                        "round \(round), \(name), \(product): \(shop)")
                }
            }
        }
        #expect(counts.allSatisfy { $0 > 50 }, "\(counts)")
    }
}

private indirect enum Gate: Sendable {
    case product(Int)
    case camera
    case flag
    case iOS
    case macOS
    case all([Gate])
    case any([Gate])

    func declare(on requirements: FeatureConstraintsBuilder) {
        switch self {
        case .product(let index): requirements.purchases(Shop.products[index])
        case .camera: requirements.permission(.camera)
        case .flag: requirements.featureFlag("shop")
        // Platforms of one group would be alternatives to each other.
        case .iOS: requirements.allOf { $0.iOSOnly = .any }
        case .macOS: requirements.allOf { $0.macOSOnly = 11 }
        case .all(let parts): requirements.allOf { group in parts.forEach { $0.declare(on: group) } }
        case .any(let parts): requirements.anyOf { group in parts.forEach { $0.declare(on: group) } }
        }
    }

    func isMet(with facts: Set<String>, on platform: Platform) -> Bool {
        switch self {
        case .product(let index): facts.contains(Shop.products[index].productID)
        case .camera: facts.contains("camera")
        case .flag: facts.contains("flag")
        case .iOS: platform == .iOS
        case .macOS: platform == .macOS
        case .all(let parts): parts.allSatisfy { $0.isMet(with: facts, on: platform) }
        case .any(let parts): parts.contains { $0.isMet(with: facts, on: platform) }
        }
    }

    func mentions(_ productID: String) -> Bool {
        switch self {
        case .product(let index): Shop.products[index].productID == productID
        case .camera, .flag, .iOS, .macOS: false
        case .all(let parts), .any(let parts): parts.contains { $0.mentions(productID) }
        }
    }

    static func random(depth: Int, using random: inout SplitMix64) -> Gate {
        switch Int.random(in: 0..<(depth == 0 ? 9 : 16), using: &random) {
        case 0: return .camera
        case 1: return .flag
        case 2: return [.iOS, .macOS].randomElement(using: &random) ?? .iOS
        case 3..<9: return .product(Int.random(in: 0..<Shop.products.count, using: &random))
        case let kind:
            var parts: [Gate] = []
            for _ in 0..<Int.random(in: 2...3, using: &random) {
                parts.append(Gate.random(depth: depth - 1, using: &random))
            }
            return kind < 12 ? .all(parts) : .any(parts)
        }
    }
}

/// The gates of a group, its feature, and another feature, with the terms of a store.
private struct Shop: Sendable {
    static let products: [Product] = [
        NonConsumableProduct(name: "A", productID: "a"), NonConsumableProduct(name: "B", productID: "b"),
        AutoRenewingSubscriptionProduct(name: "C", productID: "c"), NonConsumableProduct(name: "D", productID: "d"),
        AutoRenewingSubscriptionProduct(name: "E", productID: "e"),
    ]

    @TaskLocal static var current = Shop(outer: .camera, inner: .camera, other: .camera)

    let outer, inner, other: Gate
    var owned: Set<String> = []
    var isFlagOn = false
    /// The hundredths of each product with a price.
    var prices: [String: Int] = [:]
    var unsold: Set<String> = []

    var gates: [Gate] { [outer, inner, other] }

    /// The gates of each feature and of the group above it.
    var lineages: [(name: String, gates: [Gate])] {
        [("Outer", [outer]), ("Inner", [outer, inner]), ("Other", [other])]
    }

    static func random(using random: inout SplitMix64) -> Shop {
        var shop = Shop(
            outer: .random(depth: 1, using: &random), inner: .random(depth: 2, using: &random),
            other: .random(depth: 2, using: &random))
        shop.isFlagOn = Bool.random(using: &random)
        for product in products {
            if Int.random(in: 0..<8, using: &random) == 0 { shop.owned.insert(product.productID) }
            if Int.random(in: 0..<8, using: &random) == 0 { shop.unsold.insert(product.productID) }
            if Int.random(in: 0..<6, using: &random) > 0 {
                shop.prices[product.productID] = Int.random(in: 1...5, using: &random) * 50
            }
        }
        return shop
    }

    func run<Result>(_ body: () -> Result) -> Result {
        Shop.$current.withValue(self) {
            let fixture = Fixture(Outer.self, Other.self) { config in
                config.productListing = { product in
                    if unsold.contains(product.productID) { return .notSold }
                    let period = product is SubscriptionProduct ? "P1M" : nil
                    return .sold(
                        prices[product.productID].flatMap { hundredths in
                            ProductPrice("$\(hundredths / 100).\(hundredths % 100 == 0 ? "00" : "50")", period: period)
                        })
                }
            }
            for product in Self.products {
                fixture.tracker.set(owned.contains(product.productID), product)
            }
            fixture.facts.setOverride(.truth(isFlagOn ? .true : .false), for: .featureFlag("shop"), cause: .user)
            return fixture.run(body)
        }
    }

    /// Returns the products and other facts of a plan.
    func set(_ plan: PurchasePlan) -> Set<String> {
        Set(plan.purchases.map(\.productID) + (plan.otherSteps.isEmpty ? [] : ["camera"]))
    }

    /// Returns the minimal sets of facts that meet gates, by testing every set.
    func minimalSets(opening gates: [Gate], owned: Set<String>, on platforms: [Platform]?) -> Set<Set<String>> {
        let everything = Set(Self.products.map(\.productID) + ["camera", "flag"])
        let supported = (platforms ?? [.iOS]).filter { platform in
            platforms == nil || gates.allSatisfy { $0.isMet(with: everything, on: platform) }
        }
        guard !supported.isEmpty else { return [] }
        let offered = Self.products.map(\.productID).filter { !owned.contains($0) && !unsold.contains($0) } + ["camera"]
        let given = owned.union(isFlagOn ? ["flag"] : [])
        let sets = (0..<(1 << offered.count)).map { bits in
            Set(offered.indices.filter { bits >> $0 & 1 == 1 }.map { offered[$0] })
        }
        let sufficient = sets.filter { set in
            supported.allSatisfy { platform in
                gates.allSatisfy { $0.isMet(with: given.union(set), on: platform) }
            }
        }
        return Set(sufficient.filter { set in !sufficient.contains { $0.isStrictSubset(of: set) } })
    }

    /// Returns the hundredths that are paid once and for a month, without sums of 0, or `nil` if a price is unknown.
    func price(of plan: PurchasePlan) -> [String: Int]? {
        var sums: [String: Int] = [:]
        for purchase in plan.purchases {
            guard let price = prices[purchase.productID] else { return nil }
            sums[["c", "e"].contains(purchase.productID) ? "P1M" : "once", default: 0] += price
        }
        return sums
    }

    static func amounts(_ totals: [ProductPrice]) -> [String: Int] {
        Dictionary(uniqueKeysWithValues: totals.map { ($0.period ?? "once", $0.hundredths) })
    }

    /// Returns numbers that put plans in order: those without a price last, recurring prices after others.
    func rank(of plan: PurchasePlan) -> [Int] {
        guard let sums = price(of: plan) else { return [4] }
        let group =
            switch (sums["once"], sums["P1M"]) {
            case (nil, nil): 0
            case (_?, nil): 1
            case (_?, _?): 2
            case (nil, _?): 3
            }
        return [group, sums["once"] ?? 0, sums["P1M"] ?? 0]
    }
}

private final class Outer: ConditionalFeature, FeatureGroup {
    static let name = "Outer"
    static let description = "A group with a random gate"
    static var subfeatures: [FeatureDefinition.Type] { [Inner.self] }
    static func constraints(requirements: FeatureConstraintsBuilder) { Shop.current.outer.declare(on: requirements) }
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class Inner: ConditionalFeature {
    static let name = "Inner"
    static let description = "A feature with a random gate"
    static func constraints(requirements: FeatureConstraintsBuilder) { Shop.current.inner.declare(on: requirements) }
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class Other: ConditionalFeature {
    static let name = "Other"
    static let description = "Another feature with a random gate"
    static func constraints(requirements: FeatureConstraintsBuilder) { Shop.current.other.declare(on: requirements) }
    static func prepare(actions: FeatureActionsBuilder) {}
}
