import InspectorKit

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The inspector of an app as it was at one moment of a recording.
///
/// It answers every question from what was declared and known, as the running app would, and refuses every command with one
/// message.
package final class RecordedInspector: Inspector {
    /// Where events and lines of the log are read from.
    private enum Source: Sendable {
        case journal(JournalReader)
        case report(events: [EventRecord], log: [LogLine])
    }

    /// How many events, and how many lines of the log, are handed out at most, as an app keeps only so many itself.
    package static let recordLimit = 1_000

    /// The state at the moment.
    package let state: RecordedState
    /// The moment.
    package let moment: RecordedMoment
    private let model: AppModel
    private let source: Source
    private let allPersonas: @Sendable () -> PersonaList

    /// Opens a journal at an event.
    ///
    /// - Parameters:
    ///   - journal: The journal.
    ///   - event: The event; `nil` for the last one.
    ///   - personas: Lists the app's personas, which are in no recording.
    /// - Throws: ``RecordingError`` if the file can no longer be read.
    package init(
        _ journal: JournalReader, at event: UInt64? = nil,
        personas: @escaping @Sendable () -> PersonaList = { PersonaList() }
    ) throws {
        allPersonas = personas
        let last = journal.summary.lastEvent
        state = try journal.state(at: min(event ?? last, last))
        source = .journal(journal)
        moment = RecordedMoment(
            name: Self.name(of: journal.path), event: state.event, date: state.date, isLast: state.event >= last)
        model = Self.model(state, moment)
    }

    /// Opens a report.
    ///
    /// - Parameters:
    ///   - report: The report.
    ///   - personas: Lists the app's personas, which are in no recording.
    package init(_ report: RecordedReport, personas: @escaping @Sendable () -> PersonaList = { PersonaList() }) {
        allPersonas = personas
        state = report.state
        source = .report(events: report.events, log: report.log)
        moment = RecordedMoment(
            name: Self.name(of: report.path), event: state.event, date: state.date, isLast: true)
        model = Self.model(state, moment)
    }

    private static func name(of path: String) -> String {
        path.split(separator: "/").last.map(String.init) ?? path
    }

    /// What is listed, marked as a recording; nothing can be undone.
    private static func model(_ state: RecordedState, _ moment: RecordedMoment) -> AppModel {
        var changes = ModelChanges(revision: Revision(rawValue: moment.event))
        var status = state.model.status
        (status.undo, status.redo, status.scratch, status.disconnection) = (nil, nil, nil, nil)
        status.recording = moment
        changes.status = status
        var model = state.model
        model.apply(changes)
        return model
    }

    /// Whether there is more than one moment.
    package var hasMoments: Bool {
        if case .journal = source { true } else { false }
    }

    /// Returns the inspector of another moment of the same recording; a report has only one.
    package func moment(at event: UInt64) throws -> any ScratchInspector {
        guard case .journal(let journal) = source else { throw MomentError.unknown }
        return RecordedScratch(
            try RecordedInspector(journal, at: event, personas: allPersonas), takesCommands: false)
    }

    /// Lists everything as it was.
    package func list() -> AppModel { model }

    /// Returns that nothing changes.
    package func changes(since revision: Revision) -> ModelChanges? {
        revision == model.revision ? ModelChanges(revision: revision) : nil
    }

    fileprivate var world: World { state.world }

    /// What was declared.
    package func catalog(of features: [String]?) -> Catalog {
        var catalog = world.catalog
        if let features { catalog.features = features.compactMap(world.feature) }
        return catalog
    }

    /// What was known of facts.
    package func facts(of features: [String]?) -> [FactRecord] { world.records(of: features) }

    /// Explains a feature as it was, without plans to unlock it.
    package func detail(of featureID: String) -> FeatureSnapshot? { world.detail(of: featureID) }

    /// Reads what features can be found by.
    package func featureTexts() -> FeatureTexts { world.texts }

    /// Finds what would have made a feature available.
    package func plans(of featureID: String) -> FeaturePlans? { world.plans(of: featureID) }

    /// Counts in how many of the possible states of what a feature depends on it is available.
    package func states(of featureID: String, progress: @escaping (Double) -> Bool) -> AvailableStates? {
        world.states(of: featureID, progress: progress)
    }

    /// Reviews what all features required.
    package func lint() -> LintReport { world.lint() }

    /// Returns the ids of the features that a fact was required by.
    package func usage(of fact: FactReference) -> [String] { world.usage(of: fact) }

    /// The action stacks that were open.
    package func stacks() -> [StackSnapshot] { state.stacks }

    /// The latest events up to the moment, after a given one.
    package func events(after id: UInt64) -> [EventRecord] {
        switch source {
        case .report(let events, _): Array(events.filter { $0.id > id }.suffix(Self.recordLimit))
        case .journal(let journal):
            (try? journal.events(after: id, upTo: moment.event, limit: Self.recordLimit)) ?? []
        }
    }

    /// The latest lines of the log up to the moment, after a given one.
    package func logLines(after id: UInt64) -> [LogLine] {
        switch source {
        case .report(_, let log): Array(log.filter { $0.id > id }.suffix(Self.recordLimit))
        case .journal(let journal):
            (try? journal.logLines(after: id, upTo: moment.isLast ? .max : moment.event, limit: Self.recordLimit)) ?? []
        }
    }

    /// Refuses a command.
    package func send(_ command: Command, completion: @escaping @Sendable (CommandResult) -> Void) {
        completion(.recorded)
    }

    /// What commands had done.
    package func history() -> [HistoryEntry] { state.history }

    /// Works out what overrides would have changed, or returns why the recording cannot tell.
    package func preview(_ commands: [Command], limit: Int) -> Preview { world.preview(commands, limit: limit) }

    /// Returns the availability that was and that overrides would have made, and nothing for sets that the recording
    /// cannot tell the effect of.
    package func availability(assuming scenarios: [[Command]]) -> [AvailabilityColumn] {
        // Numbers are dense. A far higher one can only come from a damaged file, and is not worth the memory.
        let limit = model.features.count * 4 + 1_024
        let highest = model.features.lazy.map { Int($0.number) }.filter { $0 < limit }.max() ?? -1
        var values = [Bool?](repeating: false, count: highest + 1)
        for feature in model.features where values.indices.contains(Int(feature.number)) {
            values[Int(feature.number)] = feature.isAvailable
        }
        return scenarios.map { commands in
            guard !commands.isEmpty else { return AvailabilityColumn(values) }
            let preview = preview(commands, limit: .max)
            guard preview.refusal == nil else { return AvailabilityColumn(values.map { _ in nil }) }
            var assumed = values
            for change in preview.changes {
                guard let number = model.feature(change.featureID)?.number, assumed.indices.contains(Int(number))
                else { continue }
                assumed[Int(number)] = change.after
            }
            return AvailabilityColumn(assumed)
        }
    }

    /// Returns the app's personas, without those whose effect does not follow from the recording, which are problems.
    package func personas() -> PersonaList {
        let usable = allPersonas().usable(in: model)
        var known = PersonaList(problems: usable.problems)
        for persona in usable.personas {
            let commands = (try? persona.commands(in: model)) ?? []
            if let refusal = preview(commands, limit: 0).refusal {
                known.problems.append("The persona \(persona.name) is left out. \(refusal)")
            } else {
                known.personas.append(persona)
            }
        }
        return known
    }

    /// Returns that no action is known: a recording keeps no URLs.
    package func target(of url: String) -> ActionInvocation? { nil }

    /// Opens a copy in which every command is refused too.
    package func scratch() -> any ScratchInspector { RecordedScratch(self) }

    /// Does nothing: what was recorded does not change.
    package func refresh(features: [String], facts: [FactReference]) {}

    /// Returns an observation of nothing.
    package func observe(_ handler: @escaping @Sendable () -> Void) -> InspectorObservation {
        InspectorObservation {}
    }
}

