import FlintCore
import FlintSimulation
import FlintWorld
import Foundation
import Testing

@testable import FlintCLI

struct StoreKitDocumentTests {
    private static func product(
        _ id: String, _ type: ProductSnapshot.Kind, price: String? = "$4.99", group: String? = nil,
        period: String? = nil
    ) -> ProductSnapshot {
        var product = ProductSnapshot(
            productID: id, name: "The \(id)", description: "A \"\(id)\"", type: type, status: .unknown, override: nil,
            effective: .unknown, balance: nil, features: nil)
        (product.price, product.subscriptionGroup, product.subscriptionPeriod) = (price, group, period)
        return product
    }

    private static func offers(_ document: StoreKitDocument) throws -> [StoreOffer] {
        let text = try TextFormat.indentedJSON(of: document)
        return try StoreKitConfiguration(Data(text.utf8), file: "Products.storekit").offers
    }

    @Test func `written products can be read again`() throws {
        let document = StoreKitDocument(
            [
                Self.product("coins", .consumable, price: "$1,250.00"),
                Self.product("book", .nonConsumable, price: "$3"),
                Self.product("season", .nonRenewingSubscription, period: "P3M"),
                Self.product("pass", .nonRenewingSubscription),
                Self.product("month", .autoRenewingSubscription, group: "Club", period: "P1M"),
                Self.product("year", .autoRenewingSubscription, price: "$49.05", group: "Club", period: "P1Y"),
                Self.product("news", .autoRenewingSubscription, group: "News", period: "P1W"),
            ], appName: "Shop")
        #expect(document.assumptions.isEmpty)
        let offers = try Self.offers(document)
        #expect(
            offers.map { "\($0.productID) \($0.type.rawValue) \($0.price ?? "")" } == [
                "coins consumable $1250.00", "book non-consumable $3.00", "season non-renewable $4.99",
                "pass non-renewable $4.99", "month auto-renewable $4.99", "year auto-renewable $49.05",
                "news auto-renewable $4.99",
            ])
        #expect(offers.map(\.subscriptionPeriod?.description) == [nil, nil, "P3M", nil, "P1M", "P1Y", "P1W"])
        #expect(offers.map(\.subscriptionGroup) == [nil, nil, nil, nil, "Club", "Club", "News"])
        #expect(offers.first?.name == "The coins" && offers.first?.description == "A \"coins\"")
    }

    @Test func `values that the app does not declare are marked as examples`() throws {
        let document = StoreKitDocument(
            [
                Self.product("a", .consumable, price: nil), Self.product("b", .autoRenewingSubscription, price: "free"),
                Self.product("c", .autoRenewingSubscription, period: "P1Y"),
            ], appName: "Shop")
        #expect(
            document.assumptions == [
                "The price 0.99 is an example for a and b.", "The period of a month (P1M) is an example for b.",
            ])
        let offers = try Self.offers(document)
        #expect(offers.map(\.price) == ["$0.99", "$0.99", "$4.99"])
        #expect(offers.map(\.subscriptionGroup) == [nil, "Subscriptions", "Subscriptions"])
    }

    @Test func `groups with the same name remain apart, and levels are written`() throws {
        var video = Self.product("video", .autoRenewingSubscription, group: "Club", period: "P1M")
        var audio = Self.product("audio", .autoRenewingSubscription, group: "Club", period: "P1M")
        (video.subscriptionGroupID, video.subscriptionLevel) = ("21547A60", 1)
        (audio.subscriptionGroupID, audio.subscriptionLevel) = ("21547A61", 2)
        let offers = try Self.offers(StoreKitDocument([video, audio], appName: "Shop"))
        #expect(offers.map(\.subscriptionGroup) == ["Club", "Club"])
        #expect(offers.map(\.subscriptionGroupID) == ["21547A60", "21547A61"])
        #expect(offers.map(\.subscriptionLevel) == [1, 2])
    }

    @Test func `the same products result in the same file, with different identifiers`() throws {
        let products = [Self.product("a", .consumable), Self.product("b", .autoRenewingSubscription)]
        let text = try TextFormat.indentedJSON(of: StoreKitDocument(products, appName: "Shop"))
        #expect(try TextFormat.indentedJSON(of: StoreKitDocument(products, appName: "Shop")) == text)
        let identifiers = text.matches(of: /"(?:id|identifier|internalID)" : "([0-9A-F]{8})"/).map { String($0.1) }
        #expect(Set(identifiers).count == 4)
    }

    @Test func `an app without products has a valid file`() throws {
        #expect(try Self.offers(StoreKitDocument([], appName: "")).isEmpty)
    }
}
