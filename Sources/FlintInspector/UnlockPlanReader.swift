import FlintCore
import InspectorKit

/// Describes what would make a feature available, step by step, with who can take each step and what it costs.
struct UnlockPlanReader {
    /// The most plans that are listed of a feature.
    static let limit = FeaturePlans.limit

    private let runtime: FlintRuntime
    private let system: (any SimulatedSystem)?
    private let facts: AssumedFacts

    /// Creates a reader.
    ///
    /// - Parameters:
    ///   - runtime: The runtime whose features are described.
    ///   - system: The simulated system with the store that knows prices, if there is one.
    ///   - assumptions: What to assume of facts in place of what is known.
    init(
        runtime: FlintRuntime, system: (any SimulatedSystem)?, assuming assumptions: [FactKey: FactAssumption] = [:]
    ) {
        self.runtime = runtime
        self.system = system
        facts = AssumedFacts(runtime: runtime, assumptions: assumptions)
    }

    /// What would make a feature available.
    func plans(of metadata: FeatureMetadata) -> FeaturePlans {
        // One more than is listed, to know whether there are more.
        let found = runtime.unlockPlans(of: metadata, limit: Self.limit + 1, assuming: facts.assumptions)
        let plans = described(found)
        guard plans.isEmpty, found.areComplete else {
            return FeaturePlans(
                plans: Array(plans.prefix(Self.limit)), areComplete: found.areComplete && plans.count <= Self.limit)
        }
        let elsewhere = runtime.unlockPlans(of: metadata, within: .anywhere, assuming: facts.assumptions)
        return FeaturePlans(plans: [], areComplete: true, impossiblePlans: described(elsewhere))
    }

    private func described(_ unlocks: FeatureUnlocks) -> [[UnlockStep]] {
        UnlockStepWriter(self, platform: unlocks.platform?.label).described(unlocks.plans)
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

    func isMetWithoutOverride(_ fact: FactReference, platform: String?) -> Bool? {
        guard let key = FactKey(fact), let actual = facts[key]?.actual else { return nil }
        return actual.truth == .true || actual.permissionStatus == .authorized
            || (actual.currentPlatform != nil && actual.currentPlatform?.label == platform)
    }
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
