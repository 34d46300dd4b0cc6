/// An app as it was at one moment, in a recording or from the events that a running app still keeps.
///
/// It answers every question from what was declared and known, as the running app did. Nothing changes in it, and it
/// refuses every command with one message; commands can be tried on its ``Inspector/scratch()``.
package final class MomentInspector: Inspector {
    /// The records that belong to a moment: events, log, history, open stacks.
    package struct Records: Sendable {
        /// The open action stacks.
        package var stacks: [StackSnapshot]
        /// The history of commands, oldest first.
        package var history: @Sendable () -> [HistoryEntry]
        /// The events up to the moment, after a given one.
        package var events: @Sendable (_ after: UInt64) -> [EventRecord]
        /// The lines of the log up to the moment, after a given one.
        package var logLines: @Sendable (_ after: UInt64) -> [LogLine]
        /// The app's personas.
        package var personas: @Sendable () -> PersonaList
        /// Opens another moment; `nil` if there is only one.
        package var moment: (@Sendable (_ event: UInt64) throws -> any Inspector)?

        /// Creates the records of a moment.
        package init(
            stacks: [StackSnapshot], history: @escaping @Sendable () -> [HistoryEntry],
            events: @escaping @Sendable (_ after: UInt64) -> [EventRecord],
            logLines: @escaping @Sendable (_ after: UInt64) -> [LogLine],
            personas: @escaping @Sendable () -> PersonaList,
            moment: (@Sendable (_ event: UInt64) throws -> any Inspector)?
        ) {
            (self.stacks, self.history, self.events, self.logLines) = (stacks, history, events, logLines)
            (self.personas, self.moment) = (personas, moment)
        }
    }

    /// The moment.
    package let moment: RecordedMoment
    private let world: World
    private let records: Records

    /// Opens a moment.
    ///
    /// - Parameters:
    ///   - moment: The moment.
    ///   - world: The app as it was.
    ///   - records: Its events, log and history.
    package init(_ moment: RecordedMoment, _ world: World, _ records: Records) {
        var world = world
        var changes = ModelChanges(revision: Revision(rawValue: moment.event))
        var status = world.model.status
        (status.undo, status.redo, status.scratch, status.disconnection) = (nil, nil, nil, nil)
        status.recording = moment
        changes.status = status
        world.model.apply(changes)
        (self.moment, self.world, self.records) = (moment, world, records)
    }

    /// Whether there is more than one moment.
    package var hasMoments: Bool { records.moment != nil }

    /// Lists everything as it was.
    package func list() -> AppModel { world.model }

    /// Returns that nothing changes.
    package func changes(since revision: Revision) -> ModelChanges? {
        revision == world.model.revision ? ModelChanges(revision: revision) : nil
    }

    /// Returns the app as it was.
    package func world(of features: [String]?) -> World { world }

    /// Returns the effect that commands would have had, as far as declarations and facts tell.
    package func plan(_ commands: [Command]) -> CommandPlan { world.plan(commands) }

    /// The action stacks that were open.
    package func stacks() -> [StackSnapshot] { records.stacks }

    /// The events up to the moment, after a given one.
    package func events(after id: UInt64) -> [EventRecord] { records.events(id) }

    /// The lines of the log up to the moment, after a given one.
    package func logLines(after id: UInt64) -> [LogLine] { records.logLines(id) }

    /// The history of commands.
    package func history() -> [HistoryEntry] { records.history() }

    /// Refuses a command.
    package func send(_ command: Command, completion: @escaping @Sendable (CommandResult) -> Void) {
        completion(.refusal(at: moment))
    }

    /// Returns the app's personas, without those whose effect does not follow from the moment, which are problems.
    package func personas() -> PersonaList {
        let usable = records.personas().usable(in: world.model)
        var known = PersonaList(problems: usable.problems)
        for persona in usable.personas {
            let commands = (try? persona.commands(in: world.model)) ?? []
            if let refusal = plan(commands).refusal {
                known.problems.append("The persona \(persona.name) is left out. \(refusal)")
            } else {
                known.personas.append(persona)
            }
        }
        return known
    }

    /// Opens another moment.
    package func moment(at event: UInt64) throws -> any Inspector {
        guard let moment = records.moment else { throw MomentError.unknown }
        return try moment(event)
    }

    /// Returns that no action is known: no moment keeps URLs.
    package func target(of url: String) -> ActionInvocation? { nil }

    /// Does nothing: what was does not change.
    package func refresh(features: [String], facts: [FactReference]) {}

    /// Returns an observation of nothing.
    package func observe(_ handler: @escaping @Sendable () -> Void) -> InspectorObservation { InspectorObservation {} }
}

extension MomentInspector {
    /// Opens a moment of a running app.
    ///
    /// - Parameters:
    ///   - past: The moment.
    ///   - world: The app as it is, as it was known before the moment was asked for.
    ///   - inspector: The app, which has the records.
    package convenience init(_ past: PastFacts, in world: World, of inspector: some Inspector) {
        let (event, end) = (past.moment.event, past.end)
        self.init(
            past.moment, world.applying(past),
            Records(
                stacks: [],
                history: { inspector.history().filter { entry in end.map { entry.date < $0 } ?? true } },
                events: { inspector.events(after: $0).filter { $0.id <= event } },
                logLines: { inspector.logLines(after: $0).filter { line in end.map { line.date < $0 } ?? true } },
                personas: { inspector.personas() }, moment: { try inspector.moment(at: $0) }))
    }
}
