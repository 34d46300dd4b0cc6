import FlintTerminal
import FlintWorld
import Foundation
import Testing

@testable import FlintConsole

struct StoreTests {
    private func sent(_ driver: ConsoleDriver) -> [StoreAction] {
        driver.app.sent.compactMap { if case .store(let command) = $0 { command } else { nil } }
    }

    @Test func `every outcome of a purchase has a key`() {
        let endings: [(String, StoreAction.PurchaseResult)] = [
            ("b", .succeed), ("f", .fail), ("w", .askToBuy), ("i", .interrupt),
        ]
        for (key, ending) in endings {
            var driver = ConsoleDriver(.full)
            driver.select(.premium)
            driver.press(.simulate)
            driver.type(key)
            #expect(sent(driver) == [.buy(productID: "premium", ending: ending)])
        }
    }

    @Test func `the keys of the store's dialogs have no other meaning in dialogs`() throws {
        for keys in ["2Gs", "2c"] {
            var driver = ConsoleDriver(.full)
            driver.type(keys)
            guard case .choices(let choices)? = driver.state.dialog else { throw Missing() }
            for key in choices.options.compactMap(\.key) {
                #expect(driver.state.keymap.binding(for: KeyPress(.character(key)), in: [.choices]) == nil, "\(key)")
            }
        }
    }

    private struct Missing: Error {}

    @Test func `the refusal of a store action that does not apply states the reason`() {
        var driver = ConsoleDriver(.full)
        driver.select(.premium)
        driver.press(.simulate)
        driver.choose("refund it")
        #expect(driver.announcement == "there is no purchase to refund")
        #expect(driver.app.sent.isEmpty)
        driver.choose("buy it")
        #expect(sent(driver).count == 1, "The dialog is still open.")
        driver.press(.simulate)
        driver.choose("buy it")
        #expect(driver.announcement == "it already has an active subscription")
    }

    @Test func `a pending purchase is shown and completed`() {
        var driver = ConsoleDriver(.full)
        driver.select(.product("Turbo pack"))
        driver.press(.simulate)
        driver.choose("buy it, ask to buy")
        #expect(driver.text().contains("asked to buy"))
        #expect(driver.text().contains("for approval, since 2023-11-14 12:03"))
        driver.press(.simulate)
        driver.choose("approve the purchase")
        #expect(sent(driver).last == .approve(productID: "turbo"))
        #expect(driver.state.selectedProduct?.status == .purchased)
        driver.select(.premium)
        driver.press(.simulate)
        driver.choose("buy it, interrupted")
        #expect(driver.text().contains("interrupted"))
        driver.press(.simulate)
        driver.choose("complete the purchase")
        #expect(sent(driver).last == .resume(productID: "premium"))
    }

    @Test func `a product has the same status in the list, the details and the store's dialog`() throws {
        var driver = ConsoleDriver(.full)
        func statuses() throws -> [String] {
            let product = try #require(driver.state.selectedProduct)
            let details = driver.state.detailLines().map(\.text)
            return [PurchasesScreen().line(.product(product.productID), in: driver.state, columns: 60).text]
                + details.filter { $0.hasPrefix("   store  ") || $0.hasPrefix("   current  ") }
        }
        driver.select(.product("Turbo pack"))
        driver.press(.simulate)
        driver.choose("buy it, ask to buy")
        #expect(try statuses().count { $0.hasSuffix("  asked to buy") } == 3)
        driver.select(.product("Download credits"))
        #expect(try statuses().count { $0.hasSuffix("  balance 3") } == 3)
        #expect(!driver.state.detailLines().contains { $0.text.hasPrefix("   balance") })
        driver.press(.simulate)
        #expect(driver.text().contains("The store's value: balance 3"))
        driver.type("<esc>")
        driver.press(.overrideNotPurchased)
        let overridden = try statuses()
        #expect(overridden[0].hasSuffix(" not purchased"))
        #expect(overridden.dropFirst() == ["   store       balance 3", "   current     not purchased"])
    }

