// SPDX-License-Identifier: MIT

import FeatureGating
import FlintLocks

extension FactStore {
    /// A function that builds a feature's requirement and passes each condition to a closure for translation.
    ///
    /// The requirement is compiled while it is built, without an intermediate representation.
    typealias RequirementOfFeature = (_ condition: (Condition) -> Requirement<FactID>) -> Requirement<FactID>

    func addNode(parent: NodeID?, path: FeaturePath, requirement: RequirementOfFeature) -> NodeID {
        // The requirement is built with the lock held, so the closure must not run the app's code.
        state.withLock { state in
            state.index.addNode(parent: parent, path: path, facts: state.facts, requirement: requirement)
        }
    }

    func moveNode(_ node: NodeID, parent: NodeID?, path: FeaturePath, requirement: RequirementOfFeature) {
        state.withLock { state in
            state.index.moveNode(node, parent: parent, path: path, facts: state.facts, requirement: requirement)
        }
    }

    /// Moves the facts of a feature to its new path.
    ///
    /// Observers see an override as removed from the old fact and applied to the new one, so that it is saved under the
    /// new path. If the new fact has an override already, observers see only the removal.
    func renameFacts(ofFeature old: FeaturePath, to new: FeaturePath) {
        let cause = Cause.current ?? .app
        let keys: [(FactKey, FactKey)] = [
            (.userSetting(feature: old), .userSetting(feature: new)),
            (.runtimeSwitch(feature: old), .runtimeSwitch(feature: new)),
            (.pastPurchases(feature: old), .pastPurchases(feature: new)),
        ]
        for (old, new) in keys {
            for change in state.withLock({ $0.renameFact(old, to: new, cause: cause) }) { observers.notify(change) }
        }
    }

    /// Returns the verdict of a node, or `false` if the graph has no such node.
    ///
    /// Nodes are renumbered after a reset, so check that the feature is still registered before you use the result.
    func verdict(_ node: NodeID) -> Truth {
        withCurrentState { $0.index.verdict(node) }
    }

    func isAvailable(_ node: Int32) -> Bool {
        // The lock is only needed if an override has an expiry date.
        guard !published.slowPathReasons.contains(.overridesExpire) else {
            return node >= 0 && verdict(NodeID(rawValue: node)) == .true
        }
        return published.isTrue(node)
    }

    /// Returns the verdict of a node, the facts with the given keys, and the revision, all read at the same moment.
    func snapshot(of node: NodeID, _ keys: [FactKey]) -> (verdict: Truth, values: [Fact?], revision: UInt64) {
        withCurrentState { state in (state.index.verdict(node), keys.map { state.facts[$0] }, published.revision) }
    }

    func evaluate(_ requirement: Requirement<Condition>) -> (truths: [Condition: Truth], facts: [FactKey: Fact]) {
        withCurrentState { state in
            var truths: [Condition: Truth] = [:]
            var facts: [FactKey: Fact] = [:]
            for condition in requirement.facts {
                truths[condition] = condition.truth { state.facts[$0] }
                for key in condition.factKeys { facts[key] = state.facts[key] }
            }
            return (truths, facts)
        }
    }

    func preview(overriding overrides: [FactKey: FactValue?]) -> [AvailabilityChange] {
        withCurrentState { state in
            var assumed: [FactKey: Fact] = [:]
            for (key, value) in overrides {
                assumed[key] = (state.facts[key] ?? .unreported(key)).assuming(override: value)
            }
            return state.index.preview(assumed, facts: state.facts)
        }
    }

    /// Performs a change, and returns the features whose availability differs afterward, in order of registration.
    package func availabilityChanges<Failure>(
        during change: () throws(Failure) -> Void
    ) throws(Failure) -> [AvailabilityChange] {
        let before = withCurrentState { $0.index.verdicts }
        try change()
        return withCurrentState { $0.index.changes(since: before) }
    }
}
