// SPDX-License-Identifier: MIT

import FlintCore

/// A reader that creates offers from the products of a StoreKit configuration file.
///
/// Names and descriptions are in the file's locale if available, otherwise in English, otherwise in the first listed
/// language.
struct StoreKitOfferReader {
    /// The locale of the file, such as `en_US`.
    let locale: String?
    /// The country code of the storefront, such as `USA`, which determines the currency sign.
    let storefront: String?

    /// Returns the offers for all products: consumables and non-consumables, non-renewing subscriptions, and
    /// subscriptions by group.
    ///
    /// - Throws: ``StoreKitConfigurationError`` if a product is malformed or if two products share an identifier.
    func offers(in root: StoreKitNode) throws(StoreKitConfigurationError) -> [StoreOffer] {
        var offers: [StoreOffer] = []
        var places: [String: String] = [:]
        func add(_ offer: StoreOffer, _ node: StoreKitNode) throws(StoreKitConfigurationError) {
            if let place = places.updateValue(node.place, forKey: offer.productID) {
                throw node["productID"].error(
                    "\"\(offer.productID)\" is already the identifier of \(place). "
                        + "Give each product its own identifier.")
            }
            offers.append(offer)
        }
        for node in try root["products"].list() { try add(try product(node), node) }
        for node in try root["nonRenewingSubscriptions"].list() {
            try add(try offer(node, type: .nonRenewable, group: nil), node)
        }
        for group in try root["subscriptionGroups"].list() {
            try group.requireObject()
            let name = try firstText(localized(group, "displayName"), group["name"].text(), group["id"].text())
            for node in try group["subscriptions"].list() {
                try add(try offer(node, type: .autoRenewable, group: name), node)
            }
        }
        return offers
    }

    private func product(_ node: StoreKitNode) throws(StoreKitConfigurationError) -> StoreOffer {
        try node.requireObject()
        let type = node["type"]
        switch try type.text() {
        case "Consumable": return try offer(node, type: .consumable, group: nil)
        case "NonConsumable": return try offer(node, type: .nonConsumable, group: nil)
        case let other:
            throw type.error(
                (other.map { "\"\($0)\" is not a product type." } ?? "This is missing.")
                    + " Write Consumable or NonConsumable.")
        }
    }

    private func offer(
        _ node: StoreKitNode, type: PurchaseLedger.ProductType, group: String?
    ) throws(StoreKitConfigurationError) -> StoreOffer {
        try node.requireObject()
        let productID = try node["productID"].requiredText()
        return StoreOffer(
            productID: productID,
            name: try firstText(localized(node, "displayName"), node["referenceName"].text()) ?? productID,
            description: try localized(node, "description"), type: type, price: try price(node["displayPrice"]),
            subscriptionGroup: group, subscriptionPeriod: try period(node["recurringSubscriptionPeriod"], of: type))
    }

    /// Returns the period of a subscription.
    ///
    /// - Returns: The period, or `nil` for a product that is not a subscription and for a non-renewing subscription
    ///   without a period.
    /// - Throws: ``StoreKitConfigurationError`` if the period is malformed, or if it is missing from an auto-renewable
    ///   subscription.
    private func period(
        _ node: StoreKitNode, of type: PurchaseLedger.ProductType
    ) throws(StoreKitConfigurationError) -> SubscriptionPeriod? {
        guard type == .autoRenewable || type == .nonRenewable else { return nil }
        guard let text = try node.text() else {
            if type == .nonRenewable { return nil }
            throw node.error("This is missing. Write an ISO 8601 period, such as P1M for a month.")
        }
        guard let period = SubscriptionPeriod(text) else {
            throw node.error("\"\(text)\" is not a period. Write an ISO 8601 period, such as P1M for a month.")
        }
        return period
    }

    private func firstText(_ texts: String?...) -> String? {
        texts.compactMap(\.self).first
    }

    private func localized(_ node: StoreKitNode, _ key: String) throws(StoreKitConfigurationError) -> String? {
        var texts: [(locale: String, text: String)] = []
        for localization in try node["localizations"].list() {
            guard let text = try localization[key].text() else { continue }
            texts.append((try localization["locale"].text() ?? "", text))
        }
        let match = texts.first { $0.locale == locale } ?? texts.first { $0.locale.hasPrefix("en") } ?? texts.first
        return match?.text
    }

    private func price(_ node: StoreKitNode) throws(StoreKitConfigurationError) -> String? {
        if case .number(let number)? = node.value { return sign + "\(number)" }
        return try node.text().map { $0.first?.isNumber == true ? sign + $0 : $0 }
    }

    private var sign: String {
        switch storefront {
        case "USA", "CAN", "AUS", "NZL", "SGP", "MEX": "$"
        case "GBR": "£"
        case "JPN", "CHN": "¥"
        case "IND": "₹"
        case "KOR": "₩"
        case "AUT", "BEL", "DEU", "ESP", "FIN", "FRA", "GRC", "IRL", "ITA", "NLD", "PRT": "€"
        default: ""
        }
    }
}
