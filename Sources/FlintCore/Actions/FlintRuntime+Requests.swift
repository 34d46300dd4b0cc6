import FeatureGating

extension FlintRuntime {
    /// Whether a request is granted that the published verdicts alone do not decide; a denial is recorded.
    ///
    /// The runtime must be the current one.
    func grantsAfterAsking<FeatureType: ConditionalFeature, ActionType: Action>(
        _ feature: FeatureType.Type, action: ActionType.Type
    ) -> Bool {
        if catalog.actions.leavesRequestsToEngine(feature: feature, action: action) {
            return decides(feature, action: action)
        }
        if let asked = RequestInProgress.find(feature: feature, action: action) {
            let isGranted = decides(asked.feature, action: action)
            if !isGranted { asked.noteRefusal() }
            return isGranted
        }
        let asked = RequestInProgress(feature, action: action)
        let isGranted = RequestInProgress.$current.withValue(asked) {
            feature.request(ConditionalActionBinding<FeatureType.RequestedFeature, ActionType>()) != nil
        }
        // Without a function of its own, the feature has passed on a refusal that is recorded.
        let isDecline = !isGranted && !asked.isRefused
        if isDecline, !catalog.actions.leavesRequestsToEngine(feature: feature, action: action) {
            decline(action, of: feature)
        }
        return isGranted
    }

    /// Records that a feature's own `request(_:)` denied an action without a refusal by the engine.
    private func decline<ActionType: Action>(_ action: ActionType.Type, of feature: FeatureDefinition.Type) {
        guard refusal(of: action, feature: feature, session: nil) == nil,
            let metadata = catalog.metadata(for: feature), let node = metadata.node
        else { return }
        let basis = explanationBasis(of: metadata)
        let (_, values, revision) = facts.moment(of: node, basis.factKeys)
        let denied = DeniedFacts(basis, values: values, revision: revision)
        deny(action, of: feature, session: nil, reason: .declined(denied))
    }

    /// Whether the engine grants a request; a denial is recorded.
    private func decides<ActionType: Action>(_ feature: FeatureDefinition.Type, action: ActionType.Type) -> Bool {
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

    private func deny<ActionType: Action>(
        _ action: ActionType.Type, of feature: FeatureDefinition.Type, session: ActionSession?,
        reason: RequestDenial.Reason
    ) {
        let denial = RequestDenial(feature: feature, action: action, sessionName: session?.name, reason: reason)
        journal.append(.requestDenied(denial), cause: Cause.current ?? .app)
    }
}
