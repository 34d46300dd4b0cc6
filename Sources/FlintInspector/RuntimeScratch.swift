import FeatureGating
import FlintCore
import InspectorKit

/// An app in this process as it would be after some commands.
///
/// It keeps the commands, and assumes in each answer the facts they would lead to. The app goes on meanwhile: what changes
/// in it is seen here too, unless something else is assumed of it.
final class RuntimeScratch: ScratchInspector {
    private let base: RuntimeInspector
    private let content = Protected(TriedCommands())
    private let signal = ChangeSignal()
    private var runtime: FlintRuntime { base.runtime }

    /// Creates the scratch copy of an app, with nothing tried.
    init(of base: RuntimeInspector) {
        self.base = base
    }

    var original: any Inspector { base }
    var commands: [Command] { content.withLock { $0.commands } }

    /// The facts that the commands would lead to.
    private var assumptions: [FactKey: FactAssumption] { assumptions(of: commands) }

    private func assumptions(of commands: [Command]) -> [FactKey: FactAssumption] { forecast(of: commands).assumptions }

    private func forecast(of commands: [Command]) -> CommandForecast {
        runtime.bind { CommandRunner(inspector: base).forecast(of: commands) }
    }

    // MARK: Questions that the commands change the answer to

    func list() -> AppModel {
        base.readUnannouncedFacts()
        let content = content.withLock { $0 }
        // Read first: what changes meanwhile is then among the next changes.
        let revision = content.revision(over: base.revision)
        var model = base.model(at: revision, assuming: forecast(of: content.commands))
        var changes = ModelChanges(revision: revision)
        changes.status = status(model.status, content)
        model.apply(changes)
        return model
    }

    /// Returns what changed since a revision, if it is no more than the status; everything else must be listed again.
    func changes(since revision: Revision) -> ModelChanges? {
        let content = content.withLock { $0 }
        guard let own = content.base(of: revision), var changes = base.changes(since: own) else { return nil }
        var rest = ModelChanges(revision: changes.revision)
        rest.status = changes.status
        rest.stacksChanged = changes.stacksChanged
        guard rest == changes else { return nil }
        changes.revision = content.revision(over: changes.revision)
        changes.status = changes.status.map { status($0, content) }
        return changes
    }

    /// The app's status with what has been tried.
    private func status(_ status: AppStatus, _ content: TriedCommands) -> AppStatus {
        let forecast = forecast(of: content.commands)
        let assumptions = forecast.assumptions
        var status = status
        status.platform =
            runtime.bind {
                AppStatusReader(runtime: runtime, configuration: base.configuration, assuming: forecast).platform
            }
        if let store = forecast.store { status.store = store.snapshot }
        return content.status(status, differenceCount: runtime.preview(assuming: assumptions).count)
    }

    func detail(of featureID: String) -> FeatureSnapshot? {
        guard let metadata = try? runtime.feature(withID: featureID) else { return nil }
        base.readUnannouncedFacts(of: metadata)
        let assumptions = assumptions
        return runtime.bind { FeatureReader(runtime: runtime, assuming: assumptions).detail(of: metadata) }
    }

    func facts(of features: [String]?) -> [FactRecord] {
        AssumedFacts(runtime: runtime, assumptions: assumptions).records(of: features)
    }

    func plans(of featureID: String) -> FeaturePlans? {
        guard let metadata = try? runtime.feature(withID: featureID) else { return nil }
        base.readUnannouncedFacts(of: metadata)
        let assumptions = assumptions
        return runtime.bind {
            UnlockPlanReader(runtime: runtime, system: base.configuration.system, assuming: assumptions)
                .plans(of: metadata)
        }
    }

    func preview(_ commands: [Command], limit: Int) -> Preview {
        base.readUnannouncedFacts()
        let tried = self.commands
        let forecast = forecast(of: tried + commands)
        return Preview(
            runtime.differences(from: assumptions(of: tried), to: forecast.assumptions), in: runtime, limit: limit,
            refusal: forecast.refusal)
    }

    func availability(assuming scenarios: [[Command]]) -> [AvailabilityColumn] {
        let tried = commands
        return base.availability(assuming: scenarios.map { tried + $0 })
    }

    func scratch() -> any ScratchInspector {
        let copy = RuntimeScratch(of: base)
        let trials = content.withLock { $0.trials }
        copy.content.withLock { $0 = TriedCommands(trials) }
        return copy
    }

    // MARK: Commands

    func send(_ command: Command, completion: @escaping @Sendable (CommandResult) -> Void) {
        let result =
            switch command {
            case .undo: content.withLock { $0.undo() }
            case .redo: content.withLock { $0.redo() }
            case _ where command.isForeseeable: add(command)
            default: CommandResult.notTried
            }
        if result.status == .done { signal.send() }
        completion(result)
    }

    private func add(_ command: Command) -> CommandResult {
        let tried = commands
        let forecast = (before: self.forecast(of: tried), after: self.forecast(of: tried + [command]))
        if let refusal = forecast.after.refusal { return CommandResult(status: .failed, message: refusal) }
        let (before, after) = (forecast.before.assumptions, forecast.after.assumptions)
        // What happens at the store can matter later without any effect on a fact now.
        let actions = forecast.after.storeActions
        guard before != after || actions != forecast.before.storeActions else {
            return .triedInVain
        }
        let title =
            before == after
            ? actions.last.map { $0.title { runtime.title(of: .purchase(productID: $0)) } } ?? ""
            : TriedCommands.title(from: before, to: after, fact: { runtime.facts[$0] }, title: runtime.title(of:))
        let effect = runtime.bind { runtime.effect(of: runtime.differences(from: before, to: after)) }
        return content.withLock { $0.add(command, title: title, effect: effect) }
    }

    func observe(_ handler: @escaping @Sendable () -> Void) -> InspectorObservation {
        let (own, others) = (signal.add(handler), base.observe(handler))
        return InspectorObservation {
            own.cancel()
            others.cancel()
        }
    }
}
