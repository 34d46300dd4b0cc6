// SPDX-License-Identifier: MIT

/// An inspector of an app at one moment, either from a recording or from the events that a running app retains.
///
/// Results are based on the declarations and facts of the moment. The moment never changes: every command is refused
/// with the same message, and observers are never called. To try commands, use ``WhatIf``.
package final class MomentInspector: Inspector {
    /// The records that belong to a moment, such as events, log lines, and open stacks.
    ///
    /// Except for the stacks, the records are closures, which are called only when a front end shows the records.
    package struct Records: Sendable {
        package var stacks: [StackSnapshot]
        package var history: @Sendable () throws(MissingAnswer) -> [HistoryEntry]
        package var events: @Sendable (_ after: UInt64) throws(MissingAnswer) -> [EventRecord]
        package var logLines: @Sendable (_ after: UInt64) throws(MissingAnswer) -> [LogLine]
        package var personas: @Sendable () throws(MissingAnswer) -> PersonaList
        /// A closure that opens another moment, or `nil` if the recording has only one moment.
        package var moment: (@Sendable (_ event: UInt64) throws -> any Inspector)?
        package var missing: [MissingPart]

        package init(
            stacks: [StackSnapshot], history: @escaping @Sendable () throws(MissingAnswer) -> [HistoryEntry],
            events: @escaping @Sendable (_ after: UInt64) throws(MissingAnswer) -> [EventRecord],
            logLines: @escaping @Sendable (_ after: UInt64) throws(MissingAnswer) -> [LogLine],
            personas: @escaping @Sendable () throws(MissingAnswer) -> PersonaList,
            moment: (@Sendable (_ event: UInt64) throws -> any Inspector)?, missing: [MissingPart] = []
        ) {
            (self.stacks, self.history, self.events, self.logLines) = (stacks, history, events, logLines)
            (self.personas, self.moment, self.missing) = (personas, moment, missing)
        }
    }

    package let moment: RecordedMoment
    private let world: World
    private let records: Records

    package init(_ moment: RecordedMoment, _ world: World, _ records: Records) {
        var world = world
        var changes = ModelChanges(revision: Revision(rawValue: moment.event))
        var status = world.model.status
        // These parts describe the running app rather than the moment.
        (status.undo, status.redo, status.irreversible, status.disconnection) = (nil, nil, nil, nil)
        status.recording = moment
        changes.status = status
        world.model.apply(changes)
        (self.moment, self.world, self.records) = (moment, world, records)
    }

    package var hasMoments: Bool { records.moment != nil }

    private func require(_ parts: MissingPart.Part...) throws(MissingAnswer) {
        guard let missing = records.missing.first(where: { parts.contains($0.part) }) else { return }
        throw MissingAnswer(missing.sentence)
    }

    package func readModel() throws(MissingAnswer) -> AppModel {
        try require(.state)
        return world.model
    }

    package func sync(_ request: Sync) -> News {
        var news = News()
        // The moment never changes, so a front end with another revision needs a new list.
        if request.since == world.model.revision { news.changes = ModelChanges(revision: world.model.revision) }
        var missing = records.missing.map { MissingPart($0.part, reason: $0.sentence) }
        func read<Record>(
            _ part: MissingPart.Part, after number: UInt64?, _ read: (UInt64) throws(MissingAnswer) -> [Record]
        ) -> [Record] {
            guard let number else { return [] }
            do throws(MissingAnswer) {
                return try read(number)
            } catch {
                missing.append(MissingPart(part, reason: error.description))
                return []
            }
        }
        news.events = read(.events, after: request.event, records.events)
        news.lines = read(.log, after: request.line, records.logLines)
        if request.want.hasDeclarations || request.want.texts {
            let wanted = world.news(request.want)
            (news.declared, news.facts) = (wanted.declared, wanted.facts)
            (news.dependents, news.texts) = (wanted.dependents, wanted.texts)
        }
        if request.want.stacks { news.stacks = records.stacks }
        news.missing = missing.filter { request.parts.contains($0.part) }
        return news
    }

    package func world(of features: [String]?, reading: Bool) throws(MissingAnswer) -> World {
        try require(.state, .catalog, .facts)
        return world
    }

    package func plans(_ alternatives: [[Command]]) throws(MissingAnswer) -> [CommandPlan] {
        try require(.state, .catalog, .facts)
        return alternatives.map(world.plan)
    }

    package func history() throws(MissingAnswer) -> [HistoryEntry] {
        try require(.history)
        return try records.history()
    }

    package func send(_ command: Command, completion: @escaping @Sendable (CommandResult) -> Void) {
        completion(.refusal(at: moment))
    }

    package func personas() throws(MissingAnswer) -> PersonaList {
        let usable = try records.personas().usable(in: world.model)
        var known = PersonaList(problems: usable.problems)
        for persona in usable.personas {
            let commands = (try? persona.commands(in: world.model)) ?? []
            if let refusal = try plan(commands).refusal {
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
    /// `world` is the current world. Read it before you request `past`.
    package convenience init(_ past: MomentFacts, in world: World, of inspector: some Inspector) {
        let (event, end) = (past.moment.event, past.end)
        self.init(
            past.moment, world.applying(past),
            Records(
                stacks: [],
                history: { () throws(MissingAnswer) in
                    try inspector.history().filter { entry in end.map { entry.date < $0 } ?? true }
                },
                events: { id throws(MissingAnswer) in try inspector.events(after: id).filter { $0.id <= event } },
                logLines: { id throws(MissingAnswer) in
                    try inspector.logLines(after: id).filter { line in end.map { line.date < $0 } ?? true }
                },
                personas: inspector.personas, moment: { try inspector.moment(at: $0) }))
    }
}
