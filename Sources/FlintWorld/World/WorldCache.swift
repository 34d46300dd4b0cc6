// SPDX-License-Identifier: MIT

/// Keeps the world of an app up to date, at a cost proportional to the changes.
///
/// The first use lists the app. Afterward, each call to ``world(of:from:)`` applies the changes since the previous
/// call. If features are registered or the app fails to respond, facts and declarations are requested again. All
/// members can be called from any thread.
package final class WorldCache: Sendable {
    private struct Content {
        var world = World()
        var isListed = false
        var hasFacts = false
        var hasCatalog = false
        /// The number of requests to which the app did not respond.
        var missingAnswers = 0
    }

    private let content = Guarded(Content())

    package init() {}

    package var featureIDs: [String] { content.withLock { $0.world.model.features.map(\.id) } }

    package func note(_ model: AppModel) {
        content.withLock { content in
            content = Content(
                world: World(model: model), isListed: true, missingAnswers: content.missingAnswers)
        }
    }

    /// Records that the app did not respond to a request.
    ///
    /// Facts and declarations may be incomplete and are requested again.
    package func noteMissingAnswer() {
        content.withLock { content in
            content.missingAnswers += 1
            (content.hasFacts, content.hasCatalog) = (false, false)
        }
    }

    /// Applies changes since a revision, unless earlier changes are missing.
    package func note(_ changes: ModelChanges, since revision: Revision) {
        content.withLock { content in
            guard content.isListed, revision <= content.world.model.revision else { return }
            content.world.apply(changes)
            if !changes.registered.isEmpty { (content.hasFacts, content.hasCatalog) = (false, false) }
        }
    }

    /// Returns the present world of an app.
    ///
    /// - Parameters:
    ///   - features: The ids of the features of interest, or `nil` for all features. Declarations and facts of other
    ///     features may be missing.
    ///   - inspector: The app's inspector.
    /// - Returns: The world.
    package func world(of features: [String]?, from inspector: some Inspector) -> World {
        if !content.withLock(\.isListed) { InspectorQuestion.withoutReading { list(inspector) } }
        let mustRead = InspectorQuestion.requiresReading(of: inspector)
        if features == nil, mustRead { readFacts(of: inspector) }
        // Follow last, to include changes that reading the facts caused.
        follow(inspector)
        let (known, hasFacts, hasCatalog, missing) = content.withLock {
            ($0.world, $0.hasFacts, $0.hasCatalog, $0.missingAnswers)
        }
        if let features {
            guard mustRead || !hasFacts || !hasCatalog else { return known }
            var world = known
            let line = features.flatMap(world.model.lineage)
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
            list(inspector)
        }
    }

    /// Lists the app, and lists it again at the next use if it did not respond.
    private func list(_ inspector: some Inspector) {
        let missing = content.withLock(\.missingAnswers)
        note(inspector.list())
        content.withLock { content in
            if content.missingAnswers != missing { content.isListed = false }
        }
    }
}

extension AppModel {
    /// Returns the ids of a feature and the groups above it, or an empty array for an unknown id.
    package func lineage(of id: String) -> [String] {
        var line: [String] = []
        var next = feature(id)
        while let feature = next, line.count < features.count {
            line.append(feature.id)
            next = feature.parent.flatMap(self.feature)
        }
        return line
    }
}
