// SPDX-License-Identifier: MIT

import FeatureGating
import FlintCore
import FlintFoundation

extension SimulatedDevice: SimulatedSystem {
    package func setStatus(_ status: SystemPermissionStatus, of permission: SystemPermissionConstraint) {
        permissions.setStatus(status, of: permission)
    }

    package func usage(of permission: SystemPermissionConstraint) -> String? {
        permissions.usageDescription(of: permission)
    }

    package func answerPrompt(for permission: SystemPermissionConstraint, with answer: PromptAnswer) -> Bool {
        permissions.answer(answer, to: permission)
    }

    package func offeredAnswers(for permission: SystemPermissionConstraint) -> [PromptAnswer] {
        permissions.offeredAnswers(for: permission)
    }

    package func restartApp() {
        permissions.restartApp()
    }

    // MARK: The store

    package func setPurchased(_ isPurchased: Bool?, productID: String) {
        store.setOwned(isPurchased, productID: productID)
    }

    package var storeSnapshot: StoreSnapshot { store.snapshot }

    package var storeProducts: [ProductSnapshot] { store.productSnapshots }

    package func storeProduct(_ productID: String) -> ProductSnapshot? {
        let simulation = store.simulation
        if let offer = simulation.offer(of: productID) { return ProductSnapshot(offer, in: simulation) }
        return storeProducts.first { $0.productID == productID }
    }

    package func execute(_ action: StoreAction) throws -> [String] {
        try store.send(action).map { event in
            "\(event.productID.map { event.productName ?? store.name(of: $0) } ?? "Store"): \(event.summary)"
        }
    }

    package func store(after changes: [SimulatedStoreChange]) -> SimulatedStoreContent {
        let copy = copy(after: changes)
        return SimulatedStoreContent(snapshot: copy.snapshot, products: copy.productSnapshots)
    }

    package func effects(of changes: [SimulatedStoreChange]) -> [String: FactValue] {
        let before = store.simulation
        let after = copy(after: changes).simulation
        func value(of productID: String, in store: StoreSimulation) -> FactValue {
            store.balance(of: productID).map { .balance($0) } ?? .truth(Truth(store.isOwned(productID)))
        }
        let values = before.knownProductIDs.union(after.knownProductIDs).map { ($0, value(of: $0, in: after)) }
        return Dictionary(uniqueKeysWithValues: values.filter { value(of: $0.0, in: before) != $0.1 })
    }

    package func refusal(of changes: [SimulatedStoreChange]) -> String? {
        do {
            if let last = changes.last { try Self.apply(last, to: copy(after: changes.dropLast())) }
            return nil
        } catch {
            return String(describing: error)
        }
    }

    /// Returns a copy of the store after a sequence of changes.
    ///
    /// Changes that the store refuses are omitted.
    private func copy(after changes: some Sequence<SimulatedStoreChange>) -> SimulatedStore {
        let copy = store.copy()
        for change in changes { try? Self.apply(change, to: copy) }
        return copy
    }

    private static func apply(_ change: SimulatedStoreChange, to copy: SimulatedStore) throws {
        switch change {
        case .action(let action): _ = try copy.send(action)
        case .ownership(let productID, let isOwned): copy.setOwned(isOwned, productID: productID)
        case .restored(let device):
            if case .store(let content) = try SavedDeviceContent(text: device.content) { copy.restore(content) }
        }
    }

