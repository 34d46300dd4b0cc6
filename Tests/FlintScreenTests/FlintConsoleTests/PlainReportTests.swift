import FlintCore
import FlintInspectorTestSupport
import FlintWorld
import Foundation
import Testing

@testable import FlintConsole

struct PlainReportTests {
    private func world(
        _ status: AppStatus = AppStatus(appName: "Shop"), products: [ProductSnapshot] = [],
        permissions: [PermissionSnapshot] = []
    ) -> World {
        World(
            model: AppModel(
                revision: .zero, status: status, features: [], products: products, permissions: permissions, flags: [],
                overrides: []))
    }

    @Test func `an event names the first features whose availability it changed`() {
        var log = News()
        log.change("Premium: purchased", [("A", "One"), ("B", "Two\u{1B}[2J")], to: true)
        #expect(
            PlainReport.line(log.events[0], timeZone: .utc)
                == "12:03:41 store: Premium: purchased; now available: One, Two\u{1B}[2J")
        #expect(
            PlainReport.lines(of: SampleApp().world(of: nil), stacks: SampleApp().stacks(), events: log.events)
                .contains { $0.hasSuffix("; now available: One, Two␛[2J") })
        log.change("Platform: watchOS", (1...9).map { ("F\($0)", "F\($0)") }, to: false, featureCount: 300)
        #expect(
            PlainReport.line(log.events[1], timeZone: .utc).hasSuffix(
                "; now not available: F1, F2, F3, F4, F5; and 295 more"))
    }

    @Test func `every feature is listed with its status and the reason`() {
        let moment = RecordedMoment(name: "shop.jsonl", event: 7, date: SampleApp.start, isLast: false)
        let recorded = PlainReport.lines(
            of: SampleApp().world(of: nil), stacks: SampleApp().stacks(), moment: moment, events: [])
        #expect(recorded.first?.hasPrefix("Recording shop.jsonl, as of ") == true)
        #expect(recorded.first?.hasSuffix("event 7") == true)
        let lines = PlainReport.lines(of: SampleApp().world(of: nil), stacks: SampleApp().stacks(), events: [])
        #expect(lines.first == "Podcasts on iOS 17.2 (simulated): 5 of 11 features available")
        #expect(lines.contains("      Smart playlists: not available"))
        #expect(lines.contains { $0.contains("needs purchase Premium subscription: not purchased (store)") })
        #expect(lines.contains { $0.contains("to unlock: buy Premium subscription, allow Location when in use") })
    }

    @Test func `plans are followed by a note if there may be other plans`() throws {
        var feature = try #require(SampleApp().world(of: nil).explanations.first { $0.name == "Smart playlists" })
        let note = "There may be more plans than these."
        #expect(!PlainReport.explanation(of: feature).contains(note))
        feature.unlockPlansAreComplete = false
        #expect(PlainReport.explanation(of: feature).contains(note))
    }

    @Test func `a requirement without a source is listed without one`() {
        var features = SampleApp().world(of: nil).explanations
        for place in features.indices {
            for row in features[place].requirements.indices { features[place].requirements[row].source = "" }
        }
        #expect(PlainReport.features(features).contains { $0.hasSuffix("Premium subscription: not purchased") })
    }

    @Test func `alternatives are listed under a heading while they are unmet`() {
        let app = SampleApp()
        let turbo = app.world(of: nil).explanations.first { $0.name == "Turbo downloads" }
        #expect(turbo?.requirements.contains { $0.kind == .anyOf } == true, "The sample has alternatives.")
        let before = PlainReport.features(app.world(of: nil).explanations)
        #expect(before.contains { $0.hasSuffix("  needs any of:") })
        #expect(before.contains { $0.contains("    purchase Premium subscription: not purchased (store)") })
        app.perform(.override(.purchase, "premium", to: "purchased"))
        #expect(!PlainReport.features(app.world(of: nil).explanations).contains { $0.contains("any of") })
    }

    @Test func `nested alternatives are listed by their titles with the group that declares them`() throws {
        let app = SampleApp(group: RuleFeatures.self)
        let page = try #require(app.world(of: nil).explanations.first { $0.name == "Page" })
        let lines = PlainReport.explanation(of: page).filter { $0.hasSuffix("inherited from RuleFeatures") }.dropFirst()
            .map { $0.replacing(" -> ", with: "    ") }
        #expect(
            lines.map { $0.split(separator: "  ", omittingEmptySubsequences: true).map { $0.drop { $0 == " " } } }
                == [
                    ["no", "any of", "inherited from RuleFeatures"],
                    ["no", "purchase", "Season", "not purchased", "store, inherited from RuleFeatures"],
                    ["no", "all of", "inherited from RuleFeatures"],
                    ["no", "purchase", "Clips", "not purchased", "store, inherited from RuleFeatures"],
                    ["no", "any of (1)", "inherited from RuleFeatures"],
                    ["no", "purchase", "Premium", "not purchased", "store, inherited from RuleFeatures"],
                    ["no", "purchase", "Supporter", "not purchased", "store, inherited from RuleFeatures"],
                    ["no", "any of (1), as above", "inherited from RuleFeatures"],
                ])
    }

    @Test func `a required group is listed even if the alternatives around its first place are met`() throws {
        let app = SampleApp(group: RuleFeatures.self)
        app.own("season")
        let page = try #require(app.world(of: nil).explanations.first { $0.name == "Page" })
        #expect(page.openFacts.map(\.title) == ["Premium", "Supporter"])
        #expect(NextStep(for: page) == .offerPurchase(page.openFacts))
        let lines = PlainReport.features(app.world(of: nil).explanations).map { $0.drop { $0 == " " } }
        let start = try #require(lines.firstIndex(of: "Page: not available"))
        #expect(
            lines[start...].dropFirst(2).prefix(5) == [
                "needs parent Rules: not available", "any of (1):", "purchase Premium: not purchased (store)",
                "purchase Supporter: not purchased (store)", "needs any of (1), as above:",
            ])
    }

    @Test func `a value that is also its source is stated once`() throws {
        var feature = try #require(SampleApp().world(of: nil).explanations.first { $0.name == "Smart playlists" })
        let row = try #require(feature.requirements.firstIndex { $0.kind == .purchase })
        (feature.requirements[row].value, feature.requirements[row].source) = ("pending", "pending")
        let lines = PlainReport.features([feature])
        #expect(lines.contains { $0.hasSuffix("needs purchase Premium subscription: pending") }, "\(lines)")
    }

    @Test func `overrides and events are listed as text`() {
        let app = SampleApp()
        app.perform(.override(.purchase, "premium", to: "purchased"))
        let lines = PlainReport.lines(
            of: app.world(of: nil), stacks: app.stacks(), events: app.events(after: 0), timeZone: .fixed(3_600))
        #expect(lines.contains("Override: purchase premium is purchased, until removed"))
        let product = "Premium subscription (premium): purchased (overridden; the store's value is not purchased)"
        #expect(lines.contains { $0.contains(product) })
        let event = "console: Premium subscription: overridden, not purchased → purchased"
        #expect(lines.contains { $0.hasPrefix("  13:03:41 \(event); now available: Turbo downloads; ") })
    }

    @Test func `a report of hostile names contains no control characters`() {
        let app = SampleApp.hostile
        for line in PlainReport.lines(of: app.world(of: nil), stacks: app.stacks(), events: app.events(after: 0)) {
            #expect(!line.unicodeScalars.contains { $0.value < 0x20 || (0x7F..<0xA0).contains($0.value) })
            #expect(!line.unicodeScalars.contains { (0x202A...0x202E).contains($0.value) })
        }
    }

    @Test func `flags, store, expiries and problems are listed as text`() {
        let lines = PlainReport.lines(
            of: SampleApp.busy.world(of: nil), stacks: SampleApp.busy.stacks(), events: [], timeZone: .fixed(3_600))
        for expected in [
            "Problem: The file purchases.json was written by a newer version.",
            "Override: flag smart-playlists is on, until 2023-11-14 15:05, because: trying the new lists",
            "Override: flag sound-v2 is off, for 2 uses",
            "Override: permission camera is authorized, for this session",
            "  The store's clock: 2023-11-14 13:03, a day per second",
            "  Next store event: 2023-12-14 13:03, Premium subscription renews",
            "  Turbo pack is waiting for approval, since 2023-11-14 13:03.",
            "  smart-playlists: on (overridden; the providers' value is off), for Smart playlists",
            "    Debug menu (debug, priority 900): flag not found",
            "    Remote (remote, priority 300): off, by a rule, variant control, used",
        ] {
            #expect(lines.contains(expected), "\(expected)")
        }
        let premium = lines.first { $0.hasPrefix("  Premium subscription (premium)") } ?? ""
        #expect(premium.contains("$4.99 for a month, group Premium, subscribed, paid until 2023-12-14 13:03, renews"))
    }

    private func lines(ofProductsIn world: World) -> [String] {
        world.products.map { PlainReport.line(for: $0, in: world, timeZone: .utc) }
    }

    @Test func `a product is listed with a single status`() {
        let lines = lines(ofProductsIn: SampleApp.busy.world(of: nil))
        #expect(lines.contains { $0.hasPrefix("Turbo pack (turbo): asked to buy, $9.99") })
        #expect(lines.contains { $0.hasPrefix("Download credits (credits): balance 3, $0.99") })
    }

    @Test func `the store's settings and a product that it no longer sells are listed`() {
        let now = Date(timeIntervalSince1970: 1_800_000_000)
        var status = AppStatus(appName: "Shop")
        status.store = StoreSnapshot(
            now: now, rate: 0, nextEvent: nil, nextEventTitle: nil, asksToBuy: true, failsRenewals: true,
            pending: [.init(productID: "gone", waitingFor: .interruption, since: now)])
        #expect(
            PlainReport.purchases(world(status), timeZone: .utc) == [
                "The store's clock: 2027-01-15 08:00, paused", "Every purchase waits for approval.",
                "Payments for renewals fail.",
                "gone is waiting for the user to finish it outside the app, since 2027-01-15 08:00.",
            ])
    }

    @Test func `a subscription in its grace period is listed with both dates`() {
        let now = Date(timeIntervalSince1970: 1_800_000_000)
        var product = ProductSnapshot(
            productID: "premium", name: "Premium", description: nil, type: .autoRenewingSubscription,
            status: .purchased, override: nil, effective: .purchased, balance: nil, features: [])
        product.subscription = SubscriptionSnapshot(
            state: .inGracePeriod, expirationDate: now, gracePeriodExpirationDate: now + 86_400, willAutoRenew: true)
        #expect(
            lines(ofProductsIn: world(products: [product])) == [
                "Premium (premium): purchased, in grace period: payment failed, still active, "
                    + "paid until 2027-01-15 08:00, grace until 2027-01-16 08:00, renews automatically"
            ])
    }

    @Test func `a subscription that changes at its renewal is listed with the next product's name`() {
        var products = ["gold", "silver"].map { id in
            ProductSnapshot(
                productID: id, name: id.capitalized, description: nil, type: .autoRenewingSubscription,
                status: .notPurchased, override: nil, effective: .notPurchased, balance: nil, features: [])
        }
        products[0].subscription = SubscriptionSnapshot(
            state: .subscribed, expirationDate: nil, gracePeriodExpirationDate: nil, willAutoRenew: true,
            nextProductID: "silver")
        #expect(
            lines(ofProductsIn: world(products: products)).first?
                .hasSuffix(", subscribed, renews automatically, changes to Silver") == true)
    }

    @Test func `the limits on a permission's access are listed with its status`() {
        var permission = PermissionSnapshot(
            permission: "notifications", title: "Notifications", usage: "", status: .authorized, override: nil,
            effective: .authorized, features: nil, attributes: [.provisional])
        func lines() -> (report: [String], screen: [String]) {
            (
                PlainReport.permissions(world(permissions: [permission])),
                PermissionDetail(permission, in: ConsoleDriver().state).lines.map(\.text)
            )
        }
        #expect(lines().report == ["Notifications (notifications): authorized, provisional"])
        #expect(lines().screen.contains("   current     authorized, provisional"))
        (permission.override, permission.effective) = (.denied, .denied)
        #expect(lines().report[0].hasSuffix("denied (overridden; the system's value is authorized, provisional)"))
        #expect(lines().screen.contains("   system      authorized, provisional"))
        #expect(lines().screen.contains("   current     denied"))
    }

    @Test func `the message of a flag's provider that is not ready is listed`() {
        let lines = PlainReport.lines(of: SampleApp.full.world(of: nil), stacks: SampleApp.full.stacks(), events: [])
        let message = "The server at flags.example.com did not answer."
        #expect(lines.contains("    Remote (remote, priority 300): has no value, pending, \(message)"))
    }

    @Test func `an app without features is reported`() {
        let lines = PlainReport.lines(of: World(), events: [])
        #expect(lines.first?.hasSuffix("0 of 0 features available") == true)
    }

    @Test func `stacks, focus and the log are listed as text`() {
        let app = SampleApp.active
        app.perform(.focus(feature: PodcastFeatures.downloading, isOn: true))
        let lines = PlainReport.lines(
            of: app.world(of: nil), stacks: app.stacks(), events: [], logLines: app.logLines(after: 0), eventLimit: 4)
        #expect(lines.contains("In focus: Podcast downloading"))
        #expect(lines.contains("  session main"))
        #expect(lines.contains("    Podcast playback, stack #1, 107 steps since 12:03:41"))
        #expect(lines.contains("      12:03:41 Play (Fog signals)"))
        #expect(lines.contains("      Dynamic speed, stack #3, 2 steps since 12:05:41"))
        let logs = lines.drop { $0 != "Logs" }
        #expect(logs.count == 5, "The latest four log lines are listed.")
        #expect(logs.last == "  12:03:50 trace PodcastFeatures/DownloadingFeature: tick")
    }

    @Test func `empty stacks, logs and focus are not mentioned`() {
        let lines = PlainReport.lines(
            of: SampleApp().world(of: nil), stacks: SampleApp().stacks(), events: [], logLines: [])
        #expect(!lines.contains("Stacks") && !lines.contains("Logs") && !lines.contains { $0.contains("focus") })
    }

    @Test func `a report of a hostile log contains no control characters`() {
        let app = SampleApp.hostileLog
        let lines = PlainReport.lines(
            of: app.world(of: nil), stacks: app.stacks(), events: [], logLines: app.logLines(after: 0))
        #expect(lines.allSatisfy { line in line.unicodeScalars.allSatisfy { $0.value >= 32 && $0.value != 0x9B } })
    }
}

/// A group that requires two purchases in two places, for the feature in it.
private final class RuleFeatures: ConditionalFeature, FeatureGroup {
    static let (name, description) = ("Rules", "Requires purchases.")
    static var subfeatures: [FeatureDefinition.Type] { [PageFeature.self] }

    static func constraints(requirements: FeatureConstraintsBuilder) {
        func product(_ name: String) -> NonConsumableProduct {
            NonConsumableProduct(name: name, productID: name.lowercased())
        }
        let choice = PurchaseRequirement(anyOf: [
            PurchaseRequirement(product("Premium")), PurchaseRequirement(product("Supporter")),
        ])
        requirements.purchase(
            PurchaseRequirement(anyOf: [
                PurchaseRequirement(product("Season")),
                PurchaseRequirement(product("Clips"), dependencies: [choice]),
            ]))
        requirements.purchase(choice)
    }

    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class PageFeature: Feature {
    static let (name, description) = ("Page", "A page.")
    static func prepare(actions: FeatureActionsBuilder) {}
}
