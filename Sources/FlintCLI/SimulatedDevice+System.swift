// SPDX-License-Identifier: MIT

import FeatureGating
import FlintConsole
import FlintCore
import FlintFoundation
import FlintInspector
import FlintSimulation
import FlintWorld

extension SimulatedDevice: SimulatedSystem {
    package func setStatus(_ status: SystemPermissionStatus, of permission: SystemPermissionConstraint) {
        permissions.setStatus(status, of: permission)
    }

    /// Returns the purpose that the app states for a permission.
    package func usage(of permission: SystemPermissionConstraint) -> String? {
        permissions.usageDescription(of: permission)
    }

    /// Answers the prompt for a permission.
    ///
    /// - Returns: Whether the permission had a prompt.
    package func answerPrompt(
        for permission: SystemPermissionConstraint, with answer: SimulatedPromptAnswer
    ) -> Bool {
        let reply: PromptAnswer =
            switch answer {
            case .allow: .allow
            case .allowOnce: .allowOnce
            case .deny: .deny
            }
        return permissions.answer(reply, to: permission)
    }

    package func offeredAnswers(for permission: SystemPermissionConstraint) -> [SimulatedPromptAnswer] {
        permissions.offeredAnswers(for: permission).map { answer in
            switch answer {
            case .allow: .allow
            case .allowOnce: .allowOnce
            case .deny: .deny
            }
        }
    }

    /// Resets the permissions that were allowed once, as a restart of the app does.
    package func restartApp() {
        permissions.restartApp()
    }

    package func setPurchased(_ isPurchased: Bool?, productID: String) {
        store.set(isPurchased, for: productID)
    }

    package var storeSnapshot: StoreSnapshot { store.snapshot }

    /// The products that the store sells or has sold.
    package var storeProducts: [ProductSnapshot] { store.productSnapshots }

    /// Returns the content that the store would have after a sequence of changes, without applying them.
    package func store(after changes: [SimulatedStoreChange]) -> SimulatedStoreContent {
        let copy = store.copy()
        for change in changes { try? apply(change, to: copy) }
        return SimulatedStoreContent(snapshot: copy.snapshot, products: copy.productSnapshots)
    }

    /// Returns a product that the store sells or has sold, or `nil` for any other product.
    package func storeProduct(_ productID: String) -> ProductSnapshot? {
        let simulation = store.simulation
        if let offer = simulation.offers.first(where: { $0.productID == productID }) {
            return ProductSnapshot(offer, in: simulation)
        }
        return storeProducts.first { $0.productID == productID }
    }

    /// Performs an action in the store, and returns the resulting events, one line each.
    package func execute(_ action: StoreAction) throws -> [String] {
        try store.send(action).map { event in
            "\(event.productID.map { event.productName ?? store.name(of: $0) } ?? "Store"): \(event.summary)"
        }
    }

    /// Returns the new value of each product that a sequence of changes would affect, without applying the changes.
    package func effects(of changes: [SimulatedStoreChange]) -> [String: FactValue] {
        let copy = store.copy()
        let before = copy.simulation
        for change in changes { try? apply(change, to: copy) }
        let after = copy.simulation
        func value(of productID: String, in store: StoreSimulation) -> FactValue {
            store.balance(of: productID).map { .balance($0) } ?? .truth(Truth(store.isOwned(productID)))
        }
        let values = Set(before.knownProductIDs).union(after.knownProductIDs).map { ($0, value(of: $0, in: after)) }
        return Dictionary(uniqueKeysWithValues: values.filter { value(of: $0.0, in: before) != $0.1 })
    }

    /// Returns the reason the last change in a sequence would be refused, or `nil` if it would succeed.
    package func refusal(of changes: [SimulatedStoreChange]) -> String? {
        let copy = store.copy()
        for change in changes.dropLast() { try? apply(change, to: copy) }
        do {
            if let last = changes.last { try apply(last, to: copy) }
            return nil
        } catch {
            return String(describing: error)
        }
    }