    package var storeDifference: String? {
        let initial = initialStore
        let (now, then) = (store.simulation, initial.simulation)
        var parts: [String] = []
        let ahead = store.clock.now.timeIntervalSince(initial.clock.now)
        // The two clocks are read one after the other, so a fraction of a second is not a difference.
        if abs(ahead) >= 1 {
            parts.append("clock \(DurationFormatter.rounded(seconds: abs(ahead))) \(ahead > 0 ? "ahead" : "behind")")
        }
        let rate = store.clock.rate
        if rate != initial.clock.rate { parts.append("clock \(DurationFormatter.clockRate(rate))") }
        if now.settings != then.settings { parts.append("settings changed") }
        let (state, initialState) = (now.state(with: store.clock.reading), then.state(with: initial.clock.reading))
        for pending in state.pending {
            parts.append("\(store.name(of: pending.productID)): waits for \(pending.waitingFor.rawValue)")
        }
        for productID in now.knownProductIDs.union(then.knownProductIDs).sorted() {
            if let next = now.nextProductID(after: productID) {
                parts.append("\(store.name(of: productID)) changes to \(store.name(of: next))")
            }
            // A changed ownership is a difference of its own, and setting a product to "not purchased" revokes it.
            if now.isOwned(productID) == then.isOwned(productID),
                let standing = state.purchases[productID]?.standing, standing != .revoked,
                standing != initialState.purchases[productID]?.standing
            {
                let words = standing.rawValue.replacing("-", with: " ")
                parts.append("\(store.name(of: productID)): \(standing.isOwned ? words : "ended (\(words))")")
            }
            guard let left = now.balance(of: productID), left != then.balance(of: productID) else { continue }
            parts.append("\(store.name(of: productID)): \(left) left")
        }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    private var initialStore: SimulatedStore {
        let copy = store.copy()
        copy.reset()
        return copy
    }

    // MARK: Saved parts

    package func savedState(of part: SavedDevice.Part) -> SavedDevice {
        switch part {
        case .permissions: SavedDevice(.permissions(permissions.restorableContent))
        case .store: SavedDevice(.store(store.restorableContent))
        }
    }

    package func initialState(of part: SavedDevice.Part) -> SavedDevice {
        switch part {
        case .permissions: SavedDevice(.permissions(nil))
        case .store: SavedDevice(.store(initialStore.restorableContent))
        }
    }

    package func savedStore(in state: StoreState) -> SavedDevice {
        SavedDevice(.store(store.restorableContent(in: state)))
    }

    package func restore(_ device: SavedDevice) throws {
        switch try SavedDeviceContent(text: device.content) {
        case .permissions(let content): permissions.restore(content)
        case .store(let content): store.restore(content)
        }
    }

    package func ownership(on device: SavedDevice) -> [String: Bool?] {
        guard case .store(let content)? = try? SavedDeviceContent(text: device.content) else { return [:] }
        let then = store.content(DeviceContent(permissions: nil, store: content)).simulation
        let known = then.knownProductIDs.union(store.simulation.knownProductIDs)
        return Dictionary(uniqueKeysWithValues: known.map { ($0, then.isOwned($0)) })
    }

    package func statuses(on device: SavedDevice) -> [SystemPermissionConstraint: SystemPermissionStatus] {
        guard case .permissions(let content)? = try? SavedDeviceContent(text: device.content) else { return [:] }
        return permissions.statuses(in: content)
    }

    package func setting(
        _ status: SystemPermissionStatus, of permission: SystemPermissionConstraint, on device: SavedDevice
    ) -> SavedDevice {
        changingPermissions(of: device) { permissions.permissions($0, setting: status, of: permission) }
    }

    package func restarted(_ device: SavedDevice) -> SavedDevice {
        changingPermissions(of: device, permissions.permissionsAfterRestart)
    }

    private func changingPermissions(
        of device: SavedDevice, _ change: (DeviceContent.Permissions?) -> DeviceContent.Permissions?
    ) -> SavedDevice {
        guard case .permissions(let content)? = try? SavedDeviceContent(text: device.content) else { return device }
        return SavedDevice(.permissions(change(content)))
    }
}

extension SavedDevice {
    fileprivate init(_ content: SavedDeviceContent) {
        let part: Part =
            switch content {
            case .permissions: .permissions
            case .store: .store
            }
        self.init(part: part, content: content.json)
    }
}

extension SimulatedStore {
    fileprivate var snapshot: StoreSnapshot {
        let simulation = simulation
        let due = simulation.nextDue
        var snapshot = StoreSnapshot(
            now: clock.now, rate: clock.rate, nextEvent: due?.date,
            nextEventTitle: due.map { "\(name(of: $0.productID)) \($0.summary)" },
            asksToBuy: simulation.settings.asksToBuy, failsRenewals: simulation.settings.failsRenewals,
            pending: simulation.pending.map {
                StoreSnapshot.PendingPurchase(productID: $0.productID, waitingFor: $0.waitingFor, since: $0.since)
            })
        snapshot.state = simulation.state(with: clock.reading)
        return snapshot
    }

    fileprivate var productSnapshots: [ProductSnapshot] {
        let simulation = simulation
        let sold = Set(simulation.ledger.knownProductIDs).subtracting(simulation.offers.map(\.productID)).sorted()
        let others = sold.map { productID in
            let type = simulation.ledger.transactions(of: productID).last?.productType ?? .consumable
            return StoreOffer(productID: productID, name: name(of: productID), type: type)
        }
        return (simulation.offers + others).map { ProductSnapshot($0, in: simulation) }
    }
}

extension ProductSnapshot {
    fileprivate init(_ offer: StoreOffer, in store: StoreSimulation) {
        let productID = offer.productID
        // Ownership is not defined for consumable products.
        let isOwned = offer.type == .consumable ? nil : store.isOwned(productID)
        let status = PurchaseStatus(Truth(isOwned))
        self.init(
            productID: productID, name: offer.name, description: offer.description, type: Kind(offer.type),
            status: status, override: nil, effective: status, balance: store.balance(of: productID), features: [])
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

extension ProductSnapshot.Kind {
    package init(_ type: PurchaseLedger.ProductType) {
        switch type {
        case .consumable: self = .consumable
        case .nonConsumable: self = .nonConsumable
        case .autoRenewable: self = .autoRenewingSubscription
        case .nonRenewable: self = .nonRenewingSubscription
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
    fileprivate init?(_ productID: String, in store: StoreSimulation) {
        guard let state = store.ledger.renewalState(of: productID, at: store.now) else { return nil }
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
