import FlintWorld
import Foundation

extension PodcastWorld {
    struct FlagProvider {
        var name: String
        var type: String
        var priority: Int
        var isMutable = false
        var values: [String: Bool] = [:]
        var reason = "STATIC"
        var variants: [String: String] = [:]
        /// The errors of flags, as a code and a message.
        var failures: [String: (code: String, message: String)] = [:]
    }

    struct Offer {
        var price: String
        var group: String?
        var period: String?
    }

    /// The same app with flags and a simulated store.
    static var full: PodcastWorld {
        var world = PodcastWorld()
        for place in world.declarations.indices {
            switch world.declarations[place].name {
            case "Smart playlists": world.declarations[place].needs?.append(.flag("smart-playlists"))
            case "Sound enhancement": world.declarations[place].needs = [.flag("sound-v2")]
            default: break
            }
        }
        world.flagProviders = [
            FlagProvider(name: "Debug menu", type: "debug", priority: 900, isMutable: true),
            FlagProvider(
                name: "Remote", type: "remote", priority: 300, values: ["smart-playlists": false],
                reason: "TARGETING_MATCH", variants: ["smart-playlists": "control"],
                failures: ["sound-v2": ("PROVIDER_NOT_READY", "The server at flags.example.com did not answer.")]),
            FlagProvider(
                name: "Build", type: "release", priority: 100,
                values: ["smart-playlists": true, "old-player": false]),
        ]
        world.deviceStore = StoreSnapshot(
            now: start, rate: 0, nextEvent: nil, nextEventTitle: nil, asksToBuy: false, failsRenewals: false,
            pending: [])
        world.offers = [
            "premium": Offer(price: "$4.99", group: "Premium", period: "P1M"), "turbo": Offer(price: "$9.99"),
            "credits": Offer(price: "$0.99"),
        ]
        return world
    }

    /// The full app with a subscription, a pending purchase, overrides that expire, and a damaged file.
    static var busy: PodcastWorld {
        var world = full
        _ = world.execute(.store(.buy(productID: "premium", ending: .succeed)))
        _ = world.execute(.store(.buy(productID: "turbo", ending: .askToBuy)))
        _ = world.execute(.store(.setRate(86_400)))
        let overrides: [(FactKind, String, String, String?, OverrideExpiry?)] = [
            (.flag, "smart-playlists", "on", "trying the new lists", .until(start.addingTimeInterval(7_279))),
            (.flag, "sound-v2", "off", nil, .uses(2)), (.permission, "camera", "authorized", nil, .untilQuit),
            (.purchase, "premium", "not-purchased", "what a visitor sees", .until(start.addingTimeInterval(200_000))),
        ]
        for (kind, key, value, reason, expiry) in overrides {
            _ = world.execute(
                .override(OverrideRecord(kind: kind, key: key, value: value, reason: reason, expiry: expiry)))
        }
        world.problems = [
            "The file /home/me/.local/share/flint/podcasts/toggles.json could not be read, because it is no JSON; it "
                + "was renamed to toggles.json.corrupt-1, and the toggles are as they are at first.",
            "The file purchases.json was written by a newer version.",
        ]
        return world
    }

    /// The busy app with a subscription that was renewed, lapsed, repurchased, and refunded.
    static var subscribed: PodcastWorld {
        var world = busy
        func transaction(_ id: UInt64, _ day: Double, _ days: Double, isRenewal: Bool = true) -> TransactionSnapshot {
            TransactionSnapshot(
                id: id, date: start.addingTimeInterval(day * 86_400),
                expirationDate: start.addingTimeInterval((day + days) * 86_400), revocationDate: nil,
                isRenewal: isRenewal, isShared: false, quantity: 1)
        }
        var refunded = transaction(9, 90, 30, isRenewal: false)
        refunded.revocationDate = start.addingTimeInterval(100 * 86_400)
        world.transactions["premium"] = [
            refunded, transaction(4, 30, 30), transaction(2, 0, 30, isRenewal: false),
        ]
        world.deviceStore?.now = start.addingTimeInterval(110 * 86_400)
        return world
    }

