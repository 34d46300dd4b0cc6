import InspectorKit

extension MomentInspector {
    /// The maximum number of events, and of log lines, that a recording lists.
    ///
    /// By default, a live app retains as many events.
    package static let recordLimit = 1_000

    /// Opens a journal at the moment after an event.
    ///
    /// - Parameters:
    ///   - journal: The journal.
    ///   - event: The number of the event, or `nil` for the last event.
    ///   - personas: A closure that returns the app's personas, which recordings do not contain.
    /// - Throws: ``RecordingError`` if the file can no longer be read or the state is too large.
    package convenience init(
        _ journal: JournalReader, at event: UInt64? = nil,
        personas: @escaping @Sendable () -> PersonaList = { PersonaList() }
    ) throws {
        let last = journal.summary.lastEvent
        let state = try journal.state(at: min(event ?? last, last))
        let isLast = state.event >= last
        let (limit, history, number) = (Self.recordLimit, state.history, state.event)
        self.init(
            state.moment(of: journal.path, isLast: isLast), state.world,
            Records(
                stacks: state.stacks, history: { history },
                events: { (try? journal.events(after: $0, upTo: number, limit: limit)) ?? [] },
                logLines: { (try? journal.logLines(after: $0, upTo: isLast ? .max : number, limit: limit)) ?? [] },
                personas: personas,
                moment: { try MomentInspector(journal, at: $0, personas: personas) }))
    }

    /// Opens a report.
    ///
    /// - Parameters:
    ///   - report: The report.
    ///   - personas: A closure that returns the app's personas, which recordings do not contain.
    package convenience init(
        _ report: RecordedReport, personas: @escaping @Sendable () -> PersonaList = { PersonaList() }
    ) {
        let (state, events, log, limit) = (report.state, report.events, report.log, Self.recordLimit)
        self.init(
            state.moment(of: report.path, isLast: true), state.world,
            Records(
                stacks: state.stacks, history: { state.history },
                events: { id in Array(events.filter { $0.id > id }.suffix(limit)) },
                logLines: { id in Array(log.filter { $0.id > id }.suffix(limit)) }, personas: personas, moment: nil,
                missing: report.missing))
    }
}

extension RecordedState {
    fileprivate func moment(of path: String, isLast: Bool) -> RecordedMoment {
        RecordedMoment(
            name: path.split(separator: "/").last.map(String.init) ?? path, event: event, date: date, isLast: isLast)
    }
}
