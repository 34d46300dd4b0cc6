// SPDX-License-Identifier: MIT

import FlintCore
import FlintWorld

/// Finds plans that make a runtime's feature available.
///
/// Prices and subscription periods come from the simulated store, if there is one.
struct UnlockPlanReader {
    private let runtime: FlintRuntime
    private let system: (any SimulatedSystem)?

    init(runtime: FlintRuntime, system: (any SimulatedSystem)?) {
        self.runtime = runtime
        self.system = system
    }

    func plans(of metadata: FeatureMetadata) -> FeaturePlans {
        FeaturePlans(describedWith: self) { reach, limit in
            runtime.unlockPlans(of: metadata, within: reach, limit: limit)
        }
    }
}

extension UnlockPlanReader: UnlockStepFormatter.Source {
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
    func creditBalance(of state: RequirementState) -> (needed: Int, left: Int)? {
        guard state.kind == .purchase, let needed = state.quantity, let productID = state.key,
            let left = creditBalance(ofProduct: productID)
        else { return nil }
        return (needed, left)
    }
}
