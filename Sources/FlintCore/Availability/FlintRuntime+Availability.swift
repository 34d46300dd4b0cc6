public import FeatureGating

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
    public func explanation(of metadata: FeatureMetadata) -> AvailabilityExplanation {
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
        // A feature another thread is just registering has no requirements yet, and is not available for that.
        guard let node = metadata.node, catalog.contains(metadata) else {
            return .notRegistered(metadata.feature.name)
        }
        let basis = explanationBasis(of: metadata)
        return ExplanationBuilder(basis, values: facts.moment(of: node, basis.factKeys).values)
            .build(includesPlans: includesPlans)
    }

    /// Returns the smallest sets of requirements that would have to be met for a registered feature to be available.
    ///
    /// - Parameter metadata: The feature.
    /// - Returns: The plans, shortest first, as ``AvailabilityExplanation/unlockPlans`` has them, and whether every
    ///   minimal plan was considered; none for a feature that is available.
    package func unlockPlans(of metadata: FeatureMetadata) -> (plans: [[RequirementState]], areComplete: Bool) {
        guard let node = metadata.node, catalog.contains(metadata) else { return ([], true) }
        let basis = explanationBasis(of: metadata)
        let (verdict, values, _) = facts.moment(of: node, basis.factKeys)
        return verdict == .true ? ([], true) : ExplanationBuilder(basis, values: values).plans()
    }

    /// Whether a registered feature is available, from facts as they are known.
    ///
    /// A feature that was registered in another runtime, or before this one was reset, is not registered and therefore
    /// not available.
    public func verdict(of metadata: FeatureMetadata) -> Truth {
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

    /// What other actual values would change, worked out without changing them.
    public func preview(actual values: [FactKey: FactValue]) -> [AvailabilityChange] {
        facts.preview(values.mapValues { .actual($0) })
    }

    /// Reads the facts again that a feature's availability depends on and no source announces.
    private func readUnannouncedFacts(of inputs: FeatureMetadata.AvailabilityInputs) {
        guard let unannounced = inputs.unannouncedFacts else { return }
        // Mostly no group above has any, and then an array has them all.
        if unannounced.inherited == nil {
            sources?.readAgain(unannounced.own)
        } else {
            sources?.readAgain(unannounced)
        }
    }

    private func verdict(of inputs: FeatureMetadata.AvailabilityInputs) -> Truth {
        inputs.node.map { facts.verdict($0) } ?? .false
    }

    // MARK: Requests

    /// Whether an action of a conditional feature may be performed; a denial is recorded.
    func grants<ActionType: Action>(_ feature: ConditionalFeature.Type, action: ActionType.Type) -> Bool {
        gates.areOpen(feature: feature, action: action) || grantsAfterAsking(feature, action: action)
    }

    /// Whether an action may be performed although the published verdicts alone do not permit it; a denial is recorded.
    ///
    /// The runtime must be the current one.
    func grantsAfterAsking<ActionType: Action>(
        _ feature: ConditionalFeature.Type, action: ActionType.Type
    ) -> Bool {
        guard let known = gates.found(feature: feature, action: action) else {
            return refusal(of: action, feature: feature, session: nil) == nil
        }
        return known._withUnsafeGuaranteedRef { known in
            let node = known.gate.decidingNodeAfterSwitch
            if node >= 0 {
                facts.readSwitch(of: known.feature, .use, in: self)
                if facts.published.isTrue(node) { return true }
                return refusal(of: action, feature: feature, session: nil, hasReadFacts: true) == nil
            }
            // Between two changes of facts a feature is denied for the same reason every time.
            let revision = facts.published.revision
            if known.gate.decidingNode >= 0, let denied = known.feature.denial, denied.isCurrent(at: revision) {
                deny(action, of: feature, session: nil, reason: .facts(denied))
                return false
            }
            return refusal(of: action, feature: feature, session: nil) == nil
        }
    }

    /// What is known of an action that may be performed now.
    ///
    /// - Throws: Why it may not; a refusal is recorded.
    func admit<ActionType: Action>(
        _ action: ActionType.Type, of feature: FeatureDefinition.Type, in session: ActionSession
    ) throws(ActionPerformError) -> ActionMetadata {
        if let known = gates.admitted(feature: feature, action: action) {
            return known.takeUnretainedValue()
        }
        if let refusal = refusal(of: action, feature: feature, session: session) { throw refusal }
        guard let known = catalog.actions.metadata(feature: feature, action: action) else {
            throw .actionNotDeclared(action: action.name, feature: feature)
        }
        return known
    }

    /// Why an action may not be performed, or `nil` if it may; a refusal is recorded.
    ///
    /// - Parameters:
    ///   - action: The action.
    ///   - feature: Its feature.
    ///   - session: Where it is to be performed; `nil` if that is only asked.
    ///   - hasReadFacts: Whether what no source announces has been read afresh already.
    /// - Returns: The reason.
    func refusal<ActionType: Action>(
        of action: ActionType.Type, feature: FeatureDefinition.Type, session: ActionSession?,
        hasReadFacts: Bool = false
    ) -> ActionPerformError? {
        guard let metadata = catalog.metadata(for: feature) else {
            requireSetUp(for: feature)
            let error = ActionPerformError.featureNotRegistered(feature: feature)
            deny(action, of: feature, session: session, reason: .notRegistered(path(of: feature)))
            advise(error.description)
            return error
        }
        guard let inputs = metadata.inputs(declaring: action) else {
            let error = ActionPerformError.actionNotDeclared(action: action.name, feature: feature)
            advise(error.description)
            return error
        }
        if !hasReadFacts { readUnannouncedFacts(of: inputs) }
        // What is granted is decided when it is performed, what is refused at once.
        var reason: RequestDenial.Reason?
        if verdict(of: inputs) != .true { reason = self.reason(against: metadata, node: inputs.node) }
        if reason != nil || session != nil { facts.countUse { metadata.factKeys } }
        guard let reason else { return nil }
        deny(action, of: feature, session: session, reason: reason)
        if let conditional = metadata.conditional {
            return .requiredFeatureNotAvailable(feature: conditional)
        }
        let error = ActionPerformError.ancestorNotAvailable(feature: feature)
        advise(error.description)
        return error
    }

    /// Returns the reason for which a feature is not available, or `nil` if it has become available.
    private func reason(against metadata: FeatureMetadata, node: NodeID?) -> RequestDenial.Reason? {
        // A feature another thread is just registering has no requirements yet, and is not available for that.
        guard let node, catalog.contains(metadata) else { return .notRegistered(metadata.path) }
        let basis = explanationBasis(of: metadata)
        // Facts may have changed since the verdict; what is recorded must be the reason for what was done.
        let (verdict, values, revision) = facts.moment(of: node, basis.factKeys)
        if verdict == .true { return nil }
        let denied = DeniedFacts(basis, values: values, revision: revision)
        metadata.denial = denied
        return .facts(denied)
    }

    /// Answers for an action that cannot be performed because no session is given.
    @usableFromInline
    func refuseWithoutSession<ActionType: Action>(_ action: ActionType.Type, observer: CompletionObserver?) {
        let error = ActionPerformError.noSession(action: action.name)
        advise(error.description)
        observer?.tell(.failure(error: error), in: self)
    }

    // MARK: Recording

    private func deny<ActionType: Action>(
        _ action: ActionType.Type, of feature: FeatureDefinition.Type, session: ActionSession?,
        reason: RequestDenial.Reason
    ) {
        let denial = RequestDenial(feature: feature, action: action, sessionName: session?.name, reason: reason)
        journal.append(.requestDenied(denial), cause: Cause.current ?? .app)
    }
}