    @Test func `a pending purchase does not hide that the product is already purchased`() throws {
        var driver = ConsoleDriver(.full)
        driver.select(.product("Turbo pack"))
        driver.press(.simulate)
        driver.choose("buy it")
        let id = try #require(driver.state.selectedProduct?.productID)
        driver.change {
            $0.setStatus { status in
                status.store?.pending.append(
                    StoreSnapshot.PendingPurchase(productID: id, waitingFor: .approval, since: SampleApp.start))
            }
        }
        let product = try #require(driver.state.selectedProduct)
        #expect(driver.state.status(of: product).text == "purchased")
    }

    @Test func `keys renew, cancel, expire and refund a subscription`() {
        var driver = ConsoleDriver(.full)
        driver.select(.premium)
        driver.type("sbsnstsesb")
        #expect(
            sent(driver) == [
                .buy(productID: "premium", ending: .succeed), .renew(productID: "premium"),
                .setAutoRenew(productID: "premium", isOn: false), .expire(productID: "premium"),
                .buy(productID: "premium", ending: .succeed),
            ])
        driver.type("sr")
        #expect(sent(driver).last == .refund(productID: "premium"))
    }

    @Test func `units of a consumable are consumed`() {
        var driver = ConsoleDriver(.full)
        driver.select(.product("Download credits"))
        driver.press(.simulate)
        driver.choose("consume one")
        #expect(sent(driver) == [.consume(productID: "credits", quantity: 1)])
        for _ in 1...3 {
            driver.press(.simulate)
            driver.choose("consume one")
        }
        #expect(driver.announcement == "no units are left")
    }

    @Test func `the keys of the clock dialog advance the clock and change the settings`() {
        var driver = ConsoleDriver(.full)
        driver.type("2cdcwch")
        #expect(sent(driver) == [.advance(seconds: 86_400), .advance(seconds: 604_800), .advance(seconds: 3_600)])
        #expect(driver.text().contains("Store 2023-11-22 13:03"))
        driver.type("cfcacp")
        #expect(sent(driver).suffix(3) == [.setRate(86_400), .setAskToBuy(true), .setFailsRenewals(true)])
        driver.type("cacp")
        #expect(sent(driver).suffix(2) == [.setAskToBuy(false), .setFailsRenewals(false)])
        driver.type("cn")
        #expect(driver.announcement == "no scheduled events")
    }

    @Test func `the clock dialog closes after a choice, so that the next letters do not change the store`() {
        var driver = ConsoleDriver(.full)
        driver.go(to: .purchases)
        driver.press(.storeClock)
        driver.choose("advance by an hour")
        #expect(driver.state.dialog == nil)
        driver.type("/premium")
        #expect(sent(driver) == [.advance(seconds: 3_600)])
        #expect(driver.state.filter.field.text == "premium")
    }

    @Test func `advancing to the next event shows its effect`() {
        var driver = ConsoleDriver(.full)
        driver.select(.premium)
        driver.press(.simulate)
        driver.choose("buy it")
        driver.press(.storeClock)
        driver.choose("renewals: let payments fail")
        driver.press(.storeClock)
        driver.choose("advance to the next event")
        #expect(sent(driver).last == .advanceToNextEvent)
        #expect(driver.text().contains("in grace"))
        #expect(driver.text().contains("grace until 2023-12-30 12:03"))
    }

    @Test func `a typed duration advances the clock`() {
        var driver = ConsoleDriver(.full)
        driver.go(to: .purchases)
        driver.press(.storeClock)
        driver.choose("advance by a duration")
        driver.submit("36 h")
        #expect(sent(driver) == [.advance(seconds: 129_600)])
    }

    @Test func `the dialog of a product at the store shows that the product is overridden`() {
        var driver = ConsoleDriver(.full)
        driver.select(.premium)
        driver.press(.simulate)
        #expect(driver.text().contains("The store's value: not purchased"))
        #expect(!driver.text().contains("not purchased (overridden)"))
        driver.type("<esc>")
        driver.press(.overridePurchased, .simulate)
        #expect(driver.text().contains("The store's value: not purchased (overridden)"))
    }

    @Test func `the store is reset after a confirmation`() {
        var driver = ConsoleDriver(.busy)
        driver.go(to: .purchases)
        driver.press(.storeClock)
        driver.choose("reset the store")
        driver.type("<enter>")
        #expect(sent(driver).isEmpty)
        driver.press(.storeClock)
        driver.choose("reset the store")
        driver.choose("Reset")
        #expect(sent(driver) == [.reset])
    }

    @Test func `a store dialog follows the app and closes with its product or store`() {
        var driver = ConsoleDriver(.full)
        driver.select(.premium)
        driver.press(.simulate)
        driver.type("<down>")
        driver.change { $0.perform(.store(.buy(productID: "premium"))) }
        driver.type("<enter>")
        #expect(driver.announcement == "it already has an active subscription")
        var removal = ModelChanges(revision: driver.state.model.revision)
        removal.allProducts = []
        driver.feed(.changed(removal))
        #expect(driver.state.dialog == nil)
        driver.press(.storeClock)
        #expect(driver.dialogTitle == "The store's clock")
        driver.change { $0.setStatus { $0.store = nil } }
        #expect(driver.state.dialog == nil)
        driver.press(.storeClock)
        #expect(driver.announcement == "The app does not use a simulated store")
    }

    @Test func `a purchase status is set directly without a simulated store`() {
        let app = SampleApp()
        app.setStatus { $0.store = nil }
        var driver = ConsoleDriver(app)
        driver.select(.premium)
        driver.press(.simulate)
        driver.choose("purchased")
        #expect(driver.app.sent == [.setPurchase(productID: "premium", status: .purchased)])
    }

    @Test func `the clock line keeps the selection in view`() {
        var driver = ConsoleDriver(.full, columns: 60, rows: 16)
        var addition = ModelChanges(revision: driver.state.model.revision)
        addition.products = (0..<30).map {
            ProductSnapshot(
                productID: "p\($0)", name: "Product \($0)", description: nil, type: .nonConsumable,
                status: .notPurchased, override: nil, effective: .notPurchased, balance: nil, features: nil)
        }
        driver.feed(.changed(addition))
        driver.type("2G")
        #expect(driver.text().contains(">  Premium subscription"))
        driver.change { $0.perform(.store(.setAskToBuy(true))) }
        #expect(driver.text().contains(">  Premium subscription"))
        #expect(driver.text().contains("ask to buy"))
        driver.change { $0.setStatus { $0.store = nil } }
        #expect(driver.text().contains(">  Premium subscription"))
    }

    @Test func `a click selects the product under the pointer`() {
        var driver = ConsoleDriver(.full)
        driver.go(to: .purchases)
        driver.feed(.terminal(.mouse(.init(kind: .press, button: .left, position: .init(column: 5, row: 10)))))
        #expect(driver.state.selectedProduct?.productID == "premium")
    }

    @Test func `a clock tick alone does not request new previews`() {
        var driver = ConsoleDriver(.busy)
        driver.type("2GO")
        var changes = ModelChanges(revision: driver.state.model.revision)
        changes.status = driver.state.model.status
        changes.status?.store?.now += 60
        #expect(driver.state.update(.changed(changes)).isEmpty)
        #expect(driver.text().contains("Store 2023-11-14 12:04"))
        changes.status?.store?.asksToBuy = true
        #expect(!driver.state.update(.changed(changes)).isEmpty)
    }

    @Test func `restarting the app resets a permission allowed once`() {
        var driver = ConsoleDriver()
        driver.select(.smartPlaylists)
        driver.perform("Show")
        driver.choose("Override Premium subscription as purchased")
        driver.perform("Show")
        driver.press(.flowContinue, .flowAllowOnce, .flowNext, .flowDismiss)
        driver.go(to: .permissions)
        driver.press(.restartApp)
        #expect(driver.dialogTitle == "Restart Podcasts?")
        driver.type("<enter>")
        #expect(!driver.app.sent.contains(.restartApp))
        driver.press(.restartApp)
        driver.choose("Restart")
        #expect(driver.app.sent.last == .restartApp)
        #expect(
            driver.state.model.permissions.first { $0.permission == "location-when-in-use" }?.status == .notDetermined)
    }

    @Test func `a user setting is reset`() {
        var driver = ConsoleDriver()
        driver.select(.feature("Dynamic speed"))
        driver.press(.changeUserSetting, .resetUserSetting)
        #expect(driver.app.sent.last == .setUserSetting(feature: PodcastFeatures.speed, isOn: nil))
        driver.select(.feature("Podcasts"))
        driver.press(.resetUserSetting)
        #expect(driver.announcement == "Podcasts has no user setting")
    }
}
