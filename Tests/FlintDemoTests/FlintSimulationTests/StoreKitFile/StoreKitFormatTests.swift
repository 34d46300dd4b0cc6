import FlintCore
import Foundation
import Testing

@testable import FlintSimulation

struct StoreKitFormatTests {
    private static let magazine = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "Magazine.storekit")

    private func read(_ json: String) throws -> StoreKitConfiguration {
        try StoreKitConfiguration(Data(json.utf8), file: "Shop.storekit")
    }

    private func notes(settings: String) throws -> [String] {
        try read(#"{"products": [], "settings": {\#(settings)}}"#).notes
    }

    // MARK: Versions

    @Test(arguments: ["4", "5", "6", "6.5", "1e300", "0"])
    func `a file of any version is read without a note if it is completely supported`(version: String) throws {
        let text = try String(contentsOf: Self.magazine, encoding: .utf8)
        let versioned = text.replacingOccurrences(of: #""major" : 5"#, with: #""major" : \#(version)"#)
        let configuration = try read(versioned)
        #expect(configuration.offers.map(\.productID) == ["magazine.issue", "magazine.video", "magazine.audio"])
        #expect(configuration.contentNotes.isEmpty)
    }

    @Test func `one note names the unsupported parts of a newer version`() throws {
        let configuration = try read(
            """
            {"version": {"major": 5, "minor": 0}, "bundles": [], "settings": {"_billingPlans": {}},
             "nonRenewingSubscriptions": {"a": 1},
             "products": [
                {"productID": "a", "type": "NonConsumable", "pricingTerms": []},
                {"productID": "b", "type": "NonConsumable", "pricingTerms": []},
                {"productID": "c", "type": "Rental"}],
             "subscriptionGroups": [{"id": "1", "kind": "x", "subscriptions": [
                {"productID": "d", "recurringSubscriptionPeriod": "P1M", "billingPlan": "monthly"},
                {"productID": "e", "recurringSubscriptionPeriod": {"unit": "month"}}]}]}
            """)
        #expect(configuration.offers.map(\.productID) == ["a", "b", "d"])
        #expect(
            configuration.notes == [
                "Version 5 of the format is newer than this program, which did not understand products[2].type, "
                    + "nonRenewingSubscriptions, subscriptionGroups[0].subscriptions[1].recurringSubscriptionPeriod, "
                    + "bundles, settings._billingPlans, products.pricingTerms, subscriptionGroups.kind, "
                    + "subscriptionGroups.subscriptions.billingPlan."
            ])
    }

    @Test func `a note quotes only the beginning of long keys and the first of many`() throws {
        let long = String(repeating: "k", count: 5_000)
        let keys = (0..<40).map { #""key\#($0)": 1"# }.joined(separator: ", ")
        let note = try #require(
            try read(#"{"version": {"major": 9}, "products": [], "\#(long)": 1, \#(keys)}"#).notes.first)
        #expect(note.utf8.count < 1_000)
        #expect(note.contains(", and 31 more."))
    }

    @Test func `a name that an object repeats is reported with both locations`() throws {
        #expect(
            try read(#"{"products": [], "products": []}"#).contentNotes == [
                "The file is ambiguous: the name \"products\" occurs twice in one object (line 1, byte 1, and "
                    + "line 1, byte 17). One of the two members is ignored."
            ])
    }

    @Test func `malformed parts of a known version throw an error`() {
        #expect(throws: StoreKitConfigurationError.self) {
            try read(#"{"version": {"major": 4}, "products": [{"productID": "c", "type": "Rental"}]}"#)
        }
    }

    // MARK: Groups

    @Test func `a group is identified by its identifier, not by its name`() throws {
        let configuration = try StoreKitConfiguration(contentsOf: Self.magazine.path())
        #expect(configuration.offers.map(\.subscriptionGroup) == [nil, "Membership", "Membership"])
        #expect(configuration.offers.map(\.subscriptionGroupID) == [nil, "21547A60", "21547A61"])
        var store = StoreSimulation(now: day(0), offers: configuration.offers)
        try store.send(.buy(productID: "magazine.video"))
        try store.send(.buy(productID: "magazine.audio"))
        #expect(store.isOwned("magazine.video") == true)
        #expect(store.isOwned("magazine.audio") == true)
    }

    @Test func `groups without identifiers are distinct`() throws {
        let offers = try read(
            """
            {"subscriptionGroups": [
                {"name": "Club", "subscriptions": [{"productID": "a", "recurringSubscriptionPeriod": "P1M"}]},
                {"name": "Club", "subscriptions": [{"productID": "b", "recurringSubscriptionPeriod": "P1M"}]}]}
            """
        ).offers
        #expect(Set(offers.map(\.groupIdentity)).count == 2)
    }

    @Test func `reading a level that is not a whole number throws an error`() {
        #expect(throws: StoreKitConfigurationError.self) {
            try read(
                """
                {"subscriptionGroups": [{"id": "1", "subscriptions": [
                    {"productID": "a", "recurringSubscriptionPeriod": "P1M", "groupNumber": 1.5}]}]}
                """)
        }
    }

    // MARK: Time rates

    @Test(arguments: [
        (#""_timeRate": 13, "_compatibilityTimeRate": {"3": 6}"#, 60.0, "13 is unknown. Its older form, 6, applies"),
        (#""_timeRate": 1002, "_compatibilityTimeRate": 2"#, 86_400, "1002 is unknown. Its older form, 2, applies"),
        (#""_timeRate": 1004, "_compatibilityTimeRate": {"4": 12, "3": 7}"#, 1_440, "Its older form, 7, applies: 1440"),
        (#""_timeRate": 13, "_compatibilityTimeRate": {"3": 0}"#, 1, "older form, 0, applies: 1 second per second."),
        (#""_timeRate": 13"#, 1, "The time rate 13 is unknown, so the store's clock runs in real time."),
        (#""_timeRate": 77, "_compatibilityTimeRate": {"3": 78}"#, 1, "The time rate 77 is unknown, so the store's"),
        (#""_timeRate": "fast""#, 1, "The time rate fast is unknown, so the store's clock runs in real time."),
    ])
    func `an unknown time rate is reported, and its older form applies`(
        settings: String, rate: Double, note: String
    ) throws {
        #expect(try read(#"{"products": [], "settings": {\#(settings)}}"#).rate == rate)
        let notes = try notes(settings: settings)
        #expect(notes.count == 1)
        #expect(notes.first?.contains(note) == true, "\(notes)")
    }

    @Test func `known time rates need no note`() throws {
        #expect(try notes(settings: #""_timeRate": 6"#) == [])
        #expect(try notes(settings: #""_timeRate": 6, "_compatibilityTimeRate": {"3": 2}"#) == [])
        #expect(try notes(settings: "") == [])
    }

    // MARK: Locales and storefronts

    @Test(arguments: [
        ("ja_JP", ["en_US", "ja"], "ja"), ("pt_BR", ["en", "pt-PT", "pt-BR"], "pt-BR"),
        ("pt-BR", ["pt_PT", "pt_BR"], "pt_BR"), ("pt_BR", ["pt-PT", "pt", "en"], "pt"),
        ("fr_CA", ["en_US", "fr"], "fr"), ("fr", ["en_US", "fr_CA"], "fr_CA"), ("FR_ca", ["fr", "fr-CA"], "fr-CA"),
        ("zh_TW", ["zh-Hans", "zh-Hant"], "zh-Hant"), ("zh-Hant_HK", ["zh_Hans", "zh_Hant"], "zh_Hant"),
        ("zh_CN", ["zh-Hant", "zh-Hans"], "zh-Hans"), ("nb_NO", ["en_US", "no"], "no"),
        ("fi_FI", ["fil", "en_GB"], "en_GB"), ("de_DE", ["fr", "enx", "en-GB"], "en-GB"),
        ("de_DE", ["fr", "it"], "fr"),
        ("en_AU", ["en_GB", "en_US"], "en_GB"), ("es_419", ["es-ES", "es-419"], "es-419"),
    ])
    func `a name is in the locale of the file or, failing that, in its language`(
        locale: String, available: [String], expected: String
    ) throws {
        let localizations = available.map { #"{"displayName": "\#($0)", "locale": "\#($0)"}"# }
        let offers = try read(
            """
            {"settings": {"_locale": "\(locale)"}, "products": [{"productID": "a", "type": "Consumable",
             "localizations": [\(localizations.joined(separator: ", "))]}]}
            """
        ).offers
        #expect(offers.map(\.name) == [expected])
    }

    @Test(arguments: [
        ("JPN", "¥49"), ("USA", "$49"), ("SWE", "SEK 49"), ("CHE", "CHF 49"), ("BRA", "BRL 49"), ("NOR", "NOK 49"),
        ("SVK", "€49"), ("HRV", "€49"), ("ARG", "USD 49"), ("swe", "SEK 49"), ("XYZ", "XYZ 49"),
    ])
    func `a price has the sign or the code of its storefront`(storefront: String, price: String) throws {
        let offers = try read(
            """
            {"settings": {"_storefront": "\(storefront)"},
             "products": [{"productID": "a", "type": "Consumable", "displayPrice": "49"}]}
            """
        ).offers
        #expect(offers.map(\.price) == [price])
    }

    // MARK: Errors

    @Test func `enabled errors of calls are simulated or reported`() throws {
        let configuration = try StoreKitConfiguration(contentsOf: Self.magazine.path())
        #expect(configuration.settings.failsPurchases)
        #expect(configuration.offers.first?.name == "号" && configuration.offers.first?.price == "¥120")
        #expect(configuration.rate == 60)
        #expect(
            configuration.notes == [
                "The time rate 13 is unknown. Its older form, 6, applies: 60 seconds per second.",
                "The errors that the file enables for these calls are not simulated: Load Products (generic), "
                    + "Verification (verification), App Transaction (generic).",
            ])
    }

    @Test func `errors that are not enabled have no effect`() throws {
        let settings =
            #""_storeKitErrors": [{"current": null, "enabled": false, "name": "Purchase"}, {"name": "x"}, 3]"#
        let configuration = try read(#"{"products": [], "settings": {\#(settings)}}"#)
        #expect(configuration.notes == [])
        #expect(!configuration.settings.failsPurchases)
        #expect(
            try notes(settings: #""_storeKitErrors": [{"enabled": true, "name": "Beam"}, {"enabled": true}]"#) == [
                "The errors that the file enables for these calls are not simulated: Beam, a call without a name."
            ])
    }

    @Test func `enabled settings that the store does not support are reported`() throws {
        #expect(
            try notes(settings: #""_interruptedPurchasesEnabled": true, "_askToBuyEnabled": true, "_xEnabled": false"#)
                == ["These settings of the file are not simulated: _interruptedPurchasesEnabled."])
    }
}
