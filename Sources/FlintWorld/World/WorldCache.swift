// SPDX-License-Identifier: MIT

/// Keeps the world of an app up to date, at a cost proportional to the changes.
///
/// The first use lists the app. Afterward, each call to ``world(of:from:)`` makes one request, for the changes since the
/// previous call and for the declarations that are missing. All members can be called from any thread.
package final class WorldCache: Sendable {
    private struct Content {
        var world = World()
        var isListed = false
    }

    private let content = Guarded(Content())

    package init() {}

    package func note(_ model: AppModel) {
        content.withLock { $0 = Content(world: World(model: model), isListed: true) }
    }

    /// Applies changes since a revision, unless earlier changes are missing.
    package func note(_ changes: ModelChanges, since revision: Revision) {
        content.withLock { content in
            guard content.isListed, revision <= content.world.model.revision else { return }
            content.world.apply(changes)
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
        let reading = InspectorQuestion.requiresReading(of: inspector) ? Sync.Reading(features: features) : nil
        if !content.withLock(\.isListed) { list(inspector) }
        // If features have moved, the app is listed, and the second request completes the new list.
        if follow(inspector, features, reading) == false { _ = follow(inspector, features, nil) }
        if reading != nil, features == nil { InspectorQuestion.noteReading(of: inspector) }
        return content.withLock(\.world)
    }

    /// Requests the changes and the missing declarations.
    ///
    /// - Returns: `false` if the app was listed instead, or features were registered, so that declarations may be missing.
    private func follow(_ inspector: some Inspector, _ features: [String]?, _ reading: Sync.Reading?) -> Bool {
        let world = content.withLock(\.world)
        let ids = features.map { $0.flatMap(world.model.lineage) } ?? world.model.features.map(\.id)
        let want = Sync.Want(features: ids.filter { world.feature($0) == nil }, rest: features == nil)
        let revision = world.model.revision
        let news = inspector.sync(Sync(since: revision, reading: reading, want: want))
        news.noteMissing()
        guard let changes = news.changes else {
            // An app that did not answer is not asked again.
            if news.missing.isEmpty { list(inspector) }
            return !news.missing.isEmpty
        }
        if !changes.isEmpty { note(changes, since: revision) }
        content.withLock { $0.world.add(news) }
        return changes.registered.isEmpty
    }

    /// Lists the app, and lists it again at the next use if it did not respond.
    private func list(_ inspector: some Inspector) {
        let (model, missing) = MissingAnswer.collect { InspectorQuestion.withoutReading { inspector.list() } }
        if let missing { MissingAnswer.note(missing.description) }
        note(model)
        if missing != nil { content.withLock { $0.isListed = false } }
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
