// SPDX-License-Identifier: MIT

import FeatureGating

extension FlintRuntime {
    /// Returns the availability of a feature.
    ///
    /// Facts whose sources do not announce changes are reread first. The result is `false` for a feature that is not
    /// registered. Calling the method before setup stops the process.
    public func availability(of feature: FeatureDefinition.Type) -> Truth {
        guard let metadata = catalog.metadata(for: feature) else {
            requireSetUp(for: feature)
            return .false
        }
        guard let inputs = metadata.inputs() else { return .false }
        readUnannouncedFacts(of: inputs)
        return verdict(of: inputs)
    }

    /// Rereads unannounced facts, and returns the availability of a feature.
    ///
    /// The method can be called before setup. The result is `false` for a feature that is not registered.
    package func availabilityIfRegistered(of feature: FeatureDefinition.Type) -> Truth {
        guard let inputs = catalog.metadata(for: feature)?.inputs() else { return .false }
        readUnannouncedFacts(of: inputs)
        return verdict(of: inputs)
    }

    /// Rereads unannounced facts, and returns the explanation of a feature's availability without plans.
    ///
    /// The method can be called before setup.
    package func explanationIfRegistered(of feature: FeatureDefinition.Type) -> AvailabilityExplanation {
        guard let metadata = catalog.metadata(for: feature) else { return .notRegistered(feature.name) }
        if let inputs = metadata.inputs() { readUnannouncedFacts(of: inputs) }
        return explanation(of: metadata, includesPlans: false)
    }

    /// Returns the explanation of a feature's availability, with plans.
    ///
    /// Facts whose sources do not announce changes are reread first. Calling the method before setup stops the process.
    public func explanation(of feature: FeatureDefinition.Type) -> AvailabilityExplanation {
        explanation(of: feature, includesPlans: true)
    }

    package func explanation(of feature: FeatureDefinition.Type, includesPlans: Bool) -> AvailabilityExplanation {
        requireSetUp(for: feature)
        guard let metadata = catalog.metadata(for: feature) else { return .notRegistered(feature.name) }
        if let inputs = metadata.inputs() { readUnannouncedFacts(of: inputs) }
        return explanation(of: metadata, includesPlans: includesPlans)
    }

    package func explanation(of metadata: FeatureMetadata) -> AvailabilityExplanation {
        explanation(of: metadata, includesPlans: true)
    }

    /// Returns the explanation of a registered feature's availability from the current facts.
    ///
    /// Computing the plans is the expensive part. If they are omitted, the explanation of an unavailable feature marks
    /// its plans as incomplete.
    package func explanation(of metadata: FeatureMetadata, includesPlans: Bool) -> AvailabilityExplanation {
        explanationBuilder(of: metadata)?.build(includesPlans: includesPlans)
            ?? .notRegistered(metadata.feature.name)
    }

    /// Returns a sentence that lists the unmet requirements of a feature, or `nil` if the feature is available.
    func summaryOfUnavailability(of feature: FeatureDefinition.Type) -> String? {
        requireSetUp(for: feature)
        let metadata = catalog.metadata(for: feature)
        if let inputs = metadata?.inputs() { readUnannouncedFacts(of: inputs) }
        guard let builder = metadata.flatMap({ explanationBuilder(of: $0) }) else {
            return AvailabilityExplanation.notRegistered(feature.name).summary
        }
        return builder.buildSummary()
    }

    func explanationBuilder(of metadata: FeatureMetadata) -> ExplanationBuilder? {
        // A feature that another thread is registering has no requirements yet and counts as unavailable.
        guard let node = metadata.node, catalog.contains(metadata) else { return nil }
        let basis = explanationBasis(of: metadata)
        return ExplanationBuilder(basis, values: facts.snapshot(of: node, basis.factKeys).values)
    }

    /// Returns the effect of hypothetical overrides without applying them.
    ///
    /// - Parameter overrides: The override of each fact, where `nil` removes the fact's override.
    /// - Returns: The features whose availability would change, in order of registration.
    public func preview(overriding overrides: [FactKey: FactValue?]) -> [AvailabilityChange] {
        facts.preview(overriding: overrides)
    }

