// SPDX-License-Identifier: MIT

import FeatureGating
import FlintCore
import FlintLocks
import FlintWorld

/// Guides a user through an authorization flow.
///
/// The controller is the coordinator of the app's `AuthorisationController`. It suspends the authorization at each
/// stage until a front end sends an answer. At most one flow is in progress. A finished flow remains visible as a
/// summary until it is dismissed or another flow starts. All members can be called from any thread.
final class PermissionFlowController: PermissionAuthorisationCoordinator, Sendable {
    private struct Flow {
        let number: Int
        let metadata: FeatureMetadata
        let actionName: String?
        var controller: any AuthorisationController
        var stage = FlowSnapshot.Stage.card
        var current: SystemPermissionConstraint?
        var permissions: [SystemPermissionConstraint]
        var progress: [SystemPermissionConstraint: FlowSnapshot.Progress] = [:]
        var willRequest: WillRequestCompletion.DeferredStatus?
        var didRequest: DidRequestCompletion.DeferredStatus?
        var outstandingPermissions: [SystemPermissionConstraint] = []
        var isCancelled = false
        var retry: CommandResult?
    }

    private struct State: @unchecked Sendable {
        var flow: Flow?
        var lastNumber = 0
        var onChange: (@Sendable () -> Void)?
    }

    private let runtime: FlintRuntime
    private let configuration: RuntimeInspector.Configuration
    private let state = Protected(State())

    init(runtime: FlintRuntime, configuration: RuntimeInspector.Configuration) {
        self.runtime = runtime
        self.configuration = configuration
    }

    var onChange: (@Sendable () -> Void)? {
        get { state.withLock { $0.onChange } }
        set { state.withLock { $0.onChange = newValue } }
    }

    var snapshot: FlowSnapshot? {
        guard let flow = state.withLock({ $0.flow }) else { return nil }
        let isOver = flow.stage == .summary
        let outstanding =
            isOver
            ? flow.outstandingPermissions : flow.permissions.filter { runtime.effectiveStatus(of: $0) != .authorized }
        var snapshot = FlowSnapshot(
            featureID: flow.metadata.path.description, featureName: flow.metadata.feature.name,
            actionName: flow.actionName, stage: flow.stage, current: isOver ? nil : flow.current?.name,
            permissions: flow.permissions.map { permission in
                let status = runtime.effectiveStatus(of: permission)
                return FlowSnapshot.Item(
                    permission: permission.name, title: permission.description,
                    requestedAccess: permission.requestedAccess,
                    usage: configuration.system?.usage(of: permission) ?? "", status: status,
                    progress: progress(of: permission, status: status, in: flow))
            })
        (snapshot.outstanding, snapshot.cancelled) = (outstanding.map(\.name), flow.isCancelled)
        (snapshot.retryMessage, snapshot.retryStatus) = (flow.retry?.message, flow.retry?.status)
        snapshot.answers = offeredAnswers(of: flow)
        return snapshot
    }

    private func offeredAnswers(of flow: Flow) -> [FlowAnswer] {
        guard flow.stage == .prompt else { return flow.stage.answers }
        guard let system = configuration.system, let permission = flow.current else { return [] }
        return system.offeredAnswers(for: permission).map { answer in
            switch answer {
            case .allow: .allow
            case .allowOnce: .allowOnce
            case .deny: .deny
            }
        }
    }

    private func progress(
        of permission: SystemPermissionConstraint, status: SystemPermissionStatus, in flow: Flow
    ) -> FlowSnapshot.Progress {
        // A permission that was determined without a prompt counts as answered.
        let recorded = flow.progress[permission]
        let isPassed = recorded == nil || recorded == .current && flow.current != permission
        if isPassed && status != .notDetermined { return .answered }
        return recorded ?? (flow.stage == .summary ? .cancelled : .waiting)
    }

    // MARK: Commands

    func begin(
        _ metadata: FeatureMetadata, thenPerform invocation: ActionInvocation?, cause: Cause
    ) throws(CommandError) -> CommandResult {
        let name = metadata.feature.name
        if let flow = state.withLock({ $0.flow }), flow.stage != .summary {
            throw CommandError("Permissions for \(flow.metadata.feature.name) are being requested; finish that first.")
        }
        guard let feature = metadata.conditional,
            let controller = feature.permissionAuthorisationController(using: self)
        else { throw CommandError("\(name) has no permissions left to request.") }
        let missing = feature.permissions.ordered.filter { runtime.effectiveStatus(of: $0) != .authorized }
        // The action may belong to another feature, because the permissions may belong to a group above that feature.
        let target = try invocation.map { invocation throws(CommandError) in
            try runtime.feature(withID: invocation.feature)
        }
        let action = target?.actions.first { $0.id == invocation?.action }
        if let invocation, action == nil {
            throw CommandError("\(target?.feature.name ?? name) has no action \"\(invocation.action)\".")
        }
        let number = state.withLock { state in
            state.lastNumber += 1
            state.flow = Flow(
                number: state.lastNumber, metadata: metadata, actionName: action?.name, controller: controller,
                permissions: missing)
            return state.lastNumber
        }
        controller.begin(retryHandler: { [weak self] in
            guard let action, let invocation else { return }
            let feature = target?.feature.name ?? name
            self?.retry(action, of: feature, with: invocation.input, inFlow: number, cause: cause)
        })
        notifyChange()
        return CommandResult(status: .done, message: "\(name): requesting permissions.")
    }

    func abandon() {
        guard let flow = state.withLock({ $0.flow }), flow.stage != .summary else { return }
        flow.controller.cancel()
    }

