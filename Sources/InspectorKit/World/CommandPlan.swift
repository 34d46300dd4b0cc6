/// The effect of commands, worked out without carrying any of them out.
package struct CommandPlan: Codable, Sendable {
    /// The facts that would be different, as they would be.
    package var records: [FactRecord]
    /// The reason for the first refusal; `nil` if every command would be carried out.
    package var refusal: String?
    /// The actions at the simulated store, in order.
    package var storeActions: [StoreAction]
    /// The content of the simulated store afterwards; `nil` if no command is about it.
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

/// The content of a simulated store at one moment.
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