    private func apply(_ change: SimulatedStoreChange, to copy: SimulatedStore) throws {
        switch change {
        case .action(let action): _ = try copy.send(action)
        case .ownership(let productID, let isOwned): copy.set(isOwned, for: productID)
        case .restored(let device): copy.restore(try content(of: device))
        }
    }

    /// Returns whether each product is owned on a saved device.
    ///
    /// The result contains every product that the saved or the present store knows.
    package func ownership(on device: SavedDevice) -> [String: Bool?] {
        guard let then = (try? content(of: device)).flatMap({ simulation(in: $0) }) else { return [:] }
        return Self.ownership(in: then, includingProductsOf: store.simulation)
    }

    /// Returns the status of each permission on a saved device.
    package func statuses(on device: SavedDevice) -> [SystemPermissionConstraint: SystemPermissionStatus] {
        (try? content(of: device)).map { statuses(in: $0) } ?? [:]
    }

    package func setting(
        _ status: SystemPermissionStatus, of permission: SystemPermissionConstraint, on device: SavedDevice
    ) -> SavedDevice {
        guard let content = try? content(of: device) else { return device }
        return SavedDevice(part: device.part, content: setting(status, of: permission, in: content).text)
    }

    package func restarted(_ device: SavedDevice) -> SavedDevice {
        guard let content = try? content(of: device) else { return device }
        return SavedDevice(part: device.part, content: restarted(content).text)
    }

    /// Returns the ownership, in the first store, of every product that either store knows.
    ///
    /// A value is `nil` if the ownership is unknown.
    private static func ownership(in store: StoreSimulation, includingProductsOf other: StoreSimulation) -> [String:
        Bool?]
    {
        var ownership: [String: Bool?] = [:]
        for productID in Set(store.knownProductIDs).union(other.knownProductIDs) {
            ownership.updateValue(store.isOwned(productID), forKey: productID)
        }
        return ownership
    }

    package func saved(_ part: SavedDevice.Part) -> SavedDevice {
        switch part {
        case .permissions: SavedDevice(part: part, content: SavedDeviceContent(permissionsOf: self).text)
        case .store: SavedDevice(part: part, content: SavedDeviceContent(storeOf: self).text)
        }
    }

    /// Returns a part of the device in its initial state.
    package func initial(_ part: SavedDevice.Part) -> SavedDevice {
        switch part {
        case .permissions: SavedDevice(part: part, content: SavedDeviceContent.permissions(nil).text)
        case .store: SavedDevice(part: part, content: SavedDeviceContent(storeOf: initialStore).text)
        }
    }

    /// A copy of the store in its initial state.
    private var initialStore: SimulatedStore {
        let copy = store.copy()
        copy.reset()
        return copy
    }

    /// A summary of the store's differences from its initial state, except ownership, or `nil` without differences.
    package var storeDifference: String? {
        let initial = initialStore
        let (now, then) = (store.simulation, initial.simulation)
        var parts: [String] = []
        let ahead = store.clock.now.timeIntervalSince(initial.clock.now)
        if abs(ahead) >= 1 {
            parts.append("clock \(DurationFormatter.rounded(seconds: abs(ahead))) \(ahead > 0 ? "ahead" : "behind")")
        }
        let rate = store.clock.rate
        if rate != initial.clock.rate { parts.append("clock \(DurationFormatter.text(rate: rate))") }
        if now.settings != then.settings { parts.append("settings changed") }
        for productID in now.knownProductIDs.union(then.knownProductIDs).sorted() {
            if let next = now.nextProductID(after: productID) {
                parts.append("\(store.name(of: productID)) changes to \(store.name(of: next))")
            }
            guard let left = now.balance(of: productID), left != then.balance(of: productID) else { continue }
            parts.append("\(store.name(of: productID)): \(left) left")
        }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    package func restore(_ device: SavedDevice) throws {
        restore(try content(of: device))
    }

    private func content(of device: SavedDevice) throws -> SavedDeviceContent {
        try SavedDeviceContent(text: device.content)
    }
}

extension SimulatedStore {
    fileprivate var snapshot: StoreSnapshot {
        let simulation = simulation
        let due = simulation.nextDue
        return StoreSnapshot(
            now: clock.now, rate: clock.rate, nextEvent: due?.date,
            nextEventTitle: due.map { "\(name(of: $0.productID)) \($0.summary)" },
            asksToBuy: simulation.settings.asksToBuy, failsRenewals: simulation.settings.failsRenewals,
            pending: simulation.pending.map { purchase in
                StoreSnapshot.PendingPurchase(
                    productID: purchase.productID,
                    waitingFor: purchase.waitingFor == .approval ? .approval : .interruption, since: purchase.since)
            })
    }

