/// An inspector of an app at one moment, either in a recording or in the events that a running app still keeps.
///
/// It answers questions from the declarations and facts of that moment, as the app would have. The moment never
/// changes: every command is refused with the same message, and observers are never called. To try commands, use its
/// ``scratch()`` copy.
package final class MomentInspector: Inspector {
    /// The records that belong to a moment: events, log, history and open stacks.
    ///
    /// Except for the stacks, they are closures, so that they are read only when a front end shows them.
    package struct Records: Sendable {
        package var stacks: [StackSnapshot]
        package var history: @Sendable () -> [HistoryEntry]
        package var events: @Sendable (_ after: UInt64) -> [EventRecord]
        package var logLines: @Sendable (_ after: UInt64) -> [LogLine]
        package var personas: @Sendable () -> PersonaList
        /// A closure that opens another moment, or `nil` if there is only one.
        package var moment: (@Sendable (_ event: UInt64) throws -> any Inspector)?

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

    package let moment: RecordedMoment
    private let world: World
    private let records: Records

    /// Opens a moment.
    ///
    /// - Parameters:
    ///   - moment: The moment.
    ///   - world: The world at the moment.
    ///   - records: The events, log and history of the moment.
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

    package var hasMoments: Bool { records.moment != nil }

    package func list() -> AppModel { world.model }

    package func changes(since revision: Revision) -> ModelChanges? {
        revision == world.model.revision ? ModelChanges(revision: revision) : nil
    }

    package func world(of features: [String]?) -> World { world }

    package func plan(_ commands: [Command]) -> CommandPlan { world.plan(commands) }

    package func stacks() -> [StackSnapshot] { records.stacks }

    package func events(after id: UInt64) -> [EventRecord] { records.events(id) }

    package func logLines(after id: UInt64) -> [LogLine] { records.logLines(id) }

    package func history() -> [HistoryEntry] { records.history() }

    package func send(_ command: Command, completion: @escaping @Sendable (CommandResult) -> Void) {
        completion(.refusal(at: moment))
    }

    /// Returns the app's personas, with a problem for each one whose effect cannot be forecast from the moment.
    package func personas() -> PersonaList {
        let usable = records.personas().usable(in: world.model)
        var known = PersonaList(problems: usable.problems)
        for persona in usable.personas {
            let commands = (try? persona.commands(in: world.model)) ?? []
            if let refusal = plan(commands).refusal {
                known.problems.append("The persona \(persona.name) is omitted. \(refusal)")
            } else {
                known.personas.append(persona)
            }
        }
        return known
    }

    package func moment(at event: UInt64) throws -> any Inspector {
        guard let moment = records.moment else { throw MomentError.unknown }
        return try moment(event)
    }

    package func target(of url: String) -> ActionInvocation? { nil }

    package func refresh(features: [String], facts: [FactReference]) {}

    package func observe(_ handler: @escaping @Sendable () -> Void) -> InspectorObservation { InspectorObservation {} }
}

extension MomentInspector {
    /// Opens an earlier moment of a running app.
    ///
    /// - Parameters:
    ///   - past: The facts at the moment.
    ///   - world: The present world, which must be read before `past` is requested.
    ///   - inspector: The running app, which provides the records.
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
