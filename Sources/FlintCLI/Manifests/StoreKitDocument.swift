// SPDX-License-Identifier: MIT

import FlintSimulation
import FlintWorld

/// A minimal StoreKit configuration file with the products that an app's features require.
///
/// The file has the form that Xcode saves, so Xcode can edit it. ``StoreKitConfiguration`` reads it.
struct StoreKitDocument: Encodable {
    private struct Version: Encodable {
        let major = 3
        let minor = 0
    }

    private struct Settings: Encodable {
        enum CodingKeys: String, CodingKey {
            case locale = "_locale"
            case storefront = "_storefront"
        }

        let locale = StoreKitDocument.locale
        let storefront = "USA"
    }

    private struct Localization: Encodable {
        let description: String
        let displayName: String
        let locale = StoreKitDocument.locale
    }

    private struct Product: Encodable {
        let displayPrice: String
        let familyShareable = false
        var groupNumber: Int?
        let internalID: String
        let localizations: [Localization]
        let productID: String
        var recurringSubscriptionPeriod: String?
        let referenceName: String
        var subscriptionGroupID: String?
        let type: String
    }

    private struct Group: Encodable {
        let id: String
        let localizations: [Localization] = []
        let name: String
        var subscriptions: [Product]
    }

    private static let locale = "en_US"
    private static let defaultPrice = "0.99"
    private static let defaultPeriod = "P1M"

    private let identifier: String
    private var nonRenewingSubscriptions: [Product] = []
    private var products: [Product] = []
    private let settings = Settings()
    private var subscriptionGroups: [Group] = []
    private let version = Version()
    /// Sentences about values that the app does not declare.
    ///
    /// The file contains examples of these values.
    private(set) var assumptions: [String] = []

    private enum CodingKeys: String, CodingKey {
        case identifier, nonRenewingSubscriptions, products, settings, subscriptionGroups, version
    }

    init(_ offers: [ProductSnapshot], appName: String) {
        // Identifiers are derived from names, so that the same products result in the same file.
        identifier = Self.identifier(for: appName)
        var unpriced: [String] = []
        var unlimited: [String] = []
        for offer in offers {
            let price = offer.price.flatMap { ProductPrice($0) }
            if price == nil { unpriced.append(offer.productID) }
            let amount = price.map(Self.amount) ?? Self.defaultPrice
            switch offer.type {
            case .consumable: products.append(Self.product(offer, "Consumable", amount))
            case .nonConsumable: products.append(Self.product(offer, "NonConsumable", amount))
            case .nonRenewingSubscription:
                var product = Self.product(offer, "NonRenewingSubscription", amount)
                product.recurringSubscriptionPeriod = offer.subscriptionPeriod
                nonRenewingSubscriptions.append(product)
            case .autoRenewingSubscription:
                if offer.subscriptionPeriod == nil { unlimited.append(offer.productID) }
                var product = Self.product(offer, "RecurringSubscription", amount)
                product.recurringSubscriptionPeriod = offer.subscriptionPeriod ?? Self.defaultPeriod
                product.groupNumber = offer.subscriptionLevel
                let name = offer.subscriptionGroup ?? "Subscriptions"
                add(product, toGroup: offer.subscriptionGroupID ?? Self.identifier(for: "group " + name), named: name)
            }
        }
        if !unpriced.isEmpty {
            assumptions.append("The price \(Self.defaultPrice) is an example for \(unpriced.listed()).")
        }
        if !unlimited.isEmpty {
            assumptions.append("The period of a month (\(Self.defaultPeriod)) is an example for \(unlimited.listed()).")
        }
    }

    private mutating func add(_ product: Product, toGroup id: String, named name: String) {
        var product = product
        product.subscriptionGroupID = id
        guard let index = subscriptionGroups.firstIndex(where: { $0.id == id }) else {
            return subscriptionGroups.append(Group(id: id, name: name, subscriptions: [product]))
        }
        subscriptionGroups[index].subscriptions.append(product)
    }

    private static func product(_ offer: ProductSnapshot, _ type: String, _ amount: String) -> Product {
        Product(
            displayPrice: amount, internalID: identifier(for: offer.productID),
            localizations: [Localization(description: offer.description ?? "", displayName: offer.name)],
            productID: offer.productID, referenceName: offer.name, type: type)
    }

    private static func amount(of price: ProductPrice) -> String {
        let rest = price.hundredths % 100
        return "\(price.hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
    }

    /// Returns eight hexadecimal digits that depend only on the text: its FNV-1a hash.
    private static func identifier(for text: String) -> String {
        let hash = text.utf8.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
        let digits = String(hash, radix: 16, uppercase: true)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }
}
