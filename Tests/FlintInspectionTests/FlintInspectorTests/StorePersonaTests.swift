import FlintCore
import FlintInspectorTestSupport
import FlintSimulation
import FlintTestSupport
import FlintWorld
import Foundation
import Testing

@testable import FlintInspector

struct StorePersonaTests {
    private static let month = SubscriptionPeriod("P1M")
    private static let offers = [
        StoreOffer(Products.premium), StoreOffer(Products.credits),
        StoreOffer(
            Products.supporter, subscriptionGroup: "Main", subscriptionPeriod: month, subscriptionLevel: 2),
        StoreOffer(
            AutoRenewingSubscriptionProduct(name: "Patron", productID: "patron"), subscriptionGroup: "Main",
            subscriptionPeriod: SubscriptionPeriod("P1Y"), subscriptionLevel: 1),
        StoreOffer(
            NonRenewingSubscriptionProduct(name: "Season", productID: "season"),
            subscriptionPeriod: SubscriptionPeriod("P3M")),
    ]
    private static let subscription = "supporter"

    private let temporary: TemporaryFolder
    private let folder: PersonaFolder

    init() throws {
        temporary = try TemporaryFolder()
        folder = PersonaFolder(temporary.path(of: "personas"))
    }

    private func bench() -> Bench { Bench(offers: Self.offers, personas: folder) }

    private func persona(of bench: Bench, as name: String = "Me") throws -> Persona {
        #expect(bench.send(.savePersona(name: name, description: nil)).status == .done)
        return try #require(folder.savedPersona(named: name))
    }

    private func apply(_ persona: Persona, to bench: Bench) throws {
        let result = bench.send(.sequence(try persona.commands(in: bench.inspector.readModel())))
        #expect(result.status == .done, "\(result.message)")
    }

    private func world(of bench: Bench) -> World { bench.inspector.world(of: nil, reading: true) }

    /// Returns the differences between an app and the same app in a persona's state, which is not applied.
    private func differences(of bench: Bench, from persona: Persona) throws -> [String] {
        let now = world(of: bench)
        let plan = bench.inspector.plans([try persona.commands(in: now.model)])[0]
        #expect(plan.refusal == nil)
        return lines(WorldComparison(from: now, to: now.applying(plan)))
    }

    private func lines(_ comparison: WorldComparison) -> [String] {
        comparison.explanation.map(\.line) + comparison.store.map(\.line)
            + (comparison.differingFactCount == 0 ? [] : ["\(comparison.differingFactCount) facts differ"])
    }

    private func change(_ bench: Bench, _ random: inout SplitMix64) {
        let products = Self.offers.map(\.productID)
        for _ in 0..<Int.random(in: 0...14, using: &random) {
            let id = products.randomElement(using: &random) ?? ""
            let ending = StoreAction.PurchaseResult.allCases.randomElement(using: &random) ?? .succeed
            let actions: [StoreAction] = [
                .buy(productID: id), .buy(productID: id), .buy(productID: id, ending: ending), .approve(productID: id),
                .refund(productID: id), .revoke(productID: id), .share(productID: id), .renew(productID: id),
                .expire(productID: id), .setAutoRenew(productID: id, isOn: Bool.random(using: &random)),
                .consume(productID: "credits", quantity: Int.random(in: 1...4, using: &random)),
                .setAskToBuy(Bool.random(using: &random)), .setFailsRenewals(Bool.random(using: &random)),
                .advance(seconds: Double.random(in: 0...6_000_000, using: &random)), .advanceToNextEvent,
                .setRate([0, 1, 60].randomElement(using: &random) ?? 0),
            ]
            // A refused action changes nothing.
            if let action = actions.randomElement(using: &random) { bench.send(.store(action)) }
        }
        if Bool.random(using: &random) { bench.send(.override(.purchase, "premium", to: "purchased")) }
        if Int.random(in: 0..<4, using: &random) == 0 { bench.device.store.setOwned(nil, productID: "season") }
    }

