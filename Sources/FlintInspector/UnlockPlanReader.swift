import FlintCore
import InspectorKit

/// Describes what would make a feature available, step by step, with who can take each step and what it costs.
struct UnlockPlanReader {
    private let runtime: FlintRuntime
    private let system: (any SimulatedSystem)?

    /// Creates a reader.
    ///
    /// - Parameters:
    ///   - runtime: The runtime whose features are described.
    ///   - system: The simulated system with the store that knows prices, if there is one.
    init(runtime: FlintRuntime, system: (any SimulatedSystem)?) {
        self.runtime = runtime
        self.system = system
    }

    /// What would make a feature available.
    func plans(of metadata: FeatureMetadata) -> FeaturePlans {
        FeaturePlans(describedWith: self) { reach, limit in
            runtime.unlockPlans(of: metadata, within: reach, limit: limit)
        }
    }
}

extension UnlockPlanReader: UnlockStepWriter.Source {
    func name(ofFeature id: String) -> String { runtime.name(ofFeature: id) }

    func name(ofProduct id: String) -> String { runtime.title(of: .purchase(productID: id)) }

    func offer(ofProduct id: String) -> (price: String?, period: String?) {
        let product = system?.storeProduct(id)
        return (product?.price, product?.subscriptionPeriod)
    }

    func balance(of state: RequirementState) -> (needed: Int, left: Int)? { runtime.creditBalance(of: state) }

    func actual(of fact: FactReference) -> FactValue? { FactKey(fact).flatMap { runtime.facts[$0]?.actual } }
}

extension FlintRuntime {
    /// The units that a requirement needs and those that are left, if it is about a consumable product and its tracker
    /// counts them.
    func creditBalance(of state: RequirementState) -> (needed: Int, left: Int)? {
        guard state.kind == .purchase, let needed = state.quantity, let productID = state.key,
            let left = creditBalance(ofProduct: productID)
        else { return nil }
        return (needed, left)
    }
}