    func answer(_ answer: FlowAnswer) throws(CommandError) -> CommandResult {
        guard let flow = state.withLock({ $0.flow }) else {
            throw CommandError("No permissions are being requested.")
        }
        if let stage = answer.stage, stage != flow.stage {
            throw CommandError(
                "\"\(answer.rawValue)\" answers the \(stage.rawValue), not the \(flow.stage.rawValue).")
        }
        if answer.stage == nil, flow.stage == .summary { throw CommandError("The request has already ended.") }
        switch answer {
        case .proceed: flow.willRequest?.completed(.request)
        case .askLater: skip(flow)
        case .cancelAll: flow.willRequest?.completed(.cancelAll)
        case .allow: try answerPrompt(of: flow, with: .allow)
        case .allowOnce: try answerPrompt(of: flow, with: .allowOnce)
        case .deny: try answerPrompt(of: flow, with: .deny)
        case .next: flow.didRequest?.completed(.requestNext)
        case .stop: flow.didRequest?.completed(.cancel)
        case .dismiss: state.withLock { $0.flow = nil }
        case .abandon: abandon()
        }
        notifyChange()
        return CommandResult(status: .done, message: message(after: answer, of: flow))
    }

    private func skip(_ flow: Flow) {
        // The skip is recorded first, because the completion continues with the next permission.
        update { flow in
            if let current = flow.current { flow.progress[current] = .skipped }
        }
        flow.willRequest?.completed(.skip)
    }

    private func answerPrompt(of flow: Flow, with answer: PromptAnswer) throws(CommandError) {
        guard let system = configuration.system, let permission = flow.current else {
            throw CommandError("The system's own prompt must be answered where it is shown.")
        }
        let offered = system.offeredAnswers(for: permission)
        guard offered.isEmpty || offered.contains(answer) else {
            throw CommandError("The prompt for \(permission) cannot be allowed once; allow or deny it.")
        }
        guard system.answerPrompt(for: permission, with: answer) else {
            throw CommandError("The system shows no prompt for \(permission).")
        }
    }

    private func message(after answer: FlowAnswer, of flow: Flow) -> String {
        let title = flow.current?.description ?? flow.metadata.feature.name
        return switch answer {
        case .proceed where flow.current.map { runtime.effectiveStatus(of: $0) } != .notDetermined:
            "\(title): no longer requested."
        case .proceed: "\(title): prompt shown."
        case .askLater: "\(title): skipped."
        case .cancelAll, .stop, .abandon: "No more permissions are requested."
        case .allow, .allowOnce, .deny:
            "\(title): \(flow.current.map { runtime.effectiveStatus(of: $0).description } ?? "")."
        case .next where state.withLock { $0.flow?.stage } == .summary: "No more permissions are requested."
        case .next: "Continuing with the next permission."
        case .dismiss: "Done."
        }
    }

    // MARK: Coordinator

    func willBeginPermissionAuthorisation(
        for permissions: Set<SystemPermissionConstraint>, completionRequirement: BeginCompletion
    ) -> BeginCompletion.Status {
        let order = state.withLock { $0.flow?.permissions } ?? []
        return completionRequirement.completedSync(order.filter { permissions.contains($0) })
    }

    func willRequestPermission(
        for permission: SystemPermissionConstraint, completionRequirement: WillRequestCompletion
    ) -> WillRequestCompletion.Status {
        let deferred = completionRequirement.willCompleteAsync()
        completionRequirement.addProxyCompletionHandler { [weak self] action, _ in
            if case .request = action { self?.update { $0.stage = .prompt } }
            return action
        }
        update { flow in
            flow.stage = .card
            flow.current = permission
            flow.progress[permission] = .current
            flow.willRequest = deferred
        }
        notifyChange()
        return deferred
    }

    func didRequestPermission(
        for permission: SystemPermissionConstraint, status: SystemPermissionStatus,
        completionRequirement: DidRequestCompletion
    ) -> DidRequestCompletion.Status {
        let deferred = completionRequirement.willCompleteAsync()
        update { flow in
            flow.stage = .outcome
            flow.progress[permission] = .answered
            flow.didRequest = deferred
        }
        notifyChange()
        return deferred
    }

    func didCompletePermissionAuthorisation(
        cancelled: Bool, outstandingPermissions: [SystemPermissionConstraint]?
    ) {
        update { flow in
            flow.stage = .summary
            if let current = flow.current, flow.progress[current] == .current { flow.progress[current] = nil }
            flow.isCancelled = cancelled
            flow.outstandingPermissions = outstandingPermissions ?? []
            flow.willRequest = nil
            flow.didRequest = nil
        }
        notifyChange()
    }

    // MARK: End of the flow

    /// Performs the flow's action and adds it to the history, even if the flow has been closed.
    private func retry(
        _ action: ActionMetadata, of feature: String, with input: [String: String], inFlow number: Int, cause: Cause
    ) {
        let name = action.name
        Cause.withCause(cause) {
            runtime.perform(
                action, parameters: input, router: configuration.router, userInitiated: true
            ) { [weak self, configuration] result in
                let result = CommandResult(result, of: name, in: feature)
                self?.update { flow in
                    // Another flow may have started since.
                    guard flow.number == number else { return }
                    flow.retry = result
                }
                self?.notifyChange()
                guard result.status == .done else { return }
                // A front end may read the flow before the entry has been saved, so it is notified again afterward.
                configuration.history.add(result.message, inverse: nil, source: cause)
                self?.notifyChange()
            }
        }
    }

    private func update(_ body: (inout Flow) -> Void) {
        state.withLock { state in
            guard var flow = state.flow else { return }
            body(&flow)
            state.flow = flow
        }
    }

    private func notifyChange() {
        onChange?()
    }
}
