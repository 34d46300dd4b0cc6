// SPDX-License-Identifier: MIT

import FeatureGating
import FlintCore
import FlintWorld

/// Changes to the simulated device, and to the values that wait for a start or a session.
extension CommandRunner {
    func set(
        _ status: PermissionStatus, of permission: SystemPermissionConstraint
    ) throws(CommandError) -> CommandResult {
        let system = try configuration.simulatedSystem()
        let effect = runtime.perform(
            reading: PermissionRules.affectedPermissions(by: permission).map { .permission($0) }
        ) {
            system.setStatus(status, of: permission)
        }
        return CommandResult(
            done: CommandChange(
                [CommandChange.Part("The system reports \(permission)", status.description)], effect: effect))
    }

    func set(_ status: PurchaseStatus, of product: OverridableProduct) throws(CommandError) -> CommandResult {
        let system = try configuration.simulatedSystem()
        let effect = runtime.perform(reading: [.purchase(productID: product.id)]) {
            system.setPurchased(status.truth.boolValue, productID: product.id)
        }
        return CommandResult(
            done: CommandChange(
                [CommandChange.Part("The store reports \(product.name)", status.description)], effect: effect))
    }

    /// Simulates a restart of the app.
    ///
    /// The restart cancels the authorization flow and expires permissions that were allowed once.
    func restartApp() throws(CommandError) -> CommandResult {
        let system = try configuration.simulatedSystem()
        inspector.flow.abandon()
        system.restartApp()
        runtime.facts.applyWaitingValues(at: .nextStart, cause: cause)
        inspector.systemDidChange()
        return CommandResult(
            status: .done, message: "The app has been restarted: permissions that were allowed once have expired.")
    }

    func beginSession() -> CommandResult {
        let values = waitingValues.filter { $0.value.takesEffect == .nextSession }
        guard !values.isEmpty else {
            return CommandResult(status: .done, message: "A session has begun. No value was waiting for it.")
        }
        let effect = runtime.perform(reading: []) {
            runtime.facts.applyWaitingValues(at: .nextSession, cause: cause)
        }
        let parts = values.sorted { $0.key.sortKey < $1.key.sortKey }.map { key, waiting in
            CommandChange.Part(runtime.title(of: key), waiting.value.displayText(for: key))
        }
        return CommandResult(done: CommandChange(parts, effect: effect))
    }

    func restore(_ device: SavedDevice) throws(CommandError) -> CommandResult {
        let system = try configuration.simulatedSystem()
        // The restore makes the values equal, so the message's differences are determined first.
        let ownership = system.ownership(on: device)
        let products = ownership.sorted { $0.key < $1.key }.compactMap { productID, isOwned -> String? in
            guard let product = system.storeProduct(productID), product.type != .consumable else { return nil }
            let status = PurchaseStatus(Truth(isOwned))
            return product.status == status ? nil : "\(product.name) \(status.description)"
        }
        let permissions = system.statuses(on: device).sorted { $0.key.name < $1.key.name }.compactMap {
            permission, status in
            runtime.actualStatus(of: permission) == status ? nil : "\(permission) \(status.description)"
        }
        let keys =
            ownership.keys.map { FactKey.purchase(productID: $0) }
            + system.statuses(on: device).keys.map { FactKey.permission($0) }
        let effect = try runtime.perform(reading: keys) { () throws(CommandError) in
            do {
                try system.restore(device)
            } catch {
                throw CommandError(saving: error)
            }
        }
        inspector.systemDidChange()
        let values = (products + permissions).prefix(5)
        let settings = values.isEmpty && device.part == .store ? system.storeDifference : nil
        let what = (values + [settings].compactMap(\.self)).joined(separator: ", ")
        return CommandResult(
            done: CommandChange(
                [
                    what.isEmpty
                        ? CommandChange.Part("The simulated device has been restored")
                        : CommandChange.Part("The simulated device has been restored", what)
                ], effect: effect))
    }

    // MARK: Store

    func carryOut(_ action: StoreAction) throws(CommandError) -> CommandResult {
        let system = try configuration.simulatedSystem()
        let products = system.effects(of: [.action(action)]).keys.map { FactKey.purchase(productID: $0) }
        var happened: [String] = []
        let effect = try runtime.perform(reading: products) { () throws(CommandError) in
            do {
                happened = try system.execute(action)
            } catch {
                throw CommandError(saving: error)
            }
        }
        // The journal does not record every store event.
        inspector.systemDidChange()
        return CommandResult(
            done: CommandChange([CommandChange.Part(message(for: happened, after: action))], effect: effect))
    }

    private func message(for happened: [String], after action: StoreAction) -> String {
        guard let last = happened.last else {
            return switch action {
            case .advance: "The store's clock was advanced; no events occurred"
            case .advanceToNextEvent: "The store has no scheduled events"
            case .setRate(0): "The store's clock is paused"
            case .setRate(1): "The store's clock runs in real time"
            case .setRate(let rate): "The store's clock now runs at \(rate) times real time"
            case .buy, .approve, .decline, .resume, .refund, .revoke, .share, .deleteTransaction, .renew, .expire,
                .setAutoRenew, .consume, .setAskToBuy, .setFailsRenewals, .reset:
                "The store has not changed"
            }
        }
        if happened.count <= 3 { return happened.joined(separator: "; ") }
        return "\(happened.count) store events, the last one: \(last)"
    }
}