    /// Every flag with every provider's answer.
    var flags: [FlagSnapshot] {
        var keys = Set(flagProviders.flatMap { $0.values.keys })
        for case .flag(let key) in declarations.flatMap({ $0.needs ?? [] }) { keys.insert(key) }
        return keys.sorted().map { key in
            let winner = flagProviders.first { $0.values[key] != nil }
            let answers = flagProviders.map { provider in
                let value = provider.values[key]
                let failure = provider.failures[key]
                return FlagSnapshot.Answer(
                    provider: provider.name, type: provider.type, priority: provider.priority,
                    isMutable: provider.isMutable, hasFlag: value != nil || failure != nil, value: value,
                    reason: failure != nil ? "ERROR" : value != nil ? provider.reason : nil,
                    variant: provider.variants[key], errorCode: failure?.code, errorMessage: failure?.message)
            }
            var flag = FlagSnapshot(
                key: key, value: winner?.values[key], reason: winner?.reason ?? "ERROR", provider: winner?.name,
                override: nil, effective: winner?.values[key], answers: answers, features: nil,
                isRequired: isRequired { if case .flag(key) = $0 { true } else { false } })
            flag.declaration = notes
            return flag
        }
    }

    /// Sets a flag with the first provider that supports it.
    mutating func setFlag(_ key: String, _ isOn: Bool?) -> CommandResult {
        guard let place = flagProviders.firstIndex(where: \.isMutable) else {
            return CommandResult(status: .failed, message: "No provider can be set")
        }
        let old = flagProviders[place].values[key]
        flagProviders[place].values[key] = isOn
        let words = isOn.map { $0 ? "set on" : "set off" } ?? "forgotten"
        return changed("Flag \(key) \(words)", .setFlag(key: key, isOn: old))
    }

    mutating func performAtStore(_ command: StoreAction) -> CommandResult {
        guard var device = deviceStore else { return CommandResult(status: .failed, message: "There is no store") }
        var title = "At the store: \(command)"
        switch command {
        case .buy(let id, _, .succeed), .approve(let id), .resume(let id), .renew(let id):
            device.pending.removeAll { $0.productID == id }
            own(id, at: &device)
            title = "Store: \(id) bought"
        case .buy(_, _, .fail): return CommandResult(status: .failed, message: "The payment failed")
        case .buy(let id, _, let ending):
            device.pending.append(
                StoreSnapshot.PendingPurchase(
                    productID: id, waitingFor: ending == .askToBuy ? .approval : .interruption, since: device.now))
            title = "Store: \(id) waits"
        case .decline(let id): device.pending.removeAll { $0.productID == id }
        case .refund(let id), .revoke(let id), .expire(let id):
            store[id] = .notPurchased
            subscriptions[id]?.state = command == .expire(productID: id) ? .expired : .revoked
            device.nextEvent = nil
            title = "Store: \(id) lost"
        case .share(let id): own(id, at: &device)
        case .deleteTransaction(let id, let number): transactions[id]?.removeAll { $0.id == number }
        case .setAutoRenew(let id, let isOn): subscriptions[id]?.willAutoRenew = isOn
        case .consume(let id, let quantity):
            if let place = products.firstIndex(where: { $0.id == id }) { products[place].balance? -= quantity }
        case .setAskToBuy(let isOn): device.asksToBuy = isOn
        case .setFailsRenewals(let isOn): device.failsRenewals = isOn
        case .advance(let seconds): advance(&device, to: device.now.addingTimeInterval(seconds))
        case .advanceToNextEvent: if let next = device.nextEvent { advance(&device, to: next) }
        case .setRate(let rate): device.rate = rate
        case .reset:
            device = StoreSnapshot(
                now: Self.start, rate: 0, nextEvent: nil, nextEventTitle: nil, asksToBuy: false,
                failsRenewals: false, pending: [])
            store = [:]
            subscriptions = [:]
        }
        deviceStore = device
        log(.factChanged, title, cause: "store")
        return CommandResult(status: .done, message: title)
    }

    /// Marks a product as purchased, or extends a subscription by a month.
    private mutating func own(_ id: String, at device: inout StoreSnapshot) {
        store[id] = .purchased
        guard products.first(where: { $0.id == id })?.type == .autoRenewingSubscription else { return }
        let end = (subscriptions[id]?.expirationDate ?? device.now).addingTimeInterval(30 * 86_400)
        subscriptions[id] = SubscriptionSnapshot(
            state: .subscribed, expirationDate: end, gracePeriodExpirationDate: nil, willAutoRenew: true)
        device.nextEvent = end
        device.nextEventTitle = "Premium subscription renews"
    }

    /// Advances the clock.
    ///
    /// A subscription that is due renews once, or enters its grace period.
    private mutating func advance(_ device: inout StoreSnapshot, to date: Date) {
        device.now = date
        guard let next = device.nextEvent, next <= date else { return }
        if device.failsRenewals {
            subscriptions["premium"]?.state = .inGracePeriod
            subscriptions["premium"]?.gracePeriodExpirationDate = next.addingTimeInterval(16 * 86_400)
            device.nextEvent = nil
        } else {
            own("premium", at: &device)
        }
    }
}