    @Test(arguments: PropertyScale.seeds(60))
    func `a saved persona is the state of the app, and brings any other state to it`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let (bench, other) = (bench(), bench())
        change(bench, &random)
        let persona = try persona(of: bench)
        #expect(try differences(of: bench, from: persona) == [])
        change(other, &random)
        let before = world(of: other)
        try apply(persona, to: other)
        #expect(lines(WorldComparison(from: world(of: bench), to: world(of: other))) == [])
        #expect(try differences(of: other, from: persona) == [])
        for product in Self.offers.map(\.productID) {
            let (expected, restored) = (bench.device.storeProduct(product), other.device.storeProduct(product))
            #expect(restored?.status == expected?.status && restored?.balance == expected?.balance, "\(product)")
            #expect(restored?.subscription?.state == expected?.subscription?.state, "\(product)")
            #expect(restored?.subscription?.willAutoRenew == expected?.subscription?.willAutoRenew, "\(product)")
        }
        #expect(other.send(.undo).status == .done)
        #expect(lines(WorldComparison(from: before, to: world(of: other))) == [])
    }

    @Test(arguments: [
        (StoreAction.expire(productID: Self.subscription), StoreState.Standing.renewalTurnedOff),
        (.refund(productID: Self.subscription), .refunded), (.revoke(productID: Self.subscription), .revoked),
        (.buy(productID: "patron"), .replaced), (.advance(seconds: 1), .purchased),
    ])
    func `a persona contains how a subscription ended`(action: StoreAction, standing: StoreState.Standing) throws {
        let bench = bench()
        bench.send(.store(.buy(productID: Self.subscription)))
        #expect(bench.send(.store(action)).status == .done)
        let store = try #require(try persona(of: bench).store)
        #expect(store.purchases[Self.subscription]?.standing == standing)
    }

    @Test func `a grace period that a persona contains ends as it would have ended`() throws {
        let (bench, other) = (bench(), bench())
        bench.send(.store(.buy(productID: Self.subscription)))
        bench.send(.store(.setFailsRenewals(true)))
        bench.send(.store(.advance(seconds: 40 * 86_400)))
        let persona = try persona(of: bench)
        #expect(persona.store?.purchases[Self.subscription]?.standing == .inGracePeriod)
        try apply(persona, to: other)
        func states(of bench: Bench) -> [SubscriptionRenewalState?] {
            (0..<3).map { _ in
                bench.send(.store(.advanceToNextEvent))
                return bench.device.storeProduct(Self.subscription)?.subscription?.state
            }
        }
        let expected = states(of: bench)
        #expect(expected.contains(.inBillingRetryPeriod) && expected.last == .expired)
        #expect(states(of: other) == expected)
    }

    @Test func `a balance and a changed clock are differences from the persona`() throws {
        let bench = bench()
        let persona = try persona(of: bench)
        bench.send(.store(.consume(productID: "credits", quantity: 3)))
        bench.send(.store(.advance(seconds: 3 * 86_400)))
        let found = try differences(of: bench, from: persona)
        #expect(found.contains("Credit in the store: balance 5 -> balance 8"), "\(found)")
        #expect(found.contains { $0.hasPrefix("Store clock: stopped at 2026-01-04") }, "\(found)")
    }

    @Test func `an override of a product that the persona does not have gives way to the store`() throws {
        let bench = bench()
        let persona = try persona(of: bench)
        bench.send(.override(.purchase, "premium", to: "purchased"))
        try apply(persona, to: bench)
        #expect(bench.inspector.readModel().override(of: FactReference(kind: .purchase, key: "premium")) == nil)
    }

    @Test func `a store that cannot be changed keeps its balances, and the persona says so`() throws {
        // A store that cannot be changed sells only what the app requires.
        let simulated = Bench(personas: folder)
        simulated.send(.store(.consume(productID: "credits", quantity: 3)))
        let persona = try persona(of: simulated)
        let real = Bench(isSimulated: false)
        let model = real.inspector.readModel()
        #expect(
            persona.omission(in: model)
                == "The store cannot be changed from outside: its balances, periods, and clock stay as they are.")
        try apply(persona, to: real)
        #expect(real.inspector.readModel().override(of: FactReference(kind: .purchase, key: "premium")) != nil)
        #expect(persona.omission(in: bench().inspector.readModel()) == nil)
        #expect(persona.omission(in: bench().inspector.readModel(), expiry: .untilQuit) != nil)
    }

    @Test func `a persona of the overrides contains nothing else`() throws {
        let bench = bench()
        #expect(
            bench.send(.savePersona(name: "None", description: nil, of: .overrides)).message
                == "There are no overrides to save.")
        bench.send(.override(.purchase, "premium", to: "purchased"))
        bench.send(.override(.platform, FactReference.platformKey, to: "watchOS 9.0"))
        #expect(bench.send(.savePersona(name: "Two", description: nil, of: .overrides)).status == .done)
        var expected = Persona(name: "Two")
        expected.purchases = ["premium": .purchased]
        expected.platform = "watchOS 9.0"
        #expect(folder.savedPersona(named: "Two") == expected)
    }
}
