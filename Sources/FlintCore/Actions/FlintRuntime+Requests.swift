// SPDX-License-Identifier: MIT

import FeatureGating

extension FlintRuntime {
    /// Decides a request that the fast path has not granted, and records a denial.
    ///
    /// The runtime must be the current one. If `instance` is not `nil`, the request is for one of several things.
    func grantsRequest<FeatureType: ConditionalFeature, ActionType: Action>(
        _ feature: FeatureType.Type, action: ActionType.Type, on instance: String? = nil
    ) -> Bool {
        if catalog.actions.usesDefaultRequest(feature: feature, action: action) {
            return engineGrants(feature, action: action, on: instance)
        }
        if let asked = RequestInProgress.find(feature: feature, action: action) {
            let isGranted = engineGrants(asked.feature, action: action, on: instance ?? asked.instance)
            if !isGranted { asked.markRefused() }
            return isGranted
        }
        let asked = RequestInProgress(feature, action: action, on: instance)
        let isGranted = RequestInProgress.$current.withValue(asked) {
            feature.request(ConditionalActionBinding<FeatureType.RequestedFeature, ActionType>(place: .unknown)) != nil
        }
        // The default `request(_:)` leaves the decision about a thing to the engine.
        if instance != nil, catalog.actions.usesDefaultRequest(feature: feature, action: action) {
            return engineGrants(feature, action: action, on: instance)
        }
        // If the feature has no `request(_:)`, the engine has already recorded the refusal.
        let isDecline = !isGranted && !asked.isRefused
        if isDecline, !catalog.actions.usesDefaultRequest(feature: feature, action: action) {
            recordDecline(action, of: feature, on: instance)
        }
        return isGranted
    }

    private func recordDecline<ActionType: Action>(
        _ action: ActionType.Type, of feature: FeatureDefinition.Type, on instance: String?
    ) {
        // If the engine also refuses the action, `refusal` has already recorded the engine's reason.
        guard refusal(of: action, feature: feature, session: nil, on: instance) == nil,
            let metadata = catalog.metadata(for: feature), let node = metadata.node
        else { return }
        recordDenial(
            action, of: feature, session: nil, reason: .declined(facts(of: metadata, node, on: instance).facts))
    }

    private func engineGrants<ActionType: Action>(
        _ feature: FeatureDefinition.Type, action: ActionType.Type, on instance: String?
    ) -> Bool {
        guard instance == nil, let known = gates.metadata(feature: feature, action: action) else {
            return refusal(of: action, feature: feature, session: nil, on: instance) == nil
        }
        return known._withUnsafeGuaranteedRef { known in
            let node = known.gate.decidingNodeAfterSwitch
            if node >= 0 {
                // The feature's own switch is the only fact that has to be read first.
                facts.readSwitch(of: known.feature, .use, in: self)
                if facts.published.isTrue(node) { return true }
                return refusal(of: action, feature: feature, session: nil, hasReadFacts: true) == nil
            }
            // The reason for a denial remains the same until a fact changes.
            let revision = facts.published.revision
            if known.gate.decidingNode >= 0, let denied = known.feature.denial, denied.isCurrent(at: revision) {
                recordDenial(action, of: feature, session: nil, reason: .facts(denied))
                return false
            }
            return refusal(of: action, feature: feature, session: nil) == nil
        }
    }

    /// Returns the metadata of an action, if the action may be performed now.
    ///
    /// If it may not, the method records the reason as a denial, as an advisory, or as both, and throws it.
    func metadataForPerforming<ActionType: Action>(
        _ action: ActionType.Type, of feature: FeatureDefinition.Type, in session: ActionSession, on instance: String?
    ) throws(ActionPerformError) -> ActionMetadata {
        if instance == nil, let known = gates.metadataIfAllowed(feature: feature, action: action) {
            return known.takeUnretainedValue()
        }
        if let refusal = refusal(of: action, feature: feature, session: session, on: instance) { throw refusal }
        guard let known = catalog.actions.metadata(feature: feature, action: action) else {
            throw .actionNotDeclared(action: action.name, feature: feature)
        }
        return known
    }

    /// Returns the reason that an action may not be performed, or `nil`, and records a refusal.
    ///
    /// A refusal is recorded as a denial, as an advisory, or as both.
    ///
    /// Without a session, the action is only requested. `hasReadFacts` indicates whether unannounced facts have just
    /// been read.
    func refusal<ActionType: Action>(
        of action: ActionType.Type, feature: FeatureDefinition.Type, session: ActionSession?,
        on instance: String? = nil, hasReadFacts: Bool = false
    ) -> ActionPerformError? {
        guard let metadata = catalog.metadata(for: feature) else {
            requireSetUp(for: feature)
            let error = ActionPerformError.featureNotRegistered(feature: feature)
            recordDenial(action, of: feature, session: session, reason: .notRegistered(path(of: feature)))
            advise(error.description)
            return error
        }
        guard let inputs = metadata.inputs(declaring: action) else {
            let error = ActionPerformError.actionNotDeclared(action: action.name, feature: feature)
            advise(error.description)
            return error
        }
        if !hasReadFacts { readUnannouncedFacts(of: inputs) }
        // A use is counted when the action is performed, or now if the action is refused.
        var reason: RequestDenial.Reason?
        if instance != nil || verdict(of: inputs) != .true {
            reason = self.reasonForDenial(of: metadata, node: inputs.node, on: instance)
        }
        if reason != nil || session != nil {
            facts.countUse { instance.map { explanationBasis(of: metadata, on: $0).factKeys } ?? metadata.factKeys }
        }
        guard let reason else { return nil }
        recordDenial(action, of: feature, session: session, reason: reason)
        if let conditional = metadata.conditional {
            return .requiredFeatureNotAvailable(feature: conditional)
        }
        let error = ActionPerformError.ancestorNotAvailable(feature: feature)
        advise(error.description)
        return error
    }

    private func reasonForDenial(
        of metadata: FeatureMetadata, node: NodeID?, on instance: String?
    ) -> RequestDenial.Reason? {
        // A feature that another thread is registering has no requirements yet and counts as unavailable.
        guard let node, catalog.contains(metadata) else { return .notRegistered(metadata.path) }
        // Facts may have changed since the verdict. The recorded reason must match the decision.
        let (verdict, denied) = facts(of: metadata, node, on: instance)
        if verdict == .true { return nil }
        if instance == nil { metadata.denial = denied }
        return .facts(denied)
    }

    @usableFromInline
    func failWithoutSession<ActionType: Action>(_ action: ActionType.Type, observer: CompletionObserver?) {
        let error = ActionPerformError.noSession(action: action.name)
        advise(error.description)
        observer?.deliver(.failure(error: error), in: self)
    }

    private func recordDenial<ActionType: Action>(
        _ action: ActionType.Type, of feature: FeatureDefinition.Type, session: ActionSession?,
        reason: RequestDenial.Reason
    ) {
        let denial = RequestDenial(feature: feature, action: action, sessionName: session?.name, reason: reason)
        journal.append(.requestDenied(denial), cause: Cause.current ?? .app)
        if standardDispatcher.includesLogs,
            let metadata = catalog.actions.metadata(feature: feature, action: action)
        {
            ActionLoggingDispatchObserver.instance.logDenial(denial, of: metadata, in: self)
        }
    }
}
