import FeatureGating

extension FlintRuntime {
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

    private func deny<ActionType: Action>(
        _ action: ActionType.Type, of feature: FeatureDefinition.Type, session: ActionSession?,
        reason: RequestDenial.Reason
    ) {
        let denial = RequestDenial(feature: feature, action: action, sessionName: session?.name, reason: reason)
        journal.append(.requestDenied(denial), cause: Cause.current ?? .app)
    }
}
