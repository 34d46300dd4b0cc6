import Testing

@testable import FlintCore

struct ProductTests {
    @Test func `products with equal identifiers are equal`() {
        let one = NonConsumableProduct(name: "One", description: "First", productID: "X")
        let other = ConsumableProduct(name: "Other", productID: "X")
        let third = NonConsumableProduct(name: "One", description: "First", productID: "Y")
        #expect(one as Product == other as Product)
        #expect(one != third)
        #expect(Set<Product>([one, other, third]).count == 2)
    }

    @Test func `two products with one identifier are equal and keep their names`() {
        let first = ConsumableProduct(name: "A Z Buck", productID: "CREDIT")
        let second = ConsumableProduct(name: "Another", productID: "CREDIT")
        #expect(first == second)
        #expect([first.name, second.name] == ["A Z Buck", "Another"])
    }

    @Test func `the description of a product is optional`() {
        #expect(AutoRenewingSubscriptionProduct(name: "Monthly", productID: "M").description == nil)
        #expect(
            NonRenewingSubscriptionProduct(name: "Pass", description: "A season", productID: "S").description
                == "A season")
    }

    @Test func `an app can subclass a product`() {
        final class PricedProduct: NonConsumableProduct, @unchecked Sendable {
            let price: Int

            init(name: String, productID: String, price: Int) {
                self.price = price
                super.init(name: name, description: nil, productID: productID)
            }
        }
        #expect(PricedProduct(name: "P", productID: "P", price: 3).price == 3)
    }

    @Test func `products required by registered features can be looked up`() {
        let fixture = Fixture(Shop.self)
        fixture.run {
            #expect(Product.productByID("premium") === Products.premium)
            #expect(Product.productByID("monthly") == nil)
            #expect(Product.allProducts == [Products.premium, Products.credits])
        }
        #expect(Flint.withRuntime(FlintRuntime()) { Product.allProducts }.isEmpty, "Each runtime has its own products.")
    }
}

private final class Shop: ConditionalFeature {
    static let description = "Sells two things"
    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.purchase(Products.premium)
        requirements.purchase(Products.credits, quantity: 2)
    }
    static func prepare(actions: FeatureActionsBuilder) {}
}
