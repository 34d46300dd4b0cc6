// SPDX-License-Identifier: MIT

import FlintFoundation
import FlintWorld

extension MomentInspector {
    /// The maximum number of events, and of log lines, that a recording lists.
    ///
    /// By default, a live app retains the same number of events.
    package static let recordLimit = 1_000

    /// Opens a journal at the moment after an event, or at the last moment if `event` is `nil`.
    ///
    /// Recordings do not contain the app's personas, so a closure returns them.
    package convenience init(
        _ journal: JournalReader, at event: UInt64? = nil,
        personas: @escaping @Sendable () throws(MissingAnswer) -> PersonaList = { PersonaList() }
    ) throws {
        let last = journal.summary.lastEvent
        let state = try journal.state(at: min(event ?? last, last))
        let isLast = state.event >= last
        let (limit, history, number) = (Self.recordLimit, state.history, state.event)
        self.init(
            state.moment(of: journal.path, isLast: isLast), state.world,
            Records(
                stacks: state.stacks, history: { history },
                events: { id throws(MissingAnswer) in
                    try answer { try journal.events(after: id, upTo: number, limit: limit) }
                },
                logLines: { id throws(MissingAnswer) in
                    try answer { try journal.logLines(after: id, upTo: isLast ? .max : number, limit: limit) }
                },
                personas: personas,
                moment: { try MomentInspector(journal, at: $0, personas: personas) }))
    }

    /// Opens a report at the moment after an event, or at the moment of its creation if `event` is `nil`.
    ///
    /// Recordings do not contain the app's personas, so a closure returns them.
    package convenience init(
        _ report: RecordedReport, at event: UInt64? = nil,
        personas: @escaping @Sendable () throws(MissingAnswer) -> PersonaList = { PersonaList() }
    ) throws(MomentError) {
        let past = try report.past(at: event)
        let state = report.state
        let (last, end, limit) = (past?.moment.event ?? .max, past?.end ?? .distantFuture, Self.recordLimit)
        let open: @Sendable (UInt64) throws -> any Inspector = { event in
            try MomentInspector(report, at: event, personas: personas)
        }
        self.init(
            past?.moment ?? state.moment(of: report.path, isLast: true),
            past.map(state.world.applying) ?? state.world,
            Records(
                stacks: past == nil ? state.stacks : [],
                history: { state.history.filter { $0.date < end } },
                events: { id in Array(report.events.filter { $0.id > id && $0.id <= last }.suffix(limit)) },
                logLines: { id in Array(report.log.filter { $0.id > id && $0.date < end }.suffix(limit)) },
                personas: personas, moment: report.factHistory.map { _ in open }, missing: report.missing))
    }
}

private func answer<Answer>(_ read: () throws -> Answer) throws(MissingAnswer) -> Answer {
    do {
        return try read()
    } catch {
        throw MissingAnswer(String(describing: error))
    }
}

extension RecordedState {
    fileprivate func moment(of path: String, isLast: Bool) -> RecordedMoment {
        RecordedMoment(name: Self.name(of: path), event: event, date: date, isLast: isLast)
    }

    fileprivate static func name(of path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }
}

extension RecordedReport {
    /// Returns the facts at the moment after an event, or `nil` for the moment at which the report was created.
    fileprivate func past(at event: UInt64?) throws(MomentError) -> MomentFacts? {
        guard let event, event != state.event else { return nil }
        guard let factHistory else { throw .noEarlierMoments }
        var past = try factHistory.facts(at: event, among: events.map { ($0.id, $0.date) })
        past.moment.name = RecordedState.name(of: path)
        return past
    }
}