/// The app of a recording as it would have been after some commands.
private final class RecordedScratch: ScratchInspector {
    private let recording: RecordedInspector
    /// Whether commands are tried; otherwise they are refused, and this is the app as it was.
    private let takesCommands: Bool
    private let tried: Guarded<TriedCommands>
    private let signal = ChangeSignal()

    init(_ recording: RecordedInspector, trying trials: [TriedCommands.Trial] = [], takesCommands: Bool = true) {
        (self.recording, self.takesCommands) = (recording, takesCommands)
        tried = Guarded(TriedCommands(trials))
    }

    var original: any Inspector { recording }
    var commands: [Command] { tried.withLock { $0.commands } }

    /// The app as it was.
    private var base: World { recording.world }

    /// The app as it would have been.
    private var world: World { base.applying(assumptions(of: commands)) }

    private func assumptions(of commands: [Command]) -> [FactKey: FactAssumption] {
        (try? base.assumptions(of: commands)) ?? [:]
    }

    func list() -> AppModel {
        guard takesCommands else { return recording.list() }
        let tried = tried.withLock { $0 }
        let assumptions = assumptions(of: tried.commands)
        var model = base.applying(assumptions).model
        var changes = ModelChanges(revision: tried.revision(over: recording.list().revision))
        var status = recording.list().status
        status.platform = model.status.platform
        changes.status = tried.status(status, differenceCount: base.changes(assuming: assumptions).count)
        model.apply(changes)
        return model
    }

    func changes(since revision: Revision) -> ModelChanges? {
        let now = tried.withLock { $0.revision(over: recording.list().revision) }
        return revision == now ? ModelChanges(revision: revision) : nil
    }

    func detail(of featureID: String) -> FeatureSnapshot? { world.detail(of: featureID) }
    func facts(of features: [String]?) -> [FactRecord] { world.records(of: features) }
    func plans(of featureID: String) -> FeaturePlans? { world.plans(of: featureID) }
    func preview(_ commands: [Command], limit: Int) -> Preview { world.preview(commands, limit: limit) }

    func availability(assuming scenarios: [[Command]]) -> [AvailabilityColumn] {
        let tried = commands
        return recording.availability(assuming: scenarios.map { tried + $0 })
    }

    func scratch() -> any ScratchInspector {
        RecordedScratch(recording, trying: tried.withLock { $0.trials })
    }

    func send(_ command: Command, completion: @escaping @Sendable (CommandResult) -> Void) {
        guard takesCommands else { return recording.send(command, completion: completion) }
        let result =
            switch command {
            case .undo: tried.withLock { $0.undo() }
            case .redo: tried.withLock { $0.redo() }
            case _ where command.isForeseeable: add(command)
            default: CommandResult.notTried
            }
        if result.status == .done { signal.send() }
        completion(result)
    }

    private func add(_ command: Command) -> CommandResult {
        let commands = commands
        do throws(UnforeseenCommand) {
            let (before, after) = (try base.assumptions(of: commands), try base.assumptions(of: commands + [command]))
            guard before != after else { return .triedInVain }
            let title = TriedCommands.title(
                from: before, to: after, fact: { base.facts[$0] }, title: base.title(of:))
            let changes = base.applying(before).preview([command], limit: .max).changes
            return tried.withLock { $0.add(command, title: title, effect: CommandEffect(changes)) }
        } catch {
            return CommandResult(status: .failed, message: error.message)
        }
    }

    func observe(_ handler: @escaping @Sendable () -> Void) -> InspectorObservation { signal.add(handler) }
}
