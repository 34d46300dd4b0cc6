// SPDX-License-Identifier: MIT

/// An inspector of an app at one moment, either from a recording or from the events that a running app retains.
///
/// Results are based on the declarations and facts of the moment. The moment never changes: every command is refused
/// with the same message, and observers are never called. To try commands, use a ``scratch()`` copy.
package final class MomentInspector: Inspector {
    /// The records that belong to a moment, such as events, log lines, and open stacks.
    ///
    /// Except for the stacks, the records are closures, which are called only when a front end shows the records.
    package struct Records: Sendable {
        package var stacks: [StackSnapshot]
        package var history: @Sendable () -> [HistoryEntry]
        package var events: @Sendable (_ after: UInt64) -> [EventRecord]
        package var logLines: @Sendable (_ after: UInt64) -> [LogLine]
        package var personas: @Sendable () -> PersonaList
        /// A closure that opens another moment, or `nil` if the recording has only one moment.
        package var moment: (@Sendable (_ event: UInt64) throws -> any Inspector)?
        /// The parts that the app did not provide when it was recorded.
        package var missing: [MissingPart]

        package init(
            stacks: [StackSnapshot], history: @escaping @Sendable () -> [HistoryEntry],
            events: @escaping @Sendable (_ after: UInt64) -> [EventRecord],
            logLines: @escaping @Sendable (_ after: UInt64) -> [LogLine],
            personas: @escaping @Sendable () -> PersonaList,
            moment: (@Sendable (_ event: UInt64) throws -> any Inspector)?, missing: [MissingPart] = []
        ) {
            (self.stacks, self.history, self.events, self.logLines) = (stacks, history, events, logLines)
            (self.personas, self.moment, self.missing) = (personas, moment, missing)
        }
    }

    package let moment: RecordedMoment
    private let world: World
    private let records: Records

    /// Creates an inspector of a moment.
    ///
    /// - Parameters:
    ///   - moment: The moment to show.
    ///   - world: The world at the moment.
    ///   - records: The records that belong to the moment.
    package init(_ moment: RecordedMoment, _ world: World, _ records: Records) {
        var world = world
        var changes = ModelChanges(revision: Revision(rawValue: moment.event))
        var status = world.model.status
        (status.undo, status.redo, status.scratch, status.disconnection) = (nil, nil, nil, nil)
        status.irreversible = nil
        status.recording = moment
        changes.status = status
        world.model.apply(changes)
        (self.moment, self.world, self.records) = (moment, world, records)
    }

    package var hasMoments: Bool { records.moment != nil }

    /// Notes that a result is incomplete if it depends on a part that is missing in the recording.
    private func noteMissing(_ parts: MissingPart.Part...) {
        for missing in records.missing where parts.contains(missing.part) { MissingAnswer.note(missing.sentence) }
    }

    package func list() -> AppModel {
        noteMissing(.state, .differences)
        return world.model
    }

    package func sync(_ request: Sync) -> News {
        var news = News()
        if request.since == world.model.revision { news.changes = ModelChanges(revision: world.model.revision) }
        if let event = request.event { news.events = records.events(event) }
        if let line = request.line { news.lines = records.logLines(line) }
        if request.want.hasDeclarations || request.want.texts {
            let wanted = world.news(request.want)
            (news.declared, news.facts) = (wanted.declared, wanted.facts)
            (news.dependents, news.texts) = (wanted.dependents, wanted.texts)
        }
        if request.want.stacks { news.stacks = records.stacks }
        news.missing = records.missing.filter { request.parts.contains($0.part) }.map { missing in
            MissingPart(missing.part, reason: missing.sentence)
        }
        return news
    }

    package func world(of features: [String]?) -> World {
        noteMissing(.state, .catalog, .facts)
        return world
    }

    package func plans(_ alternatives: [[Command]]) -> [CommandPlan] {
        noteMissing(.state, .catalog, .facts)
        return alternatives.map(world.plan)
    }

    package func history() -> [HistoryEntry] {
        noteMissing(.history)
        return records.history()
    }

    package func send(_ command: Command, completion: @escaping @Sendable (CommandResult) -> Void) {
        completion(.refusal(at: moment))
    }

    /// Returns the personas whose effect can be forecast from the moment, and a problem for each omitted persona.
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

    package func observe(_ handler: @escaping @Sendable () -> Void) -> ObservationToken { ObservationToken {} }
}

extension MomentInspector {
    /// Creates an inspector of an earlier moment of a running app.
    ///
    /// - Parameters:
    ///   - past: The facts at the moment.
    ///   - world: The present world. Read it before you request `past`.
    ///   - inspector: The running app's inspector, which provides the records.
    package convenience init(_ past: MomentFacts, in world: World, of inspector: some Inspector) {
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
