import FlintCore
import FlintSimulation
import Foundation
import Testing

struct StoreKitConfigurationTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    private static let bookshop = folder.appending(path: "Bookshop.storekit")

    private func read(_ json: String) throws -> StoreKitConfiguration {
        try StoreKitConfiguration(Data(json.utf8), file: "Shop.storekit")
    }

    /// Returns the description of an unusable file's error.
    private func errorText(_ json: String) -> String {
        do {
            _ = try read(json)
            return "nothing"
        } catch {
            return String(describing: error)
        }
    }

    @Test func `products are read with their prices, groups and periods`() throws {
        let configuration = try StoreKitConfiguration(contentsOf: Self.bookshop.path())
        #expect(
            configuration.offers == [
                StoreOffer(
                    productID: "bookshop.loan", name: "Loan", description: "One book to borrow", type: .consumable,
                    price: "£0.99"),
                StoreOffer(
                    productID: "bookshop.lifetime", name: "bookshop.lifetime", type: .nonConsumable, price: "£29.99"),
                StoreOffer(
                    productID: "bookshop.summer", name: "Summer reading", type: .nonRenewable, price: "£19.99"),
                StoreOffer(
                    productID: "bookshop.reader.month", name: "Reader", description: "Read what you like",
                    type: .autoRenewable, price: "£4.99", subscriptionGroup: "Membership",
                    subscriptionPeriod: SubscriptionPeriod("P1M"), subscriptionGroupID: "A1", subscriptionLevel: 2),
                StoreOffer(
                    productID: "bookshop.reader.year", name: "Reader yearly", type: .autoRenewable, price: "£49.99",
                    subscriptionGroup: "Membership", subscriptionPeriod: SubscriptionPeriod("P1Y"),
                    subscriptionGroupID: "A1", subscriptionLevel: 1),
            ])
    }

    @Test func `the settings of a configuration are read`() throws {
        let configuration = try StoreKitConfiguration(contentsOf: Self.bookshop.path())
        #expect(configuration.settings == StoreSettings(asksToBuy: true, failsRenewals: true))
        #expect(configuration.rate == 86_400)
        let plain = try read(#"{"products": [], "settings": {"_failTransactionsEnabled": true, "_timeRate": 99}}"#)
        #expect(plain.settings == StoreSettings(failsPurchases: true, gracePeriod: 0))
        #expect(plain.rate == 1)
    }

    @Test(arguments: [
        (0, 1.0), (1, 3_600), (2, 86_400), (3, 604_800), (4, 2_592_000), (5, 1), (6, 60), (7, 1_440), (8, 10_080),
        (9, 43_200),
    ])
    func `every time rate that Xcode offers is read`(number: Int, rate: Double) throws {
        #expect(try read(#"{"products": [], "settings": {"_timeRate": \#(number)}}"#).rate == rate)
    }

    @Test(arguments: 1...4)
    func `every version is read and unknown keys are ignored`(version: Int) throws {
        let configuration = try read(
            """
            {"version": {"major": \(version), "minor": 7}, "news": [1, {"x": null}], "products": [
                {"productID": "a", "type": "NonConsumable", "displayPrice": 1.5, "colour": "red",
                 "localizations": [{"displayName": "Einer", "locale": "de"}]}]}
            """)
        #expect(
            configuration.offers
                == [StoreOffer(productID: "a", name: "Einer", type: .nonConsumable, price: "1.5")])
    }

    @Test(arguments: [
        (
            "",
            "Shop.storekit: This is not JSON: expected a value, but reached the end (line 1, byte 0). "
                + "Specify a StoreKit configuration file saved by Xcode."
        ),
        ("[]", "Shop.storekit: This is not an object."),
        ("{}", "Shop.storekit: The file contains no products. Specify a StoreKit configuration file saved by Xcode."),
        (#"{"version": {"major": "x"}}"#, "Shop.storekit, version.major: This is not a version number."),
        (#"{"products": {}}"#, "Shop.storekit, products: This is not a list."),
        (#"{"products": [3]}"#, "Shop.storekit, products[0]: This is not an object."),
        (
            #"{"products": [{"type": "Consumable"}]}"#,
            "Shop.storekit, products[0].productID: This is missing or empty. Provide a string."
        ),
        (
            #"{"products": [{"type": "Consumable", "productID": 7}]}"#,
            "Shop.storekit, products[0].productID: This is not a string."
        ),
        (
            #"{"products": [{"type": "Gift", "productID": "a"}]}"#,
            #"Shop.storekit, products[0].type: "Gift" is not a product type. Write Consumable or NonConsumable."#
        ),
        (
            #"{"products": [{"type": "Consumable", "productID": "a"}, {"type": "Consumable", "productID": "a"}]}"#,
            #"Shop.storekit, products[1].productID: "a" is already the identifier of products[0]. "#
                + "Give each product its own identifier."
        ),
        (
            #"{"subscriptionGroups": [{"subscriptions": [{"productID": "a"}]}]}"#,
            "Shop.storekit, subscriptionGroups[0].subscriptions[0].recurringSubscriptionPeriod: This is missing. "
                + "Write an ISO 8601 period, such as P1M for a month."
        ),
        (
            #"{"subscriptionGroups": [{"subscriptions": [{"productID": "a", "recurringSubscriptionPeriod": "1M"}]}]}"#,
            "Shop.storekit, subscriptionGroups[0].subscriptions[0].recurringSubscriptionPeriod: \"1M\" is not a period. "
                + "Write an ISO 8601 period, such as P1M for a month."
        ),
    ])
    func `an error names its location in the file`(json: String, expected: String) {
        #expect(errorText(json) == expected)
    }

    @Test func `the error of an unreadable file names the file`() {
        let path = Self.folder.appending(path: "Nowhere.storekit").path()
        #expect(throws: StoreKitConfigurationError.self) { try StoreKitConfiguration(contentsOf: path) }
        #expect(throws: StoreKitConfigurationError.self) { try StoreKitConfiguration(contentsOf: "/dev/zero") }
        #expect(throws: StoreKitConfigurationError.self) { try StoreKitConfiguration(contentsOf: Self.folder.path()) }
        do {
            _ = try StoreKitConfiguration(contentsOf: path)
        } catch {
            #expect(
                error.description.hasPrefix("\(path): there is no such file. Specify a StoreKit configuration file"))
        }
    }

    @Test func `a file of 11 kilobytes that is nested thousands of levels deep is refused before it is decoded`() {
        let deep = String(repeating: #"{"a":"#, count: 1_800) + "1" + String(repeating: "}", count: 1_800)
        #expect(
            errorText(deep)
                == "Shop.storekit: This exceeds a limit: it is nested more than 64 levels deep (line 1, byte 320). "
                + "Specify a StoreKit configuration file saved by Xcode.")
        #expect(errorText(#"{"version": {"major": 3}, "products": [\#(deep)]}"#).contains("more than 64 levels deep"))
    }

    @Test func `a file with more values than any store has products is refused before it is decoded`() {
        let list = String(repeating: "1,", count: JSONLimits.storeKitFile.elements)
        #expect(
            errorText(#"{"products": [\#(list)1]}"#).contains("more than \(JSONLimits.storeKitFile.elements) values"))
    }

    @Test func `texts are sanitized and truncated`() throws {
        let configuration = try read(
            #"{"products": [{"productID": "a", "type": "Consumable", "referenceName": "x\u001b[2J\n\ty"}]}"#)
        #expect(configuration.offers.map(\.name) == ["x [2J y"])
        let long = try read(
            #"{"products": [{"productID": "\#(String(repeating: "a", count: 9_000))", "type": "Consumable"}]}"#)
        #expect(long.offers.first?.productID.count == 500)
    }
}
