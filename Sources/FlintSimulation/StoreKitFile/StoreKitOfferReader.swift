// SPDX-License-Identifier: MIT

import FlintCore

/// A reader that creates offers from the products of a StoreKit configuration file.
///
/// Names and descriptions are in the file's locale if available, otherwise in its language, otherwise in English,
/// otherwise in the first listed language.
struct StoreKitOfferReader {
    private var locale: String?
    /// The country code of the storefront, such as `USA`.
    ///
    /// It determines the currency sign.
    private var storefront: String?
    /// Whether malformed parts are skipped, because the file has a newer version of the format.
    let skipsMalformedParts: Bool
    private(set) var offers: [StoreOffer] = []
    private(set) var skipped: [String] = []
    private var places: [String: String] = [:]

    init(skipsMalformedParts: Bool) {
        self.skipsMalformedParts = skipsMalformedParts
    }

    mutating func read(_ root: StoreKitNode) throws(StoreKitConfigurationError) {
        let settings = root["settings"]
        do throws(StoreKitConfigurationError) {
            locale = try settings["_locale"].singleLineText()
            storefront = try settings["_storefront"].singleLineText()
        } catch { try skip(error) }
        try forEach(root["products"]) { reader, node throws(StoreKitConfigurationError) in
            try reader.add(try reader.product(node), node)
        }
        try forEach(root["nonRenewingSubscriptions"]) { reader, node throws(StoreKitConfigurationError) in
            try reader.add(try reader.offer(node, type: .nonRenewable), node)
        }
        try forEach(root["subscriptionGroups"]) { reader, group throws(StoreKitConfigurationError) in
            try group.requireObject()
            let id = try group["id"].singleLineText()
            let name = try reader.firstText(reader.localized(group, "displayName"), group["name"].singleLineText(), id)
            try reader.forEach(group["subscriptions"]) { reader, node throws(StoreKitConfigurationError) in
                var offer = try reader.offer(node, type: .autoRenewable)
                offer.subscriptionGroup = name
                // Names are for people, and two groups may share one.
                offer.subscriptionGroupID = id ?? group.place
                offer.subscriptionLevel = try reader.level(node["groupNumber"])
                try reader.add(offer, node)
            }
        }
    }

    private mutating func forEach(
        _ list: StoreKitNode,
        _ read: (inout StoreKitOfferReader, StoreKitNode) throws(StoreKitConfigurationError) -> Void
    ) throws(StoreKitConfigurationError) {
        let nodes: [StoreKitNode]
        do throws(StoreKitConfigurationError) { nodes = try list.readElements() } catch { return try skip(error) }
        for node in nodes {
            do throws(StoreKitConfigurationError) { try read(&self, node) } catch { try skip(error) }
        }
    }

    private mutating func skip(_ error: StoreKitConfigurationError) throws(StoreKitConfigurationError) {
        guard skipsMalformedParts else { throw error }
        skipped.append(error.place)
    }

    private mutating func add(_ offer: StoreOffer, _ node: StoreKitNode) throws(StoreKitConfigurationError) {
        if let place = places[offer.productID] {
            throw node["productID"].error(
                "\"\(offer.productID.excerpt)\" is already the identifier of \(place). "
                    + "Give each product its own identifier.")
        }
        places[offer.productID] = node.place
        offers.append(offer)
    }

    private func product(_ node: StoreKitNode) throws(StoreKitConfigurationError) -> StoreOffer {
        try node.requireObject()
        let type = node["type"]
        switch try type.singleLineText() {
        case "Consumable": return try offer(node, type: .consumable)
        case "NonConsumable": return try offer(node, type: .nonConsumable)
        case let other:
            throw type.error(
                (other.map { "\"\($0.excerpt)\" is not a product type." } ?? "This is missing.")
                    + " Write Consumable or NonConsumable.")
        }
    }

    private func offer(
        _ node: StoreKitNode, type: PurchaseLedger.ProductType
    ) throws(StoreKitConfigurationError) -> StoreOffer {
        try node.requireObject()
        let productID = try node["productID"].requiredText()
        return StoreOffer(
            productID: productID,
            name: try firstText(localized(node, "displayName"), node["referenceName"].singleLineText()) ?? productID,
            description: try localized(node, "description"), type: type, price: try price(node["displayPrice"]),
            subscriptionPeriod: try period(node["recurringSubscriptionPeriod"], of: type))
    }

    /// Returns the period of a subscription.
    ///
    /// Only an auto-renewable subscription must have one.
    private func period(
        _ node: StoreKitNode, of type: PurchaseLedger.ProductType
    ) throws(StoreKitConfigurationError) -> SubscriptionPeriod? {
        guard type == .autoRenewable || type == .nonRenewable else { return nil }
        guard let text = try node.singleLineText() else {
            if type == .nonRenewable { return nil }
            throw node.error("This is missing. Write an ISO 8601 period, such as P1M for a month.")
        }
        guard let period = SubscriptionPeriod(text) else {
            throw node.error("\"\(text.excerpt)\" is not a period. Write an ISO 8601 period, such as P1M for a month.")
        }
        return period
    }

    private func level(_ node: StoreKitNode) throws(StoreKitConfigurationError) -> Int? {
        guard node.value != nil else { return nil }
        guard let level = node.number().flatMap(Int.init(exactly:)) else {
            throw node.error("This is not a level. Write a whole number; 1 is the highest level.")
        }
        return level
    }

    private func firstText(_ texts: String?...) -> String? {
        texts.compactMap(\.self).first
    }

    private func localized(_ node: StoreKitNode, _ key: String) throws(StoreKitConfigurationError) -> String? {
        var texts: [(locale: LocaleTag, text: String)] = []
        for localization in try node["localizations"].readElements() {
            guard let text = try localization[key].singleLineText() else { continue }
            texts.append((LocaleTag(try localization["locale"].singleLineText() ?? ""), text))
        }
        let locales = texts.map(\.locale)
        let index =
            locale.flatMap { LocaleTag($0).bestMatch(among: locales) }
            ?? LocaleTag("en_US").bestMatch(among: locales)
        return index.map { texts[$0].text } ?? texts.first?.text
    }

    private func price(_ node: StoreKitNode) throws(StoreKitConfigurationError) -> String? {
        if case .integer(let number)? = node.value { return sign + "\(Double(number))" }
        if case .number(let number)? = node.value { return sign + "\(number)" }
        return try node.singleLineText().map { $0.first?.isNumber == true ? sign + $0 : $0 }
    }

    private var sign: String { storefront.map(Storefront.pricePrefix) ?? "" }
}