    fileprivate var productSnapshots: [ProductSnapshot] {
        let simulation = simulation
        let offers = simulation.offers.map { ProductSnapshot($0, in: simulation) }
        let others = Set(simulation.ledger.knownProductIDs).subtracting(simulation.offers.map(\.productID)).sorted()
        return offers
            + others.map { productID in
                let type = simulation.ledger.transactions(of: productID).last?.productType ?? .consumable
                let offer = StoreOffer(productID: productID, name: name(of: productID), type: type)
                return ProductSnapshot(offer, in: simulation)
            }
    }
}

extension ProductSnapshot {
    /// Creates the snapshot of a product from the store alone, without overrides and features.
    fileprivate init(_ offer: StoreOffer, in store: StoreSimulation) {
        let productID = offer.productID
        let type: Kind =
            switch offer.type {
            case .consumable: .consumable
            case .nonConsumable: .nonConsumable
            case .autoRenewable: .autoRenewingSubscription
            case .nonRenewable: .nonRenewingSubscription
            }
        // Ownership is not defined for consumable products.
        let isOwned = offer.type == .consumable ? nil : store.isOwned(productID)
        let status: PurchaseStatus = isOwned.map { $0 ? .purchased : .notPurchased } ?? .unknown
        self.init(
            productID: productID, name: offer.name, description: offer.description, type: type, status: status,
            override: nil, effective: status, balance: store.balance(of: productID), features: [])
        price = offer.price
        subscriptionGroup = offer.subscriptionGroup
        subscriptionGroupID = offer.subscriptionGroupID
        subscriptionLevel = offer.subscriptionLevel
        subscriptionPeriod = offer.subscriptionPeriod?.description
        transactions = store.ledger.transactions(of: productID).suffix(TransactionSnapshot.limit).reversed()
            .map(TransactionSnapshot.init)
        if offer.type == .autoRenewable || offer.type == .nonRenewable {
            subscription = SubscriptionSnapshot(productID, in: store)
        }
    }
}

extension TransactionSnapshot {
    fileprivate init(_ transaction: PurchaseLedger.Transaction) {
        self.init(
            id: transaction.id, date: transaction.purchaseDate, expirationDate: transaction.expirationDate,
            revocationDate: transaction.revocationDate, isRenewal: transaction.originalID != transaction.id,
            isShared: transaction.ownershipType == .familyShared, quantity: transaction.quantity)
    }
}

extension SubscriptionSnapshot {
    /// Creates the renewal state of a subscription, or returns `nil` if the subscription was never purchased.
    fileprivate init?(_ productID: String, in store: StoreSimulation) {
        guard let now = store.ledger.renewalState(of: productID, at: store.now) else { return nil }
        let state: State =
            switch now {
            case .subscribed: .subscribed
            case .expired: .expired
            case .inBillingRetryPeriod: .inBillingRetryPeriod
            case .inGracePeriod: .inGracePeriod
            case .revoked: .revoked
            }
        let last = store.ledger.transactions(of: productID).last
        let renewal = store.ledger.renewals[productID]
        self.init(
            state: state,
            expirationDate: state == .revoked ? last?.revocationDate : store.ledger.expiration(of: productID),
            gracePeriodExpirationDate: state == .inGracePeriod ? renewal?.gracePeriodExpirationDate : nil,
            willAutoRenew: renewal?.willAutoRenew ?? false, nextProductID: store.nextProductID(after: productID),
            productsAtRenewal: store.productsBeginningAtRenewal(of: productID))
    }
}
