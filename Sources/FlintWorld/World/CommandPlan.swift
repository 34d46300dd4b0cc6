// SPDX-License-Identifier: MIT

/// The forecast effect of commands that have not been applied.
///
/// ``Inspector/plans(_:)`` returns plans, and ``World/applying(_:)-(CommandPlan)`` creates the resulting world. A plan
/// contains the changed facts with their new states, and the simulated store's actions in order.
package struct CommandPlan: Codable, Sendable, Hashable {
    package var records: [FactRecord]
    package var refusal: String?
    package var storeActions: [StoreAction]
    /// The resulting content of the simulated store, or `nil` if no command affects the store.
    package var store: SimulatedStoreContent?
    /// The action that an opened URL leads to, without its input, or `nil` if the app does not handle it.
    package var target: ActionInvocation?

    package init(
        _ records: [FactRecord] = [], refusal: String? = nil, storeActions: [StoreAction] = [],
        store: SimulatedStoreContent? = nil, target: ActionInvocation? = nil
    ) {
        (self.records, self.refusal, self.storeActions) = (records, refusal, storeActions)
        (self.store, self.target) = (store, target)
    }

    package var facts: [FactKey: Fact] { Dictionary(records.map { ($0.key, $0.fact) }, uniquingKeysWith: { $1 }) }
}
