import FeatureGating
import FlintCore
import InspectorKit

/// Carries out the commands of the simulated store that an app runs on.
struct StoreCommandHandler {
    private let inspector: RuntimeInspector
    private var runtime: FlintRuntime { inspector.runtime }

    /// Creates a handler.
    init(inspector: RuntimeInspector) {
        self.inspector = inspector
    }

    // MARK: Doing

    /// Has something happen at the store.
    func run(_ command: StoreAction) throws(CommandError) -> CommandResult {
        guard let system = inspector.configuration.system else {
            throw CommandError(
                "\(inspector.configuration.appName) runs on a real system, whose store does as it likes.")
        }
        if let productID = command.productID, !isKnown(productID, to: system) {
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
        // Much of what happens at a store leaves no trace in the journal.
        inspector.systemDidChange()
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
        inspector.systemDidChange()
        return CommandResult(
            status: .done, message: "The app has been started again: what was allowed once has lapsed.")
    }

    /// What a command would do to the availability of features.
    func preview(_ command: StoreAction) -> [AvailabilityChange] {
        guard let system = inspector.configuration.system else { return [] }
        let values = system.effects(of: command).map { productID, isOwned in
            (FactKey.purchase(productID: productID), FactValue.truth(Truth(isOwned)))
        }
        return runtime.preview(actual: Dictionary(uniqueKeysWithValues: values))
    }

    // MARK: Words

    private func isKnown(_ productID: String, to system: any SimulatedSystem) -> Bool {
        runtime.product(withIdentifier: productID) != nil || system.storeProduct(productID) != nil
    }

    /// Refuses numbers that no clock can take.
    private func check(_ command: StoreAction) throws(CommandError) {
        switch command {
        case .advance(let seconds) where !seconds.isFinite || seconds < 0:
            throw CommandError("The store's clock cannot be put forward by \(seconds) seconds.")
        case .setRate(let rate) where !rate.isFinite || rate < 0:
            throw CommandError("The store's clock cannot go on by \(rate) seconds in a real one.")
        default: break
        }
    }

    private func words(_ happened: [String], after command: StoreAction) -> String {
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
    private func inverse(of command: StoreAction, now: StoreSnapshot) -> Command? {
        switch command {
        case .setAutoRenew(let productID, let isOn): .store(.setAutoRenew(productID: productID, isOn: !isOn))
        case .setAskToBuy: .store(.setAskToBuy(now.asksToBuy))
        case .setFailsRenewals: .store(.setFailsRenewals(now.failsRenewals))
        case .setRate: .store(.setRate(now.rate))
        default: nil
        }
    }
}
