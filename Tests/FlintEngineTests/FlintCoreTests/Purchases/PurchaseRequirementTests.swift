import FeatureGating
import Testing

@testable import FlintCore

private let a = NonConsumableProduct(name: "Alpha", productID: "A")
private let b = NonConsumableProduct(name: "Beta", productID: "B")
private let c = AutoRenewingSubscriptionProduct(name: "Gamma", productID: "C")
private let credits = ConsumableProduct(name: "Credits", productID: "CREDITS")

struct PurchaseRequirementTests {
    /// Evaluates a requirement with known truths of products.
    ///
    /// Other products are unknown.
    private func truth(_ requirement: PurchaseRequirement, _ truths: [Product: Truth]) -> Truth {
        requirement.combined { product, _ in .fact(product) }.evaluate { truths[$0] ?? .unknown }
    }

    // MARK: Evaluation

    @Test func `one met requirement satisfies any of several requirements`() {
        let requirement = PurchaseRequirement(
            anyOf: [PurchaseRequirement(a), PurchaseRequirement(credits, quantity: 5)])
        #expect(truth(requirement, [a: .true, credits: .false]) == .true)
        #expect(truth(requirement, [a: .false, credits: .true]) == .true)
        #expect(truth(requirement, [a: .false, credits: .false]) == .false)
    }

