// SPDX-License-Identifier: MIT

import FlintCore

/// The keys and codes of StoreKit configuration files, up to the newest known version.
///
/// Files of newer versions are read too. Unknown keys show which parts of such a file were not understood.
enum StoreKitFormat {
    static let newestVersion = 4

    private static let root: Set<String> = [
        "appPolicies", "identifier", "nonRenewingSubscriptions", "products", "settings", "subscriptionGroups",
        "subscriptionOffersKeyPair", "version",
    ]
    private static let settings: Set<String> = [
        "_applicationInternalID", "_askToBuyEnabled", "_billingGracePeriodEnabled", "_billingIssuesEnabled",
        "_compatibilityTimeRate", "_developerTeamID", "_disableDialogs", "_failTransactionsEnabled",
        "_failTransactionsError", "_interruptedPurchasesEnabled", "_lastSynchronizedDate", "_locale",
        "_renewalBillingIssuesEnabled", "_storeKitErrors", "_storefront", "_subscriptionOffersKeyPair", "_timeRate",
    ]
    private static let group: Set<String> = ["id", "localizations", "name", "subscriptions"]
    private static let product: Set<String> = [
        "adHocOffers", "codeOffers", "displayPrice", "familyShareable", "groupNumber", "internalID",
        "introductoryOffer", "isFamilyShareable", "localizations", "productID", "recurringSubscriptionPeriod",
        "referenceName", "subscriptionGroupID", "type", "winbackOffers",
    ]

    static func unknownKeys(in root: StoreKitNode) -> [String] {
        let settings = root["settings"]
        var keys = root.keys.filter { !Self.root.contains($0) }
        keys += settings.keys.filter { !Self.settings.contains($0) }.map { "settings.\($0)" }
        func add(_ nodes: [StoreKitNode], _ known: Set<String>, _ path: String) {
            keys += nodes.flatMap(\.keys).filter { !known.contains($0) }.map { "\(path).\($0)" }
        }
        for list in ["products", "nonRenewingSubscriptions"] { add(root[list].elements, product, list) }
        let groups = root["subscriptionGroups"].elements
        add(groups, group, "subscriptionGroups")
        add(groups.flatMap { $0["subscriptions"].elements }, product, "subscriptionGroups.subscriptions")
        var seen: Set<String> = []
        return keys.filter { seen.insert($0).inserted }
    }

    /// The number of simulated seconds per real second for each of Xcode's time rates.
    private static let rates: [Double: Double] = [
        0: 1, 1: 3_600, 2: 86_400, 3: 7 * 86_400, 4: 30 * 86_400, 6: 60, 7: 1_440, 8: 7 * 1_440, 9: 30 * 1_440,
    ]

    /// Returns the number of simulated seconds per real second, and a note if the file's code is unknown.
    ///
    /// Newer versions of Xcode write codes for rates that depend on a subscription's period, and beside them the code
    /// of the nearest rate that older versions know.
    static func rate(_ settings: StoreKitNode) -> (rate: Double, note: String?) {
        let code = settings["_timeRate"]
        if let rate = code.number().flatMap({ rates[$0] }) { return (rate, nil) }
        let older = settings["_compatibilityTimeRate"]
        // The codes are listed by the version of the format that knows them.
        let versions = older.keys.sorted { (Double($0) ?? 0, $0) > (Double($1) ?? 0, $1) }
        let codes = ([older] + versions.map { older[$0] }).compactMap { $0.number() }
        // The newest code that is known comes closest to what Xcode shows.
        let known = codes.first { rates[$0] != nil }
        let rate = known.flatMap { rates[$0] } ?? 1
        guard code.value != nil else { return (rate, nil) }
        let unknown = "The time rate \(code.excerpt) is unknown"
        guard let known else { return (rate, "\(unknown), so the store's clock runs in real time.") }
        return (
            rate,
            "\(unknown). Its older form, \(Int(known)), applies: \(Int(rate)) "
                + (rate == 1 ? "second per second." : "seconds per second.")
        )
    }

    static func notesOnSettings(_ settings: StoreKitNode) -> [String] {
        var notes: [String] = []
        let errors = enabledErrors(settings).filter { $0.call != purchase }.map { error in
            error.type.map { "\(error.call) (\($0))" } ?? error.call
        }
        if !errors.isEmpty {
            notes.append("The errors that the file enables for these calls are not simulated: \(joinedNames(errors)).")
        }
        let switches = settings.keys.filter {
            $0.hasSuffix("Enabled") && settings[$0].flag() == true && !simulatedSwitches.contains($0)
        }
        if !switches.isEmpty { notes.append("These settings of the file are not simulated: \(joinedNames(switches)).") }
        return notes
    }

    private static let simulatedSwitches: Set<String> = [
        "_askToBuyEnabled", "_billingGracePeriodEnabled", "_billingIssuesEnabled", "_failTransactionsEnabled",
        "_renewalBillingIssuesEnabled",
    ]

    private static let purchase = "Purchase"

    static func failsPurchases(_ settings: StoreKitNode) -> Bool {
        settings["_failTransactionsEnabled"].flag() == true || enabledErrors(settings).contains { $0.call == purchase }
    }

    private static func enabledErrors(_ settings: StoreKitNode) -> [(call: String, type: String?)] {
        settings["_storeKitErrors"].elements.filter { $0["enabled"].flag() == true }.map { entry in
            let name = entry["name"]
            let type = entry["current"]["type"]
            return (name.value == nil ? "a call without a name" : name.excerpt, type.value == nil ? nil : type.excerpt)
        }
    }

    static func joinedNames(_ names: [String]) -> String {
        let shown = names.prefix(10).map { StoreKitNode.singleLine($0, limit: 500).excerpt }.joined(separator: ", ")
        return names.count > 10 ? "\(shown), and \(names.count - 10) more" : shown
    }
}
