// SPDX-License-Identifier: MIT

import FlintFoundation

/// The changes to an app's facts since earlier events, so that the moments after these events can be reconstructed.
package struct FactHistory: Codable, Sendable, Hashable {
    package struct Change: Sendable, Hashable {
        package enum Reversal: Sendable, Hashable {
            case fact(FactRecord)
            /// Removes a feature that was registered with the change.
            case feature(id: String)
        }

        /// The number of the first event whose moment includes the change.
        package var since: UInt64
        package var reversal: Reversal

        package init(since: UInt64, _ reversal: Reversal) {
            (self.since, self.reversal) = (since, reversal)
        }
    }

    /// The number of the oldest event whose moment can be reconstructed.
    package var oldest: UInt64
    /// The changes, oldest first.
    package var changes: [Change]

    package init(oldest: UInt64, changes: [Change]) {
        (self.oldest, self.changes) = (oldest, changes)
    }

    /// Returns the moment after an event, and the facts that have changed since.
    ///
    /// The earliest change after the event determines the state of a fact.
    package func facts(
        at event: UInt64, among events: [(id: UInt64, date: Date)]
    ) throws(MomentError) -> MomentFacts {
        guard let first = events.first, let last = events.last else { throw .noEvents }
        guard event <= last.id else { throw .future(last: last.id) }
        guard event >= max(first.id, oldest) else { throw .noLongerKept(oldest: max(first.id, oldest)) }
        var facts: [FactKey: FactRecord] = [:]
        var laterFeatures: [String] = []
        for change in changes where change.since > event {
            switch change.reversal {
            // Later changes to the same fact contain states after the moment.
            case .fact(let before): if facts[before.key] == nil { facts[before.key] = before }
            case .feature(let id): laterFeatures.append(id)
            }
        }
        return MomentFacts(
            moment: RecordedMoment(
                name: "from events \(first.id) to \(last.id)", event: event,
                date: events.last { $0.id <= event }?.date ?? first.date, isLast: event == last.id, isRebuilt: true),
            end: events.first { $0.id > event }?.date, facts: Array(facts.values), laterFeatures: laterFeatures)
    }
}

extension FactHistory {
    /// Calls a closure for each moment that can be reconstructed, oldest first.
    ///
    /// The closure takes the number of an event and the facts that differ from the previous moment, or all known facts
    /// for the first moment. `present` contains the facts at the end. If no moment can be reconstructed, the closure is
    /// called once with all of these facts.
    package func readMoments(
        of keys: Set<FactKey>, upTo present: [FactKey: Fact], events: [UInt64],
        _ body: (_ event: UInt64, _ updates: [FactUpdate]) -> Void
    ) {
        let present = present.filter { keys.contains($0.key) }
        var facts = present
        var updates: [(since: UInt64, update: FactUpdate)] = []
        // Going backward, each change separates the state after it from the state before it.
        for change in changes.reversed() {
            guard case .fact(let before) = change.reversal, keys.contains(before.key) else { continue }
            updates.append((change.since, (before.key, facts[before.key])))
            facts[before.key] = before.fact
        }
        let moments = events.filter { $0 >= oldest }
        var current = facts.map { ($0.key, $0.value) as FactUpdate }
        for event in moments {
            // The last moment is the present, which includes changes that arrived after the event.
            while let next = updates.last, next.since <= event || event == moments.last {
                current.append(next.update)
                updates.removeLast()
            }
            body(event, current)
            current = []
        }
        if moments.isEmpty { body(events.last ?? 0, present.map { ($0.key, $0.value) }) }
    }
}

extension FactHistory.Change: Codable {
    private enum CodingKeys: CodingKey {
        case since, fact, feature
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        since = try container.decode(UInt64.self, forKey: .since)
        if let id = try container.decodeIfPresent(String.self, forKey: .feature) {
            reversal = .feature(id: id)
        } else {
            reversal = .fact(try container.decode(FactRecord.self, forKey: .fact))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(since, forKey: .since)
        switch reversal {
        case .fact(let before): try container.encode(before, forKey: .fact)
        case .feature(let id): try container.encode(id, forKey: .feature)
        }
    }
}
