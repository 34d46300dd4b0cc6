import FeatureGating

extension FlintRuntime {
    /// Whether a feature is available, with what no source announces read afresh; one that is not registered is not.
    public func availability(of feature: FeatureDefinition.Type) -> Truth {
        guard let metadata = catalog.metadata(for: feature) else {
            requireSetUp(for: feature)
            return .false
        }
        guard let inputs = metadata.inputs() else { return .false }
        readUnannouncedFacts(of: inputs)
        return verdict(of: inputs)
    }

    /// Whether a feature is available, with what no source announces read afresh, also asked before setup.
    ///
    /// - Parameter feature: The feature.
    /// - Returns: Whether it is; one that is not registered is not.
    package func availabilityIfRegistered(of feature: FeatureDefinition.Type) -> Truth {
        guard let inputs = catalog.metadata(for: feature)?.inputs() else { return .false }
        readUnannouncedFacts(of: inputs)
        return verdict(of: inputs)
    }

    /// Why a feature is available or not, with what no source announces read afresh, also asked before setup.
    ///
    /// - Parameter feature: The feature; of one that is not registered, that is the explanation.
    /// - Returns: The explanation, without plans.
    package func explanationIfRegistered(of feature: FeatureDefinition.Type) -> AvailabilityExplanation {
        guard let metadata = catalog.metadata(for: feature) else { return .notRegistered(feature.name) }
        if let inputs = metadata.inputs() { readUnannouncedFacts(of: inputs) }
        return explanation(of: metadata, includesPlans: false)
    }

    /// Why a feature is available or not, with what no source announces read afresh.
    public func explanation(of feature: FeatureDefinition.Type) -> AvailabilityExplanation {
        explanation(of: feature, includesPlans: true)
    }

    /// Why a feature is available or not, with what no source announces read afresh.
    ///
    /// - Parameters:
    ///   - feature: The feature.
    ///   - includesPlans: Whether to look for the plans that would unlock it.
    /// - Returns: The explanation.
    package func explanation(of feature: FeatureDefinition.Type, includesPlans: Bool) -> AvailabilityExplanation {
        requireSetUp(for: feature)
        guard let metadata = catalog.metadata(for: feature) else { return .notRegistered(feature.name) }
        if let inputs = metadata.inputs() { readUnannouncedFacts(of: inputs) }
        return explanation(of: metadata, includesPlans: includesPlans)
    }

    /// Why a registered feature is available or not, from facts as they are known.
    package func explanation(of metadata: FeatureMetadata) -> AvailabilityExplanation {
        explanation(of: metadata, includesPlans: true)
    }

    /// Why a registered feature is available or not, from facts as they are known.
    ///
    /// - Parameters:
    ///   - metadata: The feature.
    ///   - includesPlans: Whether to look for the plans that would unlock it, which takes longer than everything else.
    /// - Returns: The explanation; without plans, one of a feature that is not available reports that they are
    ///   incomplete.
    package func explanation(of metadata: FeatureMetadata, includesPlans: Bool) -> AvailabilityExplanation {
        explanationBuilder(of: metadata)?.build(includesPlans: includesPlans)
            ?? .notRegistered(metadata.feature.name)
    }

    /// Why a feature is not available, in one sentence, with what no source announces read afresh.
    ///
    /// - Parameter feature: The feature.
    /// - Returns: The ``AvailabilityExplanation/summary``, or `nil` if the feature is available.
    func summaryOfUnavailability(of feature: FeatureDefinition.Type) -> String? {
        requireSetUp(for: feature)
        let metadata = catalog.metadata(for: feature)
        if let inputs = metadata?.inputs() { readUnannouncedFacts(of: inputs) }
        guard let builder = metadata.flatMap({ explanationBuilder(of: $0) }) else {
            return AvailabilityExplanation.notRegistered(feature.name).summary
        }
        return builder.buildSummary()
    }

    /// Returns what explains a feature from facts as they are known, or `nil` if it is not registered.
    private func explanationBuilder(of metadata: FeatureMetadata) -> ExplanationBuilder? {
        // A feature another thread is just registering has no requirements yet, and is not available for that.
        guard let node = metadata.node, catalog.contains(metadata) else { return nil }
        let basis = explanationBasis(of: metadata)
        return ExplanationBuilder(basis, values: facts.moment(of: node, basis.factKeys).values)
    }

