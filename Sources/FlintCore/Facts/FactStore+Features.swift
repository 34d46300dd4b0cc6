import FeatureGating

extension FactStore {
    /// What a feature requires, put together of its conditions, each as what it is to be replaced by.
    ///
    /// It is compiled as it is put together, without an intermediate requirement.
    typealias RequirementOfFeature = (_ condition: (Condition) -> Requirement<FactID>) -> Requirement<FactID>

    /// Adds a feature as a dependant of the facts its requirement mentions.
    ///
    /// - Parameters:
    ///   - parent: The node of the group above it.
    ///   - path: Its path.
    ///   - requirement: What it requires; called with the lock held, so it must not run code of the app.
    /// - Returns: Its node.
    func addNode(parent: NodeID?, path: FeaturePath, requirement: RequirementOfFeature) -> NodeID {
        state.withLock { state in
            state.index.addNode(parent: parent, path: path, facts: state.facts, requirement: requirement)
        }
    }

    /// Replaces what a feature depends on, after it has moved in the hierarchy.
    func moveNode(_ node: NodeID, parent: NodeID?, path: FeaturePath, requirement: RequirementOfFeature) {
        state.withLock { state in
            state.index.moveNode(node, parent: parent, path: path, facts: state.facts, requirement: requirement)
        }
    }

    /// Carries what is known of a feature over to the path it has now.
    ///
    /// An override is reported to observers as removed from the one fact and applied to the other, so that it is saved
    /// under the new path.
    func renameFacts(ofFeature old: FeaturePath, to new: FeaturePath) {
        let cause = Cause.current ?? .app
        let keys: [(FactKey, FactKey)] = [
            (.userToggle(feature: old), .userToggle(feature: new)),
            (.runtimeSwitch(feature: old), .runtimeSwitch(feature: new)),
            (.pastPurchases(feature: old), .pastPurchases(feature: new)),
        ]
        for (old, new) in keys {
            for change in state.withLock({ $0.renameFact(old, to: new, cause: cause) }) { observers.notify(change) }
        }
    }

    /// Whether a feature is available; one whose node has been forgotten in a reset is not.
    func verdict(_ node: NodeID) -> Truth {
        settled { $0.index.verdict(node) }
    }

    /// Whether a feature is certainly available, without taking a lock where that is possible.
    func isAvailable(_ node: Int32) -> Bool {
        guard !published.slowPathReasons.contains(.overridesExpire) else {
            return node >= 0 && verdict(NodeID(rawValue: node)) == .true
        }
        return published.isTrue(node)
    }

    /// Returns the verdict of a node and the facts with some keys, all of one moment, and the revision of that.
    func moment(of node: NodeID, _ keys: [FactKey]) -> (verdict: Truth, values: [Fact?], revision: UInt64) {
        settled { state in (state.index.verdict(node), keys.map { state.facts[$0] }, published.revision) }
    }

    /// The truth of conditions at one moment, together with the facts behind them.
    func evaluate(_ requirement: Requirement<Condition>) -> (truths: [Condition: Truth], facts: [FactKey: Fact]) {
        settled { state in
            var truths: [Condition: Truth] = [:]
            var facts: [FactKey: Fact] = [:]
            for condition in requirement.facts {
                truths[condition] = condition.truth { state.facts[$0] }
                for key in condition.factKeys { facts[key] = state.facts[key] }
            }
            return (truths, facts)
        }
    }

    /// Returns what other facts would change, without changing them.
    func preview(_ assumptions: [FactKey: FactAssumption]) -> [AvailabilityChange] {
        settled { $0.index.preview($0.assumed(assumptions), facts: $0.facts) }
    }

    /// Returns the verdict of every feature if facts were other ones, by node, without changing them.
    package func verdicts(assuming assumptions: [FactKey: FactAssumption]) -> [Truth] {
        settled { $0.index.verdicts(with: $0.assumed(assumptions), facts: $0.facts) }
    }
}

extension FactStore.State {
    /// Returns facts as they are assumed to be.
    fileprivate func assumed(_ assumptions: [FactKey: FactAssumption]) -> [FactKey: Fact] {
        var assumed: [FactKey: Fact] = [:]
        for (key, assumption) in assumptions {
            assumed[key] = assumption.applied(to: facts[key], of: key)
        }
        return assumed
    }
}
