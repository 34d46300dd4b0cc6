// SPDX-License-Identifier: MIT

/// A request for what is new in an app.
///
/// A front end follows an app with one request, which states what the front end already knows:
///
/// ```swift
/// let news = inspector.sync(Sync(since: model.revision, event: lastEvent, line: lastLine))
/// if let changes = news.changes {
///     model.apply(changes)
/// } else {
///     model = try inspector.readModel()  // The changes have expired.
/// }
/// ```
package struct Sync: Codable, Sendable, Hashable {
    /// The revision of the front end's model, or `nil` to request no changes.
    package var since: Revision?
    /// The number of the last known event, 0 for all retained events, or `nil` to request no events.
    package var event: UInt64?
    /// The number of the last known log line, 0 for all retained lines, or `nil` to request no lines.
    package var line: UInt64?
    package var reading: Reading?
    package var want: Want

    /// The facts to read before answering, because not all sources of facts announce changes.
    package struct Reading: Codable, Sendable, Hashable {
        /// The ids of the features whose facts are read, or `nil` for all facts.
        package var features: [String]?
        /// The facts to read in addition to the features' facts.
        package var facts: [FactReference]

        package init(features: [String]?, facts: [FactReference] = []) {
            (self.features, self.facts) = (features, facts)
        }
    }

    /// Parts of the app that never change, or that change independently of the model.
    package struct Want: Codable, Sendable, Hashable {
        package var features: [String]
        /// The facts whose dependent features are requested, together with the features' declarations and facts.
        package var dependents: [FactReference]
        /// Whether the declarations and facts that do not belong to a feature are requested.
        package var rest: Bool
        package var stacks: Bool
        package var texts: Bool

        package init(
            features: [String] = [], dependents: [FactReference] = [], rest: Bool = false, stacks: Bool = false,
            texts: Bool = false
        ) {
            (self.features, self.dependents, self.rest) = (features, dependents, rest)
            (self.stacks, self.texts) = (stacks, texts)
        }

        package init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            features = try container.decodeIfPresent([String].self, forKey: .features) ?? []
            dependents = try container.decodeIfPresent([FactReference].self, forKey: .dependents) ?? []
            rest = try container.decodeIfPresent(Bool.self, forKey: .rest) ?? false
            stacks = try container.decodeIfPresent(Bool.self, forKey: .stacks) ?? false
            texts = try container.decodeIfPresent(Bool.self, forKey: .texts) ?? false
        }

        package var hasDeclarations: Bool { !features.isEmpty || !dependents.isEmpty || rest }

        package var isEmpty: Bool { self == Want() }
    }

    package struct Dependents: Codable, Sendable, Hashable {
        package let fact: FactReference
        /// The ids of the features that depend on the fact, and of the groups above them.
        package let features: [String]

        package init(of fact: FactReference, features: [String]) {
            (self.fact, self.features) = (fact, features)
        }
    }

    package init(
        since: Revision? = nil, event: UInt64? = nil, line: UInt64? = nil, reading: Reading? = nil, want: Want = Want()
    ) {
        (self.since, self.event, self.line, self.reading, self.want) = (since, event, line, reading, want)
    }

    package init(from decoder: any Decoder) throws {
        // Any member may be missing.
        let container = try decoder.container(keyedBy: CodingKeys.self)
        since = try container.decodeIfPresent(Revision.self, forKey: .since)
        event = try container.decodeIfPresent(UInt64.self, forKey: .event)
        line = try container.decodeIfPresent(UInt64.self, forKey: .line)
        reading = try container.decodeIfPresent(Reading.self, forKey: .reading)
        want = try container.decodeIfPresent(Want.self, forKey: .want) ?? Want()
    }

    package var parts: Set<MissingPart.Part> {
        var parts: Set<MissingPart.Part> = want.hasDeclarations || want.texts ? [.catalog, .facts] : []
        if since != nil || reading != nil { parts.insert(.state) }
        if want.stacks { parts.insert(.stacks) }
        if event != nil { parts.insert(.events) }
        if line != nil { parts.insert(.log) }
        return parts
    }
}

/// The answer to a ``Sync``: the changes, events, and log lines of an app, and the parts that were requested.
package struct News: Sendable, Hashable {
    /// The changes, which may be empty.
    ///
    /// The value is `nil` if no changes were requested, if they have expired, or if features have moved. In the last
    /// two cases, call ``Inspector/readModel()`` again.
    package var changes: ModelChanges?
    package var events: [EventRecord] = []
    package var lines: [LogLine] = []
    package var declared = Catalog()
    /// The facts that the wanted features depend on, or all facts if ``Sync/Want/rest`` was requested.
    package var facts: [FactRecord] = []
    package var dependents: [Sync.Dependents] = []
    package var stacks: [StackSnapshot] = []
    /// The searchable content of all features, which is valid until more features are registered.
    package var texts = FeatureTexts()
    package var missing: [MissingPart] = []

    package init() {}

    package func complete() throws(MissingAnswer) -> News {
        guard let part = missing.first else { return self }
        throw MissingAnswer(part.reason)
    }
}

extension Inspector {
    package func changes(since revision: Revision) throws(MissingAnswer) -> ModelChanges? {
        try sync(Sync(since: revision)).complete().changes
    }

    /// Returns a world with the declarations and facts of some features and the groups above them.
    ///
    /// The call costs one request and reads no facts. The world also contains the dependents of `facts`.
    package func world(
        of ids: [String], dependingOn facts: [FactReference], in model: AppModel
    ) throws(MissingAnswer) -> World {
        let line = Set(ids.flatMap(model.lineage)).sorted()
        var world = World(model: model)
        world.add(
            try sync(Sync(want: Sync.Want(features: line, dependents: facts))).complete())
        return world
    }

    package func stacks() throws(MissingAnswer) -> [StackSnapshot] {
        try sync(Sync(want: Sync.Want(stacks: true))).complete().stacks
    }

    /// Returns the events after a given event, or all retained events after 0, oldest first.
    package func events(after id: UInt64) throws(MissingAnswer) -> [EventRecord] {
        try sync(Sync(event: id)).complete().events
    }

    /// Returns the log lines after a given line, or all retained lines after 0, oldest first.
    package func logLines(after id: UInt64) throws(MissingAnswer) -> [LogLine] {
        try sync(Sync(line: id)).complete().lines
    }
}
