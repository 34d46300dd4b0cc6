/// The effect of commands, worked out without carrying any of them out.
package struct CommandPlan: Codable, Sendable {
    /// The facts that would be different, as they would be.
    package var records: [FactRecord]
    /// Why the first command that would be refused would be; `nil` if all would be carried out.
    package var refusal: String?
    /// The actions at the simulated store, in order.
    package var storeActions: [StoreAction]
    /// What the simulated store would show; `nil` if nothing would happen at it.
    package var store: SimulatedStoreContent?

    /// Creates a plan.
    package init(
        _ records: [FactRecord] = [], refusal: String? = nil, storeActions: [StoreAction] = [],
        store: SimulatedStoreContent? = nil
    ) {
        (self.records, self.refusal, self.storeActions, self.store) = (records, refusal, storeActions, store)
    }

    /// The facts that would be different, by key.
    package var facts: [FactKey: Fact] { Dictionary(records.map { ($0.key, $0.fact) }, uniquingKeysWith: { $1 }) }
}

/// What a simulated store shows at one moment.
package struct SimulatedStoreContent: Codable, Sendable {
    /// Its clock, its settings and pending purchases.
    package var snapshot: StoreSnapshot
    /// Every product it sells or has sold.
    package var products: [ProductSnapshot]

    /// Creates the content.
    package init(snapshot: StoreSnapshot, products: [ProductSnapshot]) {
        self.snapshot = snapshot
        self.products = products
    }
}