    @Test func `the criteria combine the products, and every dependency must also be met`() {
        let requirement = PurchaseRequirement(
            products: [a, b], matchingCriteria: .any,
            dependencies: [PurchaseRequirement(c), PurchaseRequirement(credits, quantity: 5)])
        for alpha in Truth.allCases {
            for beta in Truth.allCases {
                for gamma in Truth.allCases {
                    for delta in Truth.allCases {
                        #expect(
                            truth(requirement, [a: alpha, b: beta, c: gamma, credits: delta])
                                == ((alpha || beta) && gamma && delta))
                    }
                }
            }
        }
    }

    @Test func `without products, the criteria combine the dependencies`() {
        let parts = [PurchaseRequirement(a), PurchaseRequirement(b)]
        for criteria in [PurchaseRequirement.Criteria.any, .all] {
            let requirement = PurchaseRequirement(products: [], matchingCriteria: criteria, dependencies: parts)
            #expect(truth(requirement, [a: .true, b: .false]) == (criteria == .any ? .true : .false))
            #expect(truth(requirement, [a: .false, b: .true]) == (criteria == .any ? .true : .false))
        }
    }

    @Test func `a requirement for any of no products is never met, even as a dependency`() {
        let never = PurchaseRequirement(products: [], matchingCriteria: .any)
        let requirement = PurchaseRequirement(products: [a], matchingCriteria: .any, dependencies: [never])
        #expect(truth(requirement, [a: .true]) == .false)
    }

    @Test func `unknown and missing purchases together are unknown for any of and false for all of`() {
        // Many products and repetitions, because a wrong rule would depend on the order of a set.
        for _ in 0..<20 {
            let products = Set((0..<6).map { NonConsumableProduct(name: "P", productID: "P\($0)") })
            let truths = Dictionary(uniqueKeysWithValues: products.map { ($0 as Product, Truth.unknown) })
            for product in products {
                var truths = truths
                truths[product] = .false
                #expect(truth(PurchaseRequirement(products: Set(products), matchingCriteria: .any), truths) == .unknown)
                #expect(truth(PurchaseRequirement(products: Set(products), matchingCriteria: .all), truths) == .false)
            }
        }
    }

    @Test func `a requirement with an unknown dependency is unknown`() {
        let requirement = PurchaseRequirement(a, dependencies: [PurchaseRequirement(b)])
        #expect(truth(requirement, [a: .true]) == .unknown)
        #expect(truth(requirement, [a: .false]) == .false)
        #expect(truth(requirement, [a: .true, b: .true]) == .true)
    }

    @Test func `an empty requirement is determined`() {
        #expect(truth(PurchaseRequirement(products: [], matchingCriteria: .any), [:]) == .false)
        #expect(truth(PurchaseRequirement(products: [], matchingCriteria: .all), [:]) == .true)
        #expect(truth(PurchaseRequirement(anyOf: [PurchaseRequirement]()), [:]) == .false)
        #expect(truth(PurchaseRequirement(allOf: [PurchaseRequirement]()), [:]) == .true)
    }

    @Test func `a product can be combined with a dependency on alternatives`() {
        let requirement = PurchaseRequirement(c, dependencies: [PurchaseRequirement(anyOf: [a, b])])
        for alpha in Truth.allCases {
            for beta in Truth.allCases {
                for gamma in Truth.allCases {
                    #expect(truth(requirement, [a: alpha, b: beta, c: gamma]) == ((alpha || beta) && gamma))
                }
            }
        }
    }

    @Test func `past purchases fulfill the consumable part of a requirement`() {
        let tracker = FakeTracker()
        let requirement = PurchaseRequirement(a, dependencies: [PurchaseRequirement(credits, quantity: 5)])
        func isFulfilled() -> Bool? { requirement.isFulfilled(purchaseTracker: tracker, feature: ShopFeature.self) }
        #expect(isFulfilled() == nil)
        tracker.setEnabledByPastPurchases(true)
        #expect(isFulfilled() == nil)
        tracker.set(false, for: a)
        #expect(isFulfilled() == false)
        tracker.set(true, for: a)
        #expect(isFulfilled() == true)
        tracker.setEnabledByPastPurchases(false)
        #expect(isFulfilled() == nil)
        tracker.setBalance(4)
        #expect(isFulfilled() == false)
    }

    @Test func `a subscription requirement is fulfilled while the subscription is active`() {
        let tracker = FakeTracker()
        let requirement = PurchaseRequirement(c)
        tracker.set(true, for: c)
        #expect(requirement.isFulfilled(purchaseTracker: tracker, feature: ShopFeature.self) == true)
        tracker.set(false, for: c)
        #expect(requirement.isFulfilled(purchaseTracker: tracker, feature: ShopFeature.self) == false)
    }

    // MARK: Expressions

    @Test func `the expression of a requirement is deterministic`() {
        let products = Set((0..<20).map { NonConsumableProduct(name: "P", productID: String(100 + $0)) })
        for _ in 0..<10 {
            let requirement = PurchaseRequirement(products: Set(products.shuffled()), matchingCriteria: .any)
            let keys = requirement.combined { product, _ in .fact(product.productID) }.facts
            #expect(keys == keys.sorted())
        }
        #expect(
            PurchaseRequirement(anyOf: [b, a]).combined { .fact($0.productID + ($1?.description ?? "")) }.facts == [
                "B", "A",
            ])
    }

    @Test func `the expression contains the quantities`() {
        let requirement = PurchaseRequirement(
            allOf: [PurchaseRequirement(credits, quantity: 5), PurchaseRequirement(a)])
        let keys = requirement.combined { product, quantity in
            .fact("\(product.name) \(quantity.map(String.init) ?? "-")")
        }
        #expect(keys.facts == ["Credits 5", "Alpha -"])
    }

    @Test func `the list of all products includes those of dependencies`() {
        let inner = PurchaseRequirement(anyOf: [PurchaseRequirement(b), PurchaseRequirement(credits, quantity: 1)])
        let requirement = PurchaseRequirement(c, dependencies: [inner, inner, PurchaseRequirement(b)])
        #expect(requirement.allProducts == [c, b, credits])
        #expect(requirement.products == [c])
    }

    @Test func `a shared requirement is traversed once`() {
        var requirement = PurchaseRequirement(a)
        var twin = PurchaseRequirement(a)
        for _ in 0..<64 {
            requirement = PurchaseRequirement(allOf: [requirement, requirement])
            twin = PurchaseRequirement(allOf: [twin, twin])
        }
        #expect(requirement.allProducts == [a])
        #expect(requirement.hashValue == twin.hashValue)
        #expect(requirement == requirement)
    }

    @Test func `a repeated product counts once`() {
        let once = PurchaseRequirement(anyOf: [a, a])
        #expect(once.combined { product, _ in .fact(product) } == .fact(a))
        let both = PurchaseRequirement(allOf: [a, b, a])
        #expect(both.combined { product, _ in .fact(product) } == .all([.fact(a), .fact(b)]))
    }

    @Test func `a product with dependencies is not nested in a separate group`() {
        let requirement = PurchaseRequirement(
            products: [a], matchingCriteria: .any, dependencies: [PurchaseRequirement(b)])
        #expect(requirement.combined { product, _ in .fact(product) } == .all([.fact(a), .fact(b)]))
    }

    @Test func `a product of an unknown kind is required as a non-consumable product`() {
        let product = Product(productID: "A", name: "Alpha", description: "First", declaration: .unspecified)
        let requirement = PurchaseRequirement(product)
        let required = requirement.allProducts.first as? NonConsumableProduct
        #expect(required?.productID == "A" && required?.name == "Alpha" && required?.description == "First")
        #expect(requirement == PurchaseRequirement(a))
    }

    // MARK: Equality

    @Test func `quantities are compared`() {
        let five = PurchaseRequirement(credits, quantity: 5)
        let six = PurchaseRequirement(credits, quantity: 6)
        #expect(five != six)
        #expect(Set([five, six, PurchaseRequirement(credits, quantity: 5)]).count == 2)
    }

    @Test func `equality does not depend on the order of products`() {
        #expect(PurchaseRequirement(anyOf: [a, b]) == PurchaseRequirement(anyOf: [b, a]))
        #expect(PurchaseRequirement(anyOf: [a, b]).hashValue == PurchaseRequirement(anyOf: [b, a]).hashValue)
        #expect(PurchaseRequirement(anyOf: [a, b]) != PurchaseRequirement(allOf: [a, b]))
        #expect(PurchaseRequirement(a) != PurchaseRequirement(a, dependencies: [PurchaseRequirement(b)]))
        #expect(PurchaseRequirement(a) == PurchaseRequirement(a, dependencies: []))
    }

    // MARK: Descriptions

    @Test func `the description combines products with and, or and parentheses`() {
        #expect(PurchaseRequirement(a).description == "Alpha")
        #expect(PurchaseRequirement(credits, quantity: 5).description == "5 × Credits")
        #expect(PurchaseRequirement(anyOf: [a, b]).description == "Alpha or Beta")
        #expect(
            PurchaseRequirement(c, dependencies: [PurchaseRequirement(anyOf: [a, b])]).description
                == "Gamma and (Alpha or Beta)")
        #expect(
            PurchaseRequirement(products: [a, b], matchingCriteria: .any, dependencies: [PurchaseRequirement(c)])
                .description == "(Alpha or Beta) and Gamma")
        #expect(
            PurchaseRequirement(products: [a], matchingCriteria: .any, dependencies: [PurchaseRequirement(c)])
                .description == "Alpha and Gamma")
        #expect(
            PurchaseRequirement(products: [a, b], matchingCriteria: .all, dependencies: [PurchaseRequirement(c)])
                .description == "Alpha and Beta and Gamma")
    }

    @Test func `the description of a requirement without products names its dependencies`() {
        let either = PurchaseRequirement(anyOf: [PurchaseRequirement(a), PurchaseRequirement(credits, quantity: 5)])
        #expect(either.description == "Alpha or 5 × Credits")
        #expect(
            PurchaseRequirement(allOf: [either, PurchaseRequirement(b)]).description
                == "(Alpha or 5 × Credits) and Beta")
        #expect(PurchaseRequirement(allOf: [either]).description == "Alpha or 5 × Credits")
        #expect(
            PurchaseRequirement(b, dependencies: [PurchaseRequirement(allOf: [either])]).description
                == "Beta and (Alpha or 5 × Credits)")
        #expect(PurchaseRequirement(products: [], matchingCriteria: .any).description == "impossible")
        #expect(PurchaseRequirement(products: [], matchingCriteria: .all).description == "no purchase needed")
    }
}

struct FeaturePurchaseRequirementsTests {
    @Test func `requirements that are not known to be met are required to unlock`() {
        let met = PurchaseRequirement(a)
        let missing = PurchaseRequirement(b)
        let unknown = PurchaseRequirement(credits, quantity: 5)
        let requirements = FeaturePurchaseRequirements([(missing, .false), (met, .true), (unknown, .unknown)])
        #expect(requirements.ordered == [missing, met, unknown])
        #expect(requirements.all == [met, missing, unknown])
        #expect(requirements.purchased == [met])
        #expect(requirements.requiredToUnlock == [missing, unknown])
    }
}
