// SPDX-License-Identifier: MIT

/// A request for what is new in an app.
///
/// A front end follows an app with one request, which names what it knows already:
///
/// ```swift
/// let news = inspector.sync(Sync(since: model.revision, event: lastEvent, line: lastLine))
/// if let changes = news.changes {
///     model.apply(changes)
/// } else {
///     model = inspector.list()  // The changes have expired.
/// }
/// ```
package struct Sync: Codable, Sendable, Hashable {
    /// The revision of the front end's model, or `nil` to request no changes.
    package var since: Revision?
    /// The number of the last known event, 0 for all retained events, or `nil` to request no events.
    package var event: UInt64?
    /// The number of the last known log line, 0 for all retained lines, or `nil` to request no lines.
    package var line: UInt64?
    /// What the front end displays, or `nil` to read no facts.
    package var visible: Visible?
    /// The ids of the features whose declarations and facts are requested.
    package var want: [String]

    /// What a front end displays.
    ///
    /// Not all sources of facts announce changes, so the facts that are displayed are read before the answer.
    package struct Visible: Codable, Sendable, Hashable {
        /// The ids of the features.
        package var features: [String]
        /// The facts that do not belong to these features.
        package var facts: [FactReference]

        package init(features: [String] = [], facts: [FactReference] = []) {
            (self.features, self.facts) = (features, facts)
        }
    }

    package init(
        since: Revision? = nil, event: UInt64? = nil, line: UInt64? = nil, visible: Visible? = nil, want: [String] = []
    ) {
        (self.since, self.event, self.line, self.visible, self.want) = (since, event, line, visible, want)
    }

    /// Decodes a request, in which any member may be missing.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        since = try container.decodeIfPresent(Revision.self, forKey: .since)
        event = try container.decodeIfPresent(UInt64.self, forKey: .event)
        line = try container.decodeIfPresent(UInt64.self, forKey: .line)
        visible = try container.decodeIfPresent(Visible.self, forKey: .visible)
        want = try container.decodeIfPresent([String].self, forKey: .want) ?? []
    }

    /// The parts of the app that the front end requests.
    package var parts: Set<MissingPart.Part> {
        var parts: Set<MissingPart.Part> = want.isEmpty ? [] : [.catalog, .facts]
        if event != nil { parts.insert(.events) }
        if line != nil { parts.insert(.log) }
        return parts
    }
}

/// What is new in an app: the answer to a ``Sync``.
package struct News: Sendable {
    /// The changes, which may be empty.
    ///
    /// The value is `nil` if no changes were requested, if they have expired, or if features have moved. In the last two
    /// cases, call ``Inspector/list()`` again.
    package var changes: ModelChanges?
    /// The events with higher numbers than the last known one, oldest first.
    package var events: [EventRecord] = []
    /// The log lines with higher numbers than the last known one, oldest first.
    package var lines: [LogLine] = []
    /// The declarations of the wanted features.
    package var declared = Catalog()
    /// The facts that the wanted features depend on.
    package var facts: [FactRecord] = []
    /// The requested parts that are incomplete, with the reasons.
    package var missing: [MissingPart] = []

    package init() {}

    func noteMissing() {
        for part in missing { MissingAnswer.note(part.reason) }
    }
}

extension Inspector {
    /// Returns the changes since a revision, or `nil` if they have expired or features have moved.
    package func changes(since revision: Revision) -> ModelChanges? { sync(Sync(since: revision)).changes }

    /// Returns a world with the declarations and the facts of some features, at the cost of one request.
    ///
    /// - Parameters:
    ///   - ids: The ids of the features. The groups above them are included.
    ///   - model: The app's model.
    /// - Returns: The world.
    package func world(of ids: [String], in model: AppModel) -> World {
        let news = sync(Sync(want: Set(ids.flatMap(model.lineage)).sorted()))
        news.noteMissing()
        var world = World(model: model)
        world.add(news.declared)
        world.set(news.facts)
        return world
    }

    /// Returns the events after a given event, oldest first.
    ///
    /// - Parameter id: The number of the last known event, or 0 for all retained events.
    /// - Returns: The events with higher numbers.
    package func events(after id: UInt64) -> [EventRecord] {
        let news = sync(Sync(event: id))
        news.noteMissing()
        return news.events
    }

    /// Returns the lines of the app's log after a given line, oldest first.
    ///
    /// - Parameter id: The number of the last known line, or 0 for all retained lines.
    /// - Returns: The lines with higher numbers.
    package func logLines(after id: UInt64) -> [LogLine] {
        let news = sync(Sync(line: id))
        news.noteMissing()
        return news.lines
    }
}
