// SPDX-License-Identifier: MIT

import FlintWorld

extension Recording {
    package var appName: String {
        switch self {
        case .journal(let journal): journal.header.app
        case .report(let report): report.state.model.status.appName
        }
    }

    /// Calls a closure for each moment of the recording, oldest first.
    ///
    /// The updates contain the facts that differ from the previous moment, or for the first moment all known facts. The
    /// facts at each moment are those of the moment's ``inspector(at:personas:)``. The recording is read once, so the
    /// cost is proportional to its size.
    ///
    /// - Throws: ``RecordingError`` if the file can no longer be read.
    package func readMoments(
        of keys: Set<FactKey>, _ body: (_ event: UInt64, _ updates: [FactUpdate]) -> Void
    ) throws {
        switch self {
        case .journal(let journal): try journal.readMoments(of: keys, body)
        case .report(let report):
            let history = report.factHistory ?? FactHistory(oldest: .max, changes: [])
            history.readMoments(of: keys, upTo: report.state.world.facts, events: report.events.map(\.id), body)
        }
    }
}

extension JournalReader {
    fileprivate func readMoments(
        of keys: Set<FactKey>, _ body: (_ event: UInt64, _ updates: [FactUpdate]) -> Void
    ) throws {
        let route = route
        guard let start = route.checkpoints.first(where: { $0.keyframe != nil }) else { return }
        var facts = RecordedFacts(of: keys)
        var scanner = LineScanner(file, from: start.offset)
        _ = try scanner.scan(upTo: route.end) { line in
            guard let bytes = line.bytes else { return true }
            if let (name, number) = JournalLine.peek(bytes) {
                // The first keyframe already includes the events up to its own.
                guard name == .event, number > facts.event else { return true }
                body(facts.event, facts.takeUpdates(isLast: false))
                facts.event = number
                // Most events do not change a fact, so they need not be decoded.
                guard Self.contains("\"fact\":", in: bytes) else { return true }
            } else if !JournalLine.mayContainFacts(bytes) {
                return true
            }
            guard let line = try? JournalLine(decoding: bytes) else { return true }
            // An event without a leading record number is recognized only after decoding.
            if case .event(let event) = line, event.id > facts.event {
                body(facts.event, facts.takeUpdates(isLast: false))
                facts.event = event.id
            }
            facts.apply(line)
            return true
        }
        body(facts.event, facts.takeUpdates(isLast: true))
    }
}

/// The facts at a moment of a journal, and those that differ from the previous moment.
private struct RecordedFacts {
    private let keys: Set<FactKey>
    var event: UInt64 = 0
    private var facts: [FactKey: Fact] = [:]
    private var changed: Set<FactKey> = []
    /// The last change by an event; it takes precedence over facts that the recorder read before the event.
    private var change: FactRecord?
    private var hasStarted = false

    init(of keys: Set<FactKey>) {
        self.keys = keys
    }

    mutating func apply(_ line: JournalLine) {
        switch line {
        case .keyframe(let keyframe):
            // A keyframe starts the state anew, so a fact that it does not repeat becomes unknown.
            changed.formUnion(facts.keys)
            (facts, change) = ([:], nil)
            if !hasStarted { (event, hasStarted) = (keyframe.event, true) }
        case .facts(let records): for record in records { set(record) }
        case .event(let event):
            guard let fact = event.change?.fact else { return }
            // For the fact of the previous change, the value that the recorder read applies again.
            if let earlier = change?.key, keys.contains(earlier) { changed.insert(earlier) }
            change = fact
            set(fact)
        case .journal, .catalog, .state, .stacks, .history, .ready, .log, .lost, .end: break
        }
    }

    private mutating func set(_ record: FactRecord) {
        guard keys.contains(record.key) else { return }
        facts[record.key] = record.fact
        changed.insert(record.key)
    }

    /// Returns the facts that may have changed since the last call.
    ///
    /// The facts of the last moment were read after its event, so they take precedence over the event's own change.
    mutating func takeUpdates(isLast: Bool) -> [FactUpdate] {
        let preferred = isLast ? nil : change
        // The value depends on `preferred`, so it can differ from the last one even without a new record.
        if let key = change?.key, keys.contains(key) { changed.insert(key) }
        let updates = changed.map { key -> FactUpdate in
            (key, key == preferred?.key ? preferred?.fact : facts[key])
        }
        changed.removeAll(keepingCapacity: true)
        return updates
    }
}
