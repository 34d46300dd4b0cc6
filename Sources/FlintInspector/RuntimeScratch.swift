import FeatureGating
import FlintCore
import InspectorKit

/// An app in this process as it would be after some commands.
///
/// It keeps the commands, and assumes in each answer the facts they would lead to. The app goes on meanwhile: what changes
/// in it is seen here too, unless something else is assumed of it.
final class RuntimeScratch: ScratchInspector {
    /// A command that was tried.
    private struct Trial {
        let command: Command
        /// What it changed, such as "Premium: purchased".
        let title: String
    }

    /// What has been tried.
    private struct Content {
        var trials: [Trial] = []
        var undone: [Trial] = []
        var commands: [Command] { trials.map(\.command) }
        /// How often the commands have changed.
        var edits: UInt64 = 0
    }

    /// The bits of a revision's number that are the app's own revision; those above count the edits.
    private static let revisionBits: UInt64 = 40

    private let base: RuntimeInspector
    private let content = Protected(Content())
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
        let revision = Self.revision(base.revision, edits: content.edits)
        var model = base.model(at: revision, assuming: forecast(of: content.commands))
        var changes = ModelChanges(revision: revision)
        changes.status = status(model.status, content)
        model.apply(changes)
        return model
    }

    /// Returns what changed since a revision, if it is no more than the status; everything else must be listed again.
    func changes(since revision: Revision) -> ModelChanges? {
        let content = content.withLock { $0 }
        guard revision.rawValue >> Self.revisionBits == content.edits else { return nil }
        let own = Revision(rawValue: revision.rawValue & (1 << Self.revisionBits - 1))
        guard var changes = base.changes(since: own) else { return nil }
        var rest = ModelChanges(revision: changes.revision)
        rest.status = changes.status
        rest.stacksChanged = changes.stacksChanged
        guard rest == changes else { return nil }
        changes.revision = Self.revision(changes.revision, edits: content.edits)
        changes.status = changes.status.map { status($0, content) }
        return changes
    }

    private static func revision(_ revision: Revision, edits: UInt64) -> Revision {
        Revision(rawValue: edits << revisionBits | revision.rawValue)
    }

    /// The app's status with what has been tried.
    private func status(_ status: AppStatus, _ content: Content) -> AppStatus {
        let forecast = forecast(of: content.commands)
        let assumptions = forecast.assumptions
        var status = status
        status.platform =
            runtime.bind {
                AppStatusReader(runtime: runtime, configuration: base.configuration, assuming: forecast).platform
            }
        if let store = forecast.store { status.store = store.snapshot }
        status.scratch = ScratchStatus(
            changes: content.trials.map(\.title),
            differenceCount: runtime.preview(assuming: assumptions).count)
        status.undo = content.trials.last?.title
        status.redo = content.undone.last?.title
        return status
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
        copy.content.withLock { $0.trials = trials }
        return copy
    }

    // MARK: Commands

    func send(_ command: Command, completion: @escaping @Sendable (CommandResult) -> Void) {
        let result =
            switch command {
            case .undo: undo()
            case .redo: redo()
            case _ where command.isForeseeable: add(command)
            default:
                CommandResult(
                    status: .failed,
                    message: "Nothing is carried out while changes are tried: apply or leave them first.")
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
            return CommandResult(status: .failed, message: "This would change nothing.")
        }
        let title =
            before == after
            ? actions.last.map { $0.title { runtime.title(of: .purchase(productID: $0)) } } ?? ""
            : self.title(from: before, to: after)
        let trial = Trial(command: command, title: title)
        content.withLock { content in
            content.trials.append(trial)
            content.undone = []
            content.edits += 1
        }
        let effect = runtime.bind { runtime.effect(of: runtime.differences(from: before, to: after)) }
        return CommandResult(
            done: CommandChange([CommandChange.Part("Tried", trial.title)], effect: effect), inverse: .undo)
    }

    private func undo() -> CommandResult {
        move(from: \.trials, to: \.undone, what: "Undone", else: "There is nothing to undo.")
    }

    private func redo() -> CommandResult {
        move(from: \.undone, to: \.trials, what: "Redone", else: "There is nothing to redo.")
    }

    /// Moves the last command of one list to another.
    private func move(
        from source: WritableKeyPath<Content, [Trial]>, to target: WritableKeyPath<Content, [Trial]>, what: String,
        else problem: String
    ) -> CommandResult {
        let title = content.withLock { content -> String? in
            guard let trial = content[keyPath: source].popLast() else { return nil }
            content[keyPath: target].append(trial)
            content.edits += 1
            return trial.title
        }
        guard let title else { return CommandResult(status: .failed, message: problem) }
        return CommandResult(status: .done, message: "\(what): \(title).")
    }

    /// What a command changes that leads from some assumptions to others, such as "Premium: purchased".
    private func title(from before: [FactKey: FactAssumption], to after: [FactKey: FactAssumption]) -> String {
        let titles = after.filter { before[$0.key] != $0.value }.map { key, assumption in
            let fact = assumption.applied(to: runtime.facts[key], of: key)
            let isRemoved = assumption.override == .none && before[key]?.override != assumption.override
            let value = isRemoved ? "no override" : fact.effective.displayText(for: key)
            return "\(runtime.title(of: key)): \(value)"
        }
        let named = titles.sorted().prefix(3)
        let more = titles.count > named.count ? " and \(titles.count - named.count) more" : ""
        return named.joined(separator: ", ") + more
    }

    func observe(_ handler: @escaping @Sendable () -> Void) -> InspectorObservation {
        let (own, others) = (signal.add(handler), base.observe(handler))
        return InspectorObservation {
            own.cancel()
            others.cancel()
        }
    }
}
