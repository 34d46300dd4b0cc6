import FeatureGating
import FlintCore
import InspectorKit

/// Shows the simulated store an app runs on, and has things happen there.
struct StoreCommandHandler {
    private let inspector: RuntimeInspector
    private var runtime: FlintRuntime { inspector.runtime }

    /// Creates a handler.
    init(inspector: RuntimeInspector) {
        self.inspector = inspector
    }

    // MARK: Showing

    /// The store's clock, its moods and what waits; `nil` if there is no simulated store.
    var snapshot: StoreSnapshot? { inspector.configuration.system?.storeSnapshot }

    /// Fills in what the store knows of products, and adds those that it sells and no feature refers to.
    ///
    /// - Parameter products: The products of the app.
    /// - Returns: Those with what the store knows, and the others, by type and then by name.
    func completed(_ products: [ProductSnapshot]) -> [ProductSnapshot] {
        guard let system = inspector.configuration.system else { return products }
        var known = Dictionary(system.storeProducts.map { ($0.productID, $0) }, uniquingKeysWith: { $1 })
        let completed = products.map { product in
            guard let stored = known.removeValue(forKey: product.productID) else { return product }
            var product = product
            product.price = stored.price
            product.subscriptionGroup = stored.subscriptionGroup
            product.subscriptionPeriod = stored.subscriptionPeriod
            product.subscription = stored.subscription
            return product
        }
        let others = system.storeProducts.filter { known[$0.productID] != nil }.map { stored in
            var product = stored
            if let override = runtime.facts[.purchase(productID: product.productID)]?.override {
                product.override = PurchaseStatus(override.value.truth)
                product.effective = PurchaseStatus(override.value.truth)
            }
            return product
        }
        return (completed + others).sorted {
            ($0.type.order, $0.name, $0.productID) < ($1.type.order, $1.name, $1.productID)
        }
    }

    // MARK: Doing

    /// Has something happen at the store.
    func run(_ command: StoreCommand) throws(CommandError) -> CommandResult {
        guard let system = inspector.configuration.system else {
            throw CommandError(
                "\(inspector.configuration.appName) runs on a real system, whose store does as it likes.")
        }
        if let productID = command.product, !isKnown(productID, to: system) {
            throw CommandError("There is no product \(productID).")
        }
        try check(command)
        let inverse = inverse(of: command, now: system.storeSnapshot)
        let changes = preview(command)
        let happened: [String]
        do {
            happened = try system.carryOut(command)
        } catch {
            throw CommandError(String(describing: error))
        }
        // A clock that only runs differently leaves no trace in the journal.
        inspector.stateDidChange()
        return CommandResult(
            status: .done, message: words(happened, after: command) + runtime.effect(of: changes) + ".",
            inverse: inverse)
    }

    /// Starts the app again, as far as permissions are concerned.
    func restartApp() throws(CommandError) -> CommandResult {
        guard let system = inspector.configuration.system else {
            throw CommandError("\(inspector.configuration.appName) runs on a real system; start it again there.")
        }
        inspector.flow.abandon()
        system.restartApp()
        inspector.stateDidChange()
        return CommandResult(
            status: .done, message: "The app has been started again: what was allowed once has lapsed.")
    }

    /// What a command would do to the availability of features.
    func preview(_ command: StoreCommand) -> [AvailabilityChange] {
        guard let system = inspector.configuration.system else { return [] }
        let values = system.effects(of: command).map { productID, isOwned in
            (FactKey.purchase(productID: productID), FactValue.truth(Truth(isOwned)))
        }
        return runtime.preview(actual: Dictionary(uniqueKeysWithValues: values))
    }

    // MARK: Words

    private func isKnown(_ productID: String, to system: any SimulatedSystem) -> Bool {
        runtime.products.contains { $0.productID == productID }
            || system.storeProducts.contains { $0.productID == productID }
    }

    /// Refuses numbers that no clock can take.
    private func check(_ command: StoreCommand) throws(CommandError) {
        switch command {
        case .advance(let seconds) where !seconds.isFinite || seconds < 0:
            throw CommandError("The store's clock cannot be put forward by \(seconds) seconds.")
        case .setRate(let rate) where !rate.isFinite || rate < 0:
            throw CommandError("The store's clock cannot go on by \(rate) seconds in a real one.")
        default: break
        }
    }

    private func words(_ happened: [String], after command: StoreCommand) -> String {
        guard let last = happened.last else {
            return switch command {
            case .advance: "The store's clock was put forward; nothing happened meanwhile"
            case .advanceToNextEvent: "Nothing will happen at the store by itself"
            case .setRate(0): "The store's clock stands"
            case .setRate(1): "The store's clock goes on in real time"
            case .setRate: "The store's clock goes on at another rate"
            default: "Nothing is different at the store"
            }
        }
        if happened.count <= 3 { return happened.joined(separator: "; ") }
        return "\(happened.count) things happened, at last \(last)"
    }

    /// The command that takes another one back; what happens at a store cannot be taken back.
    private func inverse(of command: StoreCommand, now: StoreSnapshot) -> Command? {
        switch command {
        case .setAutoRenew(let productID, let isOn): .store(.setAutoRenew(productID: productID, isOn: !isOn))
        case .setAskToBuy: .store(.setAskToBuy(now.asksToBuy))
        case .setFailsRenewals: .store(.setFailsRenewals(now.failsRenewals))
        case .setRate: .store(.setRate(now.rate))
        default: nil
        }
    }
}

extension StoreCommand {
    /// The product it is about, if it is about one.
    fileprivate var product: String? {
        switch self {
        case .buy(let id, _), .approve(let id), .decline(let id), .resume(let id), .refund(let id), .revoke(let id),
            .setAutoRenew(let id, _), .renew(let id), .expire(let id), .consume(let id, _):
            id
        case .setAskToBuy, .setFailsRenewals, .advance, .advanceToNextEvent, .setRate, .reset: nil
        }
    }
}