    func readUnannouncedFacts(of inputs: FeatureMetadata.AvailabilityInputs) {
        guard let unannounced = inputs.unannouncedFacts else { return }
        // Usually the groups add no unannounced facts, so the feature's own array is complete.
        if unannounced.inherited == nil {
            sources?.reread(unannounced.own)
        } else {
            sources?.reread(unannounced)
        }
    }

    func verdict(of inputs: FeatureMetadata.AvailabilityInputs) -> Truth {
        inputs.node.map { facts.verdict($0) } ?? .false
    }
}

// MARK: - Declarations

extension FlintRuntime {
    /// Returns the parts of a feature's explanation that do not depend on facts.
    ///
    /// The result is cached until a feature moves in the hierarchy.
    func explanationBasis(of metadata: FeatureMetadata) -> ExplanationBasis {
        let moves = FeatureMetadata.moves
        if let known = metadata.explanationBasis, known.moves == moves { return known }
        let basis = explanationBasis(of: metadata, moves: moves) { $0 }
        metadata.explanationBasis = basis
        return basis
    }

    private func explanationBasis(
        of metadata: FeatureMetadata, moves: UInt64, _ transform: (Condition) -> Condition
    ) -> ExplanationBasis {
        let owners = [metadata] + metadata.ancestors.filter(\.isConditional)
        let hasParentRow = metadata.isConditional || owners.count > 1
        return ExplanationBasis(
            owners.map { ($0.feature.name, $0.path, $0.requirement.map(transform)) },
            parent: hasParentRow ? metadata.parent.map { ($0.feature.name, $0.path) } : nil,
            words: wording(of:), listing: productListing, moves: moves)
    }
}

// MARK: - Several things of a kind

extension FlintRuntime {
    /// Returns the availability of a feature for one of several things, such as a server.
    ///
    /// If a fact has values for individual things, only the value for the given thing counts. The fact is unknown if it
    /// has no such value. Other facts apply to all things. The stored availability does not change. This method can be
    /// called from any thread.
    ///
    /// - Parameters:
    ///   - feature: The feature.
    ///   - instance: The name of the thing, as in ``AppFact/of(_:)``.
    /// - Returns: Whether the feature is available, or `nil` if the availability is undetermined.
    public func availability(of feature: ConditionalFeatureDefinition.Type, on instance: String) -> Bool? {
        guard let metadata = catalog.metadata(for: feature), let node = metadata.node else { return false }
        if let inputs = metadata.inputs() { readUnannouncedFacts(of: inputs) }
        return facts(of: metadata, node, on: instance).verdict.boolValue
    }

    /// Returns the verdict on a feature, and the facts on which the verdict is based.
    ///
    /// The caller must have reread the feature's unannounced facts. If `instance` is `nil`, the result is the stored
    /// verdict. Otherwise, the verdict applies to one of several things, and the facts about this thing are reread.
    func facts(
        of metadata: FeatureMetadata, _ node: NodeID, on instance: String?
    ) -> (verdict: Truth, facts: DeniedFacts) {
        guard let instance else {
            let basis = explanationBasis(of: metadata)
            let (verdict, values, revision) = facts.snapshot(of: node, basis.factKeys)
            return (verdict, DeniedFacts(basis, values: values, revision: revision))
        }
        let basis = explanationBasis(of: metadata, on: instance)
        let sourcesByFact = dependencies.factSources
        sources?.reread(
            basis.factKeys.compactMap { $0.description.flatMap { sourcesByFact[$0]?.readFact } }.map { .own($0) })
        let (_, values, revision) = facts.snapshot(of: node, basis.factKeys)
        let verdict = ExplanationBuilder(basis, values: values).verdict
        return (verdict, DeniedFacts(basis, values: values, revision: revision))
    }

    func explanationBasis(of metadata: FeatureMetadata, on instance: String) -> ExplanationBasis {
        let known = catalog.ownFacts + dependencies.factSources.keys
        let divided = Set(known.filter { $0.instance != nil }.map { $0.of(nil) })
        return explanationBasis(of: metadata, moves: FeatureMetadata.moves) { condition in
            guard let description = condition.mainKey.description, divided.contains(description) else {
                return condition
            }
            return Condition(.own(description.of(instance)), condition.test)
        }
    }
}
