/// Keeps the world of an app that is followed, at the cost of what changes in it.
package final class WorldKeeper: Sendable {
    private struct Content {
        var world = World()
        var isListed = false
        /// Whether every fact is known.
        var hasFacts = false
        /// Whether the declarations of every feature are known.
        var hasCatalog = false
        /// The number of answers of the app that were missing.
        var missingAnswers = 0
    }

    private let content = Guarded(Content())

    /// Creates a keeper of a world of nothing.
    package init() {}

    /// The ids of the features that were listed.
    package var featureIDs: [String] { content.withLock { $0.world.model.features.map(\.id) } }

    /// Takes in a list of everything.
    package func note(_ model: AppModel) {
        content.withLock { content in
            content = Content(
                world: World(model: model), isListed: true, missingAnswers: content.missingAnswers)
        }
    }

    /// Notes that the app did not answer, so that facts and declarations may be incomplete and are asked for again.
    package func noteMissingAnswer() {
        content.withLock { content in
            content.missingAnswers += 1
            (content.hasFacts, content.hasCatalog) = (false, false)
        }
    }

    /// Takes in changes since a revision.
    package func note(_ changes: ModelChanges, since revision: Revision) {
        content.withLock { content in
            guard content.isListed, revision <= content.world.model.revision else { return }
            content.world.apply(changes)
            if !changes.registered.isEmpty { (content.hasFacts, content.hasCatalog) = (false, false) }
        }
    }

    /// Returns the app's world as it is now.
    ///
    /// - Parameters:
    ///   - features: The ids of the features that are asked about; `nil` for all. The declarations and facts of others may
    ///     be missing.
    ///   - inspector: The app.
    /// - Returns: The world.
    package func world(of features: [String]?, from inspector: some Inspector) -> World {
        if !content.withLock(\.isListed) { InspectorQuestion.withoutReading { note(inspector.list()) } }
        let mustRead = InspectorQuestion.requiresReading(of: inspector)
        if features == nil, mustRead { readFacts(of: inspector) }
        // Last, with what reading the facts has changed.
        follow(inspector)
        let (known, hasFacts, hasCatalog, missing) = content.withLock {
            ($0.world, $0.hasFacts, $0.hasCatalog, $0.missingAnswers)
        }
        if let features {
            guard mustRead || !hasFacts || !hasCatalog else { return known }
            var world = known
            let line = features.flatMap(world.model.line)
            world.set(inspector.facts(of: line))
            world.add(inspector.catalog(of: line))
            return world
        }
        if !hasFacts { readFacts(of: inspector) }
        let catalog = hasCatalog ? nil : inspector.catalog(of: nil)
        return content.withLock { content in
            if let catalog {
                content.world.add(catalog)
                content.hasCatalog = content.missingAnswers == missing
            }
            return content.world
        }
    }

    private func readFacts(of inspector: some Inspector) {
        let missing = content.withLock(\.missingAnswers)
        let facts = inspector.facts(of: nil)
        content.withLock { content in
            content.world.set(facts)
            content.hasFacts = content.missingAnswers == missing
        }
    }

    private func follow(_ inspector: some Inspector) {
        let revision = content.withLock(\.world.model.revision)
        if let changes = inspector.changes(since: revision) {
            if !changes.isEmpty { note(changes, since: revision) }
        } else {
            note(inspector.list())
        }
    }
}

extension AppModel {
    /// Returns the id of a feature and those of the groups above it; empty if there is none with the id.
    func line(of id: String) -> [String] {
        var line: [String] = []
        var next = feature(id)
        while let feature = next, line.count < features.count {
            line.append(feature.id)
            next = feature.parent.flatMap(self.feature)
        }
        return line
    }
}