    /// Returns the smallest sets of requirements that would have to be met for a registered feature to be available.
    ///
    /// - Parameters:
    ///   - metadata: The feature.
    ///   - reach: What may be changed.
    ///   - limit: The most plans to return.
    /// - Returns: The plans, shortest first, as ``AvailabilityExplanation/unlockPlans`` has them; none for a feature that
    ///   is available.
    package func unlockPlans(
        of metadata: FeatureMetadata, within reach: UnlockReach = .thisDevice, limit: Int = 8
    ) -> FeatureUnlocks {
        explanationBuilder(of: metadata)?.unlocks(within: reach, limit: limit)
            ?? FeatureUnlocks()
    }

    /// Whether a registered feature is available, from facts as they are known.
    ///
    /// A feature that was registered in another runtime, or before this one was reset, is not registered and therefore
    /// not available.
    package func verdict(of metadata: FeatureMetadata) -> Truth {
        guard let node = metadata.node else { return .false }
        let verdict = facts.verdict(node)
        // Asked afterwards: a reset forgets the feature first, and only then can another get its node.
        return catalog.contains(metadata) ? verdict : .false
    }

    /// What laying a value over a fact, or taking it off, would change, worked out without doing it.
    ///
    /// - Parameter overrides: The value for each fact; `nil` takes its override off.
    /// - Returns: The features whose availability would change, in order of registration.
    public func preview(overriding overrides: [FactKey: FactValue?]) -> [AvailabilityChange] {
        facts.preview(overrides.mapValues { .override($0) })
    }

    /// What facts with other values would change, worked out without changing them.
    ///
    /// It costs the features that depend on the facts.
    ///
    /// - Parameter assumptions: What to assume of each fact.
    /// - Returns: The features whose availability would change, in order of registration.
    package func preview(assuming assumptions: [FactKey: FactAssumption]) -> [AvailabilityChange] {
        facts.preview(assumptions)
    }

    /// What other actual values would change, worked out without changing them.
    package func preview(actual values: [FactKey: FactValue]) -> [AvailabilityChange] {
        facts.preview(values.mapValues { .actual($0) })
    }

    /// Reads the facts again that a feature's availability depends on and no source announces.
    func readUnannouncedFacts(of inputs: FeatureMetadata.AvailabilityInputs) {
        guard let unannounced = inputs.unannouncedFacts else { return }
        // Mostly no group above has any, and then an array has them all.
        if unannounced.inherited == nil {
            sources?.readAgain(unannounced.own)
        } else {
            sources?.readAgain(unannounced)
        }
    }

    func verdict(of inputs: FeatureMetadata.AvailabilityInputs) -> Truth {
        inputs.node.map { facts.verdict($0) } ?? .false
    }
}

// MARK: - What is declared

extension FlintRuntime {
    /// Returns what an explanation of a feature rests on besides the values of facts.
    func explanationBasis(of metadata: FeatureMetadata) -> ExplanationBasis {
        let moves = FeatureMetadata.moves
        if let known = metadata.explanationBasis, known.moves == moves { return known }
        let owners = [metadata] + metadata.ancestors.filter(\.isConditional)
        let hasParentRow = metadata.isConditional || owners.count > 1
        let basis = ExplanationBasis(
            owners.map { ($0.feature.name, $0.path, $0.requirement) },
            parent: hasParentRow ? metadata.parent.map { ($0.feature.name, $0.path) } : nil,
            productName: { self.catalog.product($0)?.name }, moves: moves)
        metadata.explanationBasis = basis
        return basis
    }

    /// The conditions that a feature requires itself, each once.
    package func conditions(of metadata: FeatureMetadata) -> ArraySlice<Condition> {
        explanationBasis(of: metadata).ownConditions
    }

    /// Counts the states that allow a feature.
    ///
    /// - Parameters:
    ///   - metadata: The feature.
    ///   - progress: Takes the share that is done and returns whether to go on.
    /// - Returns: The counts; `nil` for a feature that is not registered, or if the count was not to go on.
    package func stateCounts(
        of metadata: FeatureMetadata, progress: @escaping (Double) -> Bool = { _ in true }
    ) -> FeatureStateCounts? {
        guard metadata.node != nil, catalog.contains(metadata) else { return nil }
        return explanationBasis(of: metadata).stateCounts(progress: progress)
    }
}
