// SPDX-License-Identifier: MIT

import FeatureGating
import FlintCore
import FlintWorld

/// Applies store actions to an app's simulated store.
///
/// Before an action, the handler checks its product and its numbers, and saves the store. The inverse command restores
/// the saved store.
struct StoreCommandHandler {
    private let runtime: FlintRuntime
    private let system: any SimulatedSystem

    init(runtime: FlintRuntime, system: any SimulatedSystem) {
        self.runtime = runtime
        self.system = system
    }

    // MARK: Performing

    func run(_ action: StoreAction) throws(CommandError) -> CommandResult {
        try check(action)
        let before = system.saved(.store)
        let products = system.effects(of: [.action(action)]).keys.map { FactKey.purchase(productID: $0) }
        var happened: [String] = []
        let effect = try runtime.effect(reading: products) { () throws(CommandError) in
            do {
                happened = try system.execute(action)
            } catch {
                throw CommandError(saving: error)
            }
        }
        return CommandResult(
            done: CommandChange([CommandChange.Part(text(happened, after: action))], effect: effect),
            inverse: .restoreDevice(before))
    }

    // MARK: Text

    private func isKnown(_ productID: String) -> Bool {
        runtime.product(withIdentifier: productID) != nil || system.storeProduct(productID) != nil
    }

    /// Throws an error for an unknown product or an invalid clock setting.
    func check(_ action: StoreAction) throws(CommandError) {
        if let productID = action.productID, !isKnown(productID) {
            throw CommandError("There is no product \(productID).")
        }
        if case .advance(let seconds) = action, !seconds.isFinite || seconds < 0 {
            throw CommandError("The store's clock cannot be advanced by \(seconds) seconds.")
        }
        guard case .setRate(let rate) = action else { return }
        guard rate.isFinite, rate >= 0 else {
            throw CommandError("The store's clock cannot run at \(rate) times real time.")
        }
        guard rate <= StoreAction.fastestRate else {
            throw CommandError(
                "The store's clock runs at most \(Int(StoreAction.fastestRate)) times as fast as real time, not "
                    + "\(rate) times.")
        }
    }

    private func text(_ happened: [String], after action: StoreAction) -> String {
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
